import { useMemo, useState } from 'react'
import type { SharedReport } from '#contract/portal/shared-reports.ts'
import type { ChartSeries } from '#islands/kit/charts/series.ts'
import { TrendChart } from '#islands/kit/charts/TrendChart.tsx'
import { ChartStateContext, createChartState } from '#islands/kit/charts/viewport.ts'
import { createCountFormat, getChartTexts } from '#islands/reports/metrics/chart-format.ts'
import { IncompleteDaysNote } from '#islands/reports/metrics/IncompleteDaysNote.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

interface DailyViewsProps {
  report: NonNullable<SharedReport['report']>
}

/** The address has the link's token, so the chart keeps its zoom to itself. */
export function DailyViews({ report }: DailyViewsProps) {
  const [state] = useState(createChartState)
  const { series, format } = useMemo(
    () => ({ series: [createSeries(report)], format: createCountFormat() }),
    [report],
  )
  const { range, incompleteDays } = report
  return (
    <ChartStateContext value={state}>
      <TrendChart
        {...getChartTexts(t('shared-report:chart'), formatDayRange(range.from, range.to, locale()))}
        series={series}
        format={format}
        incompleteDays={incompleteDays}
      />
      <IncompleteDaysNote days={incompleteDays} />
    </ChartStateContext>
  )
}

const createSeries = ({ days, dailyViews }: DailyViewsProps['report']): ChartSeries => ({
  key: 'views',
  label: t('shared-report:chart'),
  color: 'var(--primary-ink)',
  days,
  values: dailyViews,
  filled: true,
})
