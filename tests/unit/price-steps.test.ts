import { expect, test } from 'vitest'
import { listPriceSteps, locatePrice } from '#islands/reports/videos/price/price-steps.ts'

const spread = { videos: 9, low: 110, median: 125, high: 145, from: 100, step: 20, counts: [4, 3, 2] }

test('the first and the last step are open', () => {
  expect(listPriceSteps(spread)).toEqual([
    { from: null, to: 120, count: 4 },
    { from: 120, to: 140, count: 3 },
    { from: 140, to: null, count: 2 },
  ])
  expect(listPriceSteps({ ...spread, counts: [9] })).toEqual([{ from: null, to: null, count: 9 }])
})

test('a price beyond the steps is at their end', () => {
  expect([50, 100, 130, 160, 900].map((price) => locatePrice(spread, price))).toEqual([0, 0, 0.5, 1, 1])
})
