import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Forecast } from '#contract/reports/dashboard.ts'
import { isTargetMonth } from '#contract/reports/targets/month-targets.ts'
import { describeTarget } from '#islands/reports/dashboard/pace/describe-target.ts'
import { listSuggestions, roundTarget } from '#islands/reports/dashboard/pace/suggestions.ts'

const won = 1_000

const describe = (
  soFar: number,
  amount: number | null,
  { expected = [] as number[] | null, to = '2026-11-24' } = {},
) => {
  const forecast: Forecast | null = expected && {
    ...{ days: [], low: [], high: [], expected, previousMonth: null },
  }
  return describeTarget({
    currency: 'KRW',
    report: {
      range: { from: '2026-11-01', to },
      totals: {
        ...{ views: 1, premiumViews: 0, grossProfit: soFar, netProfit: null },
        ...{ grossPremiumProfit: 0, netPremiumProfit: null },
      },
      forecast,
      target: { month: '2026-11', amount },
    },
  })
}

const judge = (...args: Parameters<typeof describe>) => {
  const progress = describe(...args)?.progress
  return progress && [progress.percent, progress.state, progress.difference / won]
}

test('says how far a month is, and whether it is likely to reach its target', () => {
  const days = [30_000 * won, 10_000 * won]
  expect(judge(62_000 * won, 100_000 * won, { expected: days })).toEqual([62, 'onCourse', 2_000])
  expect(judge(58_000 * won, 100_000 * won, { expected: days })).toEqual([58, 'short', 2_000])
  expect(judge(60_000 * won, 100_000 * won, { expected: days })).toEqual([60, 'onCourse', 0])
  expect(judge(100_000 * won, 100_000 * won, { expected: days })).toEqual([100, 'reached', 0])
  expect(judge(5_000 * won, 100_000 * won, { expected: null })).toEqual([5, 'early', 95_000])
  const over = { expected: null, to: '2026-11-30' }
  expect(judge(99_999 * won, 100_000 * won, over)).toEqual([99, 'missed', 1])
  expect(judge(130_000 * won, 100_000 * won, over)).toEqual([130, 'surpassed', 30_000])
  expect(judge(-1 * won, 100_000 * won, over)).toEqual([0, 'missed', 100_001])
  // 99,999.6 won are shown as 100,000.
  expect(judge(99_999.6 * won, 100_000 * won, over)).toEqual([100, 'surpassed', 0])
})

test('without a target, one can be set while the month is going on and has a forecast', () => {
  expect(describe(1, null)).toEqual({ month: '2026-11', progress: null })
  expect(describe(1, null, { expected: null })).toBeNull()
  expect(describe(1, null, { to: '2026-11-30' })).toBeNull()
})

test('the shown share and shortfall equal an exact calculation', () => {
  /** Half away from zero, in whole won. */
  const round = (amount: bigint) => {
    const size = amount < 0n ? -amount : amount
    const whole = (size + 500n) / 1_000n
    return amount < 0n ? -whole : whole
  }
  const amounts = fc.integer({ min: -10_000_000, max: 10_000_000_000_000 })
  const target = fc.integer({ min: 1, max: 10_000_000_000 }).map((whole) => whole * won)
  const expected = fc.option(fc.array(amounts, { maxLength: 30 }), { nil: null })
  fc.assert(
    fc.property(amounts, target, expected, (profit, amount, days) => {
      const soFar = round(BigInt(profit))
      const wanted = BigInt(amount) / 1_000n
      const likely = days && round(days.reduce((sum, day) => sum + BigInt(day), BigInt(profit)))
      const reached = soFar >= wanted
      const state = reached ? 'reached' : likely === null ? 'early' : likely < wanted ? 'short' : 'onCourse'
      const size = (difference: bigint) => Number(difference < 0n ? -difference : difference)
      const compared = reached || likely === null ? soFar : likely
      const percent = soFar < 0n ? 0n : (soFar * 100n) / wanted
      expect(judge(profit, amount, { expected: days })).toEqual([
        Number(percent),
        state,
        size(wanted - compared),
      ])
    }),
    { numRuns: 300 },
  )
})

test('suggestions are round, and name a month once', () => {
  expect(roundTarget(2_980_924_600, 'KRW')).toBe(2_990_000 * won)
  expect(roundTarget(12_300, 'KRW')).toBe(13 * won)
  expect(roundTarget(1_234_567_000, 'USD')).toBe(1_240_000_000)
  const october = { month: '2026-10', profit: 2_000_000 * won }
  const list = (bestMonth: typeof october | null, lastMonth: typeof october | null = october) =>
    listSuggestions({
      ...{ currency: 'KRW', month: '2026-11', amount: null, isOnward: false },
      ...{ lastMonth, bestMonth },
    }).map(({ kind, month, amount }) => `${kind} ${month} ${amount / won}`)
  expect(list(october)).toEqual(['lastMonth 2026-10 2000000', 'more 2026-10 2200000'])
  expect(list({ month: '2026-08', profit: 5_000_000 * won })[2]).toBe('bestMonth 2026-08 5000000')
  expect(list(null, { ...october, profit: 0 })).toEqual([])
  expect(list(null, null)).toEqual([])
})

test('targets are of months within a year', () => {
  expect(
    ['2025-10', '2025-11', '2027-11', '2027-12'].map((month) => isTargetMonth(month, '2026-11-24')),
  ).toEqual([...[false, true, true, false]])
})
