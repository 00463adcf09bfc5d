import { videoPageSize } from '#contract/reports.ts'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import styles from './VideoListSkeleton.module.css'

const skeletonRows = Array.from({ length: videoPageSize }, (_, row) => row)

export function VideoListSkeleton() {
  return (
    <div className={styles.rows} aria-hidden="true">
      {skeletonRows.map((row) => (
        <div key={row}>
          <Skeleton width="36px" height="64px" />
          <span>
            <Skeleton width="60%" />
            <Skeleton width="35%" />
          </span>
        </div>
      ))}
    </div>
  )
}
