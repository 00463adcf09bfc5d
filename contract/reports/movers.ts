import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency } from '#contract/platform/params.ts'
import { DayRange, Profit, ReportQuery } from './reports.ts'
import { Music } from './tracks.ts'

export const moverKinds = ['channel', 'video', 'track'] as const
export const MoverKind = z.enum(moverKinds)
export type MoverKind = z.infer<typeof MoverKind>

/** The limit applies to each direction. */
export const maxMovers = 5

export const Mover = z.object({
  /** A channel id, a video id, or an ISRC. */
  id: z.string(),
  /** Channel of a video; null for everything else. */
  channelId: z.nullable(z.string()),
  /** null: unnamed, or a track outside the catalog. */
  name: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  /** Id of a track in the catalog; null for withdrawn ones and everything else. */
  musicId: z.nullable(z.int()),
  /** Cover of a track. */
  cover: Music.shape.cover,
  current: Profit,
  previous: Profit,
})
export type Mover = z.infer<typeof Mover>

export const Movers = z.object({
  currency: Currency,
  revision: z.int(),
  /** null: nothing to compare. */
  comparison: z.nullable(
    z.object({
      range: DayRange,
      previousRange: DayRange,
      /** Sorted by the change of the account's primary profit, largest first. */
      risers: z.array(Mover),
      fallers: z.array(Mover),
      /** Sums of all that rose and of all that fell, in amount units of the primary profit. */
      risen: z.int(),
      fallen: z.int(),
    }),
  ),
})
export type Movers = z.infer<typeof Movers>

/** Each video counts fully for every track that it uses. */
export const readMovers = defineEndpoint({
  name: 'readMovers',
  summary: 'The channels, videos or tracks whose profit rose and fell most against the compared period.',
  method: 'GET',
  path: 'v2/mcn/reports/movers',
  access: 'account',
  query: z.object({ ...ReportQuery, by: z._default(MoverKind, 'channel') }),
  output: Movers,
  refusals: ['forbidden', 'not_found'],
})
