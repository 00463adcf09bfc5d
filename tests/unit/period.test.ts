import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, countDays, toLocalDay } from '#lib/format/date-math.ts'
import { getComparison, getRelativeChange } from '#lib/format/period.ts'

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
  expect(getComparison('latest', { from: '2026-11-17', to: '2026-11-17' })).toEqual({
    key: 'dayBefore',
    days: 1,
  })
  expect(getComparison('month', { from: '2026-10-01', to: '2026-10-18' })).toEqual({
    key: 'sameDaysLastMonth',
    days: 18,
  })
  expect(getComparison('last-month', { from: '2026-08-31', to: '2026-09-30' })).toEqual({
    key: 'daysBefore',
    days: 31,
  })
})

test('a change is a share of what went before, and nothing where nothing did', () => {
  expect(getRelativeChange(124, 100)).toBeCloseTo(0.24)
  expect(getRelativeChange(50, 100)).toBe(-0.5)
  expect(getRelativeChange(5, 0)).toBeNull()
  expect(getRelativeChange(null, 3)).toBeNull()
  expect(getRelativeChange(3, null)).toBeNull()
  expect(getRelativeChange(5, -2)).toBeNull()
})
