import i18next from 'i18next'
import { type Locale, locales } from '#contract/platform/locale.ts'
import type { Namespaces, Strings } from './strings.ts'

// Build time only: import from .astro files.

const messageFiles = import.meta.glob<Strings>('../../../contract/messages/*.json', {
  eager: true,
  import: 'default',
})

/** Paths for `[...lang]` routes; Korean has no prefix. */
export const getLanguagePaths = () =>
  locales.map((locale) => ({ params: { lang: locale === 'ko' ? undefined : locale }, props: { locale } }))

export const hasText = (locale: Locale, namespace: string, key: string): boolean =>
  i18next.exists(key, { lng: locale, ns: namespace })

/** A missing key fails the build. */
export function createTranslator(locale: Locale, namespace: string) {
  const translate = i18next.getFixedT(locale, namespace)
  return (key: string, params: Record<string, string | number> = {}): string => {
    if (!i18next.exists(key, { lng: locale, ns: namespace, ...params })) {
      throw new Error(`No text for ${namespace}:${key} in ${locale}`)
    }
    return translate(key, params)
  }
}

export function getNamespaces(locale: Locale, names: readonly string[]): Namespaces {
  const entries = names.map((name): [string, Strings] => {
    const strings = i18next.getResourceBundle(locale, name)
    if (!strings) throw new Error(`No texts ${name} in ${locale}`)
    return [name, strings]
  })
  const apiMessages = messageFiles[`../../../contract/messages/${locale}.json`]
  if (!apiMessages) throw new Error(`No messages in ${locale}`)
  // Only the server needs the other messages.
  const { refusals = {}, fields = {} } = apiMessages
  return Object.fromEntries([...entries, ['messages', { refusals, fields }]])
}
