import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, countDays, getWeekday, listDays } from '#contract/reports/calendar.ts'
import { type DailySeries, getProfit } from '#contract/reports/reports.ts'
import { splitChange } from '#islands/reports/dashboard/movers/split-change.ts'
import {
  getBucketRange,
  getDefaultGrain,
  grains,
  groupSeries,
  listBuckets,
} from '#islands/reports/state/grain.ts'

const anyRange = fc
  .record({
    from: fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2020-01-01', days)),
    length: fc.integer({ min: 1, max: 800 }),
  })
  .map(({ from, length }) => ({ from, to: addDays(from, length - 1) }))

const anyValue = fc.option(fc.integer({ min: -1_000, max: 1_000_000 }))

const anySeries: fc.Arbitrary<DailySeries> = anyRange.chain(({ from, to }) => {
  const days = listDays({ from, to })
  const column = fc.array(anyValue, { minLength: days.length, maxLength: days.length })
  return fc.record({
    days: fc.constant(days),
    views: column,
    premiumViews: column,
    grossProfit: column,
    netProfit: fc.constant(null),
    grossPremiumProfit: column,
    netPremiumProfit: fc.constant(null),
  })
})

describe('weeks and months', () => {
  test('cover each day of a range once, weeks from Monday', () => {
    fc.assert(
      fc.property(anyRange, fc.constantFrom(...grains), (range, grain) => {
        const buckets = listBuckets(range, grain).map((day) => getBucketRange(day, grain, range))
        expect(buckets.flatMap(listDays)).toEqual(listDays(range))
        for (const { from, to } of buckets.slice(1, -1)) {
          if (grain === 'week') expect([getWeekday(from), countDays({ from, to })]).toEqual([1, 7])
          if (grain === 'month') expect([from.slice(8), addDays(to, 1).slice(8)]).toEqual(['01', '01'])
        }
      }),
    )
  })

  test('add up to the days, and are unknown only where every day is', () => {
    fc.assert(
      fc.property(anySeries, fc.constantFrom(...grains), (series, grain) => {
        const grouped = groupSeries(series, grain)
        const add = (values: readonly (number | null)[]) =>
          values.reduce((sum: number, value) => sum + (value ?? 0), 0)
        expect(add(getProfit(grouped))).toBe(add(getProfit(series)))
        expect(add(grouped.premiumViews)).toBe(add(series.premiumViews))
        const range = { from: series.days[0] ?? '', to: series.days.at(-1) ?? '' }
        grouped.days.forEach((day, at) => {
          const days = listDays(getBucketRange(day, grain, range))
          const isUnknown = days.every((one) => series.views[series.days.indexOf(one)] === null)
          expect(grouped.views[at] === null).toBe(isUnknown)
        })
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    ['2026-11-01', '2026-11-20', 'day'],
    ['2026-10-01', '2026-11-29', 'day'],
    ['2026-10-01', '2026-11-30', 'week'],
    ['2026-06-01', '2026-11-29', 'week'],
    ['2026-06-01', '2026-11-30', 'month'],
  ])('%s … %s is shown by %s', (from, to, grain) => {
    expect(getDefaultGrain({ from, to })).toBe(grain)
  })
})

const anyAmounts = fc.record({
  views: fc.integer({ min: 0, max: 1_000_000_000 }),
  grossProfit: fc.integer({ min: -1_000_000, max: 1_000_000_000_000 }),
  netProfit: fc.constant(null),
})

describe('a change of profit', () => {
  test('is what views and price contribute, to the unit', () => {
    fc.assert(
      fc.property(anyAmounts, anyAmounts, (now, before) => {
        const split = splitChange(now, before)
        const byViews = before.views && (before.grossProfit * now.views) / before.views
        if (before.views === 0 || Math.abs(byViews) > Number.MAX_SAFE_INTEGER / 2) return
        expect((split?.byViews ?? 0) + (split?.byPrice ?? 0)).toBe(now.grossProfit - before.grossProfit)
      }),
    )
  })

  test('is all by views at the same price, and all by price with the same views', () => {
    const before = { views: 100, grossProfit: 5_000, netProfit: null }
    expect(splitChange({ ...before, views: 130, grossProfit: 6_500 }, before)).toEqual({
      byViews: 1_500,
      byPrice: 0,
    })
    expect(splitChange({ ...before, grossProfit: 4_000 }, before)).toEqual({ byViews: 0, byPrice: -1_000 })
  })
})
