import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Id, pageParams, searchParam } from '#contract/platform/params.ts'
import { MediaPath, MusicCategory, TrackFileFormat } from '#contract/reports/tracks.ts'

/** In characters. */
export const maxTrackNameLength = 200
/** Of all together, in characters. */
export const maxAliasesLength = 1_000
export const maxTrackMoods = 10
export const maxTrackSeconds = 86_399

const Isrc = z.string().check(z.regex(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/))
const MoodKey = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(40))
const Seconds = z.nullable(z.int().check(z.minimum(1), z.maximum(maxTrackSeconds)))

export const CatalogTrack = z.object({
  id: Id,
  isrc: z.string(),
  name: z.string(),
  artist: z.string(),
  category: MusicCategory,
  aliases: z.array(z.string()),
  /** Keys of moods. */
  moods: z.array(z.string()),
  shopping: z.boolean(),
  exclusive: z.boolean(),
  /** Of a video that uses it; null: none. */
  timeLimitSeconds: z.nullable(z.int()),
  lengthSeconds: z.nullable(z.int()),
  cover: z.nullable(MediaPath),
  exclusiveLogo: z.nullable(MediaPath),
  audio: z.nullable(MediaPath),
  /** The licensed file. */
  file: z.nullable(z.object({ format: TrackFileFormat, bytes: z.int(), lengthMs: z.int() })),
  withdrawnAt: z.nullable(z.iso.datetime()),
  /** An imported file lacked it; the next one that has it restores it. */
  isMissing: z.boolean(),
  /** Videos that use it and were viewed in the longest period of reports, of all networks. */
  videos: z.int(),
})
export type CatalogTrack = z.infer<typeof CatalogTrack>

export const catalogStates = ['listed', 'withdrawn'] as const
export const catalogGaps = ['file', 'cover', 'preview'] as const
export type CatalogGap = (typeof catalogGaps)[number]

export const readCatalog = defineEndpoint({
  name: 'readCatalog',
  summary: 'The tracks of the catalog by name, with their files and how many videos use them.',
  method: 'GET',
  path: 'v2/mcn/desk/music',
  access: 'desk.read',
  query: z.object({
    search: searchParam(),
    state: z._default(z.enum(catalogStates), 'listed'),
    mood: z.optional(MoodKey),
    /** Only tracks that lack it. */
    without: z.optional(z.enum(catalogGaps)),
    ...pageParams({ size: 50 }),
  }),
  output: z.object({
    total: z.int(),
    page: z.int(),
    size: z.int(),
    tracks: z.array(CatalogTrack),
    /** Of the whole catalog. */
    counts: z.object({
      listed: z.int(),
      withdrawn: z.int(),
      withoutFile: z.int(),
      withoutCover: z.int(),
      withoutPreview: z.int(),
    }),
    moods: z.array(z.object({ key: z.string(), name: z.string(), tracks: z.int() })),
  }),
})

const line = /^[^\p{Cc}\p{Zl}\p{Zp}\uFFFD]*$/u
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxTrackNameLength), z.regex(line))

/** What is left out stays as it is. */
export const TrackChange = z.object({
  name: z.optional(Name),
  artist: z.optional(Name),
  category: z.optional(MusicCategory),
  aliases: z.optional(
    z.array(Name).check(
      z.maxLength(50),
      z.refine((names) => names.join('\n').length <= maxAliasesLength),
    ),
  ),
  moods: z.optional(z.array(MoodKey).check(z.maxLength(maxTrackMoods))),
  shopping: z.optional(z.boolean()),
  exclusive: z.optional(z.boolean()),
  timeLimitSeconds: z.optional(Seconds),
  lengthSeconds: z.optional(Seconds),
})
export type TrackChange = z.infer<typeof TrackChange>

export const editTrack = defineEndpoint({
  name: 'editTrack',
  summary: 'Changes some values of a track of the catalog.',
  method: 'POST',
  path: 'v2/mcn/desk/music/edit',
  access: 'catalog.change',
  traces: ['audit'],
  body: z.object({ isrc: Isrc, change: TrackChange }),
  output: z.object({ hasChanged: z.boolean() }),
  refusals: ['invalid', 'not_found'],
})

export const withdrawTracks = defineEndpoint({
  name: 'withdrawTracks',
  summary:
    'Withdraws tracks from the catalog, or restores them. Videos that use a withdrawn track still name it; it is no longer listed, ranked or a favorite.',
  method: 'POST',
  path: 'v2/mcn/desk/music/withdraw',
  access: 'catalog.change',
  traces: ['audit'],
  body: z.object({
    isrcs: z.array(Isrc).check(z.minLength(1), z.maxLength(500)),
    withdrawn: z.boolean(),
  }),
  output: z.object({ changed: z.int() }),
  refusals: ['not_found'],
})

export const trackMediaKinds = ['cover', 'logo', 'preview', 'file'] as const
export type TrackMediaKind = (typeof trackMediaKinds)[number]

/** Larger licensed files are supplied with the command. */
export const maxUploadBytes: Readonly<Record<TrackMediaKind, number>> = {
  cover: 10 * 1024 * 1024,
  logo: 10 * 1024 * 1024,
  preview: 15 * 1024 * 1024,
  file: 15 * 1024 * 1024,
}

const maxBase64Length = Math.ceil(Math.max(...Object.values(maxUploadBytes)) / 3) * 4

export const storeTrackMedia = defineEndpoint({
  name: 'storeTrackMedia',
  summary:
    'Gives a track a cover, a badge, a preview or its licensed file, which replaces the one before. A file that cannot be used is refused as `invalid`.',
  method: 'POST',
  path: 'v2/mcn/desk/music/media',
  access: 'catalog.change',
  limits: [{ name: 'catalog-file', by: 'account' }],
  traces: ['audit'],
  body: z.object({
    isrc: Isrc,
    kind: z.enum(trackMediaKinds),
    /** In Base64. */
    content: z
      .string()
      .check(z.minLength(4), z.maxLength(maxBase64Length), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  refusals: ['invalid', 'not_found', 'too_large', 'unavailable'],
  maxBodyBytes: maxBase64Length + 1024,
})
