import { headerNames } from '#contract/headers.ts'
import { readCachedSite } from '#lib/site/cache.ts'
import { host, tokenKey } from '#lib/site/host.ts'
import { readLocal } from '#lib/site/storage.ts'
import { createAntiTamperHeaders, type LoadFallbackHash } from './anti-tamper.ts'
import { apiBaseUrl } from './base-url.ts'
import { buildSiteHeaders } from './site-headers.ts'

/** A refused reply of the API, as far as a page without islands shows it. */
export interface RefusedResponse {
  readonly success: false
  readonly code: string
  readonly message: string
}

export type ApiResult<Reply> = ({ success: true } & Reply) | RefusedResponse | undefined

// The script of a reading page stands in the page and knows no files of the build: pages/sha512.js.ts.
const fallbackHashUrl = '/sha512.js'
const loadFallbackHash: LoadFallbackHash = () => import(/* @vite-ignore */ fallbackHashUrl)

interface StaticPageCall {
  method?: 'GET' | 'POST'
  /** Below the base, with a leading slash and its query. */
  path: string
  /** Without headers about site and person. */
  anonymous?: boolean
}

/**
 * A call of the API for pages that are to be read: `call()` with its schemas and stores would weigh more than all of
 * their script, and the API checks its own replies. Undefined when there was no reply: such a page is complete without.
 */
export async function callFromStaticPage<Reply>({
  method = 'GET',
  path,
  anonymous = false,
}: StaticPageCall): Promise<ApiResult<Reply>> {
  const token = anonymous ? '' : (readLocal(tokenKey(host)) ?? '')
  const body = method === 'POST' ? '{}' : null
  try {
    const reply = await fetch(apiBaseUrl + path, {
      method,
      body,
      headers: {
        [headerNames.language]: document.documentElement.lang,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(anonymous ? {} : buildSiteHeaders(readCachedSite(), token)),
        ...(await createAntiTamperHeaders(
          { method, path, bodyBytes: body?.length ?? 0, token },
          loadFallbackHash,
        )),
      },
    })
    return await reply.json()
  } catch {
    return undefined
  }
}
