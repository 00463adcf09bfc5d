import type { Locale } from '#contract/platform/locale.ts'
import type { DesignId } from '#contract/portal/design.ts'
import { createTranslator, hasText } from '#lib/i18n/build-time.ts'

export type HomeTexts = (key: string, params?: Record<string, string | number>) => string

/** Prefers a design's own texts in `home-<design>.json` to the texts that all designs share. */
export function createHomeTexts(locale: Locale, design: DesignId): HomeTexts {
  const namespace = `home-${design}`
  const [t, own] = [createTranslator(locale, 'home'), createTranslator(locale, namespace)]
  return (key, params) => (hasText(locale, namespace, key) ? own : t)(key, params)
}

/** A design has all headline lines of its own, or none. */
export function listHeadline(locale: Locale, design: DesignId): string[] {
  const own = `home-${design}`
  const namespace = hasText(locale, own, 'headline.1') ? own : 'home'
  const t = createTranslator(locale, namespace)
  return ['headline.1', 'headline.2', 'headline.3']
    .filter((key) => hasText(locale, namespace, key))
    .map((key) => t(key))
}
