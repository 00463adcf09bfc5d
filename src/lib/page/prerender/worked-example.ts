import { amountUnits, type Currency } from '#contract/platform/currency.ts'
import { roundMoney } from '#lib/format/number.ts'

// The invented video and network of the home page. Amounts are integers in amount units (contract/portal/site.ts),
// rounded as in a statement: the fee is rounded once, and the rest remains.

/** Prices per view, in amount units. */
const prices: Record<Currency, { readonly premium: number; readonly other: number }> = {
  KRW: { premium: 1_340, other: 210 },
  USD: { premium: 960, other: 150 },
}
const example = { views: 412_600, premiumViews: 21_500 }
export const exampleViews = example.views
export const maxExampleViews = 2_000_000
export const exampleFeePermille = 150

export interface WorkedExample {
  readonly views: number
  readonly premiumViews: number
  readonly otherViews: number
  readonly premiumPrice: number
  readonly otherPrice: number
  readonly premiumProfit: number
  readonly otherProfit: number
  readonly gross: number
  readonly fee: number
  readonly net: number
}

export function takeFee(gross: number, permille: number, currency: Currency) {
  const fee = roundMoney((gross * permille) / 1000, currency)
  return { gross, fee, net: gross - fee, permille }
}

/**
 * Multiplies views by their price, separately for premium and other views, whose shares do not depend on the number of
 * views.
 */
export function computeExample(views: number, currency: Currency): WorkedExample {
  const { premium: premiumPrice, other: otherPrice } = prices[currency]
  const premiumViews = Math.round((views * example.premiumViews) / example.views)
  const otherViews = views - premiumViews
  const gross = roundMoney(premiumViews * premiumPrice + otherViews * otherPrice, currency)
  // Displayed parts must add up to the displayed sum.
  const premiumProfit = roundMoney(premiumViews * premiumPrice, currency)
  return {
    views,
    premiumViews,
    otherViews,
    premiumPrice,
    otherPrice,
    premiumProfit,
    otherProfit: gross - premiumProfit,
    ...takeFee(gross, exampleFeePermille, currency),
  }
}

/**
 * Level of a meter that is `most` wide at the most views. It follows the square root, so that few views are visible,
 * too.
 */
export const computeLevel = (views: number, most: number) =>
  Math.round(most * Math.sqrt(views / maxExampleViews))

/** Profit of the example's video by country, in thousandths of its gross; the last entry is all others. */
export const exampleCountries = [
  { code: 'KR', permille: 462 },
  { code: 'JP', permille: 231 },
  { code: 'US', permille: 169 },
  { code: 'TW', permille: 78 },
  { code: null, permille: 60 },
] as const

/** Members of the example's network, with gross in whole won and in cents. */
const members = [
  { channels: 3, won: 612_480, cents: 44_120, permille: 150 },
  { channels: 2, won: 301_200, cents: 21_760, permille: 125 },
  { channels: 1, won: 268_040, cents: 19_350, permille: 100 },
]

export const listExampleMembers = (currency: Currency) =>
  members.map(({ channels, won, cents, permille }) => ({
    channels,
    ...takeFee(
      currency === 'KRW' ? won * amountUnits.KRW : (cents * amountUnits.USD) / 100,
      permille,
      currency,
    ),
  }))

/** Profit of the example's video and of two others, in order of rank. */
export const listExampleVideoProfits = (currency: Currency): readonly number[] => [
  computeExample(exampleViews, currency).gross,
  ...(currency === 'KRW'
    ? [75_300, 67_010].map((won) => won * amountUnits.KRW)
    : [5_440, 4_837].map((cents) => (cents * amountUnits.USD) / 100)),
]

/**
 * Daily profit of the example's video since its upload, in thousandths of its best day: it rises, fades and rises
 * again.
 */
export const exampleDays: readonly number[] = [
  90, 240, 520, 830, 1000, 910, 760, 640, 700, 560, 470, 430, 380,
]
