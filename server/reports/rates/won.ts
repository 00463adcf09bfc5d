import { maxKrwMicros } from '#contract/platform/currency.ts'
import { parseScaledDecimal } from '#server/platform/files/decimal.ts'

/** Won per dollar. @returns millionths of a won */
export function parseWon(text: string): number | undefined {
  const krwMicros = parseScaledDecimal(text, 1_000_000)
  return krwMicros !== undefined && krwMicros > 0 && krwMicros <= maxKrwMicros ? krwMicros : undefined
}

export const formatWon = (krwMicros: number) => String(krwMicros / 1_000_000)

/** Since the won floats (1997), a dollar has been worth between 800 and 2,000. */
export const likelyMicros = { min: 500_000_000, max: 3_000_000_000 }
