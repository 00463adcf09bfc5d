import * as z from 'zod/mini'

const musicCategories = ['BGM', 'song', 'OST'] as const
export const MusicCategory = z.enum(musicCategories)
export type MusicCategory = z.infer<typeof MusicCategory>

/** ISRC prefix of official tracks. */
export const officialPrefix = 'KRMIM'

/** Must be below the API's base: the CSP blocks media from other hosts. */
export const MediaPath = z.string().check(z.regex(/^[\w./-]+$/))

/** Formats of licensed files: what editing programs open, on computers and phones. */
export const trackFileFormats = ['wav', 'mp3', 'm4a'] as const
export const TrackFileFormat = z.enum(trackFileFormats)
export type TrackFileFormat = z.infer<typeof TrackFileFormat>

export const MoodTag = z.object({ id: z.int(), name: z.string() })
export type MoodTag = z.infer<typeof MoodTag>

export const Music = z.object({
  id: z.int(),
  /** Has no hyphens. */
  isrc: z.string(),
  name: z.string(),
  artist: z.string(),
  category: MusicCategory,
  /** See `covers.ts`; null without a cover. */
  cover: z.nullable(MediaPath),
  hasTimeLimit: z.boolean(),
  official: z.boolean(),
  /** The track is available only here. */
  exclusive: z.boolean(),
  /** The exclusive badge. null: the site's `exclusive_logo`, otherwise text. */
  exclusive_logo: z.nullable(MediaPath),
  /** Licensed for shopping videos. */
  shopping: z.boolean(),
  lengthSeconds: z.nullable(z.int()),
  audio: z.nullable(MediaPath),
  /** The licensed file. null: there is none, or the caller may not download it. */
  file: z.nullable(z.object({ format: TrackFileFormat, bytes: z.int() })),
  moodTags: z.array(MoodTag),
  /** True for the caller's favorites; false for visitors. */
  favorite: z.boolean(),
})
export type Music = z.infer<typeof Music>
