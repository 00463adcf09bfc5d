import { normalizeHost } from '#contract/host.ts'
import { readMeta } from '#contract/site.ts'
import { findSite } from '#server/auth/sessions.ts'
import { type App, Refusal, route, type Services } from '#server/http/route.ts'

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
      },
    }
  })
}
