import { type Sql, sql } from '#server/platform/db/sql.ts'

export interface Quartiles {
  low: number
  median: number
  high: number
}

/** Lower quartile, median and upper quartile: of the values themselves, so that amounts stay integers. 0 without values. */
export function computeQuartiles(values: readonly number[]): Quartiles {
  const sorted = values.toSorted((a, b) => a - b)
  const last = sorted.length - 1
  const pick = (rank: number) => sorted[rank] ?? 0
  return {
    low: pick(Math.floor(last / 4)),
    median: pick(Math.floor(last / 2)),
    high: pick(Math.ceil((3 * last) / 4)),
  }
}

/** The same in SQL: ranks from 0, as integers, of values whose last rank is `last`. */
export const quartileRanks = (last: Sql): Record<keyof Quartiles, Sql> => ({
  low: sql`${last} / 4`,
  median: sql`${last} / 2`,
  high: sql`(3 * ${last} + 3) / 4`,
})
