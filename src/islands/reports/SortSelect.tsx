import { useStore } from '@nanostores/react'
import { t } from '#lib/strings.ts'
import { Select } from '#shared/Select.tsx'
import { type Sorting, sortings } from './filter.ts'
import { $filter } from './scope.ts'
import { sortVideos } from './store.ts'

const nameOf = ({ sort, order }: Sorting) => `${sort}-${order}`

export function SortSelect() {
  const filter = useStore($filter)
  return (
    <Select
      label={t('reports:sort.label')}
      value={nameOf(filter)}
      options={sortings.map((sorting) => ({
        value: nameOf(sorting),
        label: t(`reports:sort.${nameOf(sorting)}`),
      }))}
      onChange={(name) => {
        const chosen = sortings.find((sorting) => nameOf(sorting) === name)
        if (chosen) sortVideos(chosen)
      }}
    />
  )
}
