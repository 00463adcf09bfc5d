import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { intParam } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'

/** What a content owner reports of each day. */
export const reportKinds = ['activity', 'revenue', 'metadata', 'claims'] as const
export type ReportKind = (typeof reportKinds)[number]

/**
 * `waiting`: it is not due yet. `accepted`: it is missing, and nobody waits for it. `refused`: the newest issue could not be imported; an earlier one may count. `none`: nothing is
 * expected: of a day before the first one, and of metadata and claims, for which a later day makes up.
 */
export const cellStates = ['here', 'waiting', 'late', 'refused', 'withdrawn', 'accepted', 'none'] as const
export type CellState = (typeof cellStates)[number]

/** They wait for somebody. */
const emptyStates: readonly CellState[] = ['late', 'refused', 'withdrawn']

export const isEmptyCell = ({ state }: { state: CellState }): boolean => emptyStates.includes(state)

export const ReportCell = z.object({
  state: z.enum(cellStates),
  /** Of the report that counts; null: none does. */
  rows: z.nullable(z.int()),
  /** Reports of the day that were imported, with replaced ones. */
  issues: z.int(),
})
export type ReportCell = z.infer<typeof ReportCell>

export const OwnerConnection = z.object({
  hasConsent: z.boolean(),
  /** null: Google has stated no end. */
  consentEndsAt: z.nullable(z.iso.datetime()),
  /** When the last complete fetch ended. */
  fetchedAt: z.nullable(z.iso.datetime()),
  nextFetchAt: z.iso.datetime(),
  /** Why the last fetch failed, in English. */
  problem: z.nullable(z.string()),
})
export type OwnerConnection = z.infer<typeof OwnerConnection>

export const OwnerCalendar = z.object({
  owner: z.string(),
  /** That it has ever reported. */
  channels: z.int(),
  /** null: its files are imported by hand. */
  connection: z.nullable(OwnerConnection),
  /** A cell for each day of the range, in order. */
  kinds: z.array(z.object({ kind: z.enum(reportKinds), cells: z.array(ReportCell) })),
})
export type OwnerCalendar = z.infer<typeof OwnerCalendar>

export const defaultCalendarDays = 35
export const maxCalendarDays = 400

export const readDeskReports = defineEndpoint({
  name: 'readDeskReports',
  summary:
    'Which reports of YouTube are there, by content owner, kind and day, and which are not: of the content owners that the caller’s role is for.',
  method: 'GET',
  path: 'v2/mcn/desk/reports',
  access: 'desk.read',
  query: z.object({
    /** The last day; by default, and at most, yesterday in Pacific time. */
    to: z.optional(Day),
    days: z._default(intParam({ min: 1, max: maxCalendarDays }), defaultCalendarDays),
  }),
  output: z.object({
    from: Day,
    to: Day,
    /** Yesterday in Pacific time. */
    latest: Day,
    owners: z.array(OwnerCalendar),
  }),
})

export const CellParams = z.object({
  owner: z.string().check(z.minLength(1), z.maxLength(100)),
  kind: z.enum(reportKinds),
  day: Day,
})

export type CellParams = z.infer<typeof CellParams>

/** `created`: by YouTube, and not imported yet. `replaced`: another issue was imported instead. `lost`: YouTube no longer has it. */
export const attemptKinds = ['created', 'imported', 'replaced', 'refused', 'lost', 'withdrawn'] as const

export const ReportAttempt = z.object({
  at: z.iso.datetime(),
  kind: z.enum(attemptKinds),
  /** Its name, as it was imported. */
  file: z.nullable(z.string()),
  rows: z.nullable(z.int()),
  /** Why it failed, in English. */
  problem: z.nullable(z.string()),
})
export type ReportAttempt = z.infer<typeof ReportAttempt>

export const readDeskReport = defineEndpoint({
  name: 'readDeskReport',
  summary: 'What became of the report of a content owner, kind and day, and whose figures depend on it.',
  method: 'GET',
  path: 'v2/mcn/desk/reports/cell',
  access: 'desk.read',
  query: CellParams,
  output: z.object({
    ...CellParams.shape,
    cell: ReportCell,
    /** From when on it is late. */
    dueAt: z.iso.datetime(),
    /** What counts of the day; null: of other kinds, or nothing does. */
    figures: z.nullable(z.object({ views: z.int(), revenueMicros: z.int() })),
    /** Of the content owner on that day; `earning`: those of people on a site. */
    channels: z.object({ reported: z.int(), earning: z.int(), members: z.int() }),
    /** Newest first. */
    attempts: z.array(ReportAttempt),
    /** Why nobody waits for the report; null: it has not been accepted as missing. */
    acceptedReason: z.nullable(z.string()),
    connection: z.nullable(OwnerConnection),
  }),
  refusals: ['not_found'],
})
