import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, intParam, maxId } from '#contract/platform/params.ts'
import { Day, ReportQuery } from './reports.ts'
import { Music } from './tracks.ts'

/** Fewer would say what a single channel earns (decision 0078). */
export const minSimilarChannels = 5
/** Different members and networks to which they belong. */
export const minSimilarHolders = 3
export const maxSimilarTracks = 5

export const SimilarTracks = z.object({
  currency: Currency,
  revision: z.int(),
  /** null: nothing is compared, or the caller's channels do not use the track enough. */
  comparison: z.nullable(
    z.object({
      /** The latest day of the six months that are compared; figures change once a day. */
      until: Day,
      /** What 1,000 views with the track earned the caller, in amount units of the primary profit. */
      own: z.int(),
      /** Tracks of the same mood that earn channels of the same size more, the highest first. */
      tracks: z.array(
        z.object({
          id: Music.shape.id,
          isrc: Music.shape.isrc,
          name: Music.shape.name,
          artist: Music.shape.artist,
          cover: Music.shape.cover,
          /** The median of the channels, rounded to two digits. */
          perThousand: z.int(),
        }),
      ),
    }),
  ),
})
export type SimilarTracks = z.infer<typeof SimilarTracks>

export const readSimilarTracks = defineEndpoint({
  name: 'readSimilarTracks',
  summary:
    'Tracks of the same mood that earn more per 1,000 views for other channels of the same size and site: medians of at least five channels.',
  method: 'GET',
  path: 'v2/mcn/reports/similar-tracks',
  access: 'account',
  query: z.object({ member: ReportQuery.member, music: intParam({ min: 1, max: maxId }) }),
  output: SimilarTracks,
  refusals: ['forbidden', 'not_found'],
})
