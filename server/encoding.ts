export type Encoding = 'br' | 'gzip' | 'identity'

/** The smallest encoding of ours that a caller takes, by Accept-Encoding. */
export function encodingOf(accepted = ''): Encoding {
  const taken = accepted
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
    .map((part) => part.split(';')[0])
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'identity'
}

/** Whether a caller has it already, by If-None-Match; proxies that compress anew mark a tag as weak. */
export const isHeld = (held: string | undefined, ...tags: string[]): boolean =>
  held?.split(',').some((one) => ['*', ...tags].includes(one.trim().replace(/^W\//, ''))) ?? false
