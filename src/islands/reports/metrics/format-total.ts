import { getMemberProfit } from '#contract/reports/reports.ts'
import type { Total } from '#islands/reports/state/totals.ts'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { formatCount, formatMoney, formatNumber, formatPrice, missingValue } from '#lib/format/number.ts'
import { locale } from '#lib/i18n/strings.ts'

/** `exact`: the unrounded number, for the tooltip and screen readers. */
export function formatFigure(
  { key, value }: Total,
  { currency }: DisplayedReport,
): { text: string; exact?: string } {
  if (value === null) return { text: missingValue }
  if (key === 'profit') return { text: formatMoney(value, currency, locale()) }
  if (key === 'premiumPrice') return { text: formatPrice(value, currency, locale()) }
  return { text: formatCount(value, locale()), exact: formatNumber(value, locale()) }
}

/** A change of gross must say so if it appears beside a member's net. */
export const comparesGross = ({ key, change }: Total, { report }: DisplayedReport): boolean =>
  key === 'profit' && typeof change === 'number' && getMemberProfit(report.totals) !== null

export function formatNet({ key }: Total, { report, currency }: DisplayedReport): string | undefined {
  const memberProfit = getMemberProfit(report.totals)
  if (key !== 'profit' || memberProfit === null) return undefined
  return formatMoney(memberProfit, currency, locale())
}
