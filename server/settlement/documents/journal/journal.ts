import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import type { JournalAccount } from '#contract/settlement/movements.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { empty, sql } from '#server/platform/db/sql.ts'
import { type EntryKind, entryKinds } from '#server/settlement/ledger/bookings.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'

const EntryRow = z.object({
  id: Id,
  day: Day,
  kind: z.enum(entryKinds),
  holder: z.enum(['member', 'network', 'nobody']),
  currency: z.enum(currencies),
  amount: Integer,
  micros: Integer,
  month: Day,
  statementId: z.nullable(Id),
  person: z.nullable(z.string()),
  channelId: z.string(),
  reference: z.nullable(z.string()),
})
type EntryRow = z.output<typeof EntryRow>

/** Whose account the ledger entry is on. */
function getHolderAccount({ holder, kind }: Pick<EntryRow, 'holder' | 'kind'>): JournalAccount {
  if (holder === 'nobody' && kind === 'withholding') return 'tax_payable'
  if (holder === 'member') return 'payable'
  if (holder === 'nobody') return 'unallocated'
  return kind === 'fee' ? 'fee_income' : 'own'
}

/** Where the money of an entry comes from. `clearing` is even: two accounts of the ledger have the entry with opposite signs. */
const counterAccounts: Readonly<Record<EntryKind, JournalAccount>> = {
  income: 'youtube',
  adjustment: 'youtube',
  tax: 'youtube',
  fee: 'clearing',
  rounding: 'conversion',
  withholding: 'tax_payable',
  manual: 'clearing',
  payment: 'bank',
  return: 'bank',
  forfeit: 'clearing',
}

function getCounterAccount({ holder, kind }: Pick<EntryRow, 'holder' | 'kind'>): JournalAccount {
  if (holder === 'nobody' && kind === 'rounding') return 'youtube'
  // Tax of what is forfeited: its receiver has the other entry.
  if (holder === 'nobody' && kind === 'withholding') return 'clearing'
  return counterAccounts[kind]
}

/** A row of the journal. Amounts are not negative: a negative entry changes sides. */
export interface JournalRow {
  id: number
  day: string
  kind: EntryKind
  debit: JournalAccount
  credit: JournalAccount
  currency: EntryRow['currency']
  amount: number
  micros: number
  /** Null: between statements. */
  statement: string | null
  person: string | null
  channelId: string
  reference: string | null
}

export function toJournalRow(entry: EntryRow): JournalRow {
  const { id, day, kind, currency, amount, micros, month, statementId, person, channelId, reference } = entry
  const holder = getHolderAccount(entry)
  const counter = getCounterAccount(entry)
  const isIncrease = amount > 0 || (amount === 0 && micros > 0)
  const sign = isIncrease ? 1 : -1
  return {
    ...{ id, day, kind, currency, person, channelId, reference },
    debit: isIncrease ? counter : holder,
    credit: isIncrease ? holder : counter,
    amount: sign * amount || 0,
    micros: sign * micros || 0,
    statement: statementId === null ? null : formatStatementNumber(month, statementId),
  }
}

interface JournalFilter {
  /** First and last day: of payments their own, of others that of the booking. */
  from: string
  to: string
  networkId?: number | undefined
  site?: string | undefined
}

/**
 * Selects the rows in the order of the ledger. What is nobody's is only in the journal of all sites, but for tax that is not
 * owed any more. Withheld tax has two entries in the ledger, on the person's account and on nobody's; the journal has the first
 * one, against the tax that is payable.
 */
export async function selectJournal(
  db: Pick<Queryable, 'query'>,
  { from, to, networkId, site }: JournalFilter,
): Promise<JournalRow[]> {
  const entries = await db.query(
    EntryRow,
    sql`select *
    from (
      select e.id,
        coalesce(e.paid_on, (e.created_at at time zone 'Asia/Seoul')::date) as day,
        e.kind,
        case
          when e.account_id is null then 'nobody'
          when e.account_id = coalesce(s.network_id, a.network_id) then 'network'
          else 'member'
        end as holder,
        e.currency,
        e.amount,
        e.micros,
        coalesce(s.month, e.month) as month,
        e.statement_id as "statementId",
        coalesce(a.nickname, a.email) as person,
        e.channel_id as "channelId",
        e.reference
      from ledger_entries e
      left join payouts o on o.id = e.payout_id
        and e.account_id is null
      left join statements s on s.id = coalesce(e.statement_id, o.statement_id)
      left join accounts a on a.id = e.account_id
      left join sites w on w.id = coalesce(s.site_id, a.site_id)
      where (e.account_id is not null or e.kind <> 'withholding' or e.amount < 0)
        ${networkId === undefined ? empty : sql`and coalesce(s.network_id, a.network_id) = ${networkId}`}
        ${site === undefined ? empty : sql`and w.domain = ${site}`}
    ) found
    where day between ${from}::date and ${to}::date
    order by id`,
  )
  return entries.map(toJournalRow)
}
