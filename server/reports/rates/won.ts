import { maxKrwMicros } from '#contract/platform/currency.ts'
import { parseScaledDecimal } from '#server/platform/files/decimal.ts'

/** Won per dollar. @returns millionths of a won */
export function parseWon(text: string): number | undefined {
  const krwMicros = parseScaledDecimal(text, 1_000_000)
  return krwMicros !== undefined && krwMicros > 0 && krwMicros <= maxKrwMicros ? krwMicros : undefined
}

export const formatWon = (krwMicros: number) => String(krwMicros / 1_000_000)
