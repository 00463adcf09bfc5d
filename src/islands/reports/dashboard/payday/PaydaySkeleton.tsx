import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import styles from './Payday.module.css'

/** Matches the height of `PaydayCard`. */
export const PaydaySkeleton = () => (
  <div className={styles.card} aria-hidden="true">
    <div className={styles.headline}>
      <p className={styles.title}>
        <Skeleton width="55%" />
      </p>
      <p className={styles.amount}>
        <Skeleton width="60%" />
      </p>
      <p className="note">
        <Skeleton width="70%" />
      </p>
    </div>
    <ul className={styles.rows}>
      {[1, 2].map((row) => (
        <li key={row}>
          <Skeleton width="16px" height="16px" isRound />
          <Skeleton width="50%" />
          <Skeleton width="80px" />
        </li>
      ))}
    </ul>
    <div className={styles.step}>
      <Skeleton height="44px" />
    </div>
  </div>
)
