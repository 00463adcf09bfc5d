import { useMemo } from 'react'
import { TrendChart, TrendSkeleton } from '#islands/kit/charts/TrendChart.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { createPriceFormat, getChartTexts } from '#islands/reports/metrics/chart-format.ts'
import { IncompleteDaysNote } from '#islands/reports/metrics/IncompleteDaysNote.tsx'
import type { useTrend } from '#islands/reports/videos/state/use-trend.ts'
import styles from '#islands/reports/videos/state/VideoReport.module.css'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { createPriceSeries } from './price-series.ts'

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
        <LoadFailure title={t('video-report:price.failed')} text={error.message} onRetry={reload} />
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
