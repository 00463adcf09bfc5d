import { useMemo } from 'react'
import { formatCountShort, formatMoney, formatMoneyShort, formatNumber } from '#lib/format.ts'
import { formatDay, formatDayRange, formatDayShort } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import type { ChartFormat } from '#shared/chart-data.ts'
import { TrendChart, TrendSkeleton } from '#shared/TrendChart.tsx'
import styles from './Dashboard.module.css'
import { profitSeries, viewsSeries } from './trend-series.ts'
import type { Shown } from './use-shown-report.ts'

export function Trends({ shown }: { shown: Shown }) {
  const { range } = shown.report
  const { profit, views, money, counts } = useMemo(
    () => ({
      profit: profitSeries(shown),
      views: viewsSeries(shown),
      money: moneyFormat(shown),
      counts: countFormat(),
    }),
    [shown],
  )
  const days = formatDayRange(range.from, range.to, locale())
  return (
    <section className={styles.trends}>
      <TrendChart {...words('profit', days)} series={profit} format={money} />
      <TrendChart {...words('views', days)} series={views} format={counts} />
    </section>
  )
}

export function TrendsSkeleton() {
  return (
    <section className={styles.trends} aria-hidden="true">
      <TrendSkeleton title={t('dashboard:chart.profit')} />
      <TrendSkeleton title={t('dashboard:chart.views')} />
    </section>
  )
}

function words(chart: 'profit' | 'views', range: string) {
  const title = t(`dashboard:chart.${chart}`)
  return {
    title,
    label: t('dashboard:chart.keys', { title }),
    caption: t('dashboard:chart.table', { title, range }),
    dayLabel: t('dashboard:chart.day'),
  }
}

const dayFormat = {
  day: (day: string) => formatDay(day, locale()),
  dayShort: (day: string) => formatDayShort(day, locale()),
}

const moneyFormat = ({ currency }: Shown): ChartFormat => ({
  ...dayFormat,
  value: (amount) => formatMoney(amount, currency, locale()),
  tick: (amount) => formatMoneyShort(amount, currency, locale()),
})

const countFormat = (): ChartFormat => ({
  ...dayFormat,
  value: (count) => formatNumber(count, locale()),
  tick: (count) => formatCountShort(count, locale()),
})
