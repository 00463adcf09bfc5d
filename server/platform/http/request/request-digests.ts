import { createHash, timingSafeEqual } from 'node:crypto'
import { buildClientDigestInput, buildRequestDigestInput, headerNames } from '#contract/platform/headers.ts'

interface SignedRequest {
  method: string
  path: string
  bodyBytes: number
  header: (name: string) => string | undefined
}

/** Anti-tamper check. @returns the request id; null when the digests do not match */
export function verifyRequestDigests({ method, path, bodyBytes, header }: SignedRequest): string | null {
  const id = header(headerNames.requestId) ?? ''
  const token = header(headerNames.token) ?? ''
  const expectedRequestDigest = sha512(buildRequestDigestInput(id, method, path, bodyBytes))
  const expectedClientDigest = sha512(buildClientDigestInput(id, token, header('User-Agent') ?? ''))
  const isValid =
    /^[0-9a-f]{32}$/.test(id) &&
    isEqualDigest(expectedRequestDigest, header(headerNames.requestDigest)) &&
    isEqualDigest(expectedClientDigest, header(headerNames.clientDigest))
  return isValid ? id : null
}

const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')

function isEqualDigest(digest: string, claimed: string | undefined): boolean {
  const [a, b] = [Buffer.from(digest), Buffer.from(claimed ?? '')]
  return a.length === b.length && timingSafeEqual(a, b)
}
