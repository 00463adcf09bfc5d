import type { Locale } from '#contract/platform/locale.ts'

/** Writes the month of a day, `YYYY-MM-DD`, in words. */
export const formatMonth = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
