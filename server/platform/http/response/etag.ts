/** Ignores the weak prefix, which recompressing proxies add. */
export const isNotModified = (ifNoneMatch: string | undefined, ...etags: string[]): boolean =>
  ifNoneMatch?.split(',').some((one) => ['*', ...etags].includes(one.trim().replace(/^W\//, ''))) ?? false
