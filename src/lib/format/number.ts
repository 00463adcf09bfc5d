import { amountUnits, type Currency } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { getFormatter } from './formatters.ts'

export const missingValue = '–'

const getNumberFormatter = (locale: Locale, options: Intl.NumberFormatOptions) =>
  getFormatter(Intl.NumberFormat, locale, { signDisplay: 'negative', ...options })

/** Negative numbers have a minus sign, which is as wide as a plus, instead of a hyphen. */
const format = (value: number, locale: Locale, options: Intl.NumberFormatOptions): string =>
  getNumberFormatter(locale, options).format(value).replace('-', '−')

/** Writes all digits: 12,841,234. */
export const formatNumber = (value: number, locale: Locale) => format(value, locale, {})

/** Writes hundredths of a unit that the text names: 12,841.50. */
export const formatCents = (cents: number, locale: Locale) =>
  format(Math.round(cents) / 100, locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Writes up to four digits with the language's unit: 1,284만, 12.84M, 1284万, 48.0万; 4,540 and 5천 in Korean. */
export function formatCount(value: number, locale: Locale): string {
  const size = Math.abs(value)
  const digits = getCompactDecimals(size, locale)
  return formatCompact(value, locale, { ...getFractionDigits(digits), minimumSignificantDigits: 4 })
}

/** Omits trailing zeros, for axes: 48万. */
export function formatCountShort(value: number, locale: Locale): string {
  const digits = getCompactDecimals(Math.abs(value), locale)
  return formatCompact(value, locale, { maximumFractionDigits: digits })
}

function formatCompact(value: number, locale: Locale, precision: Intl.NumberFormatOptions): string {
  if (isWrittenOut(value, locale)) return format(value, locale, { maximumFractionDigits: 0 })
  return format(value, locale, {
    notation: 'compact',
    ...precision,
    maximumSignificantDigits: 4,
    roundingPriority: 'lessPrecision',
    useGrouping: getGrouping(locale),
  })
}

/**
 * Whether all digits are shorter than a unit, or what people write: nobody writes 4.54천. Chinese has no unit for thousands, and
 * Korean uses 천 for round ones.
 */
function isWrittenOut(value: number, locale: Locale): boolean {
  const size = Math.round(Math.abs(value))
  if (locale === 'en') return size < 1_000
  return size < 10_000 && !(locale === 'ko' && size > 0 && size % 1_000 === 0)
}

/** Korean: 1,284만, Chinese: 1284万 */
const getGrouping = (locale: Locale) => (locale === 'ko' ? 'always' : 'min2')

/** Adds a second decimal below ten thousand and in large units, where one decimal is too coarse; 천 is of round thousands. */
function getCompactDecimals(size: number, locale: Locale): number {
  const large = locale === 'en' ? 1_000_000 : 100_000_000
  if (size < 10_000) return locale === 'en' ? 2 : 0
  return size >= large ? 2 : 1
}

/** ₩ is unambiguous; $ is not, so Korean and Chinese pages show `US$`. */
function getMoneyOptions(currency: Currency): Intl.NumberFormatOptions {
  return { style: 'currency', currency, currencyDisplay: currency === 'KRW' ? 'narrowSymbol' : 'symbol' }
}

function getFractionDigits(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** `amount` is in `amountUnits`: ₩4,120,380 or $3,012.45. */
export function formatMoney(amount: number, currency: Currency, locale: Locale): string {
  const options = { ...getMoneyOptions(currency), ...getFractionDigits(currency === 'KRW' ? 0 : 2) }
  return format(amount / amountUnits[currency], locale, options)
}

/** Formats an amount with its sign: +₩464,541, −$3.20. What is shown as zero has none. */
export const formatMoneyChange = (amount: number, currency: Currency, locale: Locale) =>
  (roundMoney(amount, currency) > 0 ? '+' : '') + formatMoney(amount, currency, locale)

/** The `amountUnits` of a won or a cent, the smallest amount that `formatMoney` shows and a bank moves. */
export const getMoneyUnit = (currency: Currency): number =>
  amountUnits[currency] / (currency === 'KRW' ? 1 : 100)

/** Rounds `amountUnits` to the precision of `formatMoney`, so that sums of displayed amounts add up. */
export function roundMoney(amount: number, currency: Currency): number {
  const unit = getMoneyUnit(currency)
  return Math.sign(amount) * Math.round(Math.abs(amount) / unit) * unit
}

/** Compact: ₩412만, $3.01K; ₩4,540 and ₩5천 in Korean. */
export function formatMoneyShort(amount: number, currency: Currency, locale: Locale): string {
  const value = amount / amountUnits[currency]
  const small = Math.abs(value) < 10 && !Number.isInteger(value)
  if (!small && locale !== 'en' && isWrittenOut(value, locale)) {
    const precision = currency === 'KRW' ? getFractionDigits(0) : { maximumSignificantDigits: 4 }
    return format(value, locale, { ...getMoneyOptions(currency), ...precision })
  }
  const size = small ? getFractionDigits(currency === 'KRW' ? 1 : 2) : { maximumSignificantDigits: 3 }
  return format(value, locale, {
    ...getMoneyOptions(currency),
    ...size,
    notation: small ? 'standard' : 'compact',
    useGrouping: getGrouping(locale),
  })
}

/**
 * Korean axes have one form: 2천, 4천, …, 1만 where all ticks are whole, or else all digits: 5,000, 10,000, 15,000. Above that, units
 * are the same for all.
 */
function isAxisWrittenOut(values: readonly number[], locale: Locale): boolean {
  const sizes = values.map((value) => Math.round(Math.abs(value))).filter((size) => size > 0)
  const isWhole = (size: number) => size % (size < 10_000 ? 1_000 : 10_000) === 0
  return locale === 'ko' && sizes.some((size) => size < 10_000) && !sizes.every(isWhole)
}

/** Formats a tick of an axis: 48만. `counts`: all ticks. */
export const formatCountTick = (count: number, counts: readonly number[], locale: Locale): string =>
  isAxisWrittenOut(counts, locale)
    ? format(count, locale, { maximumFractionDigits: 0 })
    : formatCountShort(count, locale)

/** Formats the ticks of an axis: amounts with the same unit have the same number of decimals. */
export function formatMoneyTick(
  amount: number,
  amounts: readonly number[],
  currency: Currency,
  locale: Locale,
): string {
  const units = amounts.map((one) => one / amountUnits[currency])
  const notation = isAxisWrittenOut(units, locale) ? 'standard' : 'compact'
  const options = { ...getMoneyOptions(currency), notation, maximumSignificantDigits: 3 } as const
  const split = (one: number) => {
    const parts = getNumberFormatter(locale, options).formatToParts(one)
    const getPart = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
    return { unit: getPart('compact'), decimals: getPart('fraction').length }
  }
  const value = amount / amountUnits[currency]
  const { unit } = split(value)
  const decimals = Math.max(...units.map(split).map((one) => (one.unit === unit ? one.decimals : 0)))
  const isFine = unit === '' && decimals > 0 && currency === 'USD'
  return format(value, locale, {
    ...getMoneyOptions(currency),
    ...getFractionDigits(isFine ? Math.max(2, decimals) : decimals),
    notation,
    useGrouping: getGrouping(locale),
  })
}

/** Price per view, in `amountUnits`: ₩0.32, $0.000231; null (no views) is '–'. */
export function formatPrice(amount: number | null, currency: Currency, locale: Locale): string {
  if (amount === null) return missingValue
  const value = amount / amountUnits[currency]
  return format(value, locale, {
    ...getMoneyOptions(currency),
    ...getFractionDigits(getPriceDecimals(value, currency)),
  })
}

/** Price per 1,000 views, in `amountUnits`: ₩320, $0.23; null (no views) is '–'. */
export function formatThousandPrice(amount: number | null, currency: Currency, locale: Locale): string {
  if (amount === null) return missingValue
  const value = amount / amountUnits[currency]
  const digits = currency === 'KRW' ? 0 : 2
  const isTooSmall = value !== 0 && Math.abs(value) < 10 ** -digits
  return format(value, locale, {
    ...getMoneyOptions(currency),
    ...getFractionDigits(isTooSmall ? digits + 2 : digits),
  })
}

/** The smallest difference between two usual prices that `formatPrice` shows, in `amountUnits`. */
export const getPriceStep = (currency: Currency): number =>
  amountUnits[currency] / 10 ** getPriceDecimals(0, currency)

/** Fixes the number of decimals to align columns; prices that would otherwise be displayed as zero get more. */
function getPriceDecimals(value: number, currency: Currency): number {
  const size = Math.abs(value)
  if (currency === 'KRW') return size > 0 && size < 0.01 ? 4 : 2
  return size >= 1 ? 2 : 6
}

/** 0.124 is 12.4%; null is '–'. */
export function formatPercent(ratio: number | null, locale: Locale): string {
  if (ratio === null) return missingValue
  const digits = Math.abs(ratio) >= 10 ? 0 : 1
  return format(ratio, locale, { style: 'percent', ...getFractionDigits(digits) })
}

/** Writes a rate as it is, without zeros at its end: 20%, 3.3%, 0.33%. */
export const formatRatio = (ratio: number, locale: Locale): string =>
  format(ratio, locale, { style: 'percent', maximumFractionDigits: 4 })

/** 12.4 kB, 1.3 MB. */
export function formatBytes(bytes: number, locale: Locale): string {
  const large = bytes >= 1_000_000
  const unit = large ? 'megabyte' : 'kilobyte'
  return format(bytes / (large ? 1_000_000 : 1_000), locale, { style: 'unit', unit, ...getFractionDigits(1) })
}
