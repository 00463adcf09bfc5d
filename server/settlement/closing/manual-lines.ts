import * as z from 'zod/mini'
import { type Currency, currencies } from '#contract/platform/currency.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { DraftLine } from './month-draft.ts'

const PendingRow = z.object({
  id: Id,
  accountId: Id,
  networkId: Id,
  currency: z.enum(currencies),
  amount: Integer,
})
type PendingEntry = z.output<typeof PendingRow>

/** What was entered by hand and is on no statement yet. */
export const selectPendingEntries = (db: Pick<Queryable, 'query'>): Promise<PendingEntry[]> =>
  db.query(
    PendingRow,
    sql`select id,
      account_id as "accountId",
      network_id as "networkId",
      currency,
      amount
    from manual_entries m
    where removed_at is null
      and not exists (select from ledger_entries e where e.manual_entry_id = m.id)
    order by id`,
  )

interface Context {
  month: string
  accounts: readonly { id: number; siteId: number }[]
  rateOf: ReadonlyMap<number, number>
}

/** Two lines for each entry: what a person gets more or less, the network gets less or more; nobody's money stands against a network's own. */
export function draftManualLines(
  entries: readonly PendingEntry[],
  { month, accounts, rateOf }: Context,
): DraftLine[] {
  const siteOf = new Map(accounts.map(({ id, siteId }) => [id, siteId]))
  return entries.flatMap(({ id, accountId, networkId, currency, amount }) => {
    const micros = toMicros(amount, currency, rateOf.get(siteOf.get(accountId) ?? 0) ?? 0)
    const line = {
      kind: 'manual' as const,
      earnedMonth: month,
      source: '' as const,
      channelId: '',
      feePermille: null,
      correctsId: null,
      manualEntryId: id,
    }
    return [
      { ...line, accountId, micros, amount },
      { ...line, accountId: accountId === networkId ? null : networkId, micros: -micros, amount: -amount },
    ]
  })
}

const million = 1_000_000n

/** Thousandths of a won at a rate in millionths of a won per dollar, rounded half away from zero; dollars have millionths. */
function toMicros(amount: number, currency: Currency, krwMicros: number): number {
  if (currency === 'USD') return amount
  if (krwMicros <= 0) return 0
  const rate = BigInt(krwMicros)
  const doubled = (2n * BigInt(Math.abs(amount)) * 1_000n * million + rate) / (2n * rate)
  return Math.sign(amount) * Number(doubled)
}
