import { expect, test } from 'vitest'
import { getPacificDay, getPacificMidnight } from '#server/platform/pacific-day.ts'

test.each([
  ['2026-07-02', '2026-07-02T07:00:00.000Z'],
  ['2027-01-01', '2027-01-01T08:00:00.000Z'],
  // Daylight saving time begins on March 8 and ends on November 1, at two in the morning.
  ['2026-03-08', '2026-03-08T08:00:00.000Z'],
  ['2026-03-09', '2026-03-09T07:00:00.000Z'],
  ['2026-11-01', '2026-11-01T07:00:00.000Z'],
  ['2026-11-02', '2026-11-02T08:00:00.000Z'],
])('%s begins in Pacific time at %s', (day, begin) => {
  const time = getPacificMidnight(day)
  expect(time.toISOString()).toBe(begin)
  expect(getPacificDay(time)).toBe(day)
  expect(getPacificDay(new Date(time.getTime() - 1))).not.toBe(day)
})
