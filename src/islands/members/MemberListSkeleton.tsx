import { Skeleton } from '#islands/ui/Skeleton.tsx'
import styles from './Members.module.css'

const rows = [0, 1, 2, 3, 4, 5]

/** Of the size of rows or cards that are there. */
export const MemberListSkeleton = () => (
  <div className={styles.waiting} aria-hidden="true">
    {rows.map((row) => (
      <div key={row}>
        <Skeleton width="30%" />
        <Skeleton width="48%" />
      </div>
    ))}
  </div>
)
