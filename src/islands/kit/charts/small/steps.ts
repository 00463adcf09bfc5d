import { addDays, countDays } from '#contract/reports/calendar.ts'

/** A value that applies from a day on, until the next step. */
export interface Step {
  day: string
  value: number
}

export const stepWidth = 1_000
export const stepHeight = 100

/** Days shown before the first step, so that it is visible as a step. */
const leadDays = 14

/** The first day of the picture. `steps` starts with the earliest. */
export const getStepStart = (steps: readonly Step[], today: string) =>
  addDays(steps[0]?.day ?? today, -leadDays)

/** An SVG path from `start` through `today`, on a scale from 0 to `full`; before the first step the value is 0. */
export function buildStepPath(steps: readonly Step[], start: string, today: string, full: number): string {
  const days = countDays({ from: start, to: today })
  const x = (day: string) => (((countDays({ from: start, to: day }) - 1) / days) * stepWidth).toFixed(1)
  const y = (value: number) => (stepHeight - (value / full) * stepHeight).toFixed(1)
  return [`M0 ${y(0)}`, ...steps.map(({ day, value }) => `H${x(day)}V${y(value)}`), `H${stepWidth}`].join('')
}
