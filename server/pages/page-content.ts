import { LRUCache } from 'lru-cache'
import type { Locale } from '#contract/locale.ts'
import type { PopularMusics } from '#contract/musics.ts'
import type { SiteHome } from '#contract/site-home.ts'
import type { PageContent } from '#lib/page/fill-page.ts'
import type { Database } from '#server/db/database.ts'
import { getPreferredLocales } from '#server/localized-text.ts'
import { selectPopularMusics } from '#server/musics/queries.ts'
import { selectHome } from '#server/site/home.ts'
import { describeSite } from '#server/site/metadata.ts'
import { findSite, type Site } from '#server/sites.ts'

/** Of the longest list of a page. */
const popularSize = 10
/** Ranks and facts change once a day; lists of tracks differ by language only, so sites share them. */
const ttlMs = 60_000
const maxLists = 100
/** In a language. */
const maxHomes = 4000

/** What of a page decides what it needs. */
export interface PageNeeds {
  readonly locale: Locale
  readonly hasPopularTracks: boolean
}

/** Null for a host that no site has. */
export type LoadPageContent = (host: string, needs: PageNeeds) => Promise<PageContent | null>

/** `apiUrl`: see `Services`. */
export function createContentLoader(db: Database, apiUrl: string): LoadPageContent {
  const popularLists = new LRUCache<string, PopularMusics, readonly Locale[]>({
    max: maxLists,
    ttl: ttlMs,
    fetchMethod: (_key, _stale, { context: locales }) =>
      selectPopularMusics(db, popularSize, { accountId: null, locales }),
  })
  const homes = new LRUCache<string, SiteHome, { site: Site; locales: readonly Locale[] }>({
    max: maxHomes,
    ttl: ttlMs,
    fetchMethod: (_key, _stale, { context: { site, locales } }) => selectHome(db, site, locales),
  })
  return async (host, { locale, hasPopularTracks }) => {
    const site = await findSite(db, host)
    if (!site) return null
    const locales = getPreferredLocales(locale, site.isPlaylist)
    const popular = hasPopularTracks && (await popularLists.fetch(locales.join(), { context: locales }))
    const home = await homes.fetch(`${site.id} ${locale}`, { context: { site, locales } })
    return { site: describeSite(site, apiUrl), popular: popular || null, home: home ?? null }
  }
}
