import { parseOptionalDomain, requireSite } from './arguments.ts'
import {
  type ChannelRow,
  formatChannelTitle,
  formatMinute,
  formatState,
  selectChannelRows,
} from './channels.ts'
import { type Command, UsageError } from './command.ts'
import { formatCount } from './format.ts'

export const channelListCommand: Command = {
  name: 'channel list',
  usage: '[--pending] [--site <domain>] [--json]',
  summary: 'Prints the registered channels, or those that wait for a review.',
  help: `A line begins with the id of the registration.

  --pending  only verified channels that wait for your word, who has waited longest first
  --site     only those of a site
  --json     for programs

Times are UTC. What to do next: channel review <id> approve|hold|reject.`,
  options: { pending: { type: 'boolean' }, site: { type: 'string' }, json: { type: 'boolean' } },
  prepare(args) {
    if (args.positionals.length > 0) throw new UsageError('Give only --pending, --site and --json.')
    const site = parseOptionalDomain(args.value('site'))
    const pending = args.flag('pending')
    return async ({ db, print }) => {
      if (site !== undefined) await requireSite(db, site)
      const lines = await selectChannelRows(db, { pending, site })
      if (args.flag('json')) print(JSON.stringify(lines, null, 1))
      else for (const line of formatChannels(lines, pending)) print(line)
      return 0
    }
  },
}

function formatChannels(lines: readonly ChannelRow[], pending: boolean): string[] {
  if (lines.length === 0) return [pending ? 'No channel waits for a review.' : 'There is no channel yet.']
  return [
    ...lines.map(
      (line) =>
        `${formatChannelTitle(line)}  (${formatState(line)}, ${formatRegistration(line)})  ${formatOwner(line)}`,
    ),
    formatCount(lines.length, 'channel'),
  ]
}

const formatRegistration = ({ registeredAt }: ChannelRow) => `registered ${formatMinute(registeredAt)}`
const formatOwner = ({ site, network }: ChannelRow) => `${site}  ${network ?? 'withdrawn account'}`
