import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import { StatementState } from '#contract/settlement/statements.ts'
import type { Viewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import { sources } from '#server/settlement/files/reading/sources.ts'
import { entryKinds, taxNames } from '#server/settlement/ledger/bookings.ts'
import { statementHolders } from '#server/settlement/ledger/ledger.ts'
import { Money, moneyFields, selectedMoney } from '#server/settlement/ledger/money.ts'
import { hashStatement } from './statement-content.ts'

type Reader = Pick<Queryable, 'query'>

const StatementRow = z.object({
  id: Id,
  month: Day,
  accountId: Id,
  networkId: Id,
  holder: z.enum(statementHolders),
  holderOrigin: z.enum(['closing', 'parts', 'audit', 'unchanged']),
  email: z.nullable(z.string()),
  site: z.string(),
  currency: z.enum(currencies),
  krwMicros: Integer,
  ...moneyFields,
  minimumAmount: Integer,
  lacksDetails: z.boolean(),
  sha256: z.string(),
  isReleased: z.boolean(),
  state: StatementState,
  payoutId: z.nullable(Id),
  outstanding: Money,
  paidOn: z.nullable(Day),
  reference: z.nullable(z.string()),
  /** The masked account. */
  paidTo: z.nullable(z.string()),
})
export type StatementRow = z.output<typeof StatementRow>

/** In whose name somebody reads money. */
export type Viewer = Viewpoint

export interface StatementFilter {
  id?: number | undefined
  ids?: readonly number[] | undefined
  month?: string | undefined
  state?: StatementState | undefined
  accountId?: number | undefined
  /** Owes them. */
  networkId?: number | undefined
  siteId?: number | undefined
  /** Owns them, or is the network that owes them. */
  viewer?: Viewer | undefined
}

/** Expects `statements s`. */
export const isReleased = sql`exists (select from months r where r.month = s.month and r.state = 'released')`

/**
 * Expects `statements s`. A network sees what it owes, also to accounts that have left it; people see their own
 * statements of released months.
 */
export const isVisibleTo = ({ id, networkId, isNetwork, personId }: Viewer): Sql =>
  isNetwork
    ? sql`(s.network_id = ${networkId} or s.account_id = ${id}
        or (s.account_id = ${personId}::integer and ${isReleased}))`
    : sql`(s.account_id = ${id} and ${isReleased})`

/**
 * Expects `statements s`. Joins the latest payout `o` of its balance, the last payment `p` of that, and confirmed payment
 * details `y`: a confirmation counts in the network that owes the statement, or in the one that the account is in now.
 */
export const joinPayments = sql`left join payout_states o on o.statement_id = s.id
        and not exists (select from payouts n where n.statement_id = s.id and n.id > o.id)
      left join ledger_entries p on p.id = o.payment_id
      left join payee_states y on y.account_id = s.account_id
        and (y.state = 'confirmed' or y.confirmed_network_id = s.network_id)`

/**
 * Requires `joinPayments`. Before it is released, a statement has no payout. One that lacks details has a payable amount of
 * 0, and its balance waits for them until the next one.
 */
export const statementState = sql`case
          when o.id is not null then o.state
          when s.payable_amount > 0 and y.account_id is not null then 'awaiting_payment'
          when s.payable_amount > 0 then 'details_required'
          when s.lacks_details
            and y.account_id is null
            and not exists (select from statements n where n.account_id = s.account_id and n.id > s.id) then 'details_required'
          else 'carried_over'
        end`

/** Sorts by number. */
export const selectStatements = (
  db: Reader,
  { id, ids, month, state, accountId, networkId, siteId, viewer }: StatementFilter,
): Promise<StatementRow[]> =>
  db.query(
    StatementRow,
    sql`select *
    from (
      select s.id,
        s.month,
        s.account_id as "accountId",
        s.network_id as "networkId",
        s.holder,
        s.holder_origin as "holderOrigin",
        a.email,
        w.domain as site,
        s.currency,
        s.krw_micros as "krwMicros",
        ${selectedMoney},
        s.minimum_amount as "minimumAmount",
        s.sha256,
        s.lacks_details as "lacksDetails",
        ${isReleased} as "isReleased",
        ${statementState} as state,
        o.id as "payoutId",
        json_build_object('micros', coalesce(o.outstanding_micros, 0), 'amount', coalesce(o.outstanding_amount, 0)) as outstanding,
        p.paid_on as "paidOn",
        p.reference,
        p.paid_to as "paidTo"
      from statements s
      join accounts a on a.id = s.account_id
      join sites w on w.id = s.site_id
      ${joinPayments}
      where (${id ?? null}::bigint is null or s.id = ${id ?? null}::bigint)
        and (${month ?? null}::date is null or s.month = ${month ?? null})
        ${ids === undefined ? empty : sql`and s.id = any(${ids}::bigint[])`}
        ${accountId === undefined ? empty : sql`and s.account_id = ${accountId}`}
        ${networkId === undefined ? empty : sql`and s.network_id = ${networkId}`}
        ${siteId === undefined ? empty : sql`and s.site_id = ${siteId}`}
        ${viewer === undefined ? empty : sql`and ${isVisibleTo(viewer)}`}
    ) found
    where ${state ?? ''} in ('', state)
    order by id`,
  )

const EntryRow = z.object({
  id: Id,
  accountId: z.nullable(Id),
  kind: z.enum(entryKinds),
  month: Day,
  earnedMonth: Day,
  source: z.enum(['', ...sources]),
  channelId: z.string(),
  feePermille: z.nullable(Integer),
  taxName: z.nullable(z.enum(taxNames)),
  taxPermille: z.nullable(Integer),
  manualEntryId: z.nullable(Id),
  micros: Integer,
  currency: z.enum(currencies),
  amount: Integer,
  correctsId: z.nullable(Id),
  statementId: z.nullable(Id),
  paidOn: z.nullable(Day),
  reference: z.nullable(z.string()),
  paidTo: z.nullable(z.string()),
  payoutId: z.nullable(Id),
  isLater: z.boolean(),
  manualReason: z.nullable(z.string()),
  createdAt: Timestamp,
})
export type EntryRow = z.output<typeof EntryRow>

const selectEntries = (db: Reader, condition: Sql): Promise<EntryRow[]> =>
  db.query(
    EntryRow,
    sql`select id,
      account_id as "accountId",
      kind,
      month,
      earned_month as "earnedMonth",
      source,
      channel_id as "channelId",
      fee_permille as "feePermille",
      tax_name as "taxName",
      tax_permille as "taxPermille",
      micros,
      currency,
      amount,
      corrects_id as "correctsId",
      statement_id as "statementId",
      paid_on as "paidOn",
      reference,
      paid_to as "paidTo",
      payout_id as "payoutId",
      manual_entry_id as "manualEntryId",
      is_later as "isLater",
      (select m.reason from manual_entries m where m.id = manual_entry_id) as "manualReason",
      created_at as "createdAt"
    from ledger_entries
    where ${condition}
    order by id`,
  )

export const selectAccountEntries = (db: Reader, accountId: number): Promise<EntryRow[]> =>
  selectEntries(db, sql`account_id = ${accountId}`)

/** Excludes what was booked later. */
export const selectStatementEntries = (db: Reader, id: number): Promise<EntryRow[]> =>
  selectEntries(db, sql`statement_id = ${id} and not is_later`)

/** Returns whether the statement and its entries have not changed since the month was closed. */
export const isIntact = (statement: StatementRow, entries: readonly EntryRow[]): boolean =>
  statement.sha256 === hashStatement(statement, entries, { hasHolder: statement.holderOrigin === 'closing' })

const WithheldRow = z.object({
  statementId: Id,
  month: Day,
  site: z.string(),
  accountId: Id,
  email: z.nullable(z.string()),
  currency: z.enum(currencies),
  payableAmount: Integer,
  incomeTaxPermille: Integer,
  incomeTaxAmount: Integer,
  localTaxAmount: Integer,
  /** Null: the statement is not released yet. */
  payoutId: z.nullable(Id),
  outstandingAmount: Integer,
  paidOn: z.nullable(Day),
})
export type WithheldTax = z.output<typeof WithheldRow>

/** Returns what was withheld, by statement: positive amounts. `payableAmount`: after tax. */
export const selectWithheldTaxes = (
  db: Reader,
  { month, site }: { month?: string | undefined; site?: string | undefined },
): Promise<WithheldTax[]> =>
  db.query(
    WithheldRow,
    sql`select s.id as "statementId",
      s.month,
      w.domain as site,
      s.account_id as "accountId",
      a.email,
      s.currency,
      coalesce(o.amount, s.payable_amount) as "payableAmount",
      max(e.tax_permille) filter (where e.tax_name = 'income-tax') as "incomeTaxPermille",
      (-sum(e.amount) filter (where e.tax_name = 'income-tax'))::bigint as "incomeTaxAmount",
      coalesce(-sum(e.amount) filter (where e.tax_name = 'local-income-tax'), 0)::bigint as "localTaxAmount",
      o.id as "payoutId",
      coalesce(o.outstanding_amount, s.payable_amount) as "outstandingAmount",
      p.paid_on as "paidOn"
    from ledger_entries e
    join statements s on s.id = e.statement_id
    left join payout_states o on o.id = coalesce(e.payout_id, (
      select id from payouts where statement_id = s.id and cause = 'statement'))
    left join ledger_entries p on p.id = o.payment_id
    join accounts a on a.id = s.account_id
    join sites w on w.id = s.site_id
    where e.kind = 'withholding'
      and (${month ?? null}::date is null or s.month = ${month ?? null})
      and (${site ?? null}::text is null or w.domain = ${site ?? null})
    group by s.id, w.domain, a.email, o.id, o.amount, o.outstanding_amount, p.paid_on
    order by s.id, o.id`,
  )
