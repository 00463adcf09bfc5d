import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apportion, roundStatement } from '#lib/format/whole-statement.ts'
import { createStatementFixture } from '#tests/support/statement-fixture.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

test('parts are rounded to whole units that add up to the total, each by less than a unit', () => {
  const amounts = fc.array(fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 }), { maxLength: 30 })
  fc.assert(
    fc.property(amounts, fc.constantFrom(1_000, 10_000), (parts, unit) => {
      const total = Math.round(sum(parts) / unit) * unit + 0
      const rounded = apportion(parts, parts.every((part) => part === 0) ? 0 : total, unit)
      expect(rounded.every((amount) => Number.isInteger(amount / unit))).toBe(true)
      expect(sum(rounded)).toBe(total)
      for (const [at, part] of parts.entries()) expect(Math.abs((rounded[at] ?? 0) - part)).toBeLessThan(unit)
      for (const [at, part] of parts.entries()) if (part === 0) expect(rounded[at]).toBe(0)
    }),
  )
})

test('what is left over goes to those that lost most', () => {
  expect(apportion([1_900, 1_800, 1_300, 0], 5_000, 1_000)).toEqual([2_000, 2_000, 1_000, 0])
  expect(apportion([-1_900, -100], -2_000, 1_000)).toEqual([-2_000, 0])
  expect(apportion([0, 0], 0, 1_000)).toEqual([0, 0])
})

test('a statement adds up on every level', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0.000_1, max: 50, noNaN: true }),
      (channels, scale) => {
        const statement = createStatementFixture(channels, scale)
        const shown = roundStatement(statement)
        const { opening, payments, net, withholding, closing } = shown
        expect(opening + payments + net + withholding).toBe(closing)
        expect(shown.income + shown.adjustments + shown.tax + shown.fee + shown.corrections).toBe(net)
        for (const [total, list] of [
          [shown.income, shown.incomeLines],
          [shown.adjustments, shown.adjustmentLines],
          [shown.tax, shown.taxLines],
          [shown.corrections, shown.correctionLines],
        ] as const) {
          expect(list.amount).toBe(total)
          expect(sum(list.lines.map(({ amount }) => amount)) + list.omitted.amount).toBe(total)
        }
        for (const { amount, sources } of shown.incomeLines.lines)
          expect(sum(sources.map((source) => source.amount))).toBe(amount)
        expect(sum(shown.feeLines.map(({ amount }) => amount))).toBe(shown.fee)
        expect(sum(shown.withholdingLines.map(({ amount }) => amount))).toBe(withholding)
        expect(Math.abs(closing - statement.closing)).toBeLessThanOrEqual(500)
      },
    ),
  )
})
