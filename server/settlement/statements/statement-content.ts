import { createHash } from 'node:crypto'
import type { Currency } from '#contract/platform/currency.ts'
import { getMoneyUnit } from '#lib/format/number.ts'
import type { Booking } from '#server/settlement/ledger/bookings.ts'
import { getBookingKey } from '#server/settlement/ledger/bookings.ts'
import type { StatementHolder } from '#server/settlement/ledger/ledger.ts'
import { type Money, subtract, zero } from '#server/settlement/ledger/money.ts'

/** An entry with its amount in the currency of its account. */
export type StatementLine = Booking & Money

export interface StatementContent {
  accountId: number
  /** Owes it. */
  networkId: number
  holder: StatementHolder
  month: string
  currency: Currency
  /** Won per dollar × 1,000,000. */
  krwMicros: number
  opening: Money
  /** Payments since the previous statement; negative. */
  payments: Money
  closing: Money
  /** 0: carried over. */
  payable: Money
  minimumAmount: number
  /** Nothing is payable because the site withholds tax, and no confirmed payout account says how much. */
  lacksDetails: boolean
}

/**
 * SHA-256 of everything a statement says; the order of its lines does not matter. Statements that were closed before they
 * kept their holder have a hash without it.
 */
export function hashStatement(
  {
    accountId,
    networkId,
    holder,
    month,
    currency,
    krwMicros,
    opening,
    payments,
    closing,
    payable,
    minimumAmount,
    lacksDetails,
  }: StatementContent,
  lines: readonly StatementLine[],
  { hasHolder }: { hasHolder: boolean } = { hasHolder: true },
): string {
  const serialized = lines.map((line) => `${getBookingKey(line)} ${line.micros} ${line.amount}`).sort()
  const amounts = [opening, payments, closing, payable].flatMap(({ micros, amount }) => [micros, amount])
  return createHash('sha256')
    .update(
      JSON.stringify([
        accountId,
        month,
        currency,
        krwMicros,
        ...amounts,
        minimumAmount,
        serialized,
        ...(lacksDetails ? ['lacks details'] : []),
        ...(hasHolder ? [networkId, holder] : []),
      ]),
    )
    .digest('hex')
}

/**
 * Pays all that no earlier statement waits to be paid for, in whole won or cents, once it reaches the minimum; the rest is
 * carried over.
 */
export function getPayable(
  closing: Money,
  awaiting: Money,
  { minimumAmount, currency }: { minimumAmount: number; currency: Currency },
): Money {
  const available = subtract(closing, awaiting)
  const unit = getMoneyUnit(currency)
  const amount = Math.floor(available.amount / unit) * unit
  if (amount < minimumAmount || amount <= 0 || available.micros <= 0) return zero
  return { micros: Number((BigInt(available.micros) * BigInt(amount)) / BigInt(available.amount)), amount }
}

/** "202008-000012": the month and the number. */
export const formatStatementNumber = (month: string, id: number): string =>
  `${month.slice(0, 7).replace('-', '')}-${String(id).padStart(6, '0')}`
