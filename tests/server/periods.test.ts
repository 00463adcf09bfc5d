import { describe, expect, it } from 'vitest'
import { periods } from '#contract/reports.ts'
import { getPeriodRange, getPreviousRange, listDays } from '#server/figures/periods.ts'

const getComparedRange = (period: (typeof periods)[number], day: string) =>
  getPreviousRange(period, getPeriodRange(period, day))

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
  ] as const)('%s up to %s is %s … %s', (period, day, from, to) => {
    expect(getPeriodRange(period, day)).toEqual({ from, to })
  })
})

describe('a period is compared with as many days before it', () => {
  it.each([
    ['latest', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['last-month', '2026-04-10', '2026-01-29', '2026-02-28'],
    ['six-months', '2026-06-30', '2025-07-04', '2025-12-31'],
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

  it('never overlaps the period, and is as long except for a shorter last month', () => {
    for (let time = Date.UTC(2023, 0, 1); time < Date.UTC(2027, 0, 1); time += 86_400_000) {
      const day = new Date(time).toISOString().slice(0, 10)
      for (const period of periods) {
        const range = getPeriodRange(period, day)
        const before = getPreviousRange(period, range)
        expect(before.to < range.from).toBe(true)
        if (period !== 'month') expect(listDays(before).length).toBe(listDays(range).length)
        else expect(listDays(before).length).toBeLessThanOrEqual(listDays(range).length)
      }
    }
  })
})
