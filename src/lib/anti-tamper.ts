import { clientDigestText, headers, requestDigestText } from '#contract/headers.ts'
import { hex } from './hex.ts'

/** A hash of our own, loaded where the browser's is not to be had. */
export type PlainHash = () => Promise<{ sha512: (bytes: Uint8Array) => Uint8Array }>

/** `crypto.subtle` exists only in secure contexts; a site on plain HTTP loads a hash of its own. */
async function hashOf(text: string, plain: PlainHash): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  if (globalThis.crypto.subtle) return hex(new Uint8Array(await crypto.subtle.digest('SHA-512', bytes)))
  const { sha512 } = await plain()
  return hex(sha512(bytes))
}

interface Sent {
  readonly method: string
  /** Below the base, with a leading slash and the query. */
  readonly path: string
  readonly bodyBytes: number
  readonly token: string
}

/** The three anti-tamper headers of one attempt, with a new id each time. */
export async function antiTamper(
  { method, path, bodyBytes, token }: Sent,
  plain: PlainHash,
): Promise<Record<string, string>> {
  const id = hex(crypto.getRandomValues(new Uint8Array(16)))
  const [request, client] = await Promise.all([
    hashOf(requestDigestText(id, method, path, bodyBytes), plain),
    hashOf(clientDigestText(id, token, navigator.userAgent), plain),
  ])
  return { [headers.requestId]: id, [headers.requestDigest]: request, [headers.clientDigest]: client }
}
