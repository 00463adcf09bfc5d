import { memo, type ReactNode } from 'react'
import styles from './SortHeader.module.css'
import table from './Table.module.css'

type DataAttributes = Readonly<Record<`data-${string}`, string | number | boolean | undefined>>

export interface TableColumn<Row, Sort extends string = string> {
  /** `data-column` of its cells. */
  readonly key: string
  readonly label: ReactNode
  /** Its cells name their rows. */
  readonly isHeading?: boolean
  /** Absent if rows cannot be sorted by this column. */
  readonly sort?: Sort | undefined
  /** Label for sorting, if it differs from the column's. */
  readonly sortLabel?: string
  readonly cell: (row: Row) => ReactNode
}

interface TableTotals {
  readonly key: string
  readonly label: ReactNode
  readonly cell: (column: string) => ReactNode
}

interface DataTableProps<Row, Sort extends string> {
  caption?: ReactNode
  className?: string
  attributes?: DataAttributes
  columns: readonly TableColumn<Row, Sort>[]
  sorting?: { sort: Sort; order: 'asc' | 'desc'; onSort: (sort: Sort) => void }
  /** The first rows. */
  totals?: readonly TableTotals[]
  /** Number of rows in a virtual table, including those outside the document; -1: unknown. */
  rowCount?: number | undefined
  /** Bodies of the table: `DataRows`, or virtual rows. */
  children: ReactNode
}

/** A table whose columns are data. */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, className = table.table, attributes, columns, sorting, totals = [], rowCount } = props
  const getRowIndex = (at: number) => (rowCount === undefined ? undefined : at)
  return (
    <table className={className} aria-rowcount={rowCount} {...attributes}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr aria-rowindex={getRowIndex(1)}>
          {columns.map(({ key, label, sort, sortLabel }) =>
            sort === undefined || !sorting ? (
              <th key={key} scope="col" data-column={key}>
                {label}
              </th>
            ) : (
              <SortHeader
                key={key}
                column={key}
                label={label}
                sortLabel={sortLabel}
                order={sorting.sort === sort ? sorting.order : undefined}
                onSort={() => sorting.onSort(sort)}
              />
            ),
          )}
        </tr>
      </thead>
      {totals.length > 0 && (
        <tbody className={table.totals}>
          {totals.map(({ key, label, cell }, at) => (
            <tr key={key} data-total={key} aria-rowindex={getRowIndex(at + 2)}>
              {columns.map((column) => (
                <Cell key={column.key} column={column}>
                  {column.isHeading ? label : cell(column.key)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      )}
      {props.children}
    </table>
  )
}

const Cell = ({ column, children }: { column: TableColumn<never>; children: ReactNode }) =>
  column.isHeading ? (
    <th scope="row" data-column={column.key}>
      {children}
    </th>
  ) : (
    <td data-column={column.key}>{children}</td>
  )

interface RowsProps<Row> {
  columns: readonly TableColumn<Row>[]
  attributes: (row: Row) => DataAttributes
}

interface DataRowProps<Row> extends RowsProps<Row> {
  row: Row
  isSelected?: boolean | undefined
  /** Position in a virtual table, and the number of rows above all of them. */
  index?: number
  rowsBefore?: number
}

const MemoizedRow = memo(function DataRow({ row, columns, attributes, ...rest }: DataRowProps<unknown>) {
  const { isSelected, index, rowsBefore = 0 } = rest
  return (
    <tr
      {...attributes(row)}
      data-selected={isSelected || undefined}
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
export const DataRow = MemoizedRow as unknown as <Row>(props: DataRowProps<Row>) => ReactNode

interface DataRowsProps<Row> extends RowsProps<Row> {
  rows: readonly Row[]
  getKey: (row: Row) => string | number
  isSelected?: (row: Row) => boolean
}

export const DataRows = <Row,>({ rows, getKey, isSelected, ...rest }: DataRowsProps<Row>) => (
  <tbody>
    {rows.map((row) => (
      <DataRow key={getKey(row)} row={row} isSelected={isSelected?.(row)} {...rest} />
    ))}
  </tbody>
)

interface SortHeaderProps {
  /** Lets styles select the column. */
  column?: string
  label: ReactNode
  /** The sort key's label, if it differs from the column's. */
  sortLabel: string | undefined
  /** undefined: sorted by another column. */
  order: 'asc' | 'desc' | undefined
  onSort: () => void
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const
const arrows = { asc: '↑', desc: '↓' } as const

function SortHeader({ column, label, sortLabel, order, onSort }: SortHeaderProps) {
  return (
    <th scope="col" data-column={column} aria-sort={order && ariaSorts[order]} className={styles.header}>
      {sortLabel !== undefined && <span>{label}</span>}
      <button type="button" onClick={onSort}>
        {sortLabel ?? label}
        <span aria-hidden="true" className={styles.arrow}>
          {/* The arrow never starts a line. */ `\u00a0${order ? arrows[order] : '↕'}`}
        </span>
      </button>
    </th>
  )
}
