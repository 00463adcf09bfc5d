import { videoPageSize } from '#contract/reports/reports.ts'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import styles from './VideoListSkeleton.module.css'

export const VideoListSkeleton = ({ rows = videoPageSize }: { rows?: number }) => (
  <ListSkeleton rows={rows} className={styles.rows} picture={<Skeleton width="25px" height="44px" />} />
)
