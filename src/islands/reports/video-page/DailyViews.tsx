import { useMemo } from 'react'
import type { VideoDetail } from '#contract/reports/video-detail.ts'
import type { ChartSeries } from '#islands/kit/charts/series.ts'
import { TrendChart, TrendSkeleton } from '#islands/kit/charts/TrendChart.tsx'
import { createCountFormat, getChartTexts } from '#islands/reports/metrics/chart-format.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export function DailyViews({ detail }: { detail: VideoDetail | null }) {
  const chart = useMemo(
    () => detail && { series: createSeries(detail), format: createCountFormat() },
    [detail],
  )
  const title = t('video-page:views.title')
  if (!detail || !chart) return <TrendSkeleton title={title} />
  const { from, to } = detail.range
  return (
    <TrendChart
      {...getChartTexts(title, formatDayRange(from, to, locale()))}
      {...chart}
      incompleteDays={detail.incompleteDays}
    />
  )
}

function createSeries({ series: { days, views, premiumViews } }: VideoDetail): ChartSeries[] {
  const ordinary = views.map((count, at) => (count === null ? null : count - (premiumViews[at] ?? 0)))
  return [
    {
      key: 'ordinary',
      label: t('video-page:views.ordinary'),
      color: 'var(--primary-ink)',
      days,
      values: ordinary,
      filled: true,
      stackedOn: 'premium',
    },
    {
      key: 'premium',
      label: t('video-page:views.premium'),
      color: 'var(--chart-beside)',
      days,
      values: premiumViews,
      filled: true,
    },
  ]
}
