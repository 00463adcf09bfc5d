import type { ReactNode } from 'react'

/**
 * Where a phone's card shows a column. `figure`: at the end of the first line, in bold, unless the list is sorted by
 * another column, which is there instead. `note`: below the figure. `side`: in the figure's place, however the list is
 * sorted. `fact`: with its name below the heading. `line`: below everything, without its name. `elsewhere`: within
 * another column. Columns without a place are there only while the list is sorted by them.
 */
export type CardPlace = 'figure' | 'note' | 'side' | 'fact' | 'line' | 'menu' | 'elsewhere'

/** One column of a list: a table shows it on wide screens, cards on a phone. */
export interface ListColumn<Row, Sort extends string = string> {
  /** `data-column` of its cells. */
  readonly key: string
  readonly label: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Its cells name their rows. */
  readonly isHeading?: boolean
  /** Begins at the start of the line; figures end at its end. */
  readonly isText?: boolean
  /** Absent if rows cannot be sorted by this column. */
  readonly sort?: Sort | undefined
  /** Label for sorting, if it differs from the column's. */
  readonly sortLabel?: string
  /** Has nothing in any row, so that it is left out unless somebody chooses it. */
  readonly isEmpty?: boolean
  /** A table without room for all leaves columns out, those with the highest number first. */
  readonly rank?: number
  readonly card?: CardPlace | undefined
  /** Order among the facts of a card, if it is not that of the table. */
  readonly cardOrder?: number
  /** Replaces the cell on a card. */
  readonly cardCell?: (row: Row) => ReactNode
}

export interface ListSorting<Sort extends string> {
  readonly sort: Sort
  readonly order: 'asc' | 'desc'
  readonly onSort: (sort: Sort) => void
}

export interface ListTotal {
  /** `data-total` of its row. */
  readonly key: string
  readonly label: ReactNode
  readonly cell: (column: string) => ReactNode
}

export const isAllZero = <Row>(
  rows: readonly Row[],
  read: (row: Row) => number | null | undefined,
): boolean => rows.every((row) => !read(row))
