import { useMemo } from 'react'
import { exportDays } from '#contract/reports.ts'
import { TrendChart, TrendSkeleton } from '#islands/charts/TrendChart.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { createCountFormat, createMoneyFormat, getChartTexts } from './chart-format.ts'
import { ExportButton } from './ExportButton.tsx'
import { IncompleteDaysNote } from './IncompleteDaysNote.tsx'
import styles from './Report.module.css'
import { createProfitSeries, createViewsSeries } from './trend-series.ts'
import type { DisplayedReport } from './use-displayed-report.ts'

export function Trends({ shown }: { shown: DisplayedReport }) {
  const { range, incompleteDays } = shown.report
  const { profit, views, money, counts } = useMemo(
    () => ({
      profit: createProfitSeries(shown),
      views: createViewsSeries(shown),
      money: createMoneyFormat(shown.currency),
      counts: createCountFormat(),
    }),
    [shown],
  )
  const days = formatDayRange(range.from, range.to, locale())
  return (
    <>
      <section className={styles.columns}>
        <TrendChart
          {...getChartTexts(t('reports:chart.profit'), days)}
          series={profit}
          format={money}
          incompleteDays={incompleteDays}
          actions={<ExportDays shown={shown} />}
        />
        <TrendChart
          {...getChartTexts(t('reports:chart.views'), days)}
          series={views}
          format={counts}
          incompleteDays={incompleteDays}
        />
      </section>
      <IncompleteDaysNote days={incompleteDays} />
    </>
  )
}

function ExportDays({ shown: { period, member } }: { shown: DisplayedReport }) {
  return <ExportButton endpoint={exportDays} query={{ period, member }} table={t('reports:export.days')} />
}

export function TrendsSkeleton() {
  return (
    <section className={styles.columns} aria-hidden="true">
      <TrendSkeleton title={t('reports:chart.profit')} />
      <TrendSkeleton title={t('reports:chart.views')} />
    </section>
  )
}
