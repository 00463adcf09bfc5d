import { useEffect, useState } from 'react'
import type { Locale } from '#contract/locale.ts'
import { dayOfMoment } from '#lib/days.ts'
import { formatDay } from '#lib/format-day.ts'

/** The day of a moment where the reader is. */
export const dayOf = (moment: string, locale: Locale) => formatDay(dayOfMoment(moment), locale)

/** Its day and time. */
export const formatMoment = (moment: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(moment))

const longestWaitMs = 60 * 60 * 1000

/** The time now; told anew once the moment has come. */
export function useNowUntil(moment: string | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (moment === null || Date.parse(moment) <= now) return
    // What was now may be long ago: the moment is another one since.
    const left = Math.max(Date.parse(moment) - Date.now(), 0)
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left + 500, longestWaitMs))
    return () => clearTimeout(timer)
  }, [moment, now])
  return now
}
