import type { Approval } from '#contract/channels.ts'
import type { Queries } from '#server/db/connect.ts'
import {
  type ChannelLine,
  findChannelLine,
  minuteOf,
  readWhich,
  stateInWords,
  titleOf,
} from './channel-lines.ts'
import { type Command, UsageError } from './command.ts'

export const channelShowCommand: Command = {
  name: 'channel show',
  usage: '<id|UC…> [--json]',
  summary: 'Prints a channel’s registration with what has become of it.',
  help: 'Times are UTC. Of a channel that was removed it is the last registration; its id (a number) finds each one.',
  options: { json: { type: 'boolean' } },
  prepare(given) {
    if (given.positionals.length > 1) throw new UsageError('Name one channel.')
    const which = readWhich(given.positionals[0])
    return async ({ db, print }) => {
      const line = await findChannelLine(db, which)
      const members = await selectMembers(db, line.id)
      const history = await selectHistory(db, line.id)
      if (given.flag('json')) print(JSON.stringify({ ...line, members, history }, null, 1))
      else for (const text of described(line, members, history)) print(text)
      return 0
    }
  },
}

/** A change of the approval. */
interface Step {
  at: string
  /** Who asked for another review; null: the operator's word. */
  askedBy: string | null
  approval: Approval
  reason: string | null
}

const selectHistory = (db: Queries, id: number): Promise<Step[]> =>
  db.query<Step>(
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

async function selectMembers(db: Queries, id: number): Promise<string[]> {
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

function described(line: ChannelLine, members: readonly string[], history: readonly Step[]): string[] {
  const { site, network, category, handle, earnsFrom } = line
  return [
    titleOf(line),
    `  state      ${stateInWords(line)}, verification: ${line.verification}`,
    `  network    ${site}, ${network ?? 'a withdrawn account'}`,
    `  handle     ${handle ?? 'unknown'}, category: ${category}`,
    `  members    ${members.join(', ') || 'nobody'}`,
    `  earns      ${earnsFrom ? `from ${earnsFrom}` : 'nothing before it is approved'}`,
    ...timeline(line, history),
  ]
}

function timeline(line: ChannelLine, history: readonly Step[]): string[] {
  const steps = history.map((step) => [step.at, inWords(step)] as const)
  const [verified, removed] = [line.verifiedAt, line.removedAt]
  const all = [
    [line.registeredAt, 'registered'] as const,
    ...(verified ? [[verified, 'verified'] as const] : []),
    ...steps,
    ...(removed ? [[removed, 'removed'] as const] : []),
  ]
  return all
    .sort(([a], [b]) => Date.parse(a) - Date.parse(b))
    .map(([time, what], at) => `  ${at === 0 ? 'history' : '       '}    ${minuteOf(time)}  ${what}`)
}

const words: Record<Approval, string> = { 0: 'pending', 1: 'put on hold', 2: 'approved', 3: 'rejected' }

function inWords({ askedBy, approval, reason }: Step): string {
  if (askedBy !== null) return `${askedBy} asked for another review`
  return reason === null ? words[approval] : `${words[approval]}: ${reason}`
}
