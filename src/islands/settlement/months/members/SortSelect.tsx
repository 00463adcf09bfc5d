import { useStore } from '@nanostores/react'
import { Select } from '#islands/kit/forms/Select.tsx'
import { tableColumns } from '#islands/settlement/months/state/columns.ts'
import styles from '#islands/settlement/months/state/Months.module.css'
import { $filter, setOrder } from '#islands/settlement/months/state/store.ts'
import { t } from '#lib/i18n/strings.ts'

const orders = ['desc', 'asc'] as const

/** For screens without column headers. */
export function SortSelect() {
  const { sort, order } = useStore($filter)
  const options = tableColumns.flatMap((column) =>
    orders.map((value) => ({ value: `${column}-${value}`, column, order: value })),
  )
  return (
    <div className={styles.sort}>
      <Select
        label={t('months:members.sort')}
        value={`${sort}-${order}`}
        options={options.map((option) => ({
          value: option.value,
          label: `${t(`months:column.${option.column}`)} ${option.order === 'asc' ? '↑' : '↓'}`,
        }))}
        onChange={(chosen) => {
          const option = options.find(({ value }) => value === chosen)
          if (option) setOrder(option.column, option.order)
        }}
      />
    </div>
  )
}
