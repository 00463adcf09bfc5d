import { useStore } from '@nanostores/react'
import { TrendChart } from '#islands/kit/charts/TrendChart.tsx'
import { useMetricTrend } from '#islands/reports/metrics/MetricChart.tsx'
import { $metric } from '#islands/reports/metrics/metric.ts'
import { type DisplayedReport, useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { SecondTrendSkeleton } from './SecondTrendSkeleton.tsx'

/** Charts the views, or the profit if the chart above has the views. */
export function SecondTrend() {
  const { shown, stale, error } = useDisplayedReport()
  if (error && !shown) return null
  if (!shown) return <SecondTrendSkeleton />
  return (
    <div aria-busy={stale} data-stale={stale || undefined}>
      <Trend shown={shown} />
    </div>
  )
}

function Trend({ shown }: { shown: DisplayedReport }) {
  const { chart } = useMetricTrend(shown, useStore($metric) === 'views' ? 'profit' : 'views')
  return <TrendChart {...chart} />
}
