import { parseScaledDecimal } from '#server/platform/files/decimal.ts'

/** 9,000 won: keeps the exact products of SQL's currency conversion within a bigint. */
const maxKrwMicros = 9_000_000_000

/** Won per dollar. @returns millionths of a won */
export function parseWon(text: string): number | undefined {
  const krwMicros = parseScaledDecimal(text, 1_000_000)
  return krwMicros !== undefined && krwMicros > 0 && krwMicros < maxKrwMicros ? krwMicros : undefined
}

export const formatWon = (krwMicros: number) => String(krwMicros / 1_000_000)
