import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { t } from '#lib/i18n/strings.ts'
import type { ListColumn } from './columns/columns.ts'
import { focusSelectionBar } from './SelectionBar.tsx'
import type { Selection } from './selection.ts'
import table from './Table.module.css'

/** Makes the rows of a list selectable. */
export interface Selectable<Row> {
  readonly selection: Selection<Row>
  readonly label: (row: Row) => string
  readonly allLabel: () => string
  /** Rows within reach of Shift and of the checkbox for all rows; absent: those of the list. */
  readonly rows?: readonly Row[]
}

interface RowsProps<Row> {
  selectable: Selectable<Row>
  /** Rows of the list. */
  rows: readonly Row[]
}

/** A click with Shift selects everything since the last clicked row. */
export function RowCheckbox<Row>({ selectable, rows, row }: RowsProps<Row> & { row: Row }) {
  const { selection, label } = selectable
  const selectedIds = useStore(selection.$ids)
  const id = selection.getId(row)
  if (id === null) return null
  return (
    <>
      <label className={table.checkbox}>
        <input
          type="checkbox"
          aria-label={label(row)}
          checked={selectedIds.has(id)}
          onChange={({ nativeEvent }) => {
            const extend = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
            selection.toggle(selectable.rows ?? rows, row, { extend })
          }}
        />
      </label>
      <ToBar selection={selection} place={id} />
    </>
  )
}

export function AllCheckbox<Row>({ selectable, rows: listed }: RowsProps<Row>) {
  const { selection, allLabel, rows = listed } = selectable
  const selectedIds = useStore(selection.$ids)
  const input = useRef<HTMLInputElement>(null)
  const ids = rows.map(selection.getId).filter((id) => id !== null)
  const count = ids.filter((id) => selectedIds.has(id)).length
  const isAll = count > 0 && count === ids.length
  useEffect(() => {
    if (input.current) input.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <>
      <label className={table.checkbox}>
        <input
          ref={input}
          type="checkbox"
          aria-label={allLabel()}
          checked={isAll}
          disabled={ids.length === 0}
          onChange={() => selection.set(rows, !isAll)}
        />
      </label>
      <ToBar selection={selection} place="all" />
    </>
  )
}

interface ToBarProps<Row> {
  selection: Selection<Row>
  place: number | 'all'
}

/** Follows the checkbox that was clicked last, and leads to the bar, which is behind all rows in the order of Tab. */
function ToBar<Row>({ selection, place }: ToBarProps<Row>) {
  const isLast = useStore(selection.$last) === place
  const count = useStore(selection.$ids).size
  if (!isLast || count === 0) return null
  return (
    <button type="button" className={`button small ${table.toBar}`} onClick={focusSelectionBar}>
      {t('common:selection.toBar')}
    </button>
  )
}

export const selectColumn = <Row, Sort extends string>(
  selectable: Selectable<Row>,
  rows: readonly Row[],
): ListColumn<Row, Sort> => ({
  key: 'select',
  label: <AllCheckbox selectable={selectable} rows={rows} />,
  cell: (row) => <RowCheckbox selectable={selectable} rows={rows} row={row} />,
})
