import { comparisonOf } from '#lib/period.ts'
import { locale, t } from '#lib/strings.ts'
import type { Shown } from './use-shown-report.ts'

/** The words for the days that a report is compared with. */
export function comparedWith({ report, period }: Shown): string | undefined {
  if (!report.previous) return undefined
  const { key, days } = comparisonOf(period, report.previous.range)
  return t(`reports:compared.${key}`, { count: days })
}

/** The same on its own, not after "vs". */
export function comparedLabel(shown: Shown): string {
  const words = comparedWith(shown) ?? ''
  return words.charAt(0).toLocaleUpperCase(locale()) + words.slice(1)
}
