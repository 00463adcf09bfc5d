import { normalizeHost } from '#contract/host.ts'
import { readMeta } from '#contract/site.ts'
import { readHome } from '#contract/site-home.ts'
import { selectReportState } from '#server/figures/report-state.ts'
import { Refusal } from '#server/http/refusal.ts'
import { cachedRoute, route } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
import { getPreferredLocales } from '#server/localized-text.ts'
import type { Site } from '#server/sites.ts'
import { selectHome } from './home.ts'
import { describeSite } from './metadata.ts'

export function siteRoutes(app: App, services: Services): void {
  const { db, cache, now, apiUrl } = services

  /** @throws {Refusal} `unknown_site` */
  async function requireSite(domain: string): Promise<Site> {
    const site = await cache.findSite(normalizeHost(domain), now())
    if (!site) throw new Refusal('unknown_site')
    return site
  }

  route(app, services, readMeta, async ({ query }) => ({
    metadata: describeSite(await requireSite(query.domain), apiUrl),
  }))

  // Its figures are nobody's in particular, so that their changes clear no group of the cache.
  const readRevision = () => selectReportState(db)
  cachedRoute(
    app,
    services,
    readHome,
    async ({ query, requestedLocale }) => {
      const site = await requireSite(query.domain)
      return { home: await selectHome(db, site, getPreferredLocales(requestedLocale, site.isPlaylist)) }
    },
    readRevision,
  )
}
