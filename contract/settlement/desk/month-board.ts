import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, Month } from '#contract/platform/params.ts'
import { MonthState } from '#contract/settlement/months.ts'

/** The board shows so many months, the running one included. */
export const boardMonths = 6

/** What has to happen to a month, in its order. `previewed`: there is a draft, so the sums are known. */
export const monthSteps = ['files', 'reconciled', 'previewed', 'closed', 'released', 'paid'] as const
export type MonthStep = (typeof monthSteps)[number]

/**
 * Where a site's month is. `none`: nothing is settled on the site; `running`: it is not over; `files`: final files are missing;
 * `difference`: they are not what the payment summary says; `earlier`: a month before it has to be closed first; `rate`: no
 * exchange rate is stored; `obstacles`: something has to be solved or explained; `ready`: it can be closed; `closed`: it waits
 * for its release; `paying`; `paid`: nothing of it is left to be transferred.
 */
export const cellStates = [
  'none',
  'running',
  'files',
  'difference',
  'earlier',
  'rate',
  'obstacles',
  'ready',
  'closed',
  'paying',
  'paid',
] as const
export type CellState = (typeof cellStates)[number]

/** Amounts without a unit in their names are in `amountUnits` of `currency`. */
export const MonthCell = z.object({
  site: z.int(),
  month: Month,
  state: z.enum(cellStates),
  done: z.array(z.enum(monthSteps)),
  /** Final files of the content owners that report channels of the site. Null: the role is not for everything. */
  files: z.nullable(z.object({ imported: z.int(), missing: z.int() })),
  /** What these files have more, or less, than was paid for them. Null: they agree, or the role is not for everything. */
  differenceMicros: z.nullable(z.int()),
  /** To solve or to explain before closing. */
  obstacles: z.int(),
  currency: Currency,
  /** Those, or drafts of those, that pay something. */
  statements: z.int(),
  /** What they pay. Null: it is not known yet. */
  payable: z.nullable(z.int()),
  /** Payouts of the statements, with what was added to them later, and what of them was transferred. */
  due: z.int(),
  paid: z.int(),
  /** Payments that came back. */
  returned: z.int(),
})
export type MonthCell = z.infer<typeof MonthCell>

export const BoardSite = z.object({
  id: z.int(),
  name: z.string(),
  domain: z.string(),
  /** The day of the following month on which it pays. */
  paymentDay: z.int(),
})
export type BoardSite = z.infer<typeof BoardSite>

export const readMonthBoard = defineEndpoint({
  name: 'readMonthBoard',
  summary:
    'The last months of each site that the caller’s role is for, with what is done and what is in the way of paying them.',
  method: 'GET',
  path: 'v2/mcn/desk/months',
  access: 'desk.read',
  output: z.object({
    /** Oldest first. `isListed`: it has something to close, or has been closed. */
    months: z.array(z.object({ month: Month, state: MonthState, isListed: z.boolean() })),
    /** By name. */
    sites: z.array(BoardSite),
    cells: z.array(MonthCell),
  }),
})
