/**
 * Anti-tamper digests are SHA-512 in hex of parts joined by line feeds. `path` is below the API's base, with a leading
 * slash and the query.
 */
export const headerNames = {
  language: 'Accept-Language',
  domain: 'X-Domain',
  token: 'X-Auth-Token',
  playlist: 'X-Playlist',
  currency: 'X-Currency',
  /** 128 random bits in hex; new for every retry. */
  requestId: 'X-Request-Id',
  requestDigest: 'X-Request-Digest',
  clientDigest: 'X-Client-Digest',
} as const

export const buildRequestDigestInput = (id: string, method: string, path: string, bodyBytes: number) =>
  [id, method, path, bodyBytes].join('\n')

export const buildClientDigestInput = (id: string, token: string, userAgent: string) =>
  [id, token, userAgent].join('\n')
