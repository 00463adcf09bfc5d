import { normalizeHost } from '#contract/platform/host.ts'
import { readMeta } from '#contract/portal/site.ts'
import { readHome } from '#contract/portal/site-home.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { cachedRoute, route } from '#server/platform/http/route.ts'
import { getPreferredLocales } from '#server/platform/localized-text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectReportState } from '#server/reports/lists/report-state.ts'
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

  route(app, services, readMeta, async ({ query, requestedLocale }) => ({
    metadata: describeSite(await requireSite(query.domain), apiUrl, requestedLocale),
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
