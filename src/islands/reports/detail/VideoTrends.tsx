import { useMemo } from 'react'
import type { Currency } from '#contract/site.ts'
import type { VideoDetail, VideoSeries } from '#contract/video-detail.ts'
import { formatMoney, formatMoneyShort, formatPrice } from '#lib/format.ts'
import { formatDay, formatDayRange, formatDayShort } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import type { ChartFormat } from '#shared/chart-data.ts'
import { TrendChart } from '#shared/TrendChart.tsx'
import styles from './Detail.module.css'

type Trend = 'profit' | 'price'

/** Profit and price per view of each day. */
export function VideoTrends({ detail }: { detail: VideoDetail }) {
  const { profit, price } = useMemo(
    () => ({ profit: chartOf('profit', detail), price: chartOf('price', detail) }),
    [detail],
  )
  return (
    <div className={styles.trends}>
      <TrendChart {...profit} />
      <TrendChart {...price} />
    </div>
  )
}

/** Profit over views; a day without views has no price. */
export const dailyPrices = ({ views, profit }: VideoSeries) =>
  profit.map((amount, at) => {
    const count = views[at]
    return amount === null || !count ? null : amount / count
  })

function chartOf(trend: Trend, { series, range, currency }: VideoDetail) {
  const title = t(`video-detail:trends.${trend}`)
  const days = formatDayRange(range.from, range.to, locale())
  return {
    title,
    label: t('video-detail:trends.keys', { title }),
    caption: t('video-detail:trends.table', { title, range: days }),
    dayLabel: t('video-detail:trends.day'),
    format: formatOf(trend, currency),
    series: [
      {
        // Not a key of the page's own charts: what is hidden there stays in sight here.
        key: `video-${trend}`,
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

const formatOf = (trend: Trend, currency: Currency): ChartFormat => ({
  day: (day) => formatDay(day, locale()),
  dayShort: (day) => formatDayShort(day, locale()),
  value: (value) =>
    trend === 'profit' ? formatMoney(value, currency, locale()) : formatPrice(value, currency, locale()),
  tick: (value) =>
    trend === 'profit' ? formatMoneyShort(value, currency, locale()) : formatPrice(value, currency, locale()),
})
