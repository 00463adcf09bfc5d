import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import styles from './Breakdown.module.css'

export const BreakdownSkeleton = () => (
  <div className={styles.cards} aria-hidden="true">
    {[1, 2, 3, 4].map((card) => (
      <div key={card} className={styles.card}>
        <Skeleton width="50%" />
      </div>
    ))}
  </div>
)
