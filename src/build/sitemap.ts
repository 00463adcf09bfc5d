import sitemap from '@astrojs/sitemap'
import { isLocale, type Locale, locales } from '#contract/platform/locale.ts'
import { findGuide, listPictures } from '#lib/guides/pictures.ts'
import { localizePath, stripLocale } from '#lib/i18n/language.ts'

const hreflang = Object.fromEntries(locales.map((locale) => [locale, locale])) as Record<Locale, string>

/** All other pages contain `noindex`. */
const isIndexable = (path: string) => ['/', '/musics'].includes(path) || findGuide(path) !== undefined

/** Describes when somebody last checked a guide, and lists its pictures. */
function describeGuide(url: string) {
  const { pathname, origin } = new URL(url)
  const path = stripLocale(pathname)
  const guide = findGuide(path)
  if (!guide) return undefined
  const locale = locales.find((candidate) => localizePath(path, candidate) === pathname) ?? locales[0]
  const pictures = listPictures(guide.slug, locale).map((picture) => ({ url: origin + picture }))
  return { lastmod: guide.checked, ...(pictures.length > 0 && { img: pictures }) }
}

export const localizedSitemap = () =>
  sitemap({
    filter: (page) => isIndexable(stripLocale(new URL(page).pathname)),
    i18n: { defaultLocale: locales[0], locales: hreflang },
    serialize: (item) => {
      const links = item.links ?? []
      const source = links.find(({ lang }) => isLocale(lang) && lang === locales[0])
      return {
        ...item,
        ...describeGuide(item.url),
        links: source ? [...links, { ...source, lang: 'x-default' }] : links,
      }
    },
  })
