import { buildClientDigestInput, buildRequestDigestInput, headerNames } from '#contract/platform/headers.ts'
import { encodeHex } from '#contract/platform/hex.ts'

export type LoadFallbackHash = () => Promise<{ sha512: (bytes: Uint8Array) => Uint8Array }>

/** `crypto.subtle` exists only in secure contexts; on plain HTTP the fallback loads. */
async function hashSha512(text: string, loadFallback: LoadFallbackHash): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  if (crypto.subtle) return encodeHex(new Uint8Array(await crypto.subtle.digest('SHA-512', bytes)))
  const { sha512 } = await loadFallback()
  return encodeHex(sha512(bytes))
}

interface SignedRequest {
  readonly method: string
  /** Path below the base URL, with a leading slash and the query. */
  readonly path: string
  readonly bodyBytes: number
  readonly token: string
}

/** Creates the three anti-tamper headers; every attempt has a new request id. */
export async function createAntiTamperHeaders(
  { method, path, bodyBytes, token }: SignedRequest,
  loadFallback: LoadFallbackHash,
): Promise<Record<string, string>> {
  const id = encodeHex(crypto.getRandomValues(new Uint8Array(16)))
  const [request, client] = await Promise.all([
    hashSha512(buildRequestDigestInput(id, method, path, bodyBytes), loadFallback),
    hashSha512(buildClientDigestInput(id, token, navigator.userAgent), loadFallback),
  ])
  return {
    [headerNames.requestId]: id,
    [headerNames.requestDigest]: request,
    [headerNames.clientDigest]: client,
  }
}
