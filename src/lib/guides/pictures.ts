import type { Locale } from '#contract/platform/locale.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { type GuideSlug, getGuidePath, getPictures, guideEntries, type ScreenName } from './manifest.ts'

/** Each picture and language has its own file, because image search does not find inline SVG. */
export const getPicturePath = (slug: GuideSlug, name: string, locale: Locale): string =>
  `${localizePath(getGuidePath(slug), locale)}/${name}.svg`

/** All pictures of a kind have the same size. */
const phoneSize = { width: 280, height: 400 }
const desktopSize = { width: 640, height: 400 }

export const isDesktop = (screen: ScreenName) => !screen.startsWith('phone-')
export const getPictureSize = (screen: ScreenName) => (isDesktop(screen) ? desktopSize : phoneSize)

export const listPictures = (slug: GuideSlug, locale: Locale): string[] =>
  Object.keys(getPictures(slug)).map((name) => getPicturePath(slug, name, locale))

type Cover = readonly [guide: GuideSlug, picture: string]

/**
 * The step that says the most about a guide, for its share picture. Pages that lead to guides show a step of each of
 * two.
 */
const covers: Record<GuideSlug, readonly Cover[]> = {
  '': [
    ['pc-upload', 'edit'],
    ['ios-mobile-upload', 'volume'],
  ],
  'mobile-upload': [
    ['ios-mobile-upload', 'sound'],
    ['aos-mobile-upload', 'publish'],
  ],
  'ios-mobile-upload': [['ios-mobile-upload', 'volume']],
  'aos-mobile-upload': [['aos-mobile-upload', 'record']],
  'pc-upload': [['pc-upload', 'edit']],
  'mobile-unlock': [
    ['ios-mobile-unlock', 'adjust'],
    ['aos-mobile-unlock', 'confirm'],
  ],
  'ios-mobile-unlock': [['ios-mobile-unlock', 'trim']],
  'aos-mobile-unlock': [['aos-mobile-unlock', 'confirm']],
  auths: [
    ['auths/pc-auth', 'copy'],
    ['auths/mobile-auth', 'paste'],
  ],
  'auths/mobile-auth': [['auths/mobile-auth', 'copy']],
  'auths/pc-auth': [['auths/pc-auth', 'paste']],
  'how-shorts-earn': [['how-shorts-earn', 'pool']],
  'copyright-on-shorts': [['copyright-on-shorts', 'claim']],
  'music-not-recognized': [['music-not-recognized', 'recognition']],
  'music-in-an-editor': [['music-in-an-editor', 'editor']],
  'music-for-shorts': [['music-for-shorts', 'moods']],
  'music-for-product-shorts': [['music-for-product-shorts', 'product']],
  'shorts-over-a-minute': [['shorts-over-a-minute', 'minute']],
  'shorts-rpm': [['shorts-rpm', 'views']],
  'getting-paid': [['getting-paid', 'dates']],
  'moving-a-channel': [['moving-a-channel', 'registration']],
  'for-networks': [['for-networks', 'month']],
}

/** Paths of the pictures in a guide's share picture. */
export const listCovers = (slug: GuideSlug, locale: Locale) =>
  covers[slug].map(([guide, name]) => ({
    path: getPicturePath(guide, name, locale),
    screen: getPictures(guide)[name],
  }))

/** Sitemap entry of a page, by its path without the language; undefined for pages other than guides. */
export const findGuide = (path: string): { slug: GuideSlug; checked: string } | undefined =>
  guideEntries.find(({ slug }) => getGuidePath(slug) === path)
