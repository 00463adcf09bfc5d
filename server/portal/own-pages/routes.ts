import { normalizeHost } from '#contract/platform/host.ts'
import { listSitePages, readSitePage } from '#contract/portal/site-pages.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findOwnPage, selectSitePages } from './queries.ts'

export function sitePageRoutes(app: App, services: Services): void {
  const { db, cache, now } = services

  /** @throws {Refusal} `unknown_site` */
  async function requireSiteId(domain: string): Promise<number> {
    const site = await cache.findSite(normalizeHost(domain), now())
    if (!site) throw new Refusal('unknown_site')
    return site.id
  }

  route(app, services, listSitePages, async ({ query: { domain } }) =>
    selectSitePages(db, await requireSiteId(domain)),
  )

  route(app, services, readSitePage, async ({ query: { domain, slug, locale } }) => {
    const page = await findOwnPage(db, await requireSiteId(domain), slug, locale)
    if (!page) throw new Refusal('not_found')
    return { page }
  })
}
