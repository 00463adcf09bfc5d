import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { MonthRow } from '#contract/settlement/months.ts'
import styles from '#islands/settlement/months/state/Months.module.css'
import { canBePaid } from '#islands/settlement/months/state/rows.ts'
import { $selectedIds, setSelected, toggleSelected } from '#islands/settlement/months/state/selection.ts'
import { t } from '#lib/i18n/strings.ts'
import { getAccountName } from './member-cells.tsx'

interface RowCheckboxProps {
  rows: readonly MonthRow[]
  row: MonthRow
  isSelected: boolean
}

/** Only of what waits for payment. With Shift, selects everything from the last clicked one on. */
export const RowCheckbox = ({ rows, row, isSelected }: RowCheckboxProps) =>
  canBePaid(row) && (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        aria-label={t('months:select.one', { name: getAccountName(row) })}
        checked={isSelected}
        onChange={({ nativeEvent }) => {
          const extend = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
          toggleSelected(rows, row, { extend })
        }}
      />
    </label>
  )

/** Of all pages. */
export function PageCheckbox({ rows }: { rows: readonly MonthRow[] }) {
  const selectedIds = useStore($selectedIds)
  const input = useRef<HTMLInputElement>(null)
  const payable = rows.filter(canBePaid)
  const count = payable.filter(({ statementId }) => selectedIds.has(statementId ?? 0)).length
  const isAll = count > 0 && count === payable.length
  useEffect(() => {
    if (input.current) input.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <label className={styles.checkbox}>
      <input
        ref={input}
        type="checkbox"
        aria-label={t('months:select.all')}
        checked={isAll}
        disabled={payable.length === 0}
        onChange={() => setSelected(payable, !isAll)}
      />
    </label>
  )
}
