import { normalizeHost } from '#contract/host.ts'
import { readMeta } from '#contract/site.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
import { findSite } from '#server/sites.ts'
import { describeSite } from './metadata.ts'

export function siteRoutes(app: App, services: Services): void {
  route(app, services, readMeta, async ({ query }) => {
    const site = await findSite(services.db, normalizeHost(query.domain))
    if (!site) throw new Refusal('unknown_site')
    return { metadata: describeSite(site) }
  })
}
