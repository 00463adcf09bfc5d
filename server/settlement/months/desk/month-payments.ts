import * as z from 'zod/mini'
import type { EndpointOutput, ParsedQuery } from '#contract/platform/endpoint.ts'
import { Currency } from '#contract/platform/params.ts'
import {
  maxGroupPeople,
  paymentGroups,
  type readMonthPayments as paymentsEndpoint,
} from '#contract/settlement/desk/month-payments.ts'
import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { siteCurrency } from '#server/portal/site/payout-minimum.ts'
import { joinPayments, statementState } from '#server/settlement/statements/statement-queries.ts'

type Reader = Pick<Queryable, 'query'>

const ReleaseRow = z.object({ currency: Currency, releasedAt: z.nullable(Timestamp) })

/** @throws {Refusal} `not_found` */
async function requireRelease(db: Reader, scope: InstallationScope, siteId: number, month: string) {
  const [found] = await db.query(
    ReleaseRow,
    sql`select coalesce(
        (select t.currency from statements t where t.site_id = s.id and t.month = m.month limit 1),
        ${siteCurrency}
      ) as currency,
      m.released_at as "releasedAt"
    from sites s
    join months m on m.month = ${month}
      and m.state = 'released'
    where s.id = ${siteId}::bigint
      and ${isSiteInScope(scope, sql`s.id`)}`,
  )
  if (!found) throw new Refusal('not_found')
  return found
}

const groupName = z.enum(paymentGroups)

const PaymentRow = z.object({
  group: groupName,
  people: Count,
  total: Integer,
  beforeTax: Integer,
  accountId: Id,
  statementId: Id,
  nickname: z.nullable(z.string()),
  network: z.nullable(z.string()),
  amount: Integer,
  isBeforeTax: z.boolean(),
  paidTo: z.nullable(z.string()),
  since: z.nullable(Timestamp),
  reason: z.nullable(z.string()),
})

/** Payouts of the month's statements, and balances that wait for a payout account and have no payout yet. */
const paymentsOf = (siteId: number, month: string): Sql => sql`
    select case o.state
        when 'details_required' then 'blocked'
        when 'exported' then 'sent'
        when 'returned' then 'returned'
        else 'ready'
      end as "group",
      o.account_id,
      o.network_id,
      o.statement_id,
      o.outstanding_amount as amount,
      false as is_before_tax,
      y.masked_account as paid_to,
      case o.state
        when 'exported' then x.created_at
        when 'returned' then r.created_at
        else o.created_at
      end as since,
      r.reference as reason
    from payout_states o
    join statements t on t.id = o.statement_id
    left join payee_states y on y.account_id = o.account_id
      and (y.state = 'confirmed' or y.confirmed_network_id = o.network_id)
    left join payment_exports x on x.id = o.export_id
    left join lateral (
      select e.created_at, e.reference
      from ledger_entries e
      where e.payout_id = o.id
        and e.kind = 'return'
        and o.state = 'returned'
      order by e.id desc
      limit 1
    ) r on true
    where t.site_id = ${siteId}
      and t.month = ${month}
      and o.outstanding_amount > 0
    union all
    select 'blocked', s.account_id, s.network_id, s.id, s.closing_amount, true, null, m.released_at, null
    from statements s
    join months m on m.month = s.month
    ${joinPayments}
    where s.site_id = ${siteId}
      and s.month = ${month}
      and o.id is null
      and s.closing_amount > 0
      and ${statementState} = 'details_required'`

/** The largest of each group, with the sums of all of it. */
const selectOpenPayments = (db: Reader, siteId: number, month: string) =>
  db.query(
    PaymentRow,
    sql`select p.*,
      a.nickname,
      case when p."networkId" <> p."accountId" then n.nickname end as network
    from (
      select f."group",
        count(*) over of_group as people,
        (sum(f.amount) over of_group)::bigint as total,
        (sum(case when f.is_before_tax then f.amount else 0 end) over of_group)::bigint as "beforeTax",
        row_number() over (partition by f."group" order by f.amount desc, f.account_id) as position,
        f.account_id as "accountId",
        f.network_id as "networkId",
        f.statement_id as "statementId",
        f.amount,
        f.is_before_tax as "isBeforeTax",
        f.paid_to as "paidTo",
        f.since,
        f.reason
      from (${paymentsOf(siteId, month)}) f
      window of_group as (partition by f."group")
    ) p
    join accounts a on a.id = p."accountId"
    join accounts n on n.id = p."networkId"
    where p.position <= ${maxGroupPeople}
    order by p."group", p.position`,
  )

const PaidDayRow = z.object({ day: Day, people: Count, amount: Integer })

/** Payments of the month's payouts that did not come back. */
const fromPayments = (siteId: number, month: string): Sql => sql`
    from ledger_entries e
    join payouts o on o.id = e.payout_id
    join statements t on t.id = o.statement_id
    where e.kind = 'payment'
      and t.site_id = ${siteId}
      and t.month = ${month}
      and not exists (
        select
        from ledger_entries r
        where r.kind = 'return'
          and r.corrects_id = e.id)`

const selectPaidDays = (db: Reader, siteId: number, month: string) =>
  db.query(
    PaidDayRow,
    sql`select e.paid_on as day,
      count(distinct e.account_id) as people,
      sum(-e.amount)::bigint as amount
    ${fromPayments(siteId, month)}
    group by e.paid_on
    order by e.paid_on desc`,
  )

const PaidRow = z.object({ people: Count })

const countPaid = async (db: Reader, siteId: number, month: string): Promise<number> => {
  const { people } = await queryOne(
    db,
    PaidRow,
    sql`select count(distinct e.account_id) as people ${fromPayments(siteId, month)}`,
  )
  return people
}

export async function readMonthPayments(
  db: Reader,
  scope: InstallationScope,
  { site, month }: ParsedQuery<typeof paymentsEndpoint>,
): Promise<EndpointOutput<typeof paymentsEndpoint>> {
  const first = `${month}-01`
  const release = await requireRelease(db, scope, site, first)
  const rows = await selectOpenPayments(db, site, first)
  const paidDays = await selectPaidDays(db, site, first)
  const paidPeople = await countPaid(db, site, first)
  const groups = paymentGroups.map((name) => {
    if (name === 'paid')
      return {
        name,
        people: paidPeople,
        amount: paidDays.reduce((sum, { amount }) => sum + amount, 0),
        beforeTax: 0,
        payments: [],
      }
    const own = rows.filter(({ group }) => group === name)
    return {
      name,
      people: own[0]?.people ?? 0,
      amount: own[0]?.total ?? 0,
      beforeTax: own[0]?.beforeTax ?? 0,
      payments: own.map(({ group: _, people: __, total: ___, beforeTax: ____, ...payment }) => payment),
    }
  })
  return { ...release, groups, paidDays }
}
