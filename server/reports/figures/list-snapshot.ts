import * as z from 'zod/mini'
import { Currency } from '#contract/platform/params.ts'
import { type DayRange, ListedPeriod, type Period, type RequestedTime } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { selectSharedChannels } from './channel-owners.ts'
import { getRequestedRange } from './periods.ts'

/** The materialized lists of a network are computed from it; there is none until the first publication. */
export const PublishedLists = z.array(
  z.object({ period: ListedPeriod, from: Day, to: Day, currency: Currency }),
)

export const selectPublishedLists = (networkId: number): Sql =>
  sql`select coalesce(
      json_agg(json_build_object('period', period, 'from', from_day, 'to', to_day, 'currency', currency)),
      '[]'
    )
    from network_periods
    where network_id = ${networkId}`

interface ListHeader {
  range: DayRange
  currency: Currency
  revision: number
}

export interface ListSnapshot extends ListHeader {
  /** Null: there is no materialized list of these days, so they are summed live. */
  listed: ListedPeriod | null
  /** The channels that several owners report, if days are summed live; null: any may be one. */
  sharedChannelIds: readonly string[] | null
}

interface EmptyHeader {
  range: null
  currency: Currency
  /** Revision of the figures. */
  revision: number
}

interface ListScope extends Omit<EmptyHeader, 'range'> {
  lists: z.output<typeof PublishedLists>
  listsRevision: number
  firstDay: string | null
  latestDay: string | null
  channelIds: readonly string[] | null
  /** A fee requires live sums of profits. */
  feeAccountId: number | null
}

/** @returns what `read` returns, or `emptyResult` without figures, under the header of a list */
export async function readList<R>(
  db: Queryable,
  scope: ListScope,
  time: Pick<RequestedTime, 'period' | 'from' | 'to'>,
  read: (snapshot: ListSnapshot) => Promise<R>,
  emptyResult: R,
): Promise<(R & ListHeader) | (R & EmptyHeader)> {
  const snapshot = findSnapshot(scope, time)
  if (!snapshot) return { range: null, currency: scope.currency, revision: scope.revision, ...emptyResult }
  const { range, currency, revision } = snapshot
  const sharedChannelIds = snapshot.listed === null ? await selectSharedChannels(db, scope.channelIds) : null
  return { range, currency, revision, ...(await read({ ...snapshot, sharedChannelIds })) }
}

function findSnapshot(
  { lists, listsRevision, currency, revision, firstDay, latestDay }: ListScope,
  time: Pick<RequestedTime, 'period' | 'from' | 'to'>,
): Omit<ListSnapshot, 'sharedChannelIds'> | null {
  const listed = ListedPeriod.safeParse(time.period).data
  if (listed === undefined)
    return latestDay === null
      ? null
      : { listed: null, range: getRequestedRange(time, { firstDay, latestDay }), currency, revision }
  const list = lists.find((one) => one.period === listed)
  if (!list) return null
  return { listed, range: { from: list.from, to: list.to }, currency: list.currency, revision: listsRevision }
}

/**
 * The materialized list of a range, if it is as new as the figures. Its profits are gross: there is none for those with a
 * fee, which applies by day.
 */
export function findUpToDateList(
  { lists, listsRevision, currency, revision, feeAccountId }: ListScope,
  period: Period,
  { from, to }: DayRange,
): ListedPeriod | null {
  if (feeAccountId !== null || listsRevision < revision) return null
  const list = lists.find((one) => one.period === period)
  return list?.from === from && list.to === to && list.currency === currency ? list.period : null
}
