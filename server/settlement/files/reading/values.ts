import { parseDay } from '#server/platform/files/day.ts'
import { InvalidFieldError, parseShortChannelId } from '#server/platform/files/fields.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'

const createFieldError = (column: string, text: string, expected: string) =>
  new InvalidFieldError(`${column} is ${quoteValue(text)}, not ${expected}`)

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  mdash: '—',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
}

const maxCodePoint = 0x10ffff

/** Decodes HTML entities; any white space, also what does not break, becomes one space. */
export function cleanText(text: string): string {
  const decoded = text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]+));/g, (entity, decimal, hex, name) => {
        const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
        if (code === undefined) return namedEntities[name] ?? entity
        return code > 0 && code <= maxCodePoint ? String.fromCodePoint(code) : entity
      })
    : text
  return decoded.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** "Net Partner Revenue (Post revshare)" and net_partner_revenue_post_revshare are the same column. */
export const normalizeColumn = (name: string): string =>
  cleanText(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

const maxTextLength = 200

export function parseLabel(column: string, text: string): string {
  const label = cleanText(text)
  if (label.length > maxTextLength)
    throw new InvalidFieldError(`${column} has ${label.length} characters, more than ${maxTextLength}`)
  return label
}

/** In dollars. A greater amount is a damaged file, and sums of such would exceed what can be stored. */
const maxLineAmount = 1_000_000
/** In dollars, of lines that sum up a month. */
export const maxSum = 1_000_000_000
const maxDecimals = 30
const plainAmount = /^-?\d{1,12}(?:\.\d{1,30})?$/
const scientificAmount = /^-?\d(?:\.\d{1,20})?[eE][+-]?\d{1,2}$/
const groupedAmount = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/

/**
 * Dollars, with every decimal: 4466.63, "4,466.63", $14.95, -$14.95, (14.95), 1.5E-7.
 * @returns a decimal for PostgreSQL
 */
export function parseAmount(column: string, text: string, max = maxLineAmount): string {
  const amount = readAmount(text)
  if (amount === undefined) throw createFieldError(column, text, 'an amount in dollars')
  if (Math.abs(Number(amount)) > max || decimalsOf(amount) > maxDecimals)
    throw new InvalidFieldError(`${column} is ${quoteValue(text)}, which is too large to be an amount`)
  return amount
}

const decimalsOf = (amount: string) => /\.(\d+)$/.exec(amount)?.[1]?.length ?? 0

function readAmount(text: string): string | undefined {
  if (plainAmount.test(text)) return text
  const compact = cleanText(text).replace(/ /g, '').replaceAll('−', '-')
  if (scientificAmount.test(compact)) return compact
  const [, open, minus, digits = '', close] = /^(\()?(-?)(?:US)?\$?([\d.,]+)(\))?$/.exec(compact) ?? []
  if (!groupedAmount.test(digits) || Boolean(open) !== Boolean(close) || (open && minus)) return undefined
  const plain = digits.replaceAll(',', '')
  return open || minus ? `-${plain}` : plain
}

const plainId = /^[\w-]+$/

/** '' where YouTube names no channel. */
export const parseMonthChannelId = (column: string, text: string): string =>
  parseShortChannelId(column, plainId.test(text) ? text : cleanText(text))

/** Whole number, also as programs write it that know only decimals ("100.0"); null when empty. */
export function parseUnits(column: string, text: string): number | null {
  if (text === '') return null
  const digits = text.replaceAll(',', '').replace(/\.0+$/, '')
  if (/^-?\d{1,13}$/.test(digits)) return Number(digits)
  if (/^-?\d+$/.test(digits))
    throw new InvalidFieldError(`${column} is ${quoteValue(text)}, which is too large to be a count`)
  throw createFieldError(column, text, 'a whole number')
}

/** '' when empty. */
export function parseOptionalCountry(column: string, text: string): string {
  if (text === '' || /^[A-Z]{2}$/.test(text)) return text
  throw createFieldError(column, text, 'a country code (two upper-case letters)')
}

export function parseReportDay(column: string, text: string): string {
  const day = parseDay(text)
  if (day) return day
  throw createFieldError(column, text, 'a day (YYYYMMDD)')
}

/** YYYYMMDD, or DD/MM/YYYY: files of paid features have either. */
export function parsePurchaseDay(column: string, text: string): string {
  const [, date, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? []
  const day = parseDay(year === undefined ? text : `${year}-${month}-${date}`)
  if (day) return day
  throw createFieldError(column, text, 'a day (YYYYMMDD or DD/MM/YYYY)')
}

/** Of the smallest unit that an amount is written with: files round. */
const rateTolerance = 0.6

interface RatedAmounts {
  base: number
  /** What the rate takes of it. */
  part: number
  /** Decimals with which the part is written: won have none. */
  decimals: number
}

export const toRatedAmounts = (base: string, part: string): RatedAmounts => ({
  base: Number(base),
  part: Number(part),
  decimals: decimalsOf(part),
})

const getError = (percent: number, { base, part }: RatedAmounts): number =>
  Math.abs((base * percent) / 100 - part)

export const isRateOf = (percent: number, amounts: RatedAmounts): boolean =>
  getError(percent, amounts) <= rateTolerance / 10 ** amounts.decimals + Math.abs(amounts.part) * 0.005

/** In percent, the more likely one first: 0.3 is rather 30 % than 0.3 %. */
function listMeanings(number: number): number[] {
  const hundredfold = Number((number * 100).toFixed(8))
  const meanings = number < 1 ? [hundredfold, number] : [number, hundredfold]
  return meanings.filter((percent) => percent <= 100)
}

const writtenRate = /^(\d{1,3}(?:\.\d{1,10})?) ?(%)?$/

/** "24%", 24, 0.24, or '': a rate that no amount depends on stays as it is written. */
export function parseWrittenRate(column: string, text: string): string {
  const rate = cleanText(text)
  const [, number] = writtenRate.exec(rate) ?? []
  if (rate === '' || (number !== undefined && Number(number) <= 100)) return rate
  throw createFieldError(column, text, 'a percentage from 0 % to 100 %')
}

/**
 * "24%". Without the sign, and where the rate is empty, the amounts show what it is: 0.1 is a tenth, or a tenth of a percent.
 * @returns percent, a decimal for PostgreSQL
 */
export function parsePercentage(column: string, text: string, amounts: RatedAmounts): string {
  const [, number, sign] = writtenRate.exec(text.trim()) ?? []
  if (number !== undefined && sign !== undefined && Number(number) <= 100) return number
  if (number !== undefined && sign === undefined) {
    const [percent] = listMeanings(Number(number))
      .filter((one) => isRateOf(one, amounts))
      .toSorted((one, other) => getError(one, amounts) - getError(other, amounts))
    if (percent !== undefined) return String(percent)
    throw new InvalidFieldError(
      `${column} is ${quoteValue(text)}, which is not the part of the revenue that was withheld`,
    )
  }
  if (text.trim() === '' && amounts.base > 0 && amounts.part <= amounts.base)
    return String(Math.round((amounts.part / amounts.base) * 1_000) / 10)
  if (text.trim() === '' && amounts.part === 0) return '0'
  throw createFieldError(column, text, 'a percentage from 0 % to 100 %')
}

/** ISO 4217 */
export function parseCurrency(column: string, text: string): string {
  const code = cleanText(text)
  if (/^[A-Z]{3}$/.test(code)) return code
  throw createFieldError(column, text, 'a currency, three letters')
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** As people and spreadsheets write a month: also "Apr 2023", "April 2023", "2023/4", "2023-04-01". @returns its first day */
export function parseWrittenMonth(text: string): string | undefined {
  const plain = cleanText(text)
  const month = parseMonth(plain)
  if (month) return month
  const [, name = '', yearAfter] = /^([A-Za-z]{3,9})[ .-]+(20\d\d)$/.exec(plain) ?? []
  const index = monthNames.indexOf(name.slice(0, 3).toLowerCase())
  if (yearAfter && index >= 0) return parseMonth(`${yearAfter}-${String(index + 1).padStart(2, '0')}`)
  const [, year, number, day] = /^(20\d\d)[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(plain) ?? []
  if (year && number && (day === undefined || Number(day) === 1))
    return parseMonth(`${year}-${number.padStart(2, '0')}`)
  return undefined
}

/** The first day of "202008" or "2020-08". */
export function parseMonth(text: string): string | undefined {
  const [, year, month] = /^(20\d\d)-?(0[1-9]|1[0-2])$/.exec(text.trim()) ?? []
  return year && month ? `${year}-${month}-01` : undefined
}
