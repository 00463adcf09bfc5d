import { approval } from '#contract/channels.ts'
import { type Decided, type ReviewOutcome, reviewChannel } from '#server/channels/review.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { type ChannelLine, findChannelLine, readWhich, stateInWords, titleOf } from './channel-lines.ts'
import { type Command, OperatorError, UsageError } from './command.ts'

const decisions: Record<string, Decided> = {
  approve: approval.approved,
  hold: approval.held,
  reject: approval.rejected,
}

const mostReason = 500

export const channelReviewCommand: Command = {
  name: 'channel review',
  usage: '<id|UC…> approve|hold|reject [--reason …] [--json]',
  summary: 'Approves a verified channel, puts a channel on hold, or rejects it.',
  help: `The owner is shown the reason of a hold and of a rejection. A channel earns from the day it is first approved;
on hold or rejected it shows no figures, and approved again it shows all of them from that day.

  --reason  why, in the owner’s language; needed to hold and to reject (at most ${mostReason} characters)
  --json    for programs

For instance:
  npm run operator -- channel review 12 approve
  npm run operator -- channel review 12 hold --reason "The videos are not your own."

Status: 0 it is done, 2 it could not be done.`,
  options: { reason: { type: 'string' }, json: { type: 'boolean' } },
  prepare(given) {
    const [, word = ''] = given.positionals
    const which = readWhich(given.positionals[0])
    const decided = Object.hasOwn(decisions, word) ? decisions[word] : undefined
    if (decided === undefined || given.positionals.length !== 2)
      throw new UsageError('Say approve, hold or reject.')
    const reason = readReason(given.text('reason'), decided)
    return async ({ db, print }) => {
      const before = await findChannelLine(db, which)
      const outcome = await reviewChannel(db, before.id, decided, reason, new Date())
      if (outcome !== 'done') throw new OperatorError(`${titleOf(before)}: ${why[outcome]}`)
      await refreshLists(db)
      const after = await findChannelLine(db, String(before.id))
      print(given.flag('json') ? JSON.stringify(after, null, 1) : described(after))
      return 0
    }
  },
}

function readReason(text: string | undefined, decided: Decided): string | null {
  const reason = text?.trim() || null
  if (reason === null && decided !== approval.approved)
    throw new UsageError('Give --reason: the owner is shown why.')
  if (reason !== null && [...reason].length > mostReason)
    throw new UsageError(`--reason is at most ${mostReason} characters.`)
  return reason
}

const why: Record<Exclude<ReviewOutcome, 'done'>, string> = {
  gone: 'it was removed.',
  same: 'this has been decided already.',
  unverified: 'it is not verified yet; only a verified channel can be approved.',
}

const described = (line: ChannelLine) =>
  `${titleOf(line)}: ${stateInWords(line)}${line.approval === 2 ? `, earning from ${line.earnsFrom}` : ''}`
