import { useStore } from '@nanostores/react'
import { $filter, videoSortings } from './filter.ts'
import { SortSelect } from './SortSelect.tsx'
import { sortVideos } from './store.ts'

export const VideoSortSelect = () => (
  <SortSelect current={useStore($filter)} sortings={videoSortings} namespace="reports" onSort={sortVideos} />
)
