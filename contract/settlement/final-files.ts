import * as z from 'zod/mini'
import { Month } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'
import { MonthSource } from './statements.ts'

/** `file`: a person has imported it; `api`: it came over the connection to YouTube. */
export const fileWays = ['file', 'api'] as const
export type FileWay = (typeof fileWays)[number]

/**
 * `expected`: none of the month is there. `incomplete`: some are; the payment summary, tax, or what the summary pays is not.
 * `late`: either of them, after the day on which they are due. `complete`: nothing is known to be missing, or the month is
 * closed.
 */
export const arrivalStates = ['expected', 'incomplete', 'late', 'complete'] as const
export const ArrivalState = z.enum(arrivalStates)
export type ArrivalState = z.infer<typeof ArrivalState>

/** Whether the final files of a month are there. */
export const MonthArrival = z.object({
  month: Month,
  state: ArrivalState,
  /** YouTube has made them by this day of the month after. */
  dueOn: Day,
  /** Sources that are known to be missing: the others may have no revenue. Empty while no file is there. */
  missing: z.array(MonthSource),
})
export type MonthArrival = z.infer<typeof MonthArrival>

/** Those of one content owner. */
export const OwnerArrival = z.extend(MonthArrival, {
  owner: z.string(),
  /** They come over the connection to YouTube by themselves. */
  isFetched: z.boolean(),
  /** In the order of `monthSources`. */
  files: z.array(
    z.object({
      source: MonthSource,
      way: z.enum(fileWays),
      importedAt: z.iso.datetime(),
      rows: z.int(),
    }),
  ),
})
export type OwnerArrival = z.infer<typeof OwnerArrival>
