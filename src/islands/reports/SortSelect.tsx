import { useStore } from '@nanostores/react'
import { Select } from '#islands/forms/Select.tsx'
import { t } from '#lib/i18n/strings.ts'
import { type VideoSorting, videoSortings } from './filter.ts'
import { $filter } from './scope.ts'
import { sortVideos } from './store.ts'

const getSortingKey = ({ sort, order }: VideoSorting) => `${sort}-${order}`

export function SortSelect() {
  const filter = useStore($filter)
  return (
    <Select
      label={t('reports:sort.label')}
      value={getSortingKey(filter)}
      options={videoSortings.map((sorting) => ({
        value: getSortingKey(sorting),
        label: t(`reports:sort.${getSortingKey(sorting)}`),
      }))}
      onChange={(name) => {
        const chosen = videoSortings.find((sorting) => getSortingKey(sorting) === name)
        if (chosen) sortVideos(chosen)
      }}
    />
  )
}
