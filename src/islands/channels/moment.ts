import { useEffect, useState } from 'react'
import type { Locale } from '#contract/locale.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay } from '#lib/format/day.ts'

/** The day of a moment where the reader is. */
export const formatMomentDay = (moment: string, locale: Locale) => formatDay(toLocalDay(moment), locale)

/** Its day and time. */
export const formatMoment = (moment: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(moment))

const maxTimeoutMs = 60 * 60 * 1000

/** The time now; told anew once the moment has come. */
export function useCurrentTime(moment: string | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (moment === null || Date.parse(moment) <= now) return
    // What was now may be long ago: the moment is another one since.
    const remainingMs = Math.max(Date.parse(moment) - Date.now(), 0)
    const timer = setTimeout(() => setNow(Date.now()), Math.min(remainingMs + 500, maxTimeoutMs))
    return () => clearTimeout(timer)
  }, [moment, now])
  return now
}
