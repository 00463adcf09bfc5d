import type { ReactNode } from 'react'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './PriceSpread.module.css'

interface PriceSpreadCardProps {
  busy?: boolean
  stale?: boolean
  children: ReactNode
}

/** The card has the same height, whatever its content. */
export const PriceSpreadCard = ({ busy = false, stale = false, children }: PriceSpreadCardProps) => (
  <section className={styles.card} aria-busy={busy} data-stale={stale || undefined}>
    <h2>{t('video-report:spread.title')}</h2>
    {children}
  </section>
)

export const PriceSpreadSkeleton = () => (
  <PriceSpreadCard busy>
    <div className={styles.figures} aria-hidden="true">
      <Skeleton width="60%" height="56px" />
      <Skeleton width="80%" height="46px" />
    </div>
    <div className={styles.plot} aria-hidden="true">
      <Skeleton height="100%" />
    </div>
  </PriceSpreadCard>
)
