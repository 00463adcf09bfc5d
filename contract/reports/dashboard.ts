import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, Month } from '#contract/platform/params.ts'
import {
  ChannelIds,
  DailySeries,
  Day,
  DayRange,
  Figures,
  IncompleteDays,
  Profit,
  ReportQuery,
} from './reports.ts'

/** What the rest of the latest complete day's month is likely to bring, in the account's primary profit. */
export const Forecast = z.object({
  /** Starts on the day after the latest complete day and ends with the month. */
  days: z.array(Day),
  /** Lower quartile, median and upper quartile of the same weekday in the last eight weeks, one per day. */
  low: z.array(z.int()),
  expected: z.array(z.int()),
  high: z.array(z.int()),
  /** Of the whole previous month; null if it starts before the data. */
  previousMonth: z.nullable(Profit),
})
export type Forecast = z.infer<typeof Forecast>

/** Adds what the rest of a month is likely to bring to what it has brought so far. */
export const sumForecast = (
  soFar: number,
  { low, high }: Pick<Forecast, 'low' | 'high'>,
): { low: number; high: number } => {
  const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, soFar)
  return { low: add(low), high: add(high) }
}

/** What the account wants its primary profit of a month to be. */
export const MonthTarget = z.object({
  month: Month,
  /** Null: there is none. */
  amount: z.nullable(z.int()),
})
export type MonthTarget = z.infer<typeof MonthTarget>

export const Dashboard = z.object({
  currency: Currency,
  /** Version of the data; increases with every change. */
  revision: z.int(),
  /** null: no data imported yet for these channels. */
  report: z.nullable(
    z.object({
      range: DayRange,
      totals: Figures,
      series: DailySeries,
      incompleteDays: IncompleteDays,
      /** The comparison period; null if it starts before the data or none was requested. */
      previous: z.nullable(z.object({ range: DayRange, totals: Figures, series: DailySeries })),
      /** Of a single day: the 14 days that end with it. Null for longer ranges. */
      lastDays: z.nullable(DailySeries),
      /** From the network's first to its latest complete day. */
      bounds: DayRange,
      /** Of the period `month`, unless fewer than 14 of the last 56 days are complete, or none of the month remains. */
      forecast: z.nullable(Forecast),
      /** Null unless the period is a month, and the report is of all that the account sees. */
      target: z.nullable(MonthTarget),
    }),
  ),
})
export type Dashboard = z.infer<typeof Dashboard>

export const readDashboard = defineEndpoint({
  name: 'readDashboard',
  summary:
    'Totals and daily series of a period, compared with another, with a forecast of the current month, and a month’s target.',
  method: 'GET',
  path: 'v2/mcn/reports/dashboard',
  access: 'account',
  query: z.object({
    ...ReportQuery,
    /** Some of the channels that are visible to the caller or the selected member. */
    channels: z.optional(ChannelIds),
  }),
  output: Dashboard,
  refusals: ['forbidden', 'not_found'],
})

export const exportDays = defineEndpoint({
  ...csvEndpoint,
  name: 'exportDays',
  summary: 'The days of a period as CSV: views, premium views, profit, prices.',
  path: 'v2/mcn/reports/days/export',
  query: z.object(ReportQuery),
})
