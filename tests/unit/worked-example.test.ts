import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Currency, currencies } from '#contract/platform/currency.ts'
import { formatMoney } from '#lib/format/number.ts'
import {
  computeExample,
  exampleCountries,
  exampleViews,
  listExampleMembers,
  maxExampleViews,
} from '#lib/page/prerender/worked-example.ts'

const format = (currency: Currency) => (amount: number) => formatMoney(amount, currency, 'en')

test('the example of the home, worked out by hand', () => {
  const won = computeExample(exampleViews, 'KRW')
  // 21,500 × 1.34 + 391,100 × 0.21 = 28,810 + 82,131; 15 % of 110,941 is 16,641.15
  expect([won.premiumProfit, won.otherProfit, won.gross, won.fee, won.net].map(format('KRW'))).toEqual([
    '₩28,810',
    '₩82,131',
    '₩110,941',
    '₩16,641',
    '₩94,300',
  ])
  const dollars = computeExample(exampleViews, 'USD')
  // 21,500 × 0.00096 = 20.64; 391,100 × 0.00015 = 58.665; together 79.305, of which 15 % are 11.8965
  expect([dollars.premiumProfit, dollars.gross, dollars.fee, dollars.net].map(format('USD'))).toEqual([
    '$20.64',
    '$79.31',
    '$11.90',
    '$67.41',
  ])
})

test('for any number of views, what is added up as shown adds up', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: maxExampleViews }),
      fc.constantFrom(...currencies),
      (views, currency) => {
        const example = computeExample(views, currency)
        const shown = (amount: number) => Number(format(currency)(amount).replaceAll(/[^\d.]/g, ''))
        expect(example.premiumViews + example.otherViews).toBe(views)
        expect(shown(example.premiumProfit) + shown(example.otherProfit)).toBeCloseTo(shown(example.gross), 6)
        expect(shown(example.fee) + shown(example.net)).toBeCloseTo(shown(example.gross), 6)
      },
    ),
  )
})

test('the countries are the whole video, and each member gets what the fee leaves', () => {
  expect(exampleCountries.reduce((sum, { permille }) => sum + permille, 0)).toBe(1000)
  for (const currency of currencies)
    for (const { gross, fee, net, permille } of listExampleMembers(currency)) {
      expect(fee + net).toBe(gross)
      expect(Math.abs(fee / gross - permille / 1000)).toBeLessThan(0.001)
    }
})
