import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hasState } from '#server/reports/figures/channel-states.ts'
import { getMonthRange } from '#server/settlement/calendar/month.ts'
import { sources } from '#server/settlement/files/reading/sources.ts'
import {
  type Booking,
  type ChannelAmount,
  createBookings,
  getSourceKind,
  mergeBookings,
} from '#server/settlement/ledger/bookings.ts'
import type { Part } from '#server/settlement/payout-shares/allocation.ts'
import { selectMonthParts } from '#server/settlement/payout-shares/channel-days.ts'

type Reader = Pick<Queryable, 'query'>

const UnallocatedRow = z.object({
  earnedMonth: Day,
  channelId: z.string(),
  source: z.enum(sources),
  micros: Integer,
})
type Unallocated = z.output<typeof UnallocatedRow>

/** What the ledger has booked to nobody, by month, channel and source. */
export const selectUnallocated = (db: Reader): Promise<Unallocated[]> =>
  db.query(
    UnallocatedRow,
    sql`select earned_month as "earnedMonth",
      channel_id as "channelId",
      source,
      sum(micros)::bigint as micros
    from ledger_entries
    where account_id is null
      and kind in ('income', 'adjustment', 'tax')
      and channel_id <> ''
    group by 1, 2, 3
    having sum(micros) <> 0`,
  )

const ChannelRow = z.object({ channelId: z.string() })

/** Channels of which some days of the month count by now. */
const selectCountingChannels = async (
  db: Reader,
  month: string,
  channelIds: readonly string[],
): Promise<Set<string>> => {
  const rows = await db.query(
    ChannelRow,
    sql`select channel_id as "channelId"
    from channels c
    where channel_id = any(${channelIds}::text[])
      and ${hasState('approved')}
      and earns_from <= ${getMonthRange(month).to}`,
  )
  return new Set(rows.map(({ channelId }) => channelId))
}

/** The days of the month that were divided among nobody; undefined: they are not known, or there are none. */
function findUnallocatedDays(parts: readonly Part[]): { part: Part; days: number | undefined } | undefined {
  const part = parts.find(({ networkId }) => networkId === null)
  if (!part || (part.days === null && parts.length > 1)) return undefined
  return { part, days: part.days ?? undefined }
}

export interface LateMoney {
  /** The new division of the channels whose money has found somebody. */
  parts: Map<string, Part[]>
  bookings: Booking[]
}

/**
 * Moves money of a closed month from nobody to whom its days belong by now: a channel was approved, adopted or registered
 * since. Days that had somebody keep theirs, and the sum of the bookings is zero.
 * @param stored the month's division
 */
export async function moveLateMoney(
  db: Reader,
  month: string,
  unallocated: readonly Unallocated[],
  stored: ReadonlyMap<string, readonly Part[]>,
): Promise<LateMoney> {
  const result: LateMoney = { parts: new Map(), bookings: [] }
  const amounts = Map.groupBy(unallocated, ({ channelId }) => channelId)
  const counting = await selectCountingChannels(db, month, [...amounts.keys()])
  const found = new Map(
    [...counting].flatMap((channelId) => {
      const days = findUnallocatedDays(stored.get(channelId) ?? [])
      return days ? [[channelId, days] as const] : []
    }),
  )
  if (found.size === 0) return result
  const days = new Map(
    [...found].flatMap(([channelId, own]) =>
      own.days === undefined ? [] : [[channelId, own.days] as const],
    ),
  )
  const divided = await selectMonthParts(db, month, [...found.keys()], { isClosed: true, days })
  for (const [channelId, { part }] of found) {
    const parts = divided.parts.get(channelId) ?? []
    if (parts.every(({ networkId }) => networkId === null)) continue
    const others = (stored.get(channelId) ?? []).filter((one) => one !== part)
    result.parts.set(channelId, replacePart(others, part.weight, parts))
    result.bookings.push(...bookMove(month, amounts.get(channelId) ?? [], new Map([[channelId, parts]])))
  }
  return result
}

/** Scales the weights, so that the new parts have the same share together as the one that they replace. */
function replacePart(others: readonly Part[], weight: bigint, parts: readonly Part[]): Part[] {
  const total = parts.reduce((sum, part) => sum + part.weight, 0n)
  return [
    ...others.map((part) => ({ ...part, weight: part.weight * total })),
    ...parts.map((part) => ({ ...part, weight: part.weight * weight })),
  ]
}

function bookMove(
  month: string,
  amounts: readonly ChannelAmount[],
  parts: ReadonlyMap<string, readonly Part[]>,
): Booking[] {
  const taken = amounts.map(
    ({ channelId, source, micros }): Booking => ({
      accountId: null,
      kind: getSourceKind(source),
      earnedMonth: month,
      source,
      channelId,
      feePermille: null,
      micros: -micros,
    }),
  )
  return mergeBookings([...taken, ...createBookings(month, amounts, parts)])
}
