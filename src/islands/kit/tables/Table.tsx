import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { memo, type ReactNode, useMemo, useRef } from 'react'
import { selectColumn } from './Checkboxes.tsx'
import type { ListColumn } from './columns/columns.ts'
import { useFit } from './columns/use-columns.ts'
import type { DataAttributes, DataTableProps } from './list-props.ts'
import table from './Table.module.css'

export const $noIds = atom<ReadonlySet<number>>(new Set())

/** The document does not contain all rows of a virtual table, so that their number may be unknown. */
const unknownRowCount = -1

const noTotals = [] as const
const noAttributes = () => ({})

export function Table<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, className = '', rows, getKey, getAttributes = noAttributes, sorting, selectable } = props
  const { totals = noTotals, virtual, choice } = props
  const box = useRef<HTMLDivElement>(null)
  const { columns: fitting, isWide } = useFit(box, props.columns, rows, choice)
  const selectedIds = useStore(selectable?.selection.$ids ?? $noIds)
  const columns = useMemo(
    () => (selectable ? [selectColumn<Row, Sort>(selectable, rows), ...fitting] : fitting),
    [selectable, rows, fitting],
  )
  const rowsBefore = totals.length + 1
  const total = virtual && (virtual.total === null ? unknownRowCount : virtual.total + rowsBefore)
  const renderRow = (row: Row, index?: number) => (
    <DataRow
      key={getKey(row)}
      row={row}
      columns={columns}
      attributes={getAttributes}
      isSelected={isSelected(selectable?.selection.getId(row), selectedIds)}
      index={index}
      rowsBefore={rowsBefore}
    />
  )
  return (
    <div
      ref={box}
      // Keys scroll a box that is narrower than its table.
      tabIndex={isWide ? 0 : undefined}
      className={`${table.scroller} ${className}`}
      data-wide={isWide || undefined}
      data-virtual={virtual ? '' : undefined}
      data-plain={props.isAlwaysTable || undefined}
      data-many={columns.length > 8 || undefined}
    >
      <table className={table.table} aria-rowcount={total} data-selectable={selectable ? '' : undefined}>
        {caption && <caption className="visually-hidden">{caption}</caption>}
        <Head columns={columns} sorting={sorting} isNumbered={virtual !== undefined} />
        {totals.length > 0 && (
          <tbody className={table.totals}>
            {totals.map(({ key, label, cell }, at) => (
              <tr key={key} data-total={key} aria-rowindex={virtual && at + 2}>
                {columns.map((column) => (
                  <Cell key={column.key} column={column}>
                    {column.isHeading ? label : cell(column.key)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        )}
        {virtual ? (
          <virtual.Rows
            as="tbody"
            count={rows.length}
            onLastRowChange={virtual.onLastRowChange}
            renderRow={(at) => {
              const row = rows[at]
              return row && renderRow(row, at)
            }}
          />
        ) : (
          <tbody>{rows.map((row) => renderRow(row))}</tbody>
        )}
      </table>
    </div>
  )
}

export const isSelected = (id: number | null | undefined, ids: ReadonlySet<number>) =>
  (id !== null && id !== undefined && ids.has(id)) || undefined

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const
const arrows = { asc: '↑', desc: '↓' } as const

type HeadProps<Row, Sort extends string> = Pick<DataTableProps<Row, Sort>, 'columns' | 'sorting'> & {
  isNumbered: boolean
}

const Head = <Row, Sort extends string>({ columns, sorting, isNumbered }: HeadProps<Row, Sort>) => (
  <thead>
    <tr aria-rowindex={isNumbered ? 1 : undefined}>
      {columns.map(({ key, label, isHeading, isText = isHeading, sort, sortLabel }) => {
        const shared = { key, scope: 'col', 'data-column': key, 'data-text': isText || undefined }
        if (sort === undefined || !sorting)
          return (
            <th {...shared} key={key}>
              {label}
            </th>
          )
        const order = sorting.sort === sort ? sorting.order : undefined
        return (
          <th {...shared} key={key} aria-sort={order && ariaSorts[order]} className={table.sortable}>
            {sortLabel !== undefined && <span>{label}</span>}
            <button type="button" onClick={() => sorting.onSort(sort)}>
              {sortLabel ?? label}
              <span aria-hidden="true" className={table.arrow}>
                {/* The arrow never starts a line. */ `\u00a0${order ? arrows[order] : '↕'}`}
              </span>
            </button>
          </th>
        )
      })}
    </tr>
  </thead>
)

const Cell = ({ column, children }: { column: ListColumn<never>; children: ReactNode }) =>
  column.isHeading ? (
    <th scope="row" data-column={column.key} data-text={column.isText || undefined}>
      {children}
    </th>
  ) : (
    <td data-column={column.key} data-text={column.isText || undefined}>
      {children}
    </td>
  )

interface DataRowProps<Row> {
  row: Row
  columns: readonly ListColumn<Row>[]
  attributes: (row: Row) => DataAttributes
  isSelected: boolean | undefined
  /** Position in a virtual table, and the number of rows above all of them. */
  index: number | undefined
  rowsBefore: number
}

const MemoizedRow = memo(function DataRow(props: DataRowProps<unknown>) {
  const { row, columns, attributes, index, rowsBefore } = props
  return (
    <tr
      {...attributes(row)}
      data-selected={props.isSelected}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + rowsBefore + 1}
    >
      {columns.map((column) => (
        <Cell key={column.key} column={column}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  )
})

/** Renders again only if its row, its columns or its selection change. */
const DataRow = MemoizedRow as unknown as <Row>(props: DataRowProps<Row>) => ReactNode
