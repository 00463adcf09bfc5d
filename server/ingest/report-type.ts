/** Where a column is; -1 for an optional one that a file does not have. */
export type Columns = (name: string) => number

/** A record of a file. */
export type Fields = readonly string[]

/** A kind of report that is taken in: how it is recognised, what it needs, what becomes of its lines. */
export interface ReportType {
  readonly name: 'activity' | 'revenue' | 'metadata' | 'claims'
  /** The platform's ids of this report: versions change. */
  readonly ids: RegExp
  readonly example: string
  readonly needed: readonly string[]
  /** Whether each line says its day. */
  readonly dated: boolean
  /** `table (columns)`; the first ones are the day, where lines are dated, and the load. */
  readonly into: string
  /** Makes a record's line for COPY, without those first columns. Throws BadValue. */
  lines(at: Columns): (fields: Fields) => string
}
