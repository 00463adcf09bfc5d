import * as z from 'zod/mini'
import { type DayRange, Period } from '#contract/reports.ts'
import { Currency } from '#contract/site.ts'
import { Day } from '#server/db/rows.ts'
import { type Sql, sql } from '#server/db/sql.ts'

/** What the materialized lists of a network are computed from; until the first publication there are none. */
export const PublishedLists = z.array(z.object({ period: Period, from: Day, to: Day, currency: Currency }))

export const selectPublishedLists = (networkId: number): Sql =>
  sql`select coalesce(
      json_agg(json_build_object('period', period, 'from', from_day, 'to', to_day, 'currency', currency)),
      '[]'
    )
    from network_periods
    where network_id = ${networkId}`

export interface ListSnapshot {
  range: DayRange
  currency: Currency
  revision: number
}

interface EmptyHeader {
  range: null
  currency: Currency
  /** Of the figures. */
  revision: number
}

interface ListScope extends Omit<EmptyHeader, 'range'> {
  lists: z.output<typeof PublishedLists>
  listsRevision: number
}

/** @returns what `read` returns, or `emptyResult` without a list, under the header of a list */
export async function readList<R>(
  { lists, listsRevision, currency, revision }: ListScope,
  period: Period,
  read: (snapshot: ListSnapshot) => Promise<R>,
  emptyResult: R,
): Promise<(R & ListSnapshot) | (R & EmptyHeader)> {
  const list = lists.find((one) => one.period === period)
  if (!list) return { range: null, currency, revision, ...emptyResult }
  const { from, to } = list
  const snapshot = { range: { from, to }, currency: list.currency, revision: listsRevision }
  return { ...snapshot, ...(await read(snapshot)) }
}
