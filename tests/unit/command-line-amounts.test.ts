import { expect, test } from 'vitest'
import { formatAmount } from '#server/platform/command-line/amounts.ts'

test.each([
  [20_000_000, 'KRW', '20,000 KRW'],
  [0, 'KRW', '0 KRW'],
  [-420_000, 'KRW', '-420 KRW'],
  [12_751_750, 'KRW', '12,751.750 KRW'],
  [40_000_000, 'USD', '40.00 USD'],
  [1_234_500_000, 'USD', '1,234.50 USD'],
  [-12_345_678, 'USD', '-12.345678 USD'],
] as const)('%d units of %s are printed as %s', (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text)
})
