import { getChannelUrl } from '#contract/channels/channel-link.ts'
import type { ApprovalStatus } from '#contract/channels/channel-states.ts'
import { type ReviewStep, selectReviewSteps } from '#server/channels/list/history.ts'
import {
  type ListedRegistration,
  selectRegistrations,
} from '#server/channels/registrations/registration-list.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { requireOneFormat, writeTable } from '#server/platform/command-line/files.ts'
import { formatCount, formatMinute } from '#server/platform/command-line/format.ts'
import { type Column, formatTable } from '#server/platform/command-line/table.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { formatState, formatTitle, requireRegistration, requireUniqueRegistration } from './names.ts'
import { reviewColumns } from './review-file.ts'

const maxReasonLength = 500

const people: readonly Column<ListedRegistration>[] = [
  'site',
  ['network', ({ network }) => network ?? 'deleted account'],
]

const columns: readonly Column<ListedRegistration>[] = [
  'id',
  ['channel', 'channelId'],
  'name',
  ['state', formatState],
  ['registered', 'registeredAt'],
  'competing',
  ...people,
]

const pendingColumns: readonly Column<ListedRegistration>[] = [
  'id',
  ['link', ({ channelId }) => getChannelUrl(channelId)],
  'name',
  ['state', formatState],
  'subscribers',
  ['videos', 'videoCount'],
  ['waiting since', 'waitingSince'],
  'competing',
  ['members', ({ members }) => members.join(', ') || null],
  ...people,
]

export const commands = [
  cli.defineCommand('channel list', {
    summary: 'list registered channels, or those that await review',
    help: `Each line starts with the id of the registration. Times are in UTC. What awaits review has its link, its members,
how long it has waited, and its subscribers and public videos as YouTube counted them when it was verified.
Next: channel review <id>... approve|hold|reject, or --csv: fill in the columns "decision" and "reason" of the file, and
give it to channel review --file. An existing file is never overwritten.`,
    examples: ['channel list --pending', 'channel list --pending --csv pending.csv'],
    parameters: {
      pending: cli.option('--pending', 'only verified channels that await review, longest wait first'),
      site: cli.siteFilter('channels'),
      csv: cli.option('--csv [file]', 'write a CSV file, named after the list unless you name it'),
      json: cli.json,
    },
    check: requireOneFormat,
    async run(context, { pending, site, csv, json }) {
      const rows = await selectRegistrations(context.db, { pending, siteId: site?.id })
      const name = ['channels', pending ? 'pending' : undefined, site?.domain, getPacificDay(new Date())]
      if (csv !== undefined) return writeTable(context, rows, reviewColumns, { csv, name, row: 'channel' })
      if (json) return context.print(JSON.stringify(rows, null, 1))
      if (rows.length === 0)
        return context.print(pending ? 'No channel awaits review.' : 'There are no channels yet.')
      context.print([
        formatTable(rows, pending ? pendingColumns : columns),
        formatCount(rows.length, 'channel'),
      ])
    },
  }),
  cli.defineQuery('channel show', {
    summary: 'print the registration of a channel and its history',
    help: `Times are in UTC. For a removed channel this is the latest registration; the id of a registration finds each one.`,
    examples: ['channel show 12'],
    parameters: { name: cli.channelName },
    async read({ db }, { name }) {
      const channel = await requireRegistration(db, name)
      const claims = await selectRegistrations(db, { names: [channel.channelId] })
      const competitors = claims.filter(({ id, removedAt }) => id !== channel.id && !removedAt)
      return { ...channel, history: await selectReviewSteps(db, channel.id), competitors }
    },
    format: (channel) => [
      formatTitle(channel),
      `  state      ${formatState(channel)}, verification: ${channel.verification}`,
      `  network    ${channel.site}, ${channel.network ?? 'a deleted account'}`,
      `  handle     ${channel.handle ?? 'unknown'}, category: ${channel.category}`,
      `  YouTube    ${formatStatistics(channel)}`,
      `  members    ${channel.members.join(', ') || 'none'}`,
      `  earns      ${channel.earnsFrom ? `from ${channel.earnsFrom}` : 'nothing until it is approved'}`,
      !channel.removedAt &&
        channel.verification !== 'verified' &&
        channel.expiresAt &&
        `  expires    ${formatMinute(channel.expiresAt)} unless it is verified`,
      channel.competitors.map(
        (other) =>
          `  competes   with ${other.id} (${formatState(other)}) of ${other.network ?? 'a deleted account'} on ${other.site}`,
      ),
      formatTimeline(channel),
    ],
  }),
  cli.defineCommand('channel release', {
    summary: 'end a registration, so that somebody else can register and verify the channel',
    help: `For a channel that the wrong network has verified. Its people are notified by email; the reason is for the audit log
only. Facts and history stay, but the network no longer sees figures of the channel.`,
    examples: ['channel release 12 --reason "Verified by a former editor; the owner asked for it."'],
    parameters: {
      name: cli.channelName,
      reason: cli.option(
        '--reason <text>',
        `required: why, for the audit log (at most ${maxReasonLength} characters)`,
        cli.parseLine(maxReasonLength),
      ),
      json: cli.json,
    },
    check({ reason }) {
      if (reason === undefined) throw new cli.UsageError('--reason is required: the audit log records it.')
    },
    async run({ db, print }, { name, reason = '', json }) {
      const { releaseChannel } = await import('#server/channels/lifecycle/release.ts')
      const { refreshLists } = await import('#server/reports/lists/lists.ts')
      const before = await requireUniqueRegistration(db, name)
      const release = {
        id: before.id,
        reason,
        action: 'channel release',
        actor: { kind: 'operator' },
      } as const
      const outcome = await releaseChannel(db, release, new Date())
      if (outcome === 'not_found')
        throw new cli.OperatorError(`${formatTitle(before)}: it has already ended.`)
      if (outcome === 'released_earning') await refreshLists(db)
      const released = await requireRegistration(db, String(before.id))
      print(json ? JSON.stringify(released, null, 1) : `${formatTitle(released)}: ${formatState(released)}`)
    },
  }),
]

const formatStatistics = ({ subscribers, videoCount }: ListedRegistration) =>
  [
    subscribers === null ? 'subscribers unknown' : formatCount(subscribers, 'subscriber'),
    videoCount === null ? 'videos unknown' : formatCount(videoCount, 'video'),
  ].join(', ')

function formatTimeline(channel: ListedRegistration & { history: readonly ReviewStep[] }): string[] {
  const events = [
    [channel.registeredAt, 'registered'],
    [channel.verifiedAt, 'verified'],
    ...channel.history.map((step) => [step.reviewedAt, formatReviewStep(step)]),
    [channel.removedAt, formatState(channel)],
  ] as const
  return events
    .flatMap(([time, text]) => (time ? [{ time, text }] : []))
    .sort((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .map(({ time, text }, at) => `  ${at === 0 ? 'history' : '       '}    ${formatMinute(time)}  ${text}`)
}

const approvalTexts: Record<ApprovalStatus, string> = {
  0: 'pending',
  1: 'put on hold',
  2: 'approved',
  3: 'rejected',
}

function formatReviewStep({ requestedBy, approval, reason }: ReviewStep): string {
  if (requestedBy !== null) return `${requestedBy} requested another review`
  return reason === null ? approvalTexts[approval] : `${approvalTexts[approval]}: ${reason}`
}
