import type { Sql } from '#server/platform/db/sql.ts'
import type { ColumnLookup, Fields } from '#server/platform/files/csv-records.ts'

/** Both reports of a day make it complete. */
export const hasFacts = (type: ReportType['name']): boolean => type === 'activity' || type === 'revenue'

interface Unit {
  type?: ReportType['name'] | undefined
  day?: string | undefined
}

/** Returns whether one is the activity and the other the revenue of a day. */
export const isOtherHalf = (one: Unit, other: Unit): boolean =>
  one.day === other.day &&
  one.type !== other.type &&
  [one.type, other.type].every((type) => type !== undefined && hasFacts(type))

export interface ReportType {
  readonly name: 'activity' | 'revenue' | 'metadata' | 'claims'
  /** Matches YouTube's report type ids in all versions. */
  readonly idPattern: RegExp
  readonly exampleId: string
  readonly requiredColumns: readonly string[]
  readonly hasDayColumn: boolean
  /** `table (columns)`; the leading columns are the day (if `hasDayColumn`) and the load. */
  readonly copyTarget: Sql
  /**
   * Formats a COPY line without those leading columns. Throws `InvalidFieldError`; `warn` tells of values that cannot
   * be right and harm nothing.
   */
  createLineFormatter(at: ColumnLookup, warn: (warning: string) => void): (fields: Fields) => string
}
