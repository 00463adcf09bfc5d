import type { Locale } from '#contract/locale.ts'
import { noFigure } from '#lib/format.ts'

type Unit = 'hour' | 'minute' | 'second'

function written(value: number, unit: Unit, locale: Locale, digits = 0): string {
  const unitDisplay = locale === 'en' ? 'narrow' : 'short'
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}

function parts(seconds: number, locale: Locale): string[] {
  if (seconds < 59.95) return [written(seconds, 'second', locale, 1)]
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return [written(minutes, 'minute', locale), written(whole % 60, 'second', locale)]
  const hours = Math.floor(minutes / 60)
  if (hours >= 100) return [written(hours, 'hour', locale)]
  return [written(hours, 'hour', locale), written(minutes % 60, 'minute', locale)]
}

/** The two largest units of a time, below a minute to a tenth of a second: 12.3초, 4m 5s, 1,284小时. */
export function formatDuration(seconds: number | null, locale: Locale): string {
  if (seconds === null) return noFigure
  return parts(seconds, locale).join(locale === 'zh-CN' ? '' : ' ')
}

/** The length of a video, in whole seconds: 34초, 1분 5초. */
export function formatLength(seconds: number, locale: Locale): string {
  return seconds < 60 ? written(seconds, 'second', locale) : formatDuration(seconds, locale)
}
