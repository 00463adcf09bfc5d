import { expect, test } from 'vitest'
import { premiumPrice, premiumRate, pricePerThousandViews, pricePerView } from '#contract/reports/reports.ts'

const figures = {
  views: 1_000,
  premiumViews: 80,
  grossProfit: 320_000,
  grossPremiumProfit: 145_600,
  netProfit: null,
  netPremiumProfit: null,
}

test('a view is worth profit over views, a premium view premium profit over premium views', () => {
  expect(pricePerView(figures)).toBe(320)
  expect(pricePerThousandViews(figures)).toBe(320_000)
  expect(premiumPrice(figures)).toBe(1_820)
  expect(premiumRate(figures)).toBe(0.08)
})

test('over nothing there is no price and no rate', () => {
  const nothing = { ...figures, views: 0, premiumViews: 0 }
  const prices = [pricePerView, pricePerThousandViews, premiumPrice, premiumRate]
  expect(prices.map((compute) => compute(nothing))).toEqual([null, null, null, null])
})

test('corrections can make a price negative', () => {
  expect(pricePerView({ ...figures, grossProfit: -500 })).toBe(-0.5)
})
