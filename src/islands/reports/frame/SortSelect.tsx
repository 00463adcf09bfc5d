import { Select } from '#islands/kit/forms/Select.tsx'
import { t } from '#lib/i18n/strings.ts'

interface Sorting {
  readonly sort: string
  readonly order: string
}

interface SortSelectProps<S extends Sorting> {
  current: Sorting
  sortings: readonly S[]
  onSort: (sorting: S) => void
}

const toKey = ({ sort, order }: Sorting) => `${sort}-${order}`

export const SortSelect = <S extends Sorting>({ current, sortings, onSort }: SortSelectProps<S>) => (
  <Select
    label={t('reports:sort.label')}
    value={toKey(current)}
    options={sortings.map((sorting) => ({
      value: toKey(sorting),
      label: t(`reports:sort.${toKey(sorting)}`),
    }))}
    onChange={(key) => {
      const selected = sortings.find((sorting) => toKey(sorting) === key)
      if (selected) onSort(selected)
    }}
  />
)
