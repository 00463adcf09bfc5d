import { loadStaticActions } from '#lib/page/load-static-actions.ts'
import { readCachedSite } from '#lib/site/cache.ts'
import { host, tokenKey } from '#lib/site/host.ts'
import { readLocal } from '#lib/site/storage.ts'
import type { LoadFallbackHash } from './anti-tamper.ts'
import { isRetryable } from './retry.ts'
import { buildContextHeaders, sendRequest } from './send-request.ts'

/** A refusal of the API, as far as a static page shows it. */
export interface RefusedResponse {
  readonly success: false
  readonly code: string
  readonly message: string
}

export type ApiResult<Output> = ({ success: true } & Output) | RefusedResponse | undefined

// The inline script of a static page knows no files of the build: pages/sha512.js.ts serves this one.
const fallbackHashUrl = '/sha512.js'
const loadFallbackHash: LoadFallbackHash = () => import(/* @vite-ignore */ fallbackHashUrl)

interface StaticPageCall {
  method?: 'GET' | 'POST'
  /** Below the base URL, with a leading slash and the query. */
  path: string
  /** Without headers for site and account. */
  anonymous?: boolean
}

/**
 * The client of static pages: the request of `call()` without its schemas, cache and stores, which would weigh more than
 * the rest of their script. Undefined without a readable reply: a static page is complete without the API.
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
