import { approvalStatus } from '#contract/channels.ts'
import { type ReviewDecision, type ReviewOutcome, reviewChannel } from '#server/channels/review.ts'
import { refreshLists } from '#server/figures/lists.ts'
import {
  type ChannelRow,
  formatChannelTitle,
  formatState,
  parseChannelId,
  requireChannel,
} from './channels.ts'
import { type Command, OperatorError, UsageError } from './command.ts'

const decisions: Record<string, ReviewDecision> = {
  approve: approvalStatus.approved,
  hold: approvalStatus.held,
  reject: approvalStatus.rejected,
}

const maxReasonLength = 500

export const channelReviewCommand: Command = {
  name: 'channel review',
  usage: '<id|UC…> approve|hold|reject [--reason …] [--json]',
  summary: 'Approves a verified channel, puts a channel on hold, or rejects it.',
  help: `The owner is shown the reason of a hold and of a rejection. A channel earns from the day it is first approved;
on hold or rejected it shows no figures, and approved again it shows all of them from that day.

  --reason  why, in the owner’s language; needed to hold and to reject (at most ${maxReasonLength} characters)
  --json    for programs

For instance:
  npm run operator -- channel review 12 approve
  npm run operator -- channel review 12 hold --reason "The videos are not your own."

Status: 0 it is done, 2 it could not be done.`,
  options: { reason: { type: 'string' }, json: { type: 'boolean' } },
  prepare(args) {
    const [, decisionName = ''] = args.positionals
    const channelId = parseChannelId(args.positionals[0])
    const decision = Object.hasOwn(decisions, decisionName) ? decisions[decisionName] : undefined
    if (decision === undefined || args.positionals.length !== 2)
      throw new UsageError('Say approve, hold or reject.')
    const reason = parseReason(args.value('reason'), decision)
    return async ({ db, print }) => {
      const before = await requireChannel(db, channelId)
      const outcome = await reviewChannel(db, before.id, decision, reason, new Date())
      if (outcome !== 'updated')
        throw new OperatorError(`${formatChannelTitle(before)}: ${failureTexts[outcome]}`)
      await refreshLists(db)
      const after = await requireChannel(db, String(before.id))
      print(args.flag('json') ? JSON.stringify(after, null, 1) : formatResult(after))
      return 0
    }
  },
}

function parseReason(text: string | undefined, decision: ReviewDecision): string | null {
  const reason = text?.trim() || null
  if (reason === null && decision !== approvalStatus.approved)
    throw new UsageError('Give --reason: the owner is shown why.')
  if (reason !== null && [...reason].length > maxReasonLength)
    throw new UsageError(`--reason is at most ${maxReasonLength} characters.`)
  return reason
}

const failureTexts: Record<Exclude<ReviewOutcome, 'updated'>, string> = {
  not_found: 'it was removed.',
  unchanged: 'this has been decided already.',
  unverified: 'it is not verified yet; only a verified channel can be approved.',
}

const formatResult = (line: ChannelRow) =>
  `${formatChannelTitle(line)}: ${formatState(line)}${line.approval === 2 ? `, earning from ${line.earnsFrom}` : ''}`
