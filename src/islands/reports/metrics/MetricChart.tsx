import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { exportDays } from '#contract/reports/dashboard.ts'
import { noMarks } from '#islands/kit/charts/series.ts'
import { TrendChart, TrendSkeleton } from '#islands/kit/charts/TrendChart.tsx'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { type Grain, getDefaultGrain, grains, parseGrain } from '#islands/reports/state/grain.ts'
import { setTime } from '#islands/reports/state/store.ts'
import { toTime } from '#islands/reports/state/time.ts'
import type { TotalKey } from '#islands/reports/state/totals.ts'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { isSameKey } from '#lib/api/query.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $params, setParams } from '#lib/navigation/router.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import styles from './Answer.module.css'
import { getChartTexts } from './chart-format.ts'
import { createMarks, type EventsQuery } from './events.ts'
import { IncompleteDaysNote } from './IncompleteDaysNote.tsx'
import { createMetricFormat, createMetricSeries, listIncompleteBuckets } from './metric-series.ts'

const titleKeys: Record<TotalKey, TextKey> = {
  profit: 'reports:chart.profit',
  views: 'reports:chart.views',
  premiumViews: 'reports:chart.premiumViews',
  premiumPrice: 'reports:chart.premiumPrice',
}

/** Props of the `TrendChart` of a metric, with the grain of the address. */
export function useMetricTrend(shown: DisplayedReport, metric: TotalKey) {
  const { range, lastDays, bounds } = shown.report
  const chosenGrain = parseGrain(useStore($params).grain, range)
  const grain = lastDays ? 'day' : chosenGrain
  const trend = useMemo(
    () => ({
      series: createMetricSeries(shown, metric, grain),
      format: createMetricFormat(shown, metric, grain),
      incompleteDays: listIncompleteBuckets(shown, grain),
      markedDays: lastDays ? [range.to] : undefined,
    }),
    [shown, metric, grain, lastDays, range.to],
  )
  const applyRange = (from: string, to: string) => setTime(toTime({ from, to }, bounds.to))
  return {
    grain,
    chart: {
      ...getChartTexts(t(titleKeys[metric]), formatDayRange(range.from, range.to, locale())),
      ...trend,
      onApplyRange: grain === 'day' ? applyRange : undefined,
    },
  }
}

interface MetricChartProps {
  shown: DisplayedReport
  metric: TotalKey
  events: EventsQuery
}

export function MetricChart({ shown, metric, events }: MetricChartProps) {
  const { range, incompleteDays, totals } = shown.report
  const { grain, chart } = useMetricTrend(shown, metric)
  const { key, result } = useStore(events.$state)
  const happened = result && isSameKey(result.key, key) ? result.data.events : null
  const marks = useMemo(
    () => (happened ? createMarks(happened, range, grain, totals.grossProfit === null) : noMarks),
    [happened, range, grain, totals.grossProfit],
  )
  return (
    <div className={styles.chart}>
      <TrendChart
        {...chart}
        marks={marks}
        actions={
          <>
            {range.from !== range.to && <GrainControl grain={grain} shown={shown} />}
            <ExportDays shown={shown} />
          </>
        }
      />
      <IncompleteDaysNote days={incompleteDays} />
    </div>
  )
}

export function GrainControl({ grain, shown }: { grain: Grain; shown: DisplayedReport }) {
  const { range } = shown.report
  const setGrain = (value: Grain) =>
    setParams(
      { grain: value === getDefaultGrain(range) ? undefined : value, zoom: undefined },
      { replace: true },
    )
  return (
    <SegmentedControl
      label={t('reports:grain.label')}
      value={grain}
      options={grains.map((value) => ({ value, label: t(`reports:grain.${value}`) }))}
      onChange={setGrain}
    />
  )
}

const ExportDays = ({ shown: { time, member, tag, channel } }: { shown: DisplayedReport }) => (
  <ExportButton
    endpoint={exportDays}
    query={{ ...time, member, tag, channel }}
    table={t('reports:export.days')}
  />
)

export const MetricChartSkeleton = () => (
  <div className={styles.chart}>
    <TrendSkeleton title={t('reports:chart.profit')} controls />
  </div>
)
