import type { Locale } from '#contract/platform/locale.ts'
import { parseDay, toLocalDay } from './date-math.ts'
import { getFormatter } from './formatters.ts'
import { formatRange } from './range.ts'

/** Days have no time zone. */
const getDayFormatter = (locale: Locale, options: Intl.DateTimeFormatOptions) =>
  getFormatter(Intl.DateTimeFormat, locale, { timeZone: 'UTC', ...options })

const getDateFormatter = (locale: Locale, year?: 'numeric') =>
  getDayFormatter(locale, { year, month: 'short', day: 'numeric' })

/** Formats a calendar day without a time zone: 2026.11.18, Nov 18, 2026, 2026年11月18日. */
export function formatDay(day: string, locale: Locale): string {
  return locale === 'ko'
    ? day.replaceAll('-', '.')
    : getDateFormatter(locale, 'numeric').format(parseDay(day))
}

export const formatLocalDay = (moment: string, locale: Locale) => formatDay(toLocalDay(moment), locale)

/** Omits the year, for axes: 11.18, Nov 18, 11/18. */
export function formatDayShort(day: string, locale: Locale): string {
  const [, month = '', date = ''] = day.split('-')
  if (locale === 'ko') return `${month}.${date}`
  if (locale === 'en') return getDateFormatter(locale).format(parseDay(day))
  return `${Number(month)}/${Number(date)}`
}

/** 2026년 11월, November 2026, 2026年11月. */
export const formatMonth = (month: string, locale: Locale) =>
  getDayFormatter(locale, { year: 'numeric', month: 'long' }).format(parseDay(`${month}-01`))

export function formatDayRange(from: string, to: string, locale: Locale): string {
  if (from === to) return formatDay(from, locale)
  if (locale === 'en') return getDateFormatter(locale, 'numeric').formatRange(parseDay(from), parseDay(to))
  const end = formatDay(to, locale)
  const yearLength = from.slice(0, 4) === to.slice(0, 4) ? 5 : 0
  return formatRange(formatDay(from, locale), end.slice(yearLength), locale)
}

/** Formats the name of a day's month: 11월, November, 11月. In zh-CN, the long one would be 十一月. */
export const formatMonthName = (day: string, locale: Locale) =>
  getDayFormatter(locale, { month: locale === 'zh-CN' ? 'short' : 'long' }).format(parseDay(day))

/** `weekday`: 0 is Sunday. 월, Mon; 월요일, Monday. */
export const formatWeekday = (weekday: number, locale: Locale, weekdayStyle: 'narrow' | 'short' | 'long') =>
  // 1970 began on a Thursday.
  getDayFormatter(locale, { weekday: weekdayStyle }).format(new Date(Date.UTC(1970, 0, 4 + weekday)))

/** Formats a day of recent weeks, without the year: 11월 24일 화요일, Tuesday, Nov 24, 11月24日星期二. */
export const formatDayOfWeek = (day: string, locale: Locale) =>
  getDayFormatter(locale, { month: 'short', day: 'numeric', weekday: 'long' }).format(parseDay(day))

/** Formats the month of `YYYY-MM` without the year, as short as the language allows: 11월, Nov. */
export const formatMonthShort = (month: string, locale: Locale) =>
  getDayFormatter(locale, { month: 'short' }).format(parseDay(`${month}-01`))
