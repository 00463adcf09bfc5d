import { LRUCache } from 'lru-cache'
import type { Locale } from '#contract/locale.ts'
import type { PopularMusics } from '#contract/musics.ts'
import type { PageFacts } from '#lib/page/fill-page.ts'
import type { Database } from '#server/db/database.ts'
import { getPreferredLocales } from '#server/localized-text.ts'
import { selectPopularMusics } from '#server/musics/queries.ts'
import { describeSite } from '#server/site/metadata.ts'
import { findSite } from '#server/sites.ts'

/** Of the longest list of a page. */
const popularSize = 10
/** The ranks change once a day; names of tracks are in few languages, so sites share them. */
const popularTtlMs = 60_000
const maxLists = 100

/** What of a page decides what it needs. */
export interface PageNeeds {
  readonly locale: Locale
  readonly hasPopularTracks: boolean
}

/** Null for a host that no site has. */
export type LoadPageFacts = (host: string, needs: PageNeeds) => Promise<PageFacts | null>

export function createFactsLoader(db: Database): LoadPageFacts {
  const popularLists = new LRUCache<string, PopularMusics, readonly Locale[]>({
    max: maxLists,
    ttl: popularTtlMs,
    fetchMethod: (_key, _stale, { context: locales }) =>
      selectPopularMusics(db, popularSize, { accountId: null, locales }),
  })
  return async (host, { locale, hasPopularTracks }) => {
    const site = await findSite(db, host)
    if (!site) return null
    const locales = getPreferredLocales(locale, site.isPlaylist)
    const popular = hasPopularTracks && (await popularLists.fetch(locales.join(), { context: locales }))
    return { site: describeSite(site), popular: popular || null }
  }
}
