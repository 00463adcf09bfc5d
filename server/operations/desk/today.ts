import * as z from 'zod/mini'
import { harms, type WaitingItem, waitingKinds } from '#contract/operations/desk/today.ts'
import { isRegistrationInScope } from '#server/channels/registrations/installation-scope.ts'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { getScope, type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findWaiting } from './waiting.ts'

const Mark = z.object({
  key: z.string(),
  assignee: z.nullable(z.object({ id: Id, nickname: z.string() })),
  snoozedUntil: z.nullable(Timestamp),
})

/** Each is one thing, whatever the role reaches; all other keys name everything of a kind that a role reaches. */
const isOneThing = (key: string) => /^(alert|open-month) /.test(key)

/** People whose roles reach the same share a mark: putting off what waits on one site leaves it to those of others. */
function getMarkKey(key: string, { isAll, siteIds, owners }: InstallationScope): string {
  if (isOneThing(key)) return key
  const reach = isAll ? ['everything'] : [...siteIds.toSorted((a, b) => a - b), ...owners.toSorted()]
  return [key, ...reach].join(' ')
}

const selectMarks = (db: Queryable) =>
  db.query(
    Mark,
    sql`select w.key,
      case when a.id is not null then jsonb_build_object('id', a.id, 'nickname', a.nickname) end as assignee,
      w.snoozed_until as "snoozedUntil"
    from waiting_marks w
    left join accounts a on a.id = w.assignee_id
      and a.removed_at is null`,
  )

/** Worst harm first; within one the kinds in their order, then the oldest. */
const compareItems = (one: WaitingItem, other: WaitingItem): number =>
  harms.indexOf(one.harm) - harms.indexOf(other.harm) ||
  waitingKinds.indexOf(one.kind) - waitingKinds.indexOf(other.kind) ||
  (one.since ?? '').localeCompare(other.since ?? '')

export async function readWaitingItems(
  db: Queryable,
  scope: InstallationScope,
  now: Date,
): Promise<{ items: WaitingItem[]; snoozed: number }> {
  const marks = new Map((await selectMarks(db)).map((mark) => [mark.key, mark]))
  const found = await findWaiting(db, scope, now)
  const isSnoozed = ({ key }: { key: string }) => {
    const until = marks.get(getMarkKey(key, scope))?.snoozedUntil ?? null
    return until !== null && Date.parse(until) > now.getTime()
  }
  const items = found
    .filter((item) => !isSnoozed(item))
    .map((item) => ({ ...item, assignee: marks.get(getMarkKey(item.key, scope))?.assignee ?? null }))
    .sort(compareItems)
  return { items, snoozed: found.length - items.length }
}

const Done = z.object({ approved: Count, heldOrRejected: Count, reports: Count, payments: Count })

/** In the last day. */
export const countDone = (db: Queryable, scope: InstallationScope, now: Date) =>
  queryOne(
    db,
    Done,
    sql`select count(*) filter (where r.approval_status = 2) as approved,
      count(*) filter (where r.approval_status <> 2) as "heldOrRejected",
      (
        select count(*)
        from report_loads l
        where l.loaded_at > ${now}::timestamptz - interval '1 day'
          and ${scope.isAll}) as reports,
      (
        select count(*)
        from ledger_entries e
        join statements t on t.id = e.statement_id
        where e.kind = 'payment'
          and e.created_at > ${now}::timestamptz - interval '1 day'
          and ${isSiteInScope(scope, sql`t.site_id`)}) as payments
    from channel_reviews r
    join channels c on c.registration_id = r.registration_id
    join accounts n on n.id = c.network_id
    where r.reviewed_at > ${now}::timestamptz - interval '1 day'
      and r.account_id is null
      and ${isRegistrationInScope(scope)}`,
  )

/** @throws {Refusal} `not_found`: nothing of the key waits where the caller may see it */
const changeMark = (
  db: Database,
  { account, actor }: Caller,
  { key, action, now }: { key: string; action: string; now: Date },
  change: { assigneeId: number | null } | { snoozedUntil: Date | null },
): Promise<void> =>
  db.transaction(async (tx) => {
    const found = await findWaiting(tx, getScope(account, 'desk.change'), now)
    if (!found.some((item) => item.key === key)) throw new Refusal('not_found')
    const column = 'assigneeId' in change ? sql`assignee_id` : sql`snoozed_until`
    const value =
      'assigneeId' in change ? sql`${change.assigneeId}::integer` : sql`${change.snoozedUntil}::timestamptz`
    await tx.execute(
      sql`insert into waiting_marks (key, ${column}, changed_at)
      values (${getMarkKey(key, getScope(account, 'desk.read'))}, ${value}, ${now})
      on conflict (key) do update
      set ${column} = excluded.${column},
        changed_at = excluded.changed_at`,
    )
    const after =
      'assigneeId' in change
        ? { assignee: change.assigneeId }
        : { snoozed_until: change.snoozedUntil?.toISOString() ?? null }
    await recordAuditEntry(tx, actor, { action, context: { waiting: key }, before: null, after })
  })

export const assignWaiting = (
  db: Database,
  caller: Caller,
  { key, mine }: { key: string; mine: boolean },
  now: Date,
): Promise<void> =>
  changeMark(
    db,
    caller,
    { key, action: 'assignWaiting', now },
    { assigneeId: mine ? caller.account.id : null },
  )

export const snoozeWaiting = (
  db: Database,
  caller: Caller,
  { key, hours }: { key: string; hours: number | null },
  now: Date,
): Promise<void> =>
  changeMark(
    db,
    caller,
    { key, action: 'snoozeWaiting', now },
    { snoozedUntil: hours === null ? null : new Date(now.getTime() + hours * 3_600_000) },
  )
