import type { LoadFallbackHash } from '#lib/api/anti-tamper.ts'
import { isRetryable } from '#lib/api/retry.ts'
import { buildContextHeaders, sendRequest } from '#lib/api/send-request.ts'
import { readCachedSite } from '#lib/site/cache.ts'
import { host, tokenKey } from '#lib/site/host.ts'
import { readLocal } from '#lib/site/storage.ts'
import { loadStaticActions } from './load-static-actions.ts'

export interface RefusedResponse {
  readonly success: false
  readonly code: string
  readonly message: string
}

export type ApiResult<Output> = ({ success: true } & Output) | RefusedResponse | undefined

// Inline scripts cannot import build files, so pages/sha512.js.ts serves this one.
const fallbackHashUrl = '/sha512.js'
export const loadFallbackHash: LoadFallbackHash = () => import(/* @vite-ignore */ fallbackHashUrl)

interface StaticPageCall {
  method?: 'GET' | 'POST'
  /** Path below the base URL, with a leading slash and the query. */
  path: string
  /** Omits site and account headers. */
  anonymous?: boolean
}

/**
 * A version of `call()` for static pages, without schemas, cache and stores, to keep the inline script small. Returns
 * undefined without a readable response: a static page is complete without the API.
 */
export async function callFromStaticPage<Output>({
  method = 'GET',
  path,
  anonymous = false,
}: StaticPageCall): Promise<ApiResult<Output>> {
  const context = { site: readCachedSite(), token: readLocal(tokenKey(host)) ?? '' }
  const headers = buildContextHeaders(document.documentElement.lang, anonymous ? null : context)
  const request = { method, path, headers, body: method === 'POST' ? '{}' : undefined }
  const firstAttempt = sendRequest(request, loadFallbackHash)
  try {
    const response = await firstAttempt.catch(() => null)
    if (response && !isRetryable(response.status)) return await response.json()
    const { sendWithRetries } = await loadStaticActions()
    return await (await sendWithRetries(request, loadFallbackHash, firstAttempt))?.json()
  } catch {
    return undefined
  }
}
