import { expect, test } from 'vitest'
import { buildStepPath, getStepStart } from '#islands/kit/charts/small/steps.ts'

const steps = [
  { day: '2026-11-15', value: 10 },
  { day: '2026-11-20', value: 40 },
  { day: '2026-11-25', value: 20 },
]

test('a value holds until the day of the next step, and the last one through today', () => {
  const start = getStepStart(steps, '2026-11-30')
  expect(start).toBe('2026-11-01')
  expect(buildStepPath(steps, start, '2026-11-30', 40)).toBe('M0 100.0H466.7V75.0H633.3V0.0H800.0V50.0H1000')
})

test('a step of today has a day, and without steps the line is level', () => {
  const [step] = steps
  if (!step) throw new Error('No step.')
  expect(buildStepPath([step], getStepStart([step], step.day), step.day, 10)).toBe('M0 100.0H933.3V0.0H1000')
  expect(buildStepPath([], getStepStart([], '2026-11-15'), '2026-11-15', 1)).toBe('M0 100.0H1000')
})
