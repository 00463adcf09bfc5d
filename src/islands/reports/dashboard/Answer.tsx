import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import styles from '#islands/reports/metrics/Answer.module.css'
import { describeComparison } from '#islands/reports/metrics/comparison.ts'
import { type EventsQuery, networkEvents } from '#islands/reports/metrics/events.ts'
import { comparesGross, formatFigure, formatNet } from '#islands/reports/metrics/format-total.ts'
import { MetricCard, MetricSkeleton } from '#islands/reports/metrics/MetricCard.tsx'
import { MetricChart, MetricChartSkeleton } from '#islands/reports/metrics/MetricChart.tsx'
import { $metric } from '#islands/reports/metrics/metric.ts'
import { computePace } from '#islands/reports/metrics/metric-series.ts'
import { getTotals, type Total, totalKeys } from '#islands/reports/state/totals.ts'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { formatMoneyChange } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { MoversPanel } from './movers/MoversPanel.tsx'
import { type MoversSource, networkMovers } from './movers/movers.ts'
import { describeTarget } from './pace/describe-target.ts'
import { MonthPace, PaceSkeleton } from './pace/MonthPace.tsx'

interface AnswerProps {
  shown: DisplayedReport
  movers?: MoversSource
  events?: EventsQuery
  /** Shown beside the profit, instead of the month's pace. */
  beside?: ReactNode
  /** Renders between the totals and the chart. */
  children?: ReactNode
}

/** Shows the totals compared with before, the chart of one metric, and the channels that made the difference. */
export function Answer({
  shown,
  movers = networkMovers,
  events = networkEvents,
  beside,
  children,
}: AnswerProps) {
  const metric = useStore($metric)
  const comparison = describeComparison(shown)
  const pace = beside === undefined ? computePace(shown) : null
  const target = beside === undefined ? describeTarget(shown) : null
  const hasBeside = pace !== null || target !== null || beside !== undefined
  return (
    <section className={styles.answer}>
      <h2 className="visually-hidden">{t('reports:figures.heading')}</h2>
      <fieldset className={styles.metrics} data-pace={hasBeside || undefined}>
        <legend className="visually-hidden">{t('reports:chart.metric')}</legend>
        {getTotals(shown.report).map((total) => (
          <MetricCard
            key={total.key}
            total={total}
            change={shown.time.compare === 'none' ? null : total.change}
            isSelected={total.key === metric}
            figure={formatFigure(total, shown)}
            net={formatNet(total, shown)}
            difference={formatDifference(total, shown)}
            // All are compared with the same days, so the first card says with which.
            comparison={total.key === 'profit' ? comparison : undefined}
            comparesGross={comparesGross(total, shown)}
          />
        ))}
        {(pace ?? target) && <MonthPace pace={pace} target={target} currency={shown.currency} />}
        {beside}
      </fieldset>
      {children}
      <MetricChart shown={shown} metric={metric} events={events} />
      <MoversPanel shown={shown} source={movers} />
    </section>
  )
}

export function AnswerSkeleton({
  beside = <PaceSkeleton />,
  children,
}: Pick<AnswerProps, 'beside' | 'children'>) {
  return (
    <section className={styles.answer} aria-hidden="true">
      <div className={styles.metrics} data-pace>
        {totalKeys.map((key) => (
          <MetricSkeleton key={key} metric={key} />
        ))}
        {beside}
      </div>
      {children}
      <MetricChartSkeleton />
      <div className={styles.movers} />
    </section>
  )
}

const formatDifference = ({ key, difference }: Total, { currency }: DisplayedReport) =>
  key === 'profit' && difference !== null ? formatMoneyChange(difference, currency, locale()) : undefined
