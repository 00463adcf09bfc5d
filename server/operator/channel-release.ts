import { releaseChannel } from '#server/channels/lifecycle/release.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import {
  type ChannelRow,
  formatChannelTitle,
  formatState,
  requireChannel,
  requireUniqueChannel,
} from './channels.ts'
import { createCommand, OperatorError, type Schedule, UsageError } from './command.ts'
import { formatResult } from './format.ts'
import { parseChannelId, parseLine } from './parsers.ts'

const maxReasonLength = 500

export const channelReleaseCommand = (schedule: Schedule) =>
  createCommand('release', {
    summary: 'end a registration, so that somebody else can register and verify the channel',
    help: `For a channel that the wrong network has verified. Its people are notified by email; the reason is for the audit log
only. Facts and history stay, but the network no longer sees figures of the channel.`,
    examples: ['channel release 12 --reason "Verified by a former editor; the owner asked for it."'],
  })
    .argument('<id|UC…>', 'id of the registration, or channel id', parseChannelId)
    .option(
      '--reason <text>',
      `required: why, for the audit log (at most ${maxReasonLength} characters)`,
      parseLine(maxReasonLength),
    )
    .option('--json', 'print JSON')
    .action((channelId, { reason, json }) => {
      if (reason === undefined) throw new UsageError('--reason is required: the audit log records it.')
      schedule(async ({ db, print }) => {
        const before = await requireUniqueChannel(db, channelId)
        const outcome = await releaseChannel(db, before.id, reason, new Date())
        if (outcome === 'not_found')
          throw new OperatorError(`${formatChannelTitle(before)}: it has already ended.`)
        if (outcome === 'released_earning') await refreshLists(db)
        print(formatResult(json, await requireChannel(db, String(before.id)), formatReleasedChannel))
      })
    })

const formatReleasedChannel = (channel: ChannelRow) =>
  `${formatChannelTitle(channel)}: ${formatState(channel)}`
