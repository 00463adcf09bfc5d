import { useStore } from '@nanostores/react'
import { type VideoPage, videoPageSize } from '#contract/reports.ts'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { $screenClass } from '#lib/page/screen-class.ts'
import { VideoCards } from './VideoCards.tsx'
import styles from './VideoList.module.css'
import { VideoTable } from './VideoTable.tsx'

/** A table, or on a mobile a card for each video: the same facts in the same order. */
export function VideoList({ page }: { page: VideoPage }) {
  return useStore($screenClass) === 'mobile' ? <VideoCards page={page} /> : <VideoTable page={page} />
}

const skeletonRows = Array.from({ length: videoPageSize }, (_, row) => row)

export function VideoListSkeleton() {
  return (
    <div className={styles.waiting} aria-hidden="true">
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
