import type { Locale } from '#contract/platform/locale.ts'
import { getFormatter } from './formatters.ts'

export const formatFullMoment = (moment: string, locale: Locale) =>
  getFormatter(Intl.DateTimeFormat, locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  )

/** 오후 3:39, 3:39 PM, 15:39, 下午3:39 */
export const formatLocalTime = (moment: string, locale: Locale) =>
  getFormatter(Intl.DateTimeFormat, locale, { timeStyle: 'short' }).format(new Date(moment))

const minuteMs = 60_000
const durationUnits = [
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
] as const

/** Uses the largest whole unit: 3 days, 21 minutes. */
export function formatDuration(ms: number, locale: Locale): string {
  const [unit, size] = durationUnits.find(([, unitMs]) => ms >= unitMs) ?? ['minute', minuteMs]
  const value = Math.max(1, Math.floor(ms / size))
  return getFormatter(Intl.NumberFormat, locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
