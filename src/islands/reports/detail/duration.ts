import type { Locale } from '#contract/platform/locale.ts'
import { getFormatter } from '#lib/format/formatters.ts'
import { missingValue } from '#lib/format/number.ts'

type Unit = 'hour' | 'minute' | 'second'

function formatUnit(value: number, unit: Unit, locale: Locale, digits = 0): string {
  const unitDisplay = locale === 'en' ? 'narrow' : 'short'
  return getFormatter(Intl.NumberFormat, locale, {
    style: 'unit',
    unit,
    unitDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}

function formatParts(seconds: number, locale: Locale): string[] {
  if (seconds < 59.95) return [formatUnit(seconds, 'second', locale, 1)]
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return [formatUnit(minutes, 'minute', locale), formatUnit(whole % 60, 'second', locale)]
  const hours = Math.floor(minutes / 60)
  if (hours >= 100) return [formatUnit(hours, 'hour', locale)]
  return [formatUnit(hours, 'hour', locale), formatUnit(minutes % 60, 'minute', locale)]
}

/** Shows the two largest units; tenths of a second below a minute: 12.3초, 4m 5s, 1,284시간. */
export function formatDuration(seconds: number | null, locale: Locale): string {
  if (seconds === null) return missingValue
  return formatParts(seconds, locale).join(locale === 'zh-CN' ? '' : ' ')
}

/** Shows whole seconds: 34초, 1분 5초. */
export function formatLength(seconds: number, locale: Locale): string {
  return seconds < 60 ? formatUnit(seconds, 'second', locale) : formatDuration(seconds, locale)
}
