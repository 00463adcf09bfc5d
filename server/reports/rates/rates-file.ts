import { parse } from 'csv-parse/sync'
import { parseDay } from '#server/platform/files/day.ts'
import { FileRefusal, quoteValue } from '#server/platform/files/file-refusal.ts'
import { parseWon } from './won.ts'

/** `krwMicros`: millionths of a won per US dollar, valid from `day` on. */
export interface ExchangeRate {
  day: string
  krwMicros: number
}

export interface InvalidLine {
  line: number
  reason: string
}

/** Ten years of days are 60 KB. */
export const maxRatesBytes = 4 * 1024 * 1024

/**
 * Lines are `day,won per dollar`, with an optional header. Collects all errors, including days after `lastDay`.
 * @throws {FileRefusal} when the file is not UTF-8 text
 */
export function parseRates(
  bytes: Uint8Array,
  lastDay: string,
): { rates: ExchangeRate[]; invalidLines: InvalidLine[] } {
  const rates: ExchangeRate[] = []
  const invalidLines: InvalidLine[] = []
  const lines = new Map<string, number>()
  let first = true
  // Line by line, so that a malformed line does not affect the next; values contain no line breaks.
  for (const [at, text] of splitLines(bytes).entries()) {
    if (text.trim() === '') continue
    const line = at + 1
    const fields = parseFields(text)
    const isHeader = first && fields?.length === 2 && !/\d/.test(text)
    first = false
    if (isHeader) continue
    const rate = parseRate(fields, lastDay, lines)
    if (typeof rate === 'string') invalidLines.push({ line, reason: rate })
    else {
      rates.push(rate)
      lines.set(rate.day, line)
    }
  }
  return { rates, invalidLines }
}

function splitLines(bytes: Uint8Array): string[] {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).split(/\r\n|\n|\r/)
  } catch {
    throw new FileRefusal('this is not text in UTF-8')
  }
}

function parseFields(line: string): string[] | undefined {
  try {
    return (parse(line, { trim: true, relax_column_count: true }) as string[][])[0]
  } catch {
    return undefined
  }
}

/** @returns the reason when the line is invalid */
function parseRate(
  fields: readonly string[] | undefined,
  lastDay: string,
  lines: ReadonlyMap<string, number>,
): ExchangeRate | string {
  if (!fields) return 'it is not valid CSV'
  const [dayText = '', wonText = ''] = fields
  if (fields.length !== 2) return 'it must be a day and the won per dollar, separated by a comma'
  const day = parseDay(dayText)
  if (!day) return `${quoteValue(dayText)} is not a day (2026-03-02)`
  const krwMicros = parseWon(wonText)
  if (krwMicros === undefined) return `${quoteValue(wonText)} is not an amount of won per dollar (1392.5)`
  if (day > lastDay) return `${day} is later than tomorrow`
  const firstLine = lines.get(day)
  return firstLine === undefined ? { day, krwMicros } : `${day} is already in line ${firstLine}`
}
