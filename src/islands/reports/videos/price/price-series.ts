import { type DayRange, type Figures, pricePerView } from '#contract/reports/reports.ts'
import type { ChartSeries } from '#islands/kit/charts/series.ts'
import { computeDailyPrices } from '#islands/reports/metrics/chart-format.ts'
import { formatComparisonLabel } from '#islands/reports/metrics/comparison.ts'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { formatPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

function formatRangeWithPrice(
  { from, to }: DayRange,
  totals: Figures,
  { currency }: DisplayedReport,
): string {
  const price = formatPrice(pricePerView(totals), currency, locale())
  return `${formatDayRange(from, to, locale())} · ${t('video-report:price.average', { price })}`
}

export function createPriceSeries(shown: DisplayedReport): (ChartSeries & { range: string })[] {
  const { range, totals, series, previous } = shown.report
  const now = {
    key: 'price',
    label: t('reports:videos.price'),
    color: 'var(--primary-ink)',
    days: series.days,
    values: computeDailyPrices(series),
    range: formatRangeWithPrice(range, totals, shown),
    filled: true,
  }
  if (!previous) return [now]
  const before = {
    key: 'previous',
    label: formatComparisonLabel(shown),
    color: 'var(--line-strong)',
    days: previous.series.days,
    values: computeDailyPrices(previous.series),
    range: formatRangeWithPrice(previous.range, previous.totals, shown),
    muted: true,
  }
  return series.days.length > 1 ? [now, before] : [before, now]
}
