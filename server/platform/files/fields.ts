import { decimalPattern, parseScaledDecimal } from './decimal.ts'
import { quoteValue } from './file-refusal.ts'

export class InvalidFieldError extends Error {}

const createFieldError = (column: string, text: string, expected: string) =>
  new InvalidFieldError(`${column} is ${quoteValue(text)}, not ${expected}`)

const createSizeError = (column: string, text: string) =>
  new InvalidFieldError(`${column} is ${quoteValue(text)}, which is too large to be a figure of one line`)

const channelPattern = /^UC[A-Za-z0-9_-]{22}$/
const shortChannelPattern = /^[\w-]{22}$/
const videoPattern = /^[A-Za-z0-9_-]{11}$/
const countryPattern = /^[A-Z]{2}$/
/** Programs that calculate with tables write whole numbers as decimals: 10.0. */
const countPattern = /^\d{1,13}(?:\.0{1,20})?$/
const timePattern = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/
const isrcPattern = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/

export function parseChannelId(column: string, text: string): string {
  if (channelPattern.test(text)) return text
  throw createFieldError(column, text, 'a channel id (UC and 22 more characters)')
}

/** '' where YouTube names no channel. Files of Studio leave out the leading UC. */
export function parseShortChannelId(column: string, text: string): string {
  if (text === '' || channelPattern.test(text)) return text
  if (shortChannelPattern.test(text)) return `UC${text}`
  throw createFieldError(column, text, 'a channel id (UC and 22 more characters, or these alone)')
}

/** Empty for a line about the channel itself. */
export function parseOptionalVideoId(column: string, text: string): string {
  if (text === '' || videoPattern.test(text)) return text
  throw createFieldError(column, text, 'a video id (11 characters)')
}

export function parseVideoId(column: string, text: string): string {
  if (videoPattern.test(text)) return text
  throw createFieldError(column, text, 'a video id (11 characters)')
}

/** ISO 3166 alpha-2; ZZ means unknown. */
export function parseCountry(column: string, text: string): string {
  if (countryPattern.test(text)) return text
  throw createFieldError(column, text, 'a country code (two upper-case letters)')
}

export function parseCount(column: string, text: string): number {
  const number = countPattern.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(number)) return number
  throw /^\d+$/.test(text) ? createSizeError(column, text) : createFieldError(column, text, 'a whole number')
}

export function parseDecimal(
  column: string,
  text: string,
  factor: number,
  max = Number.MAX_SAFE_INTEGER,
): number {
  const number = parseScaledDecimal(text, factor)
  if (number !== undefined && Math.abs(number) <= max) return number
  throw decimalPattern.test(text) ? createSizeError(column, text) : createFieldError(column, text, 'a number')
}

/** YouTube allows 100 characters in the title of a video. A longer text is a damaged line, and slow to search. */
const maxTextLength = 1_000

export function parseText(column: string, text: string): string {
  if (text.length <= maxTextLength) return text
  throw new InvalidFieldError(`${column} has ${text.length} characters, more than ${maxTextLength}`)
}

export function parseRequiredText(column: string, value: string): string {
  if (value !== '') return value
  throw createFieldError(column, value, 'filled in')
}

export const parseOptionalSeconds = (column: string, value: string): number | null =>
  value === '' ? null : parseDecimal(column, value, 1)

/** ISO 8601, UTC by default; null when empty. */
export function parseOptionalTime(column: string, value: string): string | null {
  if (value === '') return null
  const match = timePattern.exec(value)
  const time = match ? new Date(match[3] ? value : `${value.replace(' ', 'T')}Z`) : new Date(Number.NaN)
  if (!Number.isNaN(time.getTime())) return time.toISOString()
  throw createFieldError(column, value, 'a time in ISO 8601')
}

export function parseYesNo(column: string, value: string): boolean {
  const word = value.toLowerCase()
  if (word === 'yes' || word === 'true') return true
  if (word === 'no' || word === 'false' || word === '') return false
  throw createFieldError(column, value, 'Yes or No')
}

/** Null when invalid: labels type ISRCs by hand. */
export function parseOptionalIsrc(value: string): string | null {
  const code = value.toUpperCase().replace(/[\s-]/g, '')
  // The full text first: an Icelandic code of the registrant RC1 itself starts with "ISRC".
  return [code, code.replace(/^ISRC:?/, '')].find((candidate) => isrcPattern.test(candidate)) ?? null
}
