/**
 * The headers of a call and what the three anti-tamper ones are made of. Parts are joined by a line feed, hashed with
 * SHA-512, written in hex. `path` is below the API's base, begins with a slash and has its query.
 */
export const headerNames = {
  language: 'Accept-Language',
  domain: 'X-Domain',
  token: 'X-Auth-Token',
  playlist: 'X-Playlist',
  currency: 'X-Currency',
  /** 128 random bits, hex; a retry has a new one. */
  requestId: 'X-Request-Id',
  requestDigest: 'X-Request-Digest',
  clientDigest: 'X-Client-Digest',
} as const

export const buildRequestDigestInput = (id: string, method: string, path: string, bodyBytes: number) =>
  [id, method, path, bodyBytes].join('\n')

export const buildClientDigestInput = (id: string, token: string, userAgent: string) =>
  [id, token, userAgent].join('\n')
