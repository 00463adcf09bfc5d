import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Day } from './reports.ts'

const musicCategories = ['BGM', 'song', 'OST'] as const
export const MusicCategory = z.enum(musicCategories)
export type MusicCategory = z.infer<typeof MusicCategory>

/** Official tracks are known by how their ISRC begins. */
export const officialPrefix = 'KRMIM'

export const Music = z.object({
  id: z.int(),
  isrc: z.string(),
  name: z.string(),
  artist: z.string(),
  category: MusicCategory,
  /** A path below the API's base (pages admit no pictures of other hosts); null where there is none. */
  cover: z.nullable(z.string().check(z.regex(/^[\w./-]+$/))),
  has_time_limit: z.boolean(),
  official: z.boolean(),
})
export type Music = z.infer<typeof Music>

export const PopularMusic = z.object({
  ...Music.shape,
  rank: z.int(),
  /** The rank of the week before; null when it had none. */
  last_rank: z.nullable(z.int()),
})
export type PopularMusic = z.infer<typeof PopularMusic>

export const PopularMusics = z.object({
  /** First and last of the seven report days counted; null while nothing has been. */
  from: z.nullable(Day),
  to: z.nullable(Day),
  musics: z.array(PopularMusic),
})
export type PopularMusics = z.infer<typeof PopularMusics>

export const listPopularMusics = endpoint({
  name: 'listPopularMusics',
  method: 'GET',
  path: 'v2/mcn/musics/popular',
  access: 'public',
  query: z.object({
    size: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(50))), 10),
  }),
  output: PopularMusics,
})
