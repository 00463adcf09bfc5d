import sitemap from '@astrojs/sitemap'
import { isLocale, type Locale, locales } from '#contract/locale.ts'
import { stripLocale } from '#lib/i18n/language.ts'

const hreflang = Object.fromEntries(locales.map((locale) => [locale, locale])) as Record<Locale, string>

/** All other pages contain `noindex`. */
const isIndexable = (path: string) => path === '/' || /^\/(guides(\/|$)|musics$)/.test(path)

export const localizedSitemap = () =>
  sitemap({
    filter: (page) => isIndexable(stripLocale(new URL(page).pathname)),
    i18n: { defaultLocale: locales[0], locales: hreflang },
    serialize: (item) => {
      const links = item.links ?? []
      const source = links.find(({ lang }) => isLocale(lang) && lang === locales[0])
      return { ...item, links: source ? [...links, { ...source, lang: 'x-default' }] : links }
    },
  })
