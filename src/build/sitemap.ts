import sitemap from '@astrojs/sitemap'
import { isLocale, type Locale, locales } from '#contract/locale.ts'
import { stripLocale } from '#lib/i18n/language.ts'

const hreflang = Object.fromEntries(locales.map((locale) => [locale, locale])) as Record<Locale, string>

/** Pages that anybody can read and find: the others say `noindex` themselves. */
const isIndexable = (path: string) =>
  path === '/' || /^\/(guides(\/|$)|musics$)/.test(path) || path === '/login' || path === '/join'

/** The site's pages in all languages, each with its others and the one for readers of no language of ours. */
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
