import i18next from 'i18next'
import { type Locale, locales } from '#contract/platform/locale.ts'
import type { Namespace, Translate } from '#lib/texts/catalog.ts'
import type { Namespaces, Strings, TextParams } from '#lib/texts/translate.ts'

// Build time only: import from .astro files.

/** Paths for `[...lang]` routes; Korean has no prefix. */
export const getLanguagePaths = () =>
  locales.map((locale) => ({ params: { lang: locale === 'ko' ? undefined : locale }, props: { locale } }))

export const hasText = (locale: Locale, key: string): boolean => i18next.exists(key, { lng: locale })

/** A missing key fails the build. */
export function createTranslator(locale: Locale): Translate {
  // The types of i18next compute for minutes with our thousands of keys.
  const translate: (key: string, params: TextParams) => string = i18next.getFixedT(locale)
  return (key: string, params = {}) => {
    if (!i18next.exists(key, { lng: locale, ...params })) throw new Error(`No text for ${key} in ${locale}`)
    return translate(key, params)
  }
}

export const getNamespaces = (locale: Locale, names: readonly Namespace[]): Namespaces =>
  Object.fromEntries(
    [...names, 'messages'].map((name): [string, Strings] => {
      const strings = i18next.getResourceBundle(locale, name)
      if (!strings) throw new Error(`No texts ${name} in ${locale}`)
      return [name, strings]
    }),
  )
