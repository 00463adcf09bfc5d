import type { FieldCode } from '#contract/platform/errors.ts'

const hourMs = 60 * 60 * 1000
/** A day begins first in this time zone. */
const earliestZoneHours = 14

/** `after`: the last day on which nothing could be paid yet. */
export function findDayFault(day: string, after: string, now: Date): FieldCode | undefined {
  const time = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day) return 'paid_on_invalid'
  if (time > now.getTime() + earliestZoneHours * hourMs) return 'paid_on_future'
  return day <= after ? 'paid_on_early' : undefined
}
