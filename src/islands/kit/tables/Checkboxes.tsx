import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { TableColumn } from './DataTable.tsx'
import type { Selection } from './selection.ts'
import table from './Table.module.css'

/** Makes the rows of a list selectable. */
export interface Selectable<Row> {
  selection: Selection<Row>
  /** Rows within reach of Shift and of the checkbox for all rows. */
  rows: readonly Row[]
  label: (row: Row) => string
  allLabel: string
}

/** A click with Shift selects everything since the last clicked row. */
export function RowCheckbox<Row>({ selectable, row }: { selectable: Selectable<Row>; row: Row }) {
  const { selection, rows, label } = selectable
  const selectedIds = useStore(selection.$ids)
  const id = selection.getId(row)
  if (id === null) return null
  return (
    <label className={table.checkbox}>
      <input
        type="checkbox"
        aria-label={label(row)}
        checked={selectedIds.has(id)}
        onChange={({ nativeEvent }) => {
          const extend = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
          selection.toggle(rows, row, { extend })
        }}
      />
    </label>
  )
}

export function AllCheckbox<Row>({ selectable }: { selectable: Selectable<Row> }) {
  const { selection, rows, allLabel } = selectable
  const selectedIds = useStore(selection.$ids)
  const input = useRef<HTMLInputElement>(null)
  const ids = rows.map(selection.getId).filter((id) => id !== null)
  const count = ids.filter((id) => selectedIds.has(id)).length
  const isAll = count > 0 && count === ids.length
  useEffect(() => {
    if (input.current) input.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <label className={table.checkbox}>
      <input
        ref={input}
        type="checkbox"
        aria-label={allLabel}
        checked={isAll}
        disabled={ids.length === 0}
        onChange={() => selection.set(rows, !isAll)}
      />
    </label>
  )
}

export const selectColumn = <Row,>(selectable: Selectable<Row>): TableColumn<Row, never> => ({
  key: 'select',
  label: <AllCheckbox selectable={selectable} />,
  cell: (row) => <RowCheckbox selectable={selectable} row={row} />,
})
