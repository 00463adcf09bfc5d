import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency } from '#contract/platform/params.ts'
import { DayRange, IncompleteDays, Profit, ReportQuery } from './reports.ts'

/**
 * Countries add up to the totals exactly: a day's amount is rounded once, then split so that each country is at most
 * two amount units per day off its unrounded value.
 */
export const CountryFigures = z.object({
  /** Upper case; ZZ is unknown. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  views: z.int(),
  ...Profit.shape,
})
export type CountryFigures = z.infer<typeof CountryFigures>

export const Countries = z.object({
  currency: Currency,
  revision: z.int(),
  /** null: no data imported yet for these channels. */
  report: z.nullable(
    z.object({
      range: DayRange,
      incompleteDays: IncompleteDays,
      /** Sorted by views in descending order. */
      countries: z.array(CountryFigures),
    }),
  ),
})
export type Countries = z.infer<typeof Countries>

export const readCountries = defineEndpoint({
  name: 'readCountries',
  summary: 'Views and profit by country, of all channels or of one; they add up to the totals.',
  method: 'GET',
  path: 'v2/mcn/reports/countries',
  access: 'account',
  query: z.object(ReportQuery),
  output: Countries,
  refusals: ['forbidden', 'not_found'],
})

export const exportScopeCountries = defineEndpoint({
  ...csvEndpoint,
  name: 'exportScopeCountries',
  summary: 'The countries of all channels or of one as CSV.',
  path: 'v2/mcn/reports/countries/export',
  query: readCountries.query,
})
