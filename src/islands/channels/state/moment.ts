import { useEffect, useState } from 'react'
import type { Locale } from '#contract/platform/locale.ts'
import { getFormatter } from '#lib/format/formatters.ts'

export const formatMoment = (moment: string, locale: Locale) =>
  getFormatter(Intl.DateTimeFormat, locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(moment))

const maxTimeoutMs = 60 * 60 * 1000

export function useCurrentTime(moment: string | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (moment === null || Date.parse(moment) <= now) return
    const remainingMs = Math.max(Date.parse(moment) - Date.now(), 0)
    const timer = setTimeout(() => setNow(Date.now()), Math.min(remainingMs + 500, maxTimeoutMs))
    return () => clearTimeout(timer)
  }, [moment, now])
  return now
}
