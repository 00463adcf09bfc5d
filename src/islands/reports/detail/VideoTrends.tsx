import { useMemo, useState } from 'react'
import { getProfit } from '#contract/reports/reports.ts'
import type { VideoDetail } from '#contract/reports/video-detail.ts'
import { TrendChart } from '#islands/kit/charts/TrendChart.tsx'
import { ChartStateContext, createChartState } from '#islands/kit/charts/viewport.ts'
import {
  computeDailyPrices,
  createMoneyFormat,
  createPriceFormat,
} from '#islands/reports/metrics/chart-format.ts'
import { IncompleteDaysNote } from '#islands/reports/metrics/IncompleteDaysNote.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './section/Detail.module.css'

type Trend = 'profit' | 'price'

export function VideoTrends({ detail }: { detail: VideoDetail }) {
  const { profit, price } = useMemo(
    () => ({ profit: getChartProps('profit', detail), price: getChartProps('price', detail) }),
    [detail],
  )
  const [chartState] = useState(createChartState)
  return (
    <ChartStateContext value={chartState}>
      <div className={styles.trends}>
        <TrendChart {...profit} incompleteDays={detail.incompleteDays} />
        <TrendChart {...price} incompleteDays={detail.incompleteDays} />
      </div>
      <IncompleteDaysNote days={detail.incompleteDays} />
    </ChartStateContext>
  )
}

function getChartProps(trend: Trend, { series, range, currency }: VideoDetail) {
  const title = t(`video-detail:trends.${trend}`)
  const days = formatDayRange(range.from, range.to, locale())
  return {
    title,
    label: t('video-detail:trends.keys', { title }),
    caption: t('video-detail:trends.table', { title, range: days }),
    dayLabel: t('video-detail:trends.day'),
    format: trend === 'profit' ? createMoneyFormat(currency) : createPriceFormat(currency),
    series: [
      {
        key: trend,
        label: t(`video-detail:figures.${trend}`),
        color: trend === 'profit' ? 'var(--primary-ink)' : 'var(--chart-beside)',
        days: series.days,
        values: trend === 'profit' ? getProfit(series) : computeDailyPrices(series),
        range: days,
        filled: trend === 'profit',
      },
    ],
  }
}
