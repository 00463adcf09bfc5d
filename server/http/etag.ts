/** Evaluates If-None-Match; proxies that recompress mark an ETag as weak. */
export const isNotModified = (ifNoneMatch: string | undefined, ...etags: string[]): boolean =>
  ifNoneMatch?.split(',').some((one) => ['*', ...etags].includes(one.trim().replace(/^W\//, ''))) ?? false
