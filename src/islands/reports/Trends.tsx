import { useMemo } from 'react'
import { exportDays } from '#contract/reports.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import { TrendChart, TrendSkeleton } from '#shared/TrendChart.tsx'
import { countFormat, moneyFormat } from './chart-format.ts'
import { ExportButton } from './ExportButton.tsx'
import styles from './Report.module.css'
import { profitSeries, viewsSeries } from './trend-series.ts'
import type { Shown } from './use-shown-report.ts'

export function Trends({ shown }: { shown: Shown }) {
  const { range } = shown.report
  const { profit, views, money, counts } = useMemo(
    () => ({
      profit: profitSeries(shown),
      views: viewsSeries(shown),
      money: moneyFormat(shown.currency),
      counts: countFormat(),
    }),
    [shown],
  )
  const days = formatDayRange(range.from, range.to, locale())
  return (
    <section className={styles.trends}>
      <TrendChart
        {...words('profit', days)}
        series={profit}
        format={money}
        actions={<ExportDays shown={shown} />}
      />
      <TrendChart {...words('views', days)} series={views} format={counts} />
    </section>
  )
}

function ExportDays({ shown: { period, member } }: { shown: Shown }) {
  return (
    <ExportButton
      endpoint={exportDays}
      query={{ period, member: member ?? undefined }}
      table={t('reports:export.days')}
    />
  )
}

export function TrendsSkeleton() {
  return (
    <section className={styles.trends} aria-hidden="true">
      <TrendSkeleton title={t('reports:chart.profit')} />
      <TrendSkeleton title={t('reports:chart.views')} />
    </section>
  )
}

function words(chart: 'profit' | 'views', range: string) {
  const title = t(`reports:chart.${chart}`)
  return {
    title,
    label: t('reports:chart.keys', { title }),
    caption: t('reports:chart.table', { title, range }),
    dayLabel: t('reports:chart.day'),
  }
}
