import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Day, DayRange, ReportQuery } from './reports.ts'

export const reportEventKinds = ['video', 'channel', 'fee'] as const
export const ReportEventKind = z.enum(reportEventKinds)
export type ReportEventKind = z.infer<typeof ReportEventKind>

/** The limit applies to each event. */
export const maxEventNames = 3

/** An event that may explain a day's figures; one for each day and kind. */
export const ReportEvent = z.object({
  /** Pacific time, as that of the figures. */
  day: Day,
  kind: ReportEventKind,
  /** Videos published, channels approved, or accounts with another fee rate from that day on. */
  count: z.int(),
  /** Names of the first videos, channels or members, sorted. */
  names: z.array(z.string()),
  /** New fee rate of one account, in tenths of a percent; null of everything else. */
  permille: z.nullable(z.int()),
})
export type ReportEvent = z.infer<typeof ReportEvent>

export const ReportEvents = z.object({
  /** Null without figures. */
  range: z.nullable(DayRange),
  /** Sorted by day, then kind. */
  events: z.array(ReportEvent),
})
export type ReportEvents = z.infer<typeof ReportEvents>

/**
 * Covers the channels whose figures count. Fees are those of the caller, or for a manager of all or the selected
 * members.
 */
export const readReportEvents = defineEndpoint({
  name: 'readReportEvents',
  summary:
    'Videos published, channels approved and fees changed on the days of a period, which may explain its figures.',
  method: 'GET',
  path: 'v2/mcn/reports/events',
  access: 'account',
  query: z.object(ReportQuery),
  output: ReportEvents,
  refusals: ['forbidden', 'not_found'],
})
