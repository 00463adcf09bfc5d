import { AbbreviatedFigure } from '#islands/kit/ui/AbbreviatedFigure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import type { Change, Total, TotalKey } from '#islands/reports/state/totals.ts'
import { totalTexts } from '#islands/reports/state/totals.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './Answer.module.css'
import { ChangeText } from './ChangeText.tsx'
import { setMetric } from './metric.ts'

interface MetricCardProps {
  total: Total
  /** null: no comparison is wanted. */
  change: Change | null
  isSelected: boolean
  /** `exact`: the unrounded number, for the tooltip and screen readers. */
  figure: { text: string; exact?: string }
  net: string | undefined
  difference: string | undefined
  comparison: string | undefined
  /** The change is in gross, although net is shown, too. */
  comparesGross: boolean
}

/** Shows a total, and selects its metric for the chart. */
export function MetricCard({
  total: { key },
  change,
  isSelected,
  figure,
  net,
  difference,
  comparison,
  comparesGross,
}: MetricCardProps) {
  return (
    <label className={styles.metric} data-metric={key}>
      <input type="radio" name="metric" checked={isSelected} onChange={() => setMetric(key)} />
      <span className="note">{t(totalTexts[key])}</span>
      <span className={styles.figure} title={figure.exact} data-figure={key}>
        {figure.exact ? <AbbreviatedFigure text={figure.text} exact={figure.exact} /> : figure.text}
      </span>
      {net !== undefined && (
        <span className="note" data-figure="memberProfit">
          {t('reports:figures.memberProfit')} <b className="ink bold">{net}</b>
        </span>
      )}
      <span className={styles.change}>
        {change !== null && <ChangeText change={change} comparison={comparison} difference={difference} />}
        {comparesGross && ' '}
        {comparesGross && <span>· {t('reports:change.ofGross')}</span>}
      </span>
    </label>
  )
}

export function MetricSkeleton({ metric }: { metric: TotalKey }) {
  return (
    <div className={styles.metric} data-metric={metric}>
      <span className="note">{t(totalTexts[metric])}</span>
      <span className={styles.figure}>
        <Skeleton width="70%" />
      </span>
      <span className={styles.change}>
        <Skeleton width="80%" />
      </span>
    </div>
  )
}
