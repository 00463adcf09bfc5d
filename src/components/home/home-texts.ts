import type { Locale } from '#contract/platform/locale.ts'
import type { DesignId } from '#contract/portal/design.ts'
import { createTranslator, hasText } from '#lib/i18n/build-time.ts'
import type { KeyOf, Namespace, PathOf, TextKey } from '#lib/texts/catalog.ts'
import { homeWords } from '#lib/texts/home-words.ts'
import type { TextParams } from '#lib/texts/translate.ts'

type HomeNamespace = Extract<Namespace, 'home' | `home-${string}`>

type HomeKey = PathOf<HomeNamespace> | keyof typeof homeWords

const isShared = (key: HomeKey): key is keyof typeof homeWords => key in homeWords

export type HomeTexts = (key: HomeKey, params?: TextParams) => string

/** A design's own text in `home-<design>.json`, or the one that all designs share. */
function findKey(locale: Locale, design: DesignId, key: HomeKey): TextKey {
  if (hasText(locale, `home-${design}:${key}`)) return `home-${design}:${key}` as KeyOf<HomeNamespace>
  return isShared(key) ? homeWords[key] : (`home:${key}` as KeyOf<HomeNamespace>)
}

export function createHomeTexts(locale: Locale, design: DesignId): HomeTexts {
  const t = createTranslator(locale)
  return (key, params) => t(findKey(locale, design, key), params)
}

/** A design has all headline lines of its own, or none. */
export function listHeadline(locale: Locale, design: DesignId): string[] {
  const isOwn = findKey(locale, design, 'headline.1') !== 'home:headline.1'
  const t = createTranslator(locale)
  return (['headline.1', 'headline.2', 'headline.3'] as const)
    .map((key) => findKey(locale, design, key))
    .filter((key) => hasText(locale, key) && key.startsWith('home:') !== isOwn)
    .map((key) => t(key))
}
