import { type ChannelRow, formatChannelTitle, formatState, selectChannelRows } from './channels.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatCount, formatMinute, formatResult } from './format.ts'
import { requireSite } from './lookups.ts'
import { parseDomain } from './parsers.ts'

export const channelListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list registered channels, or those that await review',
    help: `Each line starts with the id of the registration. Times are in UTC. Next: channel review <id> approve|hold|reject.`,
    examples: ['channel list --pending'],
  })
    .option('--pending', 'only verified channels that await review, longest wait first')
    .option('--site <domain>', 'only channels of this site', parseDomain)
    .option('--json', 'print JSON')
    .action(({ pending = false, site, json }) =>
      schedule(async ({ db, print }) => {
        if (site !== undefined) await requireSite(db, site)
        const channels = await selectChannelRows(db, { pending, site })
        print(formatResult(json, channels, (rows) => formatChannels(rows, pending)))
      }),
    )

function formatChannels(channels: readonly ChannelRow[], pending: boolean): string[] {
  if (channels.length === 0) return [pending ? 'No channel awaits review.' : 'There are no channels yet.']
  return [...channels.map(formatChannel), formatCount(channels.length, 'channel')]
}

function formatChannel(channel: ChannelRow): string {
  const { site, network, registeredAt, competing } = channel
  const claims = competing > 0 ? `, ${formatCount(competing, 'competing registration')}` : ''
  const state = `${formatState(channel)}, registered ${formatMinute(registeredAt)}${claims}`
  return `${formatChannelTitle(channel)}  (${state})  ${site}  ${network ?? 'deleted account'}`
}
