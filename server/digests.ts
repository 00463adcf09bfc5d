import { createHash, timingSafeEqual } from 'node:crypto'
import { clientDigestText, headers, requestDigestText } from '#contract/headers.ts'

interface Signed {
  method: string
  /** Below the API's base, with its query. */
  path: string
  bodyBytes: number
  header: (name: string) => string | undefined
}

/** Recomputes the two digests of the anti-tamper headers. @returns the call's id; null where they do not fit */
export function genuineId({ method, path, bodyBytes, header }: Signed): string | null {
  const id = header(headers.requestId) ?? ''
  const token = header(headers.token) ?? ''
  const request = sha512(requestDigestText(id, method, path, bodyBytes))
  const client = sha512(clientDigestText(id, token, header('User-Agent') ?? ''))
  const genuine =
    /^[0-9a-f]{32}$/.test(id) &&
    equal(request, header(headers.requestDigest)) &&
    equal(client, header(headers.clientDigest))
  return genuine ? id : null
}

const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')

function equal(digest: string, claimed: string | undefined): boolean {
  const [a, b] = [Buffer.from(digest), Buffer.from(claimed ?? '')]
  return a.length === b.length && timingSafeEqual(a, b)
}
