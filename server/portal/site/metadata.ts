import type { Locale } from '#contract/platform/locale.ts'
import type { SiteMetadata } from '#contract/portal/site.ts'
import { getImageUrl, getSiteName, type Site } from '#server/platform/auth/sites.ts'

/** Uses the specification's words. `apiUrl`: see `Services`. */
export const describeSite = (site: Site, apiUrl: string, locale: Locale | undefined): SiteMetadata => ({
  domain: site.domain,
  name: getSiteName(site, locale),
  design_id: site.designId,
  color_primary: site.colorPrimary,
  color_primary_dim: site.colorPrimaryDim,
  logo_favicon: site.logoFavicon && getImageUrl(site.logoFavicon, apiUrl),
  logo_meta: site.logoMeta && getImageUrl(site.logoMeta, apiUrl),
  is_playist: site.isPlaylist,
  exclusive_logo: site.exclusiveLogo,
  join_policy: site.joinPolicy,
  ...(site.signInProviders.length > 0 && { sign_in_providers: site.signInProviders }),
})
