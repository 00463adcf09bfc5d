export const decimalPattern = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/
const powersOfTen = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent)
const exactDigits = 15

/**
 * Exact for any number of decimals; rounds half away from zero.
 * @returns undefined when it is not a number or exceeds 2^53
 */
export function parseScaledDecimal(text: string, factor: number): number | undefined {
  const match = decimalPattern.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent] = match
  const digits = whole + fraction
  const decimals = fraction.length - (exponent === undefined ? 0 : Number(exponent))
  const magnitude =
    decimals >= 0 && digits.length + String(factor).length <= exactDigits && decimals <= exactDigits
      ? divideRounded(Number(digits) * factor, powersOfTen[decimals] as number)
      : divideRoundedExactly(BigInt(digits) * BigInt(factor), decimals)
  if (!Number.isSafeInteger(magnitude)) return undefined
  return sign && magnitude !== 0 ? -magnitude : magnitude
}

function divideRounded(product: number, divisor: number): number {
  const remainder = product % divisor
  const quotient = (product - remainder) / divisor
  return remainder * 2 >= divisor ? quotient + 1 : quotient
}

function divideRoundedExactly(product: bigint, decimals: number): number {
  if (decimals <= 0) return Number(product * 10n ** BigInt(-decimals))
  const divisor = 10n ** BigInt(decimals)
  const quotient = product / divisor
  return Number((product % divisor) * 2n >= divisor ? quotient + 1n : quotient)
}

/** "20", "12.5", "12,5 %": in tenths of a percent; undefined for anything else, and beyond 100 %. */
export function parsePermille(text: string): number | undefined {
  const [, whole, tenths = '0'] = /^(\d{1,3})(?:[.,](\d)0*)?\s*%?$/.exec(text) ?? []
  const permille = Number(whole) * 10 + Number(tenths)
  return permille <= 1_000 ? permille : undefined
}
