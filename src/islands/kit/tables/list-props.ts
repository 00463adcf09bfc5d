import type { ComponentType } from 'react'
import type { Selectable } from './Checkboxes.tsx'
import type { TableChoice } from './columns/column-choice.ts'
import type { ListColumn, ListSorting, ListTotal } from './columns/columns.ts'
import type { VirtualRowsProps } from './VirtualRows.tsx'

export type DataAttributes = Readonly<Record<`data-${string}`, string | number | boolean | undefined>>

export interface VirtualList {
  /** `VirtualRows`, which most lists do without. */
  readonly Rows: ComponentType<VirtualRowsProps>
  /** Number of rows, including those that are not loaded; null: unknown. */
  readonly total: number | null
  readonly cardHeight: number
  readonly onLastRowChange: (last: number) => void
}

export interface DataTableProps<Row, Sort extends string> {
  columns: readonly ListColumn<Row, Sort>[]
  rows: readonly Row[]
  getKey: (row: Row) => string | number
  /** Attributes of a row or card. */
  getAttributes?: (row: Row) => DataAttributes
  caption?: string | null | undefined
  /** Id of the heading that names the cards. */
  labelledBy?: string
  className?: string | undefined
  cardsClassName?: string | undefined
  sorting?: ListSorting<Sort>
  /** The first rows. */
  totals?: readonly ListTotal[]
  selectable?: Selectable<Row> | null
  choice?: TableChoice
  /** Renders only the rows in sight. */
  virtual?: VirtualList | undefined
  /** A phone shows the table, too, which is small: its head scrolls away with its rows. */
  isAlwaysTable?: boolean
}
