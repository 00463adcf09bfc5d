import type { Source } from '#server/settlement/files/reading/sources.ts'
import { allocate, type Part } from '#server/settlement/payout-shares/allocation.ts'

export const entryKinds = [
  'income',
  'adjustment',
  'tax',
  'fee',
  'rounding',
  'withholding',
  'manual',
  'payment',
  'return',
  'forfeit',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** Local taxes, in the order in which they are computed. */
export const taxNames = ['income-tax', 'local-income-tax'] as const
export type TaxName = (typeof taxNames)[number]

/** YouTube paid or withheld (negative) this amount for a channel; '' if it names no channel. */
export interface ChannelAmount {
  channelId: string
  source: Source
  micros: number
}

/** An entry of the ledger before it has a currency. */
export interface Booking {
  /** Null: unallocated. */
  accountId: number | null
  kind: EntryKind
  earnedMonth: string
  source: Source | ''
  channelId: string
  /** Set for a fee. */
  feePermille: number | null
  /** Set for a withholding. `taxPermille`: of the amount, or for `local-income-tax` of the income tax. */
  taxName?: TaxName | null
  taxPermille?: number | null
  /** Set for what was booked by hand. */
  manualEntryId?: number | null
  micros: number
}

export const getSourceKind = (source: Source): EntryKind =>
  source === 'tax' || source === 'tax_refund'
    ? 'tax'
    : source.endsWith('adjustments')
      ? 'adjustment'
      : 'income'

const unallocatedParts: readonly Part[] = [
  { networkId: null, memberId: null, feePermille: 0, weight: 1n, days: null },
]

/**
 * Divides the amounts among accounts: income, adjustments and tax by source and channel, and the fee of each channel,
 * which the member pays to the network. The sum is that of the amounts, exactly.
 */
export function createBookings(
  earnedMonth: string,
  amounts: readonly ChannelAmount[],
  parts: ReadonlyMap<string, readonly Part[]>,
): Booking[] {
  const bookings: Booking[] = []
  const add = (booking: Booking) => bookings.push(booking)
  for (const { channelId, source, micros: amount } of amounts)
    for (const { part, micros, feeMicros } of allocate(amount, parts.get(channelId) ?? unallocatedParts)) {
      const { networkId, memberId, feePermille } = part
      const fee = { kind: 'fee', earnedMonth, source: '', channelId, feePermille } as const
      add({
        accountId: memberId ?? networkId,
        kind: getSourceKind(source),
        earnedMonth,
        source,
        channelId,
        feePermille: null,
        micros,
      })
      if (feeMicros === 0) continue
      add({ ...fee, accountId: memberId, micros: -feeMicros })
      add({ ...fee, accountId: networkId, micros: feeMicros })
    }
  return mergeBookings(bookings)
}

/** Adds up those with the same key, and leaves out those of nothing. */
export function mergeBookings(all: Iterable<Booking>): Booking[] {
  const bookings = new Map<string, Booking>()
  for (const booking of all) {
    const key = getBookingKey(booking)
    const own = bookings.get(key)
    if (own) own.micros += booking.micros
    else bookings.set(key, { ...booking })
  }
  return [...bookings.values()].filter(({ micros }) => micros !== 0)
}

/** The same for an entry and for what corrects it. */
export const getBookingKey = ({
  accountId,
  kind,
  earnedMonth,
  source,
  channelId,
  feePermille,
  taxName,
  taxPermille,
  manualEntryId,
}: Booking): string =>
  [
    accountId,
    kind,
    earnedMonth,
    source,
    channelId,
    feePermille,
    ...(taxName ? [taxName, taxPermille] : []),
    ...(manualEntryId ? [manualEntryId] : []),
  ].join(' ')
