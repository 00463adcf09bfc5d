import { headers } from '#contract/headers.ts'
import { antiTamper, type PlainHash } from './anti-tamper.ts'
import { apiBase } from './api-base.ts'
import { siteHeaders } from './call-headers.ts'
import { host, tokenKey } from './host.ts'
import { keptSite } from './kept-site.ts'
import { readKept } from './storage.ts'

/** A refused reply of the API, as far as a page without islands shows it. */
export interface Refused {
  readonly success: false
  readonly code: string
  readonly message: string
}

export type Answer<Reply> = ({ success: true } & Reply) | Refused | undefined

// The script of a reading page stands in the page and knows no files of the build: pages/sha512.js.ts.
const ownHash = '/sha512.js'
const plain: PlainHash = () => import(/* @vite-ignore */ ownHash)

interface LightCall {
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
export async function lightCall<Reply>({
  method = 'GET',
  path,
  anonymous = false,
}: LightCall): Promise<Answer<Reply>> {
  const token = anonymous ? '' : (readKept(tokenKey(host)) ?? '')
  const body = method === 'POST' ? '{}' : null
  try {
    const reply = await fetch(apiBase + path, {
      method,
      body,
      headers: {
        [headers.language]: document.documentElement.lang,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(anonymous ? {} : siteHeaders(keptSite(), token)),
        ...(await antiTamper({ method, path, bodyBytes: body?.length ?? 0, token }, plain)),
      },
    })
    return await reply.json()
  } catch {
    return undefined
  }
}
