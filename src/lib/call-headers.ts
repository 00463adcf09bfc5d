import { headers } from '#contract/headers.ts'
import type { Metadata } from '#contract/site.ts'
import { host } from './host.ts'

type Site = Pick<Metadata, 'domain' | 'is_playist'> | null

/** What every call but the anonymous one says of site, currency and person. */
export const siteHeaders = (site: Site, token: string): Record<string, string> => ({
  [headers.domain]: site?.domain ?? host,
  [headers.playlist]: site?.is_playist ? '1' : '0',
  [headers.currency]: site?.is_playist ? 'USD' : 'KRW',
  ...(token && { [headers.token]: token }),
})
