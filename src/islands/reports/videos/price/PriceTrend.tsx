import { useMemo } from 'react'
import { type DayRange, type Figures, pricePerView } from '#contract/reports/reports.ts'
import type { ChartSeries } from '#islands/kit/charts/series.ts'
import { TrendChart, TrendSkeleton } from '#islands/kit/charts/TrendChart.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import {
  computeDailyPrices,
  createPriceFormat,
  getChartTexts,
} from '#islands/reports/metrics/chart-format.ts'
import { formatComparisonLabel } from '#islands/reports/metrics/comparison.ts'
import { IncompleteDaysNote } from '#islands/reports/metrics/IncompleteDaysNote.tsx'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import type { useTrend } from '#islands/reports/videos/state/use-trend.ts'
import styles from '#islands/reports/videos/state/VideoReport.module.css'
import { formatDayRange } from '#lib/format/day.ts'
import { formatPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export function PriceTrend({ trend }: { trend: ReturnType<typeof useTrend> }) {
  const { shown, stale, error, reload } = trend
  const chart = useMemo(
    () => shown && { series: createPriceSeries(shown), format: createPriceFormat(shown.currency) },
    [shown],
  )
  const title = t('video-report:price.title')
  if (error) {
    return (
      <section className={`card center ${styles.failedTrend}`}>
        <LoadFailure title={t('video-report:price.failed')} error={error} onRetry={reload} />
      </section>
    )
  }
  if (!shown || !chart) {
    return (
      <section aria-busy="true">
        <TrendSkeleton title={title} />
      </section>
    )
  }
  const { from, to } = shown.report.range
  return (
    <section aria-busy={stale} data-stale={stale || undefined}>
      <TrendChart
        {...getChartTexts(title, formatDayRange(from, to, locale()))}
        {...chart}
        incompleteDays={shown.report.incompleteDays}
      />
      <IncompleteDaysNote days={shown.report.incompleteDays} />
    </section>
  )
}

function formatRangeWithPrice(
  { from, to }: DayRange,
  totals: Figures,
  { currency }: DisplayedReport,
): string {
  const price = formatPrice(pricePerView(totals), currency, locale())
  return `${formatDayRange(from, to, locale())} · ${t('video-report:price.average', { price })}`
}

function createPriceSeries(shown: DisplayedReport): (ChartSeries & { range: string })[] {
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
