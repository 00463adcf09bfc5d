import type { ApprovalStatus } from '#contract/channels.ts'
import type { Queryable } from '#server/db/database.ts'
import {
  type ChannelRow,
  formatChannelTitle,
  formatMinute,
  formatState,
  parseChannelId,
  requireChannel,
} from './channels.ts'
import { type Command, UsageError } from './command.ts'

export const channelShowCommand: Command = {
  name: 'channel show',
  usage: '<id|UC…> [--json]',
  summary: 'Prints a channel’s registration with what has become of it.',
  help: 'Times are UTC. Of a channel that was removed it is the last registration; its id (a number) finds each one.',
  options: { json: { type: 'boolean' } },
  prepare(args) {
    if (args.positionals.length > 1) throw new UsageError('Name one channel.')
    const channelId = parseChannelId(args.positionals[0])
    return async ({ db, print }) => {
      const line = await requireChannel(db, channelId)
      const members = await selectMembers(db, line.id)
      const history = await selectHistory(db, line.id)
      if (args.flag('json')) print(JSON.stringify({ ...line, members, history }, null, 1))
      else for (const text of formatChannel(line, members, history)) print(text)
      return 0
    }
  },
}

/** A change of the approval. */
interface ReviewStep {
  at: string
  /** Who asked for another review; null: the operator's word. */
  askedBy: string | null
  approval: ApprovalStatus
  reason: string | null
}

const selectHistory = (db: Queryable, id: number): Promise<ReviewStep[]> =>
  db.query<ReviewStep>(
    `select r.reviewed_at as at,
      case when r.account_id is not null then coalesce(a.email, 'a withdrawn account') end as "askedBy",
      r.approval_status as approval,
      r.reason
    from channel_reviews r
    left join accounts a on a.id = r.account_id
    where r.registration_id = $1
    order by r.id`,
    [id],
  )

async function selectMembers(db: Queryable, id: number): Promise<string[]> {
  const rows = await db.query<{ email: string }>(
    `select a.email
    from assignments s
    join accounts a on a.id = s.account_id
    where s.registration_id = $1
      and s.unassigned_at is null
      and a.email is not null
    order by a.email`,
    [id],
  )
  return rows.map(({ email }) => email)
}

function formatChannel(
  line: ChannelRow,
  members: readonly string[],
  history: readonly ReviewStep[],
): string[] {
  const { site, network, category, handle, earnsFrom } = line
  return [
    formatChannelTitle(line),
    `  state      ${formatState(line)}, verification: ${line.verification}`,
    `  network    ${site}, ${network ?? 'a withdrawn account'}`,
    `  handle     ${handle ?? 'unknown'}, category: ${category}`,
    `  members    ${members.join(', ') || 'nobody'}`,
    `  earns      ${earnsFrom ? `from ${earnsFrom}` : 'nothing before it is approved'}`,
    ...formatTimeline(line, history),
  ]
}

function formatTimeline(line: ChannelRow, history: readonly ReviewStep[]): string[] {
  const steps = history.map((step) => [step.at, formatReviewStep(step)] as const)
  const [verified, removed] = [line.verifiedAt, line.removedAt]
  const all = [
    [line.registeredAt, 'registered'] as const,
    ...(verified ? [[verified, 'verified'] as const] : []),
    ...steps,
    ...(removed ? [[removed, 'removed'] as const] : []),
  ]
  return all
    .sort(([a], [b]) => Date.parse(a) - Date.parse(b))
    .map(([time, what], at) => `  ${at === 0 ? 'history' : '       '}    ${formatMinute(time)}  ${what}`)
}

const approvalTexts: Record<ApprovalStatus, string> = {
  0: 'pending',
  1: 'put on hold',
  2: 'approved',
  3: 'rejected',
}

function formatReviewStep({ askedBy, approval, reason }: ReviewStep): string {
  if (askedBy !== null) return `${askedBy} asked for another review`
  return reason === null ? approvalTexts[approval] : `${approvalTexts[approval]}: ${reason}`
}
