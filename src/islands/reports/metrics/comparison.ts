import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { getComparison } from '#lib/format/period.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export function describeComparison({ report, time }: DisplayedReport): string | undefined {
  if (!report.previous) return undefined
  const { key, days } = getComparison(time, report.previous.range)
  return t(`reports:compared.${key}`, { count: days })
}

export function formatComparisonLabel(shown: DisplayedReport): string {
  const words = describeComparison(shown) ?? ''
  return words.charAt(0).toLocaleUpperCase(locale()) + words.slice(1)
}
