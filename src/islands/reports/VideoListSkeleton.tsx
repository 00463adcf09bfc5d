import { videoPageSize } from '#contract/reports.ts'
import { ListSkeleton } from '#islands/tables/ListSkeleton.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import styles from './VideoListSkeleton.module.css'

export const VideoListSkeleton = ({ rows = videoPageSize }: { rows?: number }) => (
  <ListSkeleton rows={rows} className={styles.rows} picture={<Skeleton width="25px" height="44px" />} />
)
