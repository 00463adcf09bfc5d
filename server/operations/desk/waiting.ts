import * as z from 'zod/mini'
import {
  type Harm,
  harmOfAlert,
  type WaitingItem,
  type WaitingKind,
  waitingHours,
} from '#contract/operations/desk/today.ts'
import type { OperatorAlert } from '#contract/operations/operator-alerts.ts'
import { currencies } from '#contract/platform/currency.ts'
import { getMonthStart } from '#contract/reports/calendar.ts'
import { isRegistrationInScope } from '#server/channels/registrations/installation-scope.ts'
import { awaitsReview, waitingSince } from '#server/channels/registrations/registration-list.ts'
import { selectBlockedPeople } from '#server/people/blocked-people.ts'
import { type Alert, selectOpenAlerts } from '#server/platform/alerts/alerts.ts'
import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { getPayday } from '#server/settlement/calendar/payday.ts'
import { selectMonths } from '#server/settlement/months/month-detail.ts'

/** Without what people have decided about it. */
type Found = Omit<WaitingItem, 'assignee'>

const hourMs = 3_600_000

const harms: Readonly<Record<Exclude<WaitingKind, 'alert'>, Harm>> = {
  'returned-payments': 'money',
  'unconfirmed-payees': 'money',
  'open-month': 'money',
  reviews: 'people',
  'sign-ins': 'people',
  mails: 'people',
}

const Sums = z.object({
  count: Count,
  overdue: Count,
  since: z.nullable(Timestamp),
  oldest: z.nullable(z.string()),
})

type LimitedKind = keyof typeof waitingHours

/** @param source a query with the columns `since` and `name` */
async function findItem(db: Queryable, kind: LimitedKind, source: Sql, now: Date): Promise<Found[]> {
  const limit = new Date(now.getTime() - waitingHours[kind] * hourMs)
  const { count, overdue, since, oldest } = await queryOne(
    db,
    Sums,
    sql`select count(*) as count,
      count(*) filter (where since < ${limit}) as overdue,
      min(since) as since,
      (array_agg(name order by since))[1] as oldest
    from (${source}) found`,
  )
  if (count === 0 || since === null) return []
  const dueAt = new Date(Date.parse(since) + waitingHours[kind] * hourMs).toISOString()
  const none = { alert: null, month: null, amounts: [] }
  return [{ ...none, key: kind, kind, harm: harms[kind], count, overdue, since, oldest, dueAt }]
}

const findReviews = (db: Queryable, scope: InstallationScope, now: Date) =>
  findItem(
    db,
    'reviews',
    sql`select ${waitingSince} as since, c.name
    from channels c
    join accounts n on n.id = c.network_id
    where ${awaitsReview}
      and ${isRegistrationInScope(scope)}`,
    now,
  )

const findPayees = (db: Queryable, scope: InstallationScope, now: Date) =>
  findItem(
    db,
    'unconfirmed-payees',
    sql`select y.entered_at as since, a.nickname as name
    from payee_states y
    join accounts a on a.id = y.account_id
    where y.state = 'entered'
      and a.removed_at is null
      and ${isSiteInScope(scope, sql`a.site_id`)}`,
    now,
  )

const AmountRow = z.object({ currency: z.enum(currencies), amount: Integer })

async function findReturnedPayments(db: Queryable, scope: InstallationScope, now: Date): Promise<Found[]> {
  const returned = sql`from payout_states o
    join statements t on t.id = o.statement_id
    where o.state = 'returned'
      and ${isSiteInScope(scope, sql`t.site_id`)}`
  const [item] = await findItem(
    db,
    'returned-payments',
    sql`select (
        select max(e.created_at)
        from ledger_entries e
        where e.payout_id = o.id
          and e.kind = 'return') as since,
      (select a.nickname from accounts a where a.id = o.account_id) as name
    ${returned}`,
    now,
  )
  if (!item) return []
  const amounts = await db.query(
    AmountRow,
    sql`select o.currency, sum(o.outstanding_amount)::bigint as amount ${returned} group by o.currency order by o.currency`,
  )
  return [{ ...item, amounts }]
}

const findBlockedSignIns = (db: Queryable, scope: InstallationScope, now: Date) =>
  findItem(
    db,
    'sign-ins',
    sql`select b.since, a.nickname as name
    from (${selectBlockedPeople(scope, now)}) b
    join accounts a on a.id = b.id`,
    now,
  )

const findMails = (db: Queryable, scope: InstallationScope, now: Date) =>
  findItem(
    db,
    'mails',
    sql`select m.changed_at as since, a.nickname as name
    from mails m
    left join accounts a on a.id = m.account_id
    where m.state in ('failed', 'uncertain')
      and m.changed_at > ${now}::timestamptz - interval '7 days'
      and ${isSiteInScope(scope, sql`m.site_id`)}`,
    now,
  )

const PaymentDayRow = z.object({ day: z.nullable(Count) })

/** A month is one for the whole installation. It is due on the earliest payment day of a site. */
async function findOpenMonths(db: Queryable, { isAll }: InstallationScope, now: Date): Promise<Found[]> {
  const months = isAll ? (await selectMonths(db)).filter(({ state }) => state !== 'released') : []
  if (months.length === 0) return []
  const { day } = await queryOne(db, PaymentDayRow, sql`select min(payment_day) as day from sites`)
  return months.map(({ month: first, state }) => {
    const month = formatMonth(first)
    const ended = getMonthStart(first, 1)
    const dueAt = new Date(`${getPayday(first, day ?? 1)}T00:00:00Z`)
    return {
      key: `open-month ${month}`,
      kind: 'open-month',
      harm: harms['open-month'],
      alert: null,
      month,
      count: 1,
      amounts: [],
      since: new Date(`${ended}T00:00:00Z`).toISOString(),
      dueAt: dueAt.toISOString(),
      overdue: dueAt < now ? 1 : 0,
      oldest: state,
    }
  })
}

export const toOperatorAlert = ({ kind, subject, detail, raisedAt }: Alert): OperatorAlert => ({
  kind,
  owner: kind === 'rates-refused' ? null : subject,
  day: detail.day ?? null,
  count: detail.count ?? null,
  raisedAt,
})

async function findAlerts(db: Queryable, scope: InstallationScope): Promise<Found[]> {
  const alerts = await selectOpenAlerts(db, scope)
  return alerts.map((alert) => ({
    key: `alert ${alert.id}`,
    kind: 'alert',
    harm: harmOfAlert[alert.kind],
    alert: toOperatorAlert(alert),
    month: null,
    count: 1,
    amounts: [],
    since: alert.raisedAt,
    dueAt: null,
    overdue: 0,
    oldest: null,
  }))
}

/** In no order. */
export async function findWaiting(db: Queryable, scope: InstallationScope, now: Date): Promise<Found[]> {
  const found = [
    await findReturnedPayments(db, scope, now),
    await findPayees(db, scope, now),
    await findOpenMonths(db, scope, now),
    await findAlerts(db, scope),
    await findReviews(db, scope, now),
    await findBlockedSignIns(db, scope, now),
    await findMails(db, scope, now),
  ]
  return found.flat()
}
