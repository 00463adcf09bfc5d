import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency } from '#contract/platform/params.ts'
import { DayRange, Profit } from './reports.ts'

const maxQueriedMusics = 100

export const MusicUse = z.object({
  musicId: z.int(),
  /** The caller's videos with figures in the period that use the track. */
  videos: z.int(),
  ...Profit.shape,
})
export type MusicUse = z.infer<typeof MusicUse>

export const listMusicUses = defineEndpoint({
  name: 'listMusicUses',
  summary:
    'Of the given tracks, those used by the person’s videos: how many videos, and what they earned in the longest report period.',
  method: 'GET',
  path: 'v2/mcn/musics/uses',
  access: 'account',
  query: z.object({
    musics: z
      .string()
      .check(z.regex(new RegExp(`^[1-9]\\d{0,9}(,[1-9]\\d{0,9}){0,${maxQueriedMusics - 1}}$`))),
  }),
  output: z.object({
    currency: Currency,
    revision: z.int(),
    range: z.nullable(DayRange),
    uses: z.array(MusicUse),
  }),
})
