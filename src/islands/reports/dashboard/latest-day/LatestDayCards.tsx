import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { LastDays, LastDaysSkeleton } from './LastDays.tsx'
import { LatestAnswer, LatestAnswerSkeleton } from './LatestAnswer.tsx'
import styles from './LatestDay.module.css'
import type { LatestDayQuery } from './latest-day.ts'

interface LatestDayCardsProps {
  query: LatestDayQuery
  className?: string | undefined
  /** Stands below both cards, and between them where there is one column. */
  children?: ReactNode
}

/** Says what the latest day brought, whether that is unusual, and why, beside the last days. */
export function LatestDayCards({ query, className = '', children }: LatestDayCardsProps) {
  const { key, result, error } = useStore(query.$state)
  // Figures of another channel, member or tag never stay.
  const shown = result && isSameKey(result.key, key) ? result.data : null
  if (shown && shown.report === null) return children ?? null
  if (!shown && error) {
    return (
      <div className={`${styles.cards} ${className}`}>
        <section className={`card center ${styles.failure}`}>
          <LoadFailure title={t('latest-day:failed')} error={error} onRetry={query.reload} />
        </section>
        {children}
      </div>
    )
  }
  return (
    <div className={`${styles.cards} ${className}`} aria-busy={!shown}>
      {shown?.report ? (
        <LatestAnswer report={shown.report} currency={shown.currency} />
      ) : (
        <LatestAnswerSkeleton />
      )}
      {children}
      {shown?.report ? <LastDays report={shown.report} currency={shown.currency} /> : <LastDaysSkeleton />}
    </div>
  )
}
