import { useMemo } from 'react'
import type { VideoContext, VideoDetail } from '#contract/reports/video-detail.ts'
import type { ChartFormat, ChartSeries } from '#islands/kit/charts/series.ts'
import { TrendChart, TrendSkeleton } from '#islands/kit/charts/TrendChart.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { createCountFormat, getChartTexts } from '#islands/reports/metrics/chart-format.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { formatNumber, formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { context } from './store.ts'
import { useContext } from './use-video-reading.ts'
import styles from './VideoPage.module.css'

/** Shows the watched part of the video by day, beside the channel's other videos. */
export function WatchRates({ detail }: { detail: VideoDetail | null }) {
  const { data, error } = useContext()
  const chart = useMemo(() => data && { series: createSeries(data), format: createRateFormat() }, [data])
  const title = t('video-page:watch.title')
  if (error && !data && detail) {
    return (
      <section className={styles.placeholder}>
        <LoadFailure title={t('video-page:watch.failed')} error={error} onRetry={context.reload} />
      </section>
    )
  }
  if (!data || !chart || !detail) return <TrendSkeleton title={title} />
  if (data.watchRates.video.every((rate) => rate === null)) {
    return (
      <section className={styles.placeholder}>
        <h2>{title}</h2>
        <p className="note">{t('video-page:watch.none')}</p>
      </section>
    )
  }
  const { from, to } = data.range
  return (
    <TrendChart
      {...getChartTexts(title, formatDayRange(from, to, locale()))}
      {...chart}
      incompleteDays={detail.incompleteDays}
    />
  )
}

/** The chart's axis has integer steps. */
const permille = 1000

function createSeries({ watchRates: { days, video, channel } }: VideoContext): ChartSeries[] {
  const toValues = (rates: typeof video) =>
    rates.map((rate) => (rate === null ? null : Math.round(rate * permille)))
  return [
    {
      key: 'rate',
      label: t('video-page:curve.video'),
      color: 'var(--primary-ink)',
      days,
      values: toValues(video),
    },
    {
      key: 'usualRate',
      label: t('video-page:watch.channel'),
      color: 'var(--line-strong)',
      days,
      values: toValues(channel),
      muted: true,
    },
  ]
}

function createRateFormat(): ChartFormat {
  const format = (value: number) => formatPercent(value / permille, locale())
  return { ...createCountFormat(), value: format, tick: (value) => `${formatNumber(value / 10, locale())}%` }
}
