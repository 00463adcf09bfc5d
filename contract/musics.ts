import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Id, intParam, maxId, pageParams, searchParam } from './params.ts'
import { Day, DayRange, Profit } from './reports.ts'
import { Currency } from './site.ts'

const musicCategories = ['BGM', 'song', 'OST'] as const
export const MusicCategory = z.enum(musicCategories)
export type MusicCategory = z.infer<typeof MusicCategory>

/** Official tracks are known by how their ISRC begins. */
export const officialPrefix = 'KRMIM'

/** A path below the API's base: pages admit no pictures and sounds of other hosts. */
const MediaPath = z.string().check(z.regex(/^[\w./-]+$/))

/** A mood of tracks, named in the caller's language. */
export const MoodTag = z.object({ id: z.int(), name: z.string() })
export type MoodTag = z.infer<typeof MoodTag>

export const Music = z.object({
  id: z.int(),
  /** Without hyphens. */
  isrc: z.string(),
  name: z.string(),
  artist: z.string(),
  category: MusicCategory,
  /** See `covers.ts`; null where there is none. */
  cover: z.nullable(MediaPath),
  hasTimeLimit: z.boolean(),
  official: z.boolean(),
  /** To be had here only. */
  exclusive: z.boolean(),
  /** What shows it: the track's own picture; null: the site's (`exclusive_logo` of its metadata), else words. */
  exclusive_logo: z.nullable(MediaPath),
  /** May be used in videos that sell. */
  shopping: z.boolean(),
  lengthSeconds: z.nullable(z.int()),
  /** A sound to listen to; null where the catalog gives none. */
  audio: z.nullable(MediaPath),
  moodTags: z.array(MoodTag),
  /** Of the person who asks; of a visitor no track is. */
  favorite: z.boolean(),
})
export type Music = z.infer<typeof Music>

export const PopularMusic = z.object({
  ...Music.shape,
  rank: z.int(),
  /** The rank of the week before; null when it had none. */
  previousRank: z.nullable(z.int()),
})
export type PopularMusic = z.infer<typeof PopularMusic>

export const PopularMusics = z.object({
  /** First and last of the seven report days counted; null while nothing has been. */
  from: z.nullable(Day),
  to: z.nullable(Day),
  musics: z.array(PopularMusic),
})
export type PopularMusics = z.infer<typeof PopularMusics>

export const listPopularMusics = defineEndpoint({
  name: 'listPopularMusics',
  method: 'GET',
  path: 'v2/mcn/musics/popular',
  access: 'public',
  query: z.object({
    size: z._default(intParam({ min: 1, max: 50 }), 10),
  }),
  output: PopularMusics,
})

/** How a list of tracks is ordered: as this week's views rank them, then the newest; the newest; by name. */
export const musicSorts = ['popular', 'newest', 'name'] as const
export const MusicSort = z.enum(musicSorts)
export type MusicSort = z.infer<typeof MusicSort>

const musicPageSize = 24

export const listMusics = defineEndpoint({
  name: 'listMusics',
  method: 'GET',
  path: 'v2/mcn/musics',
  access: 'account',
  query: z.object({
    /** Words that name, artist, other names or ISRC (with or without hyphens) must have. */
    search: searchParam(),
    category: z.optional(MusicCategory),
    mood: z.optional(intParam({ min: 1, max: maxId })),
    /** 1: only those for videos that sell. */
    shopping: z.optional(z.literal('1')),
    sort: z._default(MusicSort, 'popular'),
    ...pageParams({ size: musicPageSize }),
  }),
  output: z.object({ total: z.int(), page: z.int(), size: z.int(), musics: z.array(Music) }),
})

export const listMoods = defineEndpoint({
  name: 'listMoods',
  method: 'GET',
  path: 'v2/mcn/musics/moods',
  access: 'account',
  output: z.object({
    /** Only those that tracks have, by name. */
    moods: z.array(z.object({ ...MoodTag.shape, tracks: z.int() })),
  }),
})

export const maxFavorites = 10

export const Favorites = z.object({
  /** In the person's own order. */
  musics: z.array(Music),
})
export type Favorites = z.infer<typeof Favorites>

export const listFavorites = defineEndpoint({
  name: 'listFavorites',
  method: 'GET',
  path: 'v2/mcn/musics/favorites',
  access: 'account',
  output: Favorites,
})

/** Adds a track behind the others, or takes it out. As it is already: nothing changes, and that is fine. */
export const setFavorite = defineEndpoint({
  name: 'setFavorite',
  method: 'POST',
  path: 'v2/mcn/musics/favorites',
  access: 'account',
  body: z.object({ music: Id, favorite: z.boolean() }),
  output: Favorites,
  refusals: ['not_found', 'favorites_full'],
})

/** Puts the favorites in this order; `outdated` when these are not the ones that there are. */
export const reorderFavorites = defineEndpoint({
  name: 'reorderFavorites',
  method: 'POST',
  path: 'v2/mcn/musics/favorites/order',
  access: 'account',
  body: z.object({ musics: z.array(Id).check(z.maxLength(maxFavorites)) }),
  output: Favorites,
  refusals: ['outdated'],
})

/** How many tracks one question may be about. */
const maxQueriedMusics = 100

export const MusicUse = z.object({
  musicId: z.int(),
  /** The person's videos with figures in the period that use it. */
  videos: z.int(),
  /** What those earned. */
  ...Profit.shape,
})
export type MusicUse = z.infer<typeof MusicUse>

/** Of these tracks those that the person's videos use, over the longest period of the reports. */
export const listMusicUses = defineEndpoint({
  name: 'listMusicUses',
  method: 'GET',
  path: 'v2/mcn/musics/uses',
  access: 'account',
  query: z.object({
    /** Ids with commas between. */
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
