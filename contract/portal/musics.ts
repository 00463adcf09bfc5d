import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Id, intParam, maxId, pageParams, searchParam } from '#contract/platform/params.ts'
import { Day, DayRange } from '#contract/reports/reports.ts'
import { MoodTag, Music, MusicCategory } from '#contract/reports/tracks.ts'

export const PopularMusic = z.object({
  ...Music.shape,
  rank: z.int(),
  /** The previous week's rank; null if unranked. */
  previousRank: z.nullable(z.int()),
})
export type PopularMusic = z.infer<typeof PopularMusic>

export const PopularMusics = z.object({
  /** First and last of the seven days counted; null without data. */
  from: z.nullable(Day),
  to: z.nullable(Day),
  musics: z.array(PopularMusic),
})
export type PopularMusics = z.infer<typeof PopularMusics>

export const listPopularMusics = defineEndpoint({
  name: 'listPopularMusics',
  summary: 'The tracks whose videos were viewed most in the last seven report days; ties by id.',
  method: 'GET',
  path: 'v2/mcn/musics/popular',
  access: 'public',
  query: z.object({
    size: z._default(intParam({ min: 1, max: 50 }), 10),
  }),
  output: PopularMusics,
})

/** The popular tracks' week, and those before it that are ranked as well. */
export const rankedWeeks = 8

export const RankedWeek = z.object({
  ...DayRange.shape,
  /** null: no views. */
  rank: z.nullable(z.int()),
})
export type RankedWeek = z.infer<typeof RankedWeek>

export const listMusicRanks = defineEndpoint({
  name: 'listMusicRanks',
  summary: 'The ranks of a track among the most viewed tracks, week by week.',
  method: 'GET',
  path: 'v2/mcn/musics/ranks',
  access: 'account',
  query: z.object({ music: intParam({ min: 1, max: maxId }) }),
  output: z.object({
    /** The earliest first; none from before the first report. */
    weeks: z.array(RankedWeek),
  }),
  refusals: ['not_found'],
})

export const readMusic = defineEndpoint({
  name: 'readMusic',
  summary: 'One track of the catalog; visitors may listen to it.',
  method: 'GET',
  path: 'v2/mcn/musics/music',
  access: 'public',
  query: z.object({ music: intParam({ min: 1, max: maxId }) }),
  output: z.object({ music: Music }),
  refusals: ['not_found'],
})

/** Of an account, in a day of UTC. */
export const maxDownloadsPerDay = 60

export const downloadTrackFile = defineEndpoint({
  name: 'downloadTrackFile',
  summary:
    'The licensed file of a track, named after artist and track. Each download is recorded; a repeat within an hour is the same download.',
  method: 'GET',
  path: 'v2/mcn/musics/file',
  access: 'account',
  media: 'audio',
  limits: [
    { name: 'track-file', by: 'account' },
    { name: 'track-file-day', counted: 'by account, except a repeat of the same file within an hour' },
  ],
  query: z.object({ music: intParam({ min: 1, max: maxId }) }),
  refusals: ['not_found', 'unconfirmed', 'awaiting_approval', 'downloads_used_up', 'file_missing'],
})

/**
 * `popular`: by this week's views, then newest first. `earned`: by what the person's videos with the track earned in the
 * longest report period; then the others, in the popular order.
 */
export const musicSorts = ['popular', 'earned', 'newest', 'name'] as const
export const MusicSort = z.enum(musicSorts)
export type MusicSort = z.infer<typeof MusicSort>

const musicPageSize = 24

export const listMusics = defineEndpoint({
  name: 'listMusics',
  summary:
    'The tracks that match a search and filters, by page. Words match names, artists and ISRCs, with or without hyphens.',
  method: 'GET',
  path: 'v2/mcn/musics',
  access: 'account',
  query: z.object({
    /** Every word must match the name, artist, aliases or ISRC (with or without hyphens). */
    search: searchParam(),
    category: z.optional(MusicCategory),
    mood: z.optional(intParam({ min: 1, max: maxId })),
    /** 1: only tracks licensed for shopping videos. */
    shopping: z.optional(z.literal('1')),
    sort: z._default(MusicSort, 'popular'),
    ...pageParams({ size: musicPageSize }),
  }),
  output: z.object({ total: z.int(), page: z.int(), size: z.int(), musics: z.array(Music) }),
})

export const listMoods = defineEndpoint({
  name: 'listMoods',
  summary: 'The moods of the catalog in the caller’s language, with the number of tracks.',
  method: 'GET',
  path: 'v2/mcn/musics/moods',
  access: 'account',
  output: z.object({
    moods: z.array(z.object({ ...MoodTag.shape, tracks: z.int() })),
  }),
})

export const maxFavorites = 10

export const Favorites = z.object({
  musics: z.array(Music),
})
export type Favorites = z.infer<typeof Favorites>

export const listFavorites = defineEndpoint({
  name: 'listFavorites',
  summary: 'The person’s favorite tracks, at most ten, in their own order.',
  method: 'GET',
  path: 'v2/mcn/musics/favorites',
  access: 'account',
  output: Favorites,
})

export const setFavorite = defineEndpoint({
  name: 'setFavorite',
  summary: 'Appends a track to the favorites, or removes it; idempotent. The eleventh is refused.',
  method: 'POST',
  path: 'v2/mcn/musics/favorites',
  access: 'account',
  body: z.object({ music: Id, favorite: z.boolean() }),
  output: Favorites,
  refusals: ['not_found', 'favorites_full'],
})

/** Fails with `outdated` if the ids differ from the current favorites. */
export const reorderFavorites = defineEndpoint({
  name: 'reorderFavorites',
  summary: 'Reorders the favorites; refused if the list has changed meanwhile.',
  method: 'POST',
  path: 'v2/mcn/musics/favorites/order',
  access: 'account',
  body: z.object({ musics: z.array(Id).check(z.maxLength(maxFavorites)) }),
  output: Favorites,
  refusals: ['outdated'],
})
