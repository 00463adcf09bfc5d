import { useMemo, useState } from 'react'
import type { VideoDetail } from '#contract/video-detail.ts'
import { dailyPrices, moneyFormat, priceFormat } from '#islands/reports/chart-format.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import { ChartPlaceContext, chartPlace } from '#shared/chart-view.ts'
import { TrendChart } from '#shared/TrendChart.tsx'
import styles from './Detail.module.css'

type Trend = 'profit' | 'price'

/** Profit and price per view of each day. What is zoomed here is not what the page below shows. */
export function VideoTrends({ detail }: { detail: VideoDetail }) {
  const { profit, price } = useMemo(
    () => ({ profit: chartOf('profit', detail), price: chartOf('price', detail) }),
    [detail],
  )
  const [place] = useState(chartPlace)
  return (
    <ChartPlaceContext value={place}>
      <div className={styles.trends}>
        <TrendChart {...profit} />
        <TrendChart {...price} />
      </div>
    </ChartPlaceContext>
  )
}

function chartOf(trend: Trend, { series, range, currency }: VideoDetail) {
  const title = t(`video-detail:trends.${trend}`)
  const days = formatDayRange(range.from, range.to, locale())
  return {
    title,
    label: t('video-detail:trends.keys', { title }),
    caption: t('video-detail:trends.table', { title, range: days }),
    dayLabel: t('video-detail:trends.day'),
    format: trend === 'profit' ? moneyFormat(currency) : priceFormat(currency),
    series: [
      {
        key: trend,
        label: t(`video-detail:figures.${trend}`),
        color: trend === 'profit' ? 'var(--primary-ink)' : 'var(--chart-beside)',
        days: series.days,
        values: trend === 'profit' ? series.profit : dailyPrices(series),
        range: days,
        filled: trend === 'profit',
      },
    ],
  }
}
