import { getChannelUrl } from '#contract/channels/channel-link.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import {
  type ChannelRow,
  formatChannelTitle,
  formatState,
  formatStatistics,
  selectChannelRows,
} from './channels.ts'
import { createCommand, type Schedule, UsageError } from './command.ts'
import { buildFileName, writeCsvFile } from './csv-file.ts'
import { formatCount, formatMinute, formatResult } from './format.ts'
import { requireSite } from './lookups.ts'
import { parseDomain } from './parsers.ts'
import { buildReviewTable, countDaysWaiting } from './review-file.ts'

export const channelListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list registered channels, or those that await review',
    help: `Each line starts with the id of the registration. Times are in UTC. What awaits review has its link, its members,
how long it has waited, and its subscribers and public videos as YouTube counted them when it was verified.
Next: channel review <id>... approve|hold|reject, or --csv: fill in the columns "decision" and "reason" of the file, and
give it to channel review --file. An existing file is never overwritten.`,
    examples: ['channel list --pending', 'channel list --pending --csv pending.csv'],
  })
    .option('--pending', 'only verified channels that await review, longest wait first')
    .option('--site <domain>', 'only channels of this site', parseDomain)
    .option('--csv [file]', 'write a CSV file, named after the list unless you name it')
    .option('--json', 'print JSON')
    .action(({ pending = false, site, csv, json }) => {
      if (csv !== undefined && json) throw new UsageError('Choose --csv or --json.')
      schedule(async ({ db, cwd, print }) => {
        if (site !== undefined) await requireSite(db, site)
        const channels = await selectChannelRows(db, { pending, site })
        const now = new Date()
        if (csv === undefined)
          return print(formatResult(json, channels, (rows) => formatChannels(rows, pending, now)))
        const name = buildFileName('channels', pending ? 'pending' : undefined, site, getPacificDay(now))
        const file = await writeCsvFile(cwd, csv, buildReviewTable(channels, name, now))
        print(`${file}: ${formatCount(channels.length, 'channel')}`)
      })
    })

function formatChannels(channels: readonly ChannelRow[], pending: boolean, now: Date): string[] {
  if (channels.length === 0) return [pending ? 'No channel awaits review.' : 'There are no channels yet.']
  const lines = channels.flatMap((channel) =>
    pending ? [formatChannel(channel), formatDetails(channel, now)] : [formatChannel(channel)],
  )
  return [...lines, formatCount(channels.length, 'channel')]
}

function formatChannel(channel: ChannelRow): string {
  const { site, network, registeredAt, competing } = channel
  const claims = competing > 0 ? `, ${formatCount(competing, 'competing registration')}` : ''
  const state = `${formatState(channel)}, registered ${formatMinute(registeredAt)}${claims}`
  return `${formatChannelTitle(channel)}  (${state})  ${site}  ${network ?? 'deleted account'}`
}

function formatDetails(channel: ChannelRow, now: Date): string {
  const { channelId, members } = channel
  const days = countDaysWaiting(channel, now) ?? 0
  return [
    `    ${getChannelUrl(channelId)}`,
    formatStatistics(channel),
    members.length > 0 ? members.join(', ') : 'no member',
    days === 0 ? 'waiting for less than a day' : `waiting for ${formatCount(days, 'day')}`,
  ].join('  ')
}
