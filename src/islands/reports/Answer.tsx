import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { formatMoneyChange } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Answer.module.css'
import { describeComparison } from './comparison.ts'
import { type EventsQuery, networkEvents } from './events.ts'
import { formatFigure, formatNet, isOfGross } from './format-total.ts'
import { MetricCard, MetricSkeleton } from './MetricCard.tsx'
import { MetricChart, MetricChartSkeleton } from './MetricChart.tsx'
import { MonthPace, PaceSkeleton } from './MonthPace.tsx'
import { MoversPanel } from './MoversPanel.tsx'
import { $metric } from './metric.ts'
import { computePace } from './metric-series.ts'
import { type MoversSource, networkMovers } from './movers.ts'
import { getTotals, type Total, totalKeys } from './totals.ts'
import type { DisplayedReport } from './use-displayed-report.ts'

interface AnswerProps {
  shown: DisplayedReport
  movers?: MoversSource
  events?: EventsQuery
  /** Beside the profit, instead of the pace of the month. */
  beside?: ReactNode
  /** Between the totals and the chart. */
  children?: ReactNode
}

/** How much, compared with before; one metric's chart; and whose profit made the difference. */
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
  return (
    <section className={styles.answer}>
      <h2 className="visually-hidden">{t('reports:figures.heading')}</h2>
      <fieldset className={styles.metrics} data-pace={pace !== null || beside !== undefined || undefined}>
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
            comparison={comparison}
            isOfGross={isOfGross(total, shown)}
          />
        ))}
        {pace && <MonthPace pace={pace} currency={shown.currency} />}
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
