import type { SiteMetadata } from '#contract/site.ts'
import { getImageUrl, type Site } from '#server/sites.ts'

/** In the specification's words. `apiUrl`: base URL of the API. */
export function describeSite(site: Site, apiUrl: string): SiteMetadata {
  const toUrl = (image: string | null) => image && getImageUrl(image, apiUrl)
  return {
    domain: site.domain,
    name: site.name,
    design_id: site.designId,
    color_primary: site.colorPrimary,
    color_primary_dim: site.colorPrimaryDim,
    logo_favicon: toUrl(site.logoFavicon),
    logo_meta: toUrl(site.logoMeta),
    is_playist: site.isPlaylist,
    exclusive_logo: site.exclusiveLogo,
    join_policy: site.joinPolicy,
  }
}
