export type Encoding = 'br' | 'gzip' | 'identity'

export function negotiateEncoding(acceptEncoding = ''): Encoding {
  const supported = acceptEncoding
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
    .map((part) => part.split(';')[0])
  return (['br', 'gzip'] as const).find((encoding) => supported.includes(encoding)) ?? 'identity'
}
