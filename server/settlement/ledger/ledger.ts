import * as z from 'zod/mini'
import { payeeKinds } from '#contract/people/payee-states.ts'
import { type Currency, currencies } from '#contract/platform/currency.ts'
import { type CopyValue, copyRows } from '#server/platform/db/copy.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { minimumAmount, siteCurrency } from '#server/portal/site/payout-minimum.ts'
import { sources } from '#server/settlement/files/reading/sources.ts'
import type { Part } from '#server/settlement/payout-shares/allocation.ts'
import { type Booking, entryKinds, getBookingKey } from './bookings.ts'
import { joinedMoney, Money } from './money.ts'

type Reader = Pick<Queryable, 'query'>

/** Serializes closings, payments and everything else that books. Held until the transaction ends. */
export const lockLedger = (tx: Queryable) =>
  tx.execute(sql`lock table ledger_entries in share row exclusive mode`)

const BookedRow = z.object({
  earnedMonth: Day,
  channelId: z.string(),
  source: z.enum(sources),
  isRounding: z.boolean(),
  micros: Integer,
})
export type BookedAmount = z.output<typeof BookedRow>

/** Sums YouTube's money in the ledger by month, channel and source. */
export const selectBookedAmounts = (db: Reader): Promise<BookedAmount[]> =>
  db.query(
    BookedRow,
    sql`select earned_month as "earnedMonth",
      channel_id as "channelId",
      source,
      kind = 'rounding' as "isRounding",
      sum(micros)::bigint as micros
    from ledger_entries
    where kind in ('income', 'adjustment', 'tax')
      or (kind = 'rounding' and account_id is null)
    group by 1, 2, 3, 4`,
  )

const BookingRow = z.object({
  id: Id,
  accountId: z.nullable(Id),
  kind: z.enum(entryKinds),
  earnedMonth: Day,
  source: z.enum(['', ...sources]),
  channelId: z.string(),
  feePermille: z.nullable(Integer),
})

/** Ids of the first entries of these months, by booking key: what later ones correct. */
export async function selectCorrectedIds(
  db: Reader,
  months: readonly string[],
): Promise<Map<string, number>> {
  if (months.length === 0) return new Map()
  const rows = await db.query(
    BookingRow,
    sql`select id,
      account_id as "accountId",
      kind,
      earned_month as "earnedMonth",
      source,
      channel_id as "channelId",
      fee_permille as "feePermille"
    from ledger_entries
    where earned_month = any(${months}::date[])
      and not is_later
      and corrects_id is null
    order by id desc`,
  )
  return new Map(rows.map(({ id, ...booking }) => [getBookingKey({ ...booking, micros: 0 }), id]))
}

const PartRow = z.object({
  channelId: z.string(),
  networkId: z.nullable(Id),
  memberId: z.nullable(Id),
  feePermille: Integer,
  weight: z.string(),
  days: z.nullable(Integer),
})

/** Returns the latest stored division of a closed month's money. */
export async function selectStoredParts(db: Reader, month: string): Promise<Map<string, Part[]>> {
  const rows = await db.query(
    PartRow,
    sql`select channel_id as "channelId",
      network_id as "networkId",
      account_id as "memberId",
      fee_permille as "feePermille",
      weight::text as weight,
      days
    from month_parts p
    where month = ${month}
      and decided_month = (
        select max(decided_month)
        from month_parts q
        where q.month = p.month
          and q.channel_id = p.channel_id)
    order by channel_id, position`,
  )
  const parts = rows.map((row) => ({ ...row, weight: BigInt(row.weight) }))
  return Map.groupBy(parts, ({ channelId }) => channelId)
}

/** `decidedMonth`: the one whose closing stores them. */
export async function insertParts(
  tx: Queryable,
  { month, decidedMonth }: { month: string; decidedMonth: string },
  parts: ReadonlyMap<string, readonly Part[]>,
): Promise<void> {
  const toRow = (channelId: string, part: Part, position: number): CopyValue[] => {
    const { networkId, memberId, feePermille, weight, days } = part
    return [month, channelId, decidedMonth, position, networkId, memberId, feePermille, String(weight), days]
  }
  await copyRows(
    tx,
    sql`month_parts (month, channel_id, decided_month, position, network_id, account_id, fee_permille, weight, days)`,
    parts.entries().flatMap(([channelId, own]) => own.map((part, at) => toRow(channelId, part, at))),
  )
}

export interface EntryInsert extends Booking, Money {
  currency: Currency
  correctsId: number | null
  statementId: number | null
}

/** Keeps the given order. */
export async function insertEntries(
  tx: Queryable,
  month: string,
  entries: readonly EntryInsert[],
): Promise<void> {
  await copyRows(
    tx,
    sql`ledger_entries (account_id, kind, month, earned_month, source, channel_id, fee_permille, tax_name, tax_permille,
      manual_entry_id, micros, currency, amount, corrects_id, statement_id)`,
    entries.values().map((entry) => toEntryRow(month, entry)),
  )
}

const toEntryRow = (month: string, entry: EntryInsert): CopyValue[] => [
  entry.accountId,
  entry.kind,
  month,
  entry.earnedMonth,
  entry.source,
  entry.channelId,
  entry.feePermille,
  entry.taxName ?? null,
  entry.taxPermille ?? null,
  entry.manualEntryId ?? null,
  entry.micros,
  entry.currency,
  entry.amount,
  entry.correctsId,
  entry.statementId,
]

/** What an account is to the network of its statement: a member, the network itself, or an account without a network. */
export const statementHolders = ['network', 'member', 'standalone'] as const
export type StatementHolder = (typeof statementHolders)[number]

const AccountRow = z.object({
  id: Id,
  email: z.nullable(z.string()),
  siteId: Id,
  networkId: Id,
  holder: z.enum(statementHolders),
  domain: z.string(),
  currency: z.enum(currencies),
  minimumAmount: Integer,
  /** Currency of the account's entries; null: there are none. */
  ledgerCurrency: z.nullable(z.string()),
  balance: Money,
  /** Closing balance of the last statement. */
  closing: Money,
  awaiting: Money,
  /** What the month before brought, in `amountUnits`; null: there was no statement of it. */
  previousNet: z.nullable(Integer),
  /** Taken from a confirmed payout account; null: there is none. */
  payeeKind: z.nullable(z.enum(payeeKinds)),
})
export type LedgerAccount = z.output<typeof AccountRow>

/**
 * These accounts and all with a balance: the balance, what the last statement closed with, and what waits to be paid.
 */
export const selectLedgerAccounts = (
  db: Reader,
  ids: readonly number[],
  month: string,
): Promise<LedgerAccount[]> =>
  db.query(
    AccountRow,
    sql`with balances as (
      select account_id,
        sum(micros)::bigint as micros,
        sum(amount)::bigint as amount,
        string_agg(distinct currency, ' ') as currency
      from ledger_entries
      where account_id is not null
      group by account_id
    ), awaiting as (
      select account_id,
        sum(micros)::bigint as micros,
        sum(amount)::bigint as amount
      from (
        select account_id, outstanding_micros as micros, outstanding_amount as amount
        from payout_states
        union all
        select s.account_id, s.payable_micros, s.payable_amount
        from statements s
        join months m on m.month = s.month
        where m.state = 'closed'
      ) owed
      group by account_id
    ), previous as (
      select t.account_id,
        coalesce(sum(e.amount) filter (where e.kind <> 'withholding' and not e.is_later), 0)::bigint as net
      from statements t
      left join ledger_entries e on e.statement_id = t.id
      where t.month = (${month}::date - interval '1 month')::date
      group by t.account_id
    ), latest as (
      select distinct on (account_id) account_id,
        network_id,
        closing_micros as micros,
        closing_amount as amount
      from statements
      order by account_id, id desc
    )
    select a.id,
      a.email,
      s.id as "siteId",
      owing.network_id as "networkId",
      case when a.kind = 'network' then 'network' when owing.network_id <> a.id then 'member' else 'standalone' end as holder,
      s.domain,
      ${siteCurrency} as currency,
      ${minimumAmount} as "minimumAmount",
      balances.currency as "ledgerCurrency",
      ${joinedMoney('balances')} as balance,
      ${joinedMoney('latest')} as closing,
      ${joinedMoney('awaiting')} as awaiting,
      previous.net as "previousNet",
      y.kind as "payeeKind"
    from accounts a
    join sites s on s.id = a.site_id
    left join balances on balances.account_id = a.id
    left join latest on latest.account_id = a.id
    -- somebody who runs a network is still owed by the one in which they earned
    cross join lateral (
      select case
        when a.kind = 'network' or a.network_id = a.id or 'member' = any(a.roles) then a.network_id
        else coalesce(latest.network_id, a.network_id)
      end as network_id
    ) owing
    left join previous on previous.account_id = a.id
    left join awaiting on awaiting.account_id = a.id
    left join payee_states y on y.account_id = a.id
      and y.state = 'confirmed'
    where a.id = any(${ids}::integer[])
      or balances.micros <> 0
      or balances.amount <> 0
    order by a.id`,
  )

const ConvertedRow = z.object({ amount: Integer })

/** Millionths of a dollar in the units of a currency, each rounded, in the given order. */
export async function convertAmounts(
  db: Reader,
  amounts: readonly { micros: number; currency: Currency; krwMicros: number }[],
): Promise<number[]> {
  const rows = await db.query(
    ConvertedRow,
    sql`select convert_amount(r.micros, r.currency, r.krw_micros) as amount
    from unnest(${amounts.map(({ micros }) => micros)}::bigint[], ${amounts.map(({ currency }) => currency)}::text[],
      ${amounts.map(({ krwMicros }) => krwMicros)}::bigint[])
      with ordinality as r (micros, currency, krw_micros, position)
    order by r.position`,
  )
  return rows.map(({ amount }) => amount)
}
