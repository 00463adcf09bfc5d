import type { ReactNode } from 'react'
import { Sparkline } from '#islands/kit/charts/small/Sparkline.tsx'
import { AbbreviatedFigure } from '#islands/kit/ui/AbbreviatedFigure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import type { Total } from '#islands/reports/state/totals.ts'
import { totalTexts } from '#islands/reports/state/totals.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './TotalCard.module.css'

interface TotalCardProps {
  total: Total
  /** `exact`: the unrounded number, for the tooltip and screen readers. */
  figure: { text: string; exact?: string }
  net: string | undefined
  children: ReactNode
}

export function TotalCard({ total, figure, net, children }: TotalCardProps) {
  return (
    <div className={styles.card}>
      <dt className="note">{t(totalTexts[total.key])}</dt>
      <dd className={styles.figure} title={figure.exact} data-figure={total.key}>
        {figure.exact ? <AbbreviatedFigure text={figure.text} exact={figure.exact} /> : figure.text}
      </dd>
      {net !== undefined && (
        <dd className={`note ${styles.net}`} data-figure="memberProfit">
          {t('reports:figures.memberProfit')} <b className="ink bold">{net}</b>
        </dd>
      )}
      <dd className={styles.change}>{children}</dd>
      <dd className={styles.trend} aria-hidden="true">
        <Sparkline values={total.trend} previous={total.previousTrend} />
      </dd>
    </div>
  )
}

export function TotalSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.card}>
      <dt className="note">{label}</dt>
      <dd className={styles.figure}>
        <Skeleton width="60%" />
      </dd>
      <dd className={styles.change}>
        <Skeleton width="75%" />
      </dd>
      <dd className={styles.trend}>
        <Skeleton height="100%" />
      </dd>
    </div>
  )
}
