import { Argument } from '@commander-js/extra-typings'
import { approvalStatus } from '#contract/channels.ts'
import { type ReviewDecision, type ReviewOutcome, reviewChannel } from '#server/channels/review.ts'
import { refreshLists } from '#server/figures/lists.ts'
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

const decisions = {
  approve: approvalStatus.approved,
  hold: approvalStatus.held,
  reject: approvalStatus.rejected,
} as const satisfies Record<string, ReviewDecision>

const maxReasonLength = 500

export const channelReviewCommand = (schedule: Schedule) =>
  createCommand('review', {
    summary: 'approve a verified channel, put it on hold, or reject it',
    help: `The owner sees the reason of a hold or rejection. A channel earns from the day of its first approval; while it is
on hold or rejected it shows no figures, and once approved again it shows all of them from that day on.`,
    examples: ['channel review 12 approve', 'channel review 12 hold --reason "The videos are not your own."'],
  })
    .argument('<id|UC…>', 'id of the registration, or channel id', parseChannelId)
    .addArgument(new Argument('<decision>', 'the decision').choices(['approve', 'hold', 'reject'] as const))
    .option(
      '--reason <text>',
      `the reason in the owner’s language; required to hold and to reject (at most ${maxReasonLength} characters)`,
      parseLine(maxReasonLength),
    )
    .option('--json', 'print JSON')
    .action((channelId, decision, { reason, json }) => {
      if (reason === undefined && decision !== 'approve')
        throw new UsageError('--reason is required: the owner sees it.')
      schedule(async ({ db, print }) => {
        const before = await requireUniqueChannel(db, channelId)
        const outcome = await reviewChannel(db, before.id, decisions[decision], reason ?? null, new Date())
        if (outcome !== 'updated')
          throw new OperatorError(`${formatChannelTitle(before)}: ${failureTexts[outcome]}`)
        await refreshLists(db)
        print(formatResult(json, await requireChannel(db, String(before.id)), formatReviewedChannel))
      })
    })

const failureTexts: Record<Exclude<ReviewOutcome, 'updated'>, string> = {
  not_found: 'it was removed.',
  unchanged: 'this was already decided.',
  unverified: 'it is not verified; only verified channels can be approved.',
}

const formatReviewedChannel = (channel: ChannelRow) =>
  `${formatChannelTitle(channel)}: ${formatState(channel)}${channel.approval === 2 ? `, earning from ${channel.earnsFrom}` : ''}`
