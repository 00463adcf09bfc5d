import { normalizeHost } from '#contract/host.ts'
import { readMeta } from '#contract/site.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
import { findSite } from '#server/sites.ts'

export function siteRoutes(app: App, services: Services): void {
  route(app, services, readMeta, async ({ query }) => {
    const site = await findSite(services.db, normalizeHost(query.domain))
    if (!site) throw new Refusal('unknown_site')
    return {
      metadata: {
        domain: site.domain,
        name: site.name,
        design_id: site.designId,
        color_primary: site.colorPrimary,
        color_primary_dim: site.colorPrimaryDim,
        logo_favicon: site.logoFavicon,
        logo_meta: site.logoMeta,
        is_playist: site.isPlaylist,
        exclusive_logo: site.exclusiveLogo,
        join_policy: site.joinPolicy,
      },
    }
  })
}
