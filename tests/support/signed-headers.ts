import { createHash, randomBytes } from 'node:crypto'
import { clientDigestText, headers, requestDigestText } from '#contract/headers.ts'

const ours = 'hookline-tests'
const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')

/** All headers of a call, with digests of its own making; `path` is below the API's base and begins with a slash. */
export function signedHeaders(
  method: string,
  path: string,
  body: string | undefined,
  {
    domain = 'example.test',
    token = '',
    language = 'en',
    userAgent = ours,
  }: { domain?: string; token?: string; language?: string; userAgent?: string },
): Record<string, string> {
  const id = randomBytes(16).toString('hex')
  return {
    'User-Agent': userAgent,
    [headers.language]: language,
    [headers.domain]: domain,
    ...(token && { [headers.token]: token }),
    [headers.playlist]: '0',
    [headers.currency]: 'KRW',
    [headers.requestId]: id,
    [headers.requestDigest]: sha512(requestDigestText(id, method, path, Buffer.byteLength(body ?? ''))),
    [headers.clientDigest]: sha512(clientDigestText(id, token, userAgent)),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
}
