import * as z from 'zod/mini'
import type { Locale } from '#contract/platform/locale.ts'
import { Currency } from '#contract/platform/params.ts'
import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import { selectSiteName } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { siteCurrency } from '#server/portal/site/payout-minimum.ts'

type Reader = Pick<Queryable, 'query'>

const BoardSiteRow = z.object({
  id: Id,
  name: z.string(),
  domain: z.string(),
  currency: Currency,
  paymentDay: Integer,
})
export type BoardSiteRow = z.output<typeof BoardSiteRow>

/** By name. */
export const selectBoardSites = (
  db: Reader,
  scope: InstallationScope,
  locale: Locale,
): Promise<BoardSiteRow[]> =>
  db.query(
    BoardSiteRow,
    sql`select s.id,
      ${selectSiteName(sql`${locale}::text`)} as name,
      s.domain,
      ${siteCurrency} as currency,
      s.payment_day as "paymentDay"
    from sites s
    where ${isSiteInScope(scope, sql`s.id`)}
    order by natural_sort_key(${selectSiteName(sql`${locale}::text`)}) collate "C", s.id`,
  )

const SiteOwner = z.object({ siteId: Id, owner: z.string(), firstDay: Day })
export type SiteOwner = z.output<typeof SiteOwner>

/** Content owners that report channels of a site. */
export const selectSiteOwners = (db: Reader, scope: InstallationScope): Promise<SiteOwner[]> =>
  db.query(
    SiteOwner,
    sql`select a.site_id as "siteId",
      o.owner,
      min(o.first_day) as "firstDay"
    from network_owners o
    join accounts a on a.id = o.network_id
    where ${isSiteInScope(scope, sql`a.site_id`)}
    group by a.site_id, o.owner`,
  )

const ofSiteMonth = { siteId: Id, month: Day }

const StatementSums = z.object({
  ...ofSiteMonth,
  currency: Currency,
  statements: Count,
  payable: Integer,
})
export type StatementSums = z.output<typeof StatementSums>

/** Statements of months since `from`. */
export const selectStatementSums = (
  db: Reader,
  scope: InstallationScope,
  from: string,
): Promise<StatementSums[]> =>
  db.query(
    StatementSums,
    sql`select t.site_id as "siteId",
      t.month,
      t.currency,
      count(*) filter (where t.payable_amount > 0) as statements,
      sum(t.payable_amount)::bigint as payable
    from statements t
    where t.month >= ${from}
      and ${isSiteInScope(scope, sql`t.site_id`)}
    group by t.site_id, t.month, t.currency`,
  )

const PaymentSums = z.object({
  ...ofSiteMonth,
  due: Integer,
  outstanding: Integer,
  paid: Integer,
  returned: Count,
})
export type PaymentSums = z.output<typeof PaymentSums>

/** Payouts of these statements, without what was forfeited. */
export const selectPaymentSums = (
  db: Reader,
  scope: InstallationScope,
  from: string,
): Promise<PaymentSums[]> =>
  db.query(
    PaymentSums,
    sql`select t.site_id as "siteId",
      t.month,
      sum(o.amount)::bigint as due,
      sum(o.outstanding_amount)::bigint as outstanding,
      sum(o.amount - o.outstanding_amount)::bigint as paid,
      count(*) filter (where o.state = 'returned') as returned
    from payout_states o
    join statements t on t.id = o.statement_id
    where t.month >= ${from}
      and o.state <> 'forfeited'
      and ${isSiteInScope(scope, sql`t.site_id`)}
    group by t.site_id, t.month`,
  )
