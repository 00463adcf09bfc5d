import { useStore } from '@nanostores/react'
import { SortSelect } from '#islands/kit/tables/SortSelect.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { sortVideos, videoSortings } from '#islands/reports/state/video-sorting.ts'
import { t } from '#lib/i18n/strings.ts'

export const VideoSortSelect = () => (
  <SortSelect
    label={t('reports:sort.label')}
    current={useStore($filter)}
    sortings={videoSortings}
    text={({ sort, order }) => t(`reports:sort.${sort}-${order}`)}
    onSort={sortVideos}
  />
)
