import type { Sql } from '#server/db/sql.ts'

/** The index of a column; -1 when the file does not have it. */
export type ColumnLookup = (name: string) => number

/** The values of a CSV record. */
export type Fields = readonly string[]

/** A supported YouTube report: how to detect it, its required columns and the mapping of its lines to a table. */
export interface ReportType {
  readonly name: 'activity' | 'revenue' | 'metadata' | 'claims'
  /** Matches YouTube's ids of this report in all versions. */
  readonly idPattern: RegExp
  readonly exampleId: string
  readonly requiredColumns: readonly string[]
  /** Whether each line has a `date`. */
  readonly hasDayColumn: boolean
  /** `table (columns)`; the first columns are the day, if `hasDayColumn`, and the load. */
  readonly copyTarget: Sql
  /** Formats a record as a COPY line without those first columns. Throws `InvalidFieldError`. */
  createLineFormatter(at: ColumnLookup): (fields: Fields) => string
}
