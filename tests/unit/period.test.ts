import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, countDays } from '#contract/reports/calendar.ts'
import { getRelativeChange } from '#contract/reports/reports.ts'
import { getAdjacentTime, normalizeTime } from '#islands/reports/state/time.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { getComparison } from '#lib/format/period.ts'

const anyDay = fc
  .date({ min: new Date('2005-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('adding days crosses months, leap days and clock changes', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-11-01', -1)).toBe('2026-10-31')
  expect(addDays('2026-03-08', 1)).toBe('2026-03-09')
})

test('the days of a range are one more than what is added to its first', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 400 }), (from, more) => {
      expect(countDays({ from, to: addDays(from, more) })).toBe(more + 1)
    }),
  )
})

test('a moment falls on the day of the place it is read in', () => {
  expect(toLocalDay('2026-11-01T23:30:00Z', 'UTC')).toBe('2026-11-01')
  expect(toLocalDay('2026-11-01T23:30:00Z', 'Asia/Seoul')).toBe('2026-11-02')
})

test('each period says what it is compared with', () => {
  expect(
    getComparison({ period: 'latest', compare: 'previous' }, { from: '2026-11-17', to: '2026-11-17' }),
  ).toEqual({
    key: 'weekBefore',
    days: 1,
  })
  expect(
    getComparison({ period: 'month', compare: 'previous' }, { from: '2026-10-01', to: '2026-10-18' }),
  ).toEqual({
    key: 'sameDaysLastMonth',
    days: 18,
  })
  expect(
    getComparison({ period: 'last-month', compare: 'previous' }, { from: '2026-08-31', to: '2026-09-30' }),
  ).toEqual({
    key: 'daysBefore',
    days: 31,
  })
  const lastYear = { from: '2025-11-01', to: '2025-11-19' }
  expect(getComparison({ period: 'month', compare: 'year' }, lastYear).key).toBe('sameDaysLastYear')
  expect(getComparison({ period: 'year', compare: 'previous' }, lastYear).key).toBe('sameDaysLastYear')
})

test('a change is a share of what went before, and nothing where nothing did', () => {
  expect(getRelativeChange(124, 100)).toBeCloseTo(0.24)
  expect(getRelativeChange(50, 100)).toBe(-0.5)
  expect(getRelativeChange(5, 0)).toBeNull()
  expect(getRelativeChange(null, 3)).toBeNull()
  expect(getRelativeChange(3, null)).toBeNull()
  expect(getRelativeChange(5, -2)).toBeNull()
})

const bounds = { from: '2026-03-05', to: '2026-11-19' }

test.each([
  ['month', '2026-11-01', '2026-11-19', -1, { period: 'last-month' }],
  ['last-month', '2026-10-01', '2026-10-31', 1, { period: 'month' }],
  ['last-month', '2026-10-01', '2026-10-31', -1, { period: 'custom', from: '2026-09-01', to: '2026-09-30' }],
  ['custom', '2026-09-01', '2026-09-30', 1, { period: 'last-month' }],
  ['six-months', '2026-06-01', '2026-11-19', -1, { period: 'custom', from: '2025-12-01', to: '2026-05-31' }],
  ['custom', '2025-12-01', '2026-05-31', 1, { period: 'six-months' }],
  ['7-days', '2026-11-13', '2026-11-19', -1, { period: 'custom', from: '2026-11-06', to: '2026-11-12' }],
  ['custom', '2026-11-06', '2026-11-12', 1, { period: '7-days' }],
  ['custom', '2026-11-10', '2026-11-16', 1, { period: '7-days' }],
  ['latest', '2026-11-19', '2026-11-19', -1, { period: 'custom', from: '2026-11-18', to: '2026-11-18' }],
  ['year', '2026-01-01', '2026-11-19', 1, null],
  ['month', '2026-11-01', '2026-11-19', 1, null],
  ['custom', '2026-03-05', '2026-03-31', -1, null],
] as const)('from %s %s … %s, step %i', (period, from, to, direction, expected) => {
  const time = getAdjacentTime({ period, range: { from, to }, bounds }, direction)
  if (expected === null) expect(time).toBeNull()
  else expect(time).toEqual({ from: undefined, to: undefined, ...expected })
})

test('an address without both days of a custom period means this month', () => {
  const custom = { period: 'custom', compare: 'previous' } as const
  const month = { period: 'month', from: undefined, to: undefined, compare: 'previous' }
  expect(normalizeTime({ ...custom, from: '2026-11-01' })).toEqual(month)
  expect(normalizeTime({ ...custom, from: '2026-11-02', to: '2026-11-01' })).toEqual(month)
  expect(normalizeTime({ ...custom, period: 'month', from: '2026-11-02' })).toEqual(month)
  const range = { ...custom, from: '2026-11-01', to: '2026-11-02' }
  expect(normalizeTime(range)).toEqual(range)
})
