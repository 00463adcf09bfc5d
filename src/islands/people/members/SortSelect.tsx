import { useStore } from '@nanostores/react'
import { memberSorts } from '#contract/people/members.ts'
import { Select } from '#islands/kit/forms/Select.tsx'
import { t } from '#lib/i18n/strings.ts'
import { $filter, setOrder } from './store.ts'

const sortings = memberSorts.flatMap((sort) =>
  (sort === 'name' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)).map((order) => ({
    value: `${sort}-${order}`,
    sort,
    order,
  })),
)

/** For screens without all column headers. */
export function SortSelect() {
  const { sort, order } = useStore($filter)
  return (
    <Select
      label={t('members:sort.label')}
      value={`${sort}-${order}`}
      options={sortings.map(({ value }) => ({ value, label: t(`members:sort.${value}`) }))}
      onChange={(chosen) => {
        const sorting = sortings.find(({ value }) => value === chosen)
        if (sorting) setOrder(sorting.sort, sorting.order)
      }}
    />
  )
}
