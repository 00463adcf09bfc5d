/** Where a column is; -1 for an optional one that a file does not have. */
export type ColumnLookup = (name: string) => number

/** A record of a file. */
export type Fields = readonly string[]

/** A kind of report that is taken in: how it is recognised, what it needs, what becomes of its lines. */
export interface ReportType {
  readonly name: 'activity' | 'revenue' | 'metadata' | 'claims'
  /** The platform's ids of this report: versions change. */
  readonly idPattern: RegExp
  readonly exampleId: string
  readonly requiredColumns: readonly string[]
  /** Whether each line says its day. */
  readonly hasDayColumn: boolean
  /** `table (columns)`; the first ones are the day, where lines are dated, and the load. */
  readonly copyTarget: string
  /** Makes a record's line for COPY, without those first columns. Throws BadValue. */
  createLineFormatter(at: ColumnLookup): (fields: Fields) => string
}
