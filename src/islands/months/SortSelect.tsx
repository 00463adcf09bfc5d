import { useStore } from '@nanostores/react'
import { Select } from '#islands/forms/Select.tsx'
import { t } from '#lib/i18n/strings.ts'
import { tableColumns } from './columns.ts'
import styles from './Months.module.css'
import { $filter, setOrder } from './store.ts'

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
