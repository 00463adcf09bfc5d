import { expect, test } from 'vitest'
import { getPacificDay, getPacificDayEnd } from '#server/pacific-day.ts'

test.each([
  ['2026-07-01', '2026-07-02T07:00:00.000Z'],
  ['2026-12-31', '2027-01-01T08:00:00.000Z'],
  // Summer time begins on March 8 and ends on November 1, at two in the morning.
  ['2026-03-07', '2026-03-08T08:00:00.000Z'],
  ['2026-03-08', '2026-03-09T07:00:00.000Z'],
  ['2026-10-31', '2026-11-01T07:00:00.000Z'],
  ['2026-11-01', '2026-11-02T08:00:00.000Z'],
])('%s ends in Pacific time at %s', (day, end) => {
  const time = getPacificDayEnd(day)
  expect(time.toISOString()).toBe(end)
  expect(getPacificDay(new Date(time.getTime() - 1))).toBe(day)
  expect(getPacificDay(time)).not.toBe(day)
})
