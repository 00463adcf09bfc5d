import { LRUCache } from 'lru-cache'
import type { Locale } from '#contract/platform/locale.ts'
import type { PopularMusics } from '#contract/portal/musics.ts'
import type { OwnPage, SitePages } from '#contract/portal/site-pages.ts'
import type { PageContent } from '#lib/page/fill/fill-page.ts'
import { findSite, type Site } from '#server/platform/auth/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import { getPreferredLocales } from '#server/platform/localized-text.ts'
import { selectPopularMusics } from '#server/portal/musics/queries.ts'
import { findOwnPage, selectSitePages } from '#server/portal/own-pages/queries.ts'
import { selectHome, selectLogo } from '#server/portal/site/home.ts'
import { describeSite } from '#server/portal/site/metadata.ts'

/** No page has a longer list. */
const popularSize = 10
/** Ranks and facts change once a day; lists of tracks differ by language only, so sites share them. */
const ttlMs = 60_000
const maxLists = 100
/** The limit applies to each language. */
const maxHomes = 4000
const maxOwnPages = 400

export interface PageNeeds {
  readonly locale: Locale
  readonly hasPopularTracks: boolean
  readonly isHome: boolean
  /** Of a page below `/guides` that may be the site's own. */
  readonly slug?: string | undefined
}

type SiteContent = Pick<PageContent, 'home' | 'logo'>

interface SiteContext {
  readonly site: Site
  readonly locales: readonly Locale[]
  readonly isHome: boolean
}

/** Null for a host that no site has. */
export type LoadPageContent = (host: string, needs: PageNeeds) => Promise<PageContent | null>

/** `apiUrl`: see `Services`. */
export function createContentLoader(db: Database, apiUrl: string): LoadPageContent {
  const popularLists = new LRUCache<string, PopularMusics, readonly Locale[]>({
    max: maxLists,
    ttl: ttlMs,
    fetchMethod: (_key, _stale, { context: locales }) =>
      selectPopularMusics(db, popularSize, { accountId: null, mayDownload: false, locales }),
  })
  const homes = new LRUCache<string, SiteContent, SiteContext>({
    max: maxHomes,
    ttl: ttlMs,
    fetchMethod: async (_key, _stale, { context: { site, locales, isHome } }) => {
      const home = isHome ? await selectHome(db, site, locales) : null
      return { home, logo: home ? home.logo : await selectLogo(db, site, locales) }
    },
  })
  const sitePages = new LRUCache<number, SitePages>({
    max: maxHomes,
    ttl: ttlMs,
    fetchMethod: (siteId) => selectSitePages(db, siteId),
  })
  const ownPages = new LRUCache<string, OwnPage, Readonly<{ siteId: number; slug: string; locale: Locale }>>({
    max: maxOwnPages,
    ttl: ttlMs,
    fetchMethod: async (_key, _stale, { context: { siteId, slug, locale } }) =>
      (await findOwnPage(db, siteId, slug, locale)) ?? undefined,
  })

  async function loadOwnPage({ pages }: SitePages, siteId: number, slug: string | undefined, locale: Locale) {
    if (!slug || !pages.some((page) => page.slug === slug && page.locale === locale)) return null
    return (
      (await ownPages.fetch(`${siteId} ${locale} ${slug}`, { context: { siteId, slug, locale } })) ?? null
    )
  }

  return async (host, { locale, hasPopularTracks, isHome, slug }) => {
    const site = await findSite(db, host)
    if (!site) return null
    const locales = getPreferredLocales(locale, site.isPlaylist)
    const popular = hasPopularTracks && (await popularLists.fetch(locales.join(), { context: locales }))
    const context = { site, locales, isHome }
    const content = await homes.fetch(`${site.id} ${locale} ${isHome}`, { context })
    const pages = (await sitePages.fetch(site.id)) ?? { hidden: [], pages: [] }
    return {
      site: describeSite(site, apiUrl, locale),
      popular: popular || null,
      home: content?.home ?? null,
      logo: content?.logo ?? null,
      pages,
      ownPage: await loadOwnPage(pages, site.id, slug, locale),
    }
  }
}
