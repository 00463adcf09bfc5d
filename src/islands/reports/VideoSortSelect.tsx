import { useStore } from '@nanostores/react'
import { $filter } from './filter.ts'
import { SortSelect } from './SortSelect.tsx'
import { sortVideos, videoSortings } from './video-sorting.ts'

export const VideoSortSelect = () => (
  <SortSelect current={useStore($filter)} sortings={videoSortings} onSort={sortVideos} />
)
