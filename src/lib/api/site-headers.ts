import { headerNames } from '#contract/headers.ts'
import type { SiteMetadata } from '#contract/site.ts'
import { host } from '#lib/site/host.ts'

type Site = Pick<SiteMetadata, 'domain' | 'is_playist'> | null

/** What every call but the anonymous one says of site, currency and person. */
export const buildSiteHeaders = (site: Site, token: string): Record<string, string> => ({
  [headerNames.domain]: site?.domain ?? host,
  [headerNames.playlist]: site?.is_playist ? '1' : '0',
  [headerNames.currency]: site?.is_playist ? 'USD' : 'KRW',
  ...(token && { [headerNames.token]: token }),
})
