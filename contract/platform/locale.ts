/** Languages of the site and the API's messages; the first is the source language. */
export const locales = ['ko', 'en', 'zh-CN', 'zh-TW'] as const

export type Locale = (typeof locales)[number]

/** A site's own texts use it, and visitors who have not chosen a language get it. */
export const getSiteLocale = (isPlaylist: boolean): Locale => (isPlaylist ? 'en' : 'ko')

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale)

/** `/dashboard` becomes `/en/dashboard`, `/` becomes `/en`; the source language has no prefix. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === locales[0]) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/** The best supported match of an `Accept-Language` header; undefined without one. */
export function negotiateLocale(header: string): Locale | undefined {
  const preferences = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find((q) => q !== undefined)
      return { tag: tag.trim().toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of preferences) {
    const found = matchLocale(tag)
    if (found) return found
  }
  return undefined
}

function matchLocale(tag: string): Locale | undefined {
  if (tag === 'ko' || tag.startsWith('ko-')) return 'ko'
  if (tag === 'en' || tag.startsWith('en-')) return 'en'
  if (/^zh(-hant)?-(tw|hk|mo)$|^zh-hant/.test(tag)) return 'zh-TW'
  if (tag === 'zh' || tag.startsWith('zh-')) return 'zh-CN'
  return undefined
}
