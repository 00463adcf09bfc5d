import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { locales } from '#contract/platform/locale.ts'
import { Day } from '#contract/reports/reports.ts'
import { MediaPath } from '#contract/reports/tracks.ts'

/** Facts that are read from the figures; the first three are shown if a site names none. */
export const computedFacts = ['tracks', 'week_views', 'counted_to', 'countries', 'channels'] as const
export type ComputedFact = (typeof computedFacts)[number]
export const defaultFacts: readonly ComputedFact[] = ['tracks', 'week_views', 'counted_to']
export const maxFacts = 3

/** Language of the text beside it, which may differ from the requested one. */
const TextLocale = z.enum(locales)

/**
 * `tracks`: in the catalog. `week_views`: of their videos in the week of the popular tracks. `countries`, `channels`: of the
 * site's networks, with views in that week. Never zero.
 */
const NumberFact = z.object({
  kind: z.enum(['tracks', 'week_views', 'countries', 'channels']),
  value: z.int().check(z.positive()),
})
/** The last day of that week. */
const DayFact = z.object({ kind: z.literal('counted_to'), value: Day })
const TextFact = z.object({
  kind: z.literal('text'),
  value: z.string(),
  label: z.string(),
  locale: TextLocale,
})
export const HomeFact = z.discriminatedUnion('kind', [TextFact, NumberFact, DayFact])
export type HomeFact = z.infer<typeof HomeFact>

/** The best compression first. */
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export const HomePicture = z.object({
  /** Sorted by format, then by width; every browser shows the last. */
  sources: z.array(z.object({ format: z.enum(pictureFormats), width: z.int(), path: MediaPath })),
  /** Width of the largest. */
  width: z.int(),
  height: z.int(),
  /** Empty: decorative. */
  alt: z.string(),
  /** Percent from the left and the top, for `object-position`. */
  focus: z.object({ x: z.int(), y: z.int() }),
})
export type HomePicture = z.infer<typeof HomePicture>

export const SiteLogo = z.object({
  light: MediaPath,
  /** Null: `light` is for dark backgrounds, too. */
  dark: z.nullable(MediaPath),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
})
export type SiteLogo = z.infer<typeof SiteLogo>

/** A site shows this instead of the content of its design. Paths are below the API's base. */
export const SiteHome = z.object({
  /** Lines; none: the design's own. */
  headline: z.array(z.string()),
  headlineLocale: z.nullable(TextLocale),
  lead: z.nullable(z.string()),
  leadLocale: z.nullable(TextLocale),
  /** `href`: a page of the site (`/join`), in any language, or an `https:` URL. */
  action: z.nullable(z.object({ label: z.string(), href: z.string(), locale: TextLocale })),
  facts: z.array(HomeFact).check(z.maxLength(maxFacts)),
  /** Null: the design draws one. */
  picture: z.nullable(z.union([HomePicture, z.literal('none')])),
  /** Null: the site's name. */
  logo: z.nullable(SiteLogo),
  share: z.nullable(z.object({ path: MediaPath, width: z.int(), height: z.int() })),
})
export type SiteHome = z.infer<typeof SiteHome>

export const readHome = defineEndpoint({
  name: 'readHome',
  summary:
    'What a site shows on its home page instead of what its design has: texts, facts, pictures, by its domain.',
  method: 'GET',
  path: 'v2/mcn/home',
  access: 'public',
  query: z.object({ domain: z.string().check(z.minLength(1), z.maxLength(253)) }),
  output: z.object({ home: SiteHome }),
  refusals: ['unknown_site'],
  anonymous: true,
})
