import { Select } from '#islands/kit/forms/Select.tsx'

export interface Sorting {
  readonly sort: string
  readonly order: string
}

export interface SortSelectProps<S extends Sorting> {
  label: string
  current: Sorting
  sortings: readonly S[]
  text: (sorting: S) => string
  onSort: (sorting: S) => void
}

const toKey = ({ sort, order }: Sorting) => `${sort}-${order}`

/** Sorts on screens that do not show every column header. */
export const SortSelect = <S extends Sorting>({
  label,
  current,
  sortings,
  text,
  onSort,
}: SortSelectProps<S>) => (
  <Select
    label={label}
    value={toKey(current)}
    options={sortings.map((sorting) => ({ value: toKey(sorting), label: text(sorting) }))}
    onChange={(key) => {
      const selected = sortings.find((sorting) => toKey(sorting) === key)
      if (selected) onSort(selected)
    }}
  />
)
