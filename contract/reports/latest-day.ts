import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency } from '#contract/platform/params.ts'
import { Mover, MoverKind } from './movers.ts'
import { Day, Figures, Profit, ReportScope } from './reports.ts'

/** They end on the latest complete day. */
export const shownDays = 14
/** A day is compared with this many of the same weekday before it. */
export const usualWeeks = 8
/** With fewer complete ones among them, nothing is usual or unusual. */
export const minUsualWeeks = 4
/** Of the largest changes in either direction. */
export const maxReasons = 3

/** Inclusive, in amount units of the account's primary profit. */
export const UsualRange = z.object({ low: z.int(), high: z.int() })
export type UsualRange = z.infer<typeof UsualRange>

const DayOfFigures = z.object({ day: Day, views: Figures.shape.views, ...Profit.shape })

export const LatestDay = z.object({
  currency: Currency,
  revision: z.int(),
  /** null: no data imported yet for these channels. */
  report: z.nullable(
    z.object({
      /** The latest complete day. */
      latest: DayOfFigures,
      /** The same weekday of the week before; null if it is incomplete or before the data. */
      weekBefore: z.nullable(DayOfFigures),
      /** The latest last. */
      days: z.array(
        z.object({
          day: Day,
          /** The account's primary profit; null if the day is incomplete or before the data. */
          profit: z.nullable(z.int()),
          /** Of the same weekday before that day; null if too few are known. */
          usual: z.nullable(UsualRange),
        }),
      ),
      /** Set if the latest day is outside its usual range. */
      unusual: z.nullable(
        z.object({
          direction: z.enum(['above', 'below']),
          /** Complete days of this weekday in the last weeks, with the latest. */
          sameWeekdays: z.int(),
          /** It is the highest or the lowest of them. */
          isExtreme: z.boolean(),
        }),
      ),
      /** What changed since the same weekday of the week before; null if that is unknown. */
      reasons: z.nullable(
        z.object({
          by: MoverKind,
          /** Largest change of the primary profit first; whatever they do not explain is the rest. */
          movers: z.array(Mover),
        }),
      ),
    }),
  ),
})
export type LatestDay = z.infer<typeof LatestDay>

export const readLatestDay = defineEndpoint({
  name: 'readLatestDay',
  summary:
    'The latest complete day beside the same weekday before, the last 14 days with the usual range of each, and what changed.',
  method: 'GET',
  path: 'v2/mcn/reports/latest-day',
  access: 'account',
  query: z.object(ReportScope),
  output: LatestDay,
  refusals: ['forbidden', 'not_found'],
})
