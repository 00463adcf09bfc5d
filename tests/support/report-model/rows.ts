import { type Figures, getPremiumProfit, type SortOrder } from '#contract/reports/reports.ts'
import type { ReportedFact } from '#tests/support/reported-facts.ts'
import type { Viewer } from './world.ts'

export interface Sums {
  day: string
  views: bigint
  premiumViews: bigint
  micros: bigint
  premiumMicros: bigint
}

export type Row = Figures & { price: number | null }

export function sumByDay(facts: readonly ReportedFact[]): Sums[] {
  const days = new Map<string, Sums>()
  for (const fact of facts) {
    const sums = days.get(fact.day) ?? {
      day: fact.day,
      views: 0n,
      premiumViews: 0n,
      micros: 0n,
      premiumMicros: 0n,
    }
    if (fact.type === 'activity') {
      sums.views += BigInt(fact.views)
      sums.premiumViews += BigInt(fact.premiumViews)
    } else {
      sums.micros += BigInt(fact.revenueMicros)
      sums.premiumMicros += BigInt(fact.premiumRevenueMicros)
    }
    days.set(fact.day, sums)
  }
  return [...days.values()]
}

export const pickFigures = (figures: Figures): Figures => ({
  views: figures.views,
  premiumViews: figures.premiumViews,
  grossProfit: figures.grossProfit,
  netProfit: figures.netProfit,
  grossPremiumProfit: figures.grossPremiumProfit,
  netPremiumProfit: figures.netPremiumProfit,
})

export function sumRows({ netOnly, member }: Viewer, rows: readonly Figures[]): Figures {
  const sum = (of: (row: Figures) => number | null) => rows.reduce((total, row) => total + (of(row) ?? 0), 0)
  return {
    views: sum((row) => row.views),
    premiumViews: sum((row) => row.premiumViews),
    grossProfit: netOnly ? null : sum((row) => row.grossProfit),
    netProfit: member === null ? null : sum((row) => row.netProfit),
    grossPremiumProfit: netOnly ? null : sum((row) => row.grossPremiumProfit),
    netPremiumProfit: member === null ? null : sum((row) => row.netPremiumProfit),
  }
}

/** Rounds halves away from zero, like PostgreSQL. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return dividend < 0n ? -((-dividend + half) / divisor) : (dividend + half) / divisor
}

/** Computes the value per million views, by which lists are sorted. */
export const divideByViews = (part: number, views: number) =>
  views > 0 ? Number(divideRounded(BigInt(part) * 1_000_000n, BigInt(views))) : null

export const premiumKeys = (row: Figures) => ({
  premiumViews: row.premiumViews,
  premiumProfit: getPremiumProfit(row),
  premiumRate: divideByViews(row.premiumViews, row.views),
  premiumPrice: divideByViews(getPremiumProfit(row), row.premiumViews),
})

export const compareValues = <V extends string | number>(a: V, b: V) => (a < b ? -1 : a > b ? 1 : 0)

/** Rows without a value come last, by id; ids break ties in the same direction as the sort. */
export function sortNullsLast<R>(
  rows: readonly R[],
  keyOf: (row: R) => string | number | null,
  idOf: (row: R) => string,
  order: SortOrder,
): R[] {
  return rows.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)]
    if (x === null || y === null) return x === y ? compareValues(idOf(a), idOf(b)) : x === null ? 1 : -1
    return (order === 'asc' ? 1 : -1) * (compareValues(x, y) || compareValues(idOf(a), idOf(b)))
  })
}
