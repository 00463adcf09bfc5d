import { useStore } from '@nanostores/react'
import { SortSelect } from '#islands/reports/frame/SortSelect.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { sortVideos, videoSortings } from '#islands/reports/state/video-sorting.ts'

export const VideoSortSelect = () => (
  <SortSelect current={useStore($filter)} sortings={videoSortings} onSort={sortVideos} />
)
