import type { DesignId } from '#contract/design.ts'
import type { Locale } from '#contract/locale.ts'
import { createTranslator, hasText } from '#lib/i18n/build-time.ts'

export type HomeTexts = (key: string, params?: Record<string, string | number>) => string

/** A design's own words, in `home-<design>.json`, where it has some; else those of all. */
export function createHomeTexts(locale: Locale, design: DesignId): HomeTexts {
  const namespace = `home-${design}`
  const [t, own] = [createTranslator(locale, 'home'), createTranslator(locale, namespace)]
  return (key, params) => (hasText(locale, namespace, key) ? own : t)(key, params)
}
