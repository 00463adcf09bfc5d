import { describe, expect, it } from 'vitest'
import { getPeriodRange, listDays } from '#contract/reports/calendar.ts'
import { type PresetPeriod, presetPeriods } from '#contract/reports/reports.ts'
import { getComparisonRange, getRequestedRange } from '#server/reports/figures/periods.ts'

const getComparedRange = (period: PresetPeriod, day: string, compare: 'previous' | 'year' = 'previous') =>
  getComparisonRange({ period, compare }, getPeriodRange(period, day))

describe('periods end on the latest day that has data', () => {
  it.each([
    ['latest', '2026-03-31', '2026-03-31', '2026-03-31'],
    ['month', '2026-03-31', '2026-03-01', '2026-03-31'],
    ['month', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last-month', '2024-03-05', '2024-02-01', '2024-02-29'],
    ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['six-months', '2026-03-31', '2025-10-01', '2026-03-31'],
    ['six-months', '2026-08-31', '2026-03-01', '2026-08-31'],
    ['7-days', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['28-days', '2026-03-03', '2026-02-04', '2026-03-03'],
    ['90-days', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['year', '2026-03-31', '2026-01-01', '2026-03-31'],
  ] as const)('%s up to %s is %s … %s', (period, day, from, to) => {
    expect(getPeriodRange(period, day)).toEqual({ from, to })
  })
})

describe('a period is compared with as many days before it, a single day with its weekday', () => {
  it.each([
    ['latest', '2026-03-01', '2026-02-22', '2026-02-22'],
    ['last-month', '2026-04-10', '2026-01-29', '2026-02-28'],
    ['six-months', '2026-06-30', '2025-07-04', '2025-12-31'],
    ['7-days', '2026-03-03', '2026-02-18', '2026-02-24'],
  ] as const)('%s up to %s with %s … %s', (period, day, from, to) => {
    expect(getComparedRange(period, day)).toEqual({ from, to })
  })

  it.each([
    ['2026-05-20', '2026-04-01', '2026-04-20'],
    ['2026-03-31', '2026-02-01', '2026-02-28'],
    ['2024-03-30', '2024-02-01', '2024-02-29'],
    ['2026-01-01', '2025-12-01', '2025-12-01'],
  ])('this month up to %s with the same days of last month, %s … %s', (day, from, to) => {
    expect(getComparedRange('month', day)).toEqual({ from, to })
  })

  it.each([
    ['2026-03-31', '2025-01-01', '2025-03-31'],
    ['2028-12-31', '2027-01-01', '2027-12-31'],
    ['2024-02-29', '2023-01-01', '2023-02-28'],
  ])('this year up to %s with the same days of last year, %s … %s', (day, from, to) => {
    expect(getComparedRange('year', day)).toEqual({ from, to })
  })

  it('never overlaps the period, and is as long except for a shorter last month or a leap year', () => {
    for (let time = Date.UTC(2023, 0, 1); time < Date.UTC(2027, 0, 1); time += 86_400_000) {
      const day = new Date(time).toISOString().slice(0, 10)
      for (const period of presetPeriods) {
        const range = getPeriodRange(period, day)
        const before = getComparisonRange({ period, compare: 'previous' }, range)
        if (before === null) throw new Error('The comparison is missing.')
        expect(before.to < range.from).toBe(true)
        const missing = listDays(range).length - listDays(before).length
        if (period === 'month') expect(missing).toBeGreaterThanOrEqual(0)
        else expect(Math.abs(missing)).toBeLessThanOrEqual(period === 'year' ? 1 : 0)
      }
    }
  })
})

describe('a period is compared with the same days a year earlier', () => {
  it.each([
    ['7-days', '2026-03-03', '2025-02-26', '2025-03-04'],
    ['28-days', '2026-03-03', '2025-02-05', '2025-03-04'],
    ['month', '2026-03-19', '2025-03-01', '2025-03-19'],
    ['month', '2024-02-29', '2023-02-01', '2023-02-28'],
  ] as const)('%s up to %s with %s … %s', (period, day, from, to) => {
    expect(getComparedRange(period, day, 'year')).toEqual({ from, to })
  })
})

it('compares with nothing when asked', () => {
  const range = { from: '2026-03-01', to: '2026-03-19' }
  expect(getComparisonRange({ period: 'month', compare: 'none' }, range)).toBeNull()
})

describe('a custom period', () => {
  const bounds = { firstDay: '2026-01-05', latestDay: '2026-03-03' }
  const getCustomRange = (from?: string, to?: string) =>
    getRequestedRange({ period: 'custom', from, to }, bounds)

  it.each([
    ['2026-02-01', '2026-02-10', '2026-02-01', '2026-02-10'],
    ['2020-01-01', '2030-01-01', '2026-01-05', '2026-03-03'],
    ['2027-01-01', '2027-02-01', '2026-03-03', '2026-03-03'],
    ['2025-01-01', '2025-02-01', '2026-01-05', '2026-01-05'],
  ])('%s … %s is limited to the days with data: %s … %s', (from, to, first, last) => {
    expect(getCustomRange(from, to)).toEqual({ from: first, to: last })
  })

  it.each([
    [undefined, '2026-02-01', { from: 'invalid' }],
    ['2026-02-01', undefined, { to: 'invalid' }],
    ['2026-02-02', '2026-02-01', { to: 'invalid' }],
  ])('%s … %s is refused', (from, to, fields) => {
    expect(() => getCustomRange(from, to)).toThrow(expect.objectContaining({ code: 'invalid', fields }))
  })
})
