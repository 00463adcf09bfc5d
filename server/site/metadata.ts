import type { SiteMetadata } from '#contract/site.ts'
import type { Site } from '#server/sites.ts'

/** In the specification's words. */
export const describeSite = (site: Site): SiteMetadata => ({
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
})
