import { createHash, randomBytes } from 'node:crypto'
import { buildClientDigestInput, buildRequestDigestInput, headerNames } from '#contract/platform/headers.ts'

const testUserAgent = 'hookline-tests'
const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')

/**
 * Creates all headers of a call, and computes its digests independently; `path` is below the API's base and begins with
 * a slash.
 */
export function signHeaders(
  method: string,
  path: string,
  body: string | undefined,
  {
    domain = 'example.test',
    token = '',
    language = 'en',
    userAgent = testUserAgent,
  }: { domain?: string; token?: string; language?: string; userAgent?: string },
): Record<string, string> {
  const id = randomBytes(16).toString('hex')
  return {
    'User-Agent': userAgent,
    [headerNames.language]: language,
    [headerNames.domain]: domain,
    ...(token && { [headerNames.token]: token }),
    [headerNames.playlist]: '0',
    [headerNames.currency]: 'KRW',
    [headerNames.requestId]: id,
    [headerNames.requestDigest]: sha512(
      buildRequestDigestInput(id, method, path, Buffer.byteLength(body ?? '')),
    ),
    [headerNames.clientDigest]: sha512(buildClientDigestInput(id, token, userAgent)),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
}
