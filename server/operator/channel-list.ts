import { type ChannelLine, minuteOf, selectChannelLines, stateInWords, titleOf } from './channel-lines.ts'
import { type Command, UsageError } from './command.ts'
import { readDomainIfAny, requireSite } from './named.ts'
import { countOf } from './outcome.ts'

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
  prepare(given) {
    if (given.positionals.length > 0) throw new UsageError('Give only --pending, --site and --json.')
    const site = readDomainIfAny(given.text('site'))
    const pending = given.flag('pending')
    return async ({ db, print }) => {
      if (site !== undefined) await requireSite(db, site)
      const lines = await selectChannelLines(db, { pending, site })
      if (given.flag('json')) print(JSON.stringify(lines, null, 1))
      else for (const line of described(lines, pending)) print(line)
      return 0
    }
  },
}

function described(lines: readonly ChannelLine[], pending: boolean): string[] {
  if (lines.length === 0) return [pending ? 'No channel waits for a review.' : 'There is no channel yet.']
  return [
    ...lines.map((line) => `${titleOf(line)}  (${stateInWords(line)}, ${sinceOf(line)})  ${ownerOf(line)}`),
    countOf(lines.length, 'channel'),
  ]
}

const sinceOf = ({ registeredAt }: ChannelLine) => `registered ${minuteOf(registeredAt)}`
const ownerOf = ({ site, network }: ChannelLine) => `${site}  ${network ?? 'withdrawn account'}`
