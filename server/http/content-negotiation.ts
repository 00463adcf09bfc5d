export type Encoding = 'br' | 'gzip' | 'identity'

/** The smallest encoding of ours that a caller takes, by Accept-Encoding. */
export function negotiateEncoding(acceptEncoding = ''): Encoding {
  const supported = acceptEncoding
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
    .map((part) => part.split(';')[0])
  return (['br', 'gzip'] as const).find((encoding) => supported.includes(encoding)) ?? 'identity'
}

/** Whether a caller has it already, by If-None-Match; proxies that compress anew mark a tag as weak. */
export const isNotModified = (ifNoneMatch: string | undefined, ...etags: string[]): boolean =>
  ifNoneMatch?.split(',').some((one) => ['*', ...etags].includes(one.trim().replace(/^W\//, ''))) ?? false
