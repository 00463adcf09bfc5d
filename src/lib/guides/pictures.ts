import type { Locale } from '#contract/locale.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { type GuideSlug, getGuidePath, getSteps, guideEntries, type ScreenName } from './manifest.ts'

/** Files of their own, one for each step and language: image search finds no inline SVG. */
export const getPicturePath = (slug: GuideSlug, step: string, locale: Locale): string =>
  `${localizePath(getGuidePath(slug), locale)}/${step}.svg`

/** All pictures of a kind have the same size. */
export const phoneSize = { width: 280, height: 400 }
export const desktopSize = { width: 640, height: 400 }

export const isDesktop = (screen: ScreenName) => screen.startsWith('pc-')
export const getPictureSize = (screen: ScreenName) => (isDesktop(screen) ? desktopSize : phoneSize)

export const listPictures = (slug: GuideSlug, locale: Locale): string[] =>
  Object.keys(getSteps(slug)).map((step) => getPicturePath(slug, step, locale))

/** What a sitemap says about a page, by its address without the language; undefined for pages that are no guides. */
export const findGuide = (path: string): { slug: GuideSlug; checked: string } | undefined =>
  guideEntries.find(({ slug }) => getGuidePath(slug) === path)
