import { parse } from 'csv-parse/sync'
import { parseWrittenDay } from '#server/platform/files/day.ts'
import { decodeAsciiText } from '#server/platform/files/encoding/text.ts'
import { EncodingRefusal, quoteValue } from '#server/platform/files/file-refusal.ts'
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
 * Lines are `day,won per dollar`, with an optional header, as spreadsheets and banks write them: in any encoding, because only
 * digits count. Collects all errors, including days after `lastDay`.
 * @throws {FileRefusal} when the file is not text
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
  const text = decodeAsciiText(bytes)
  if (text === undefined) throw new EncodingRefusal()
  return text.split(/\r\n|\n|\r/)
}

function parseFields(line: string): string[] | undefined {
  const delimiter = ['\t', ';'].find((sign) => line.includes(sign)) ?? ','
  try {
    return (parse(line, { trim: true, relax_column_count: true, delimiter }) as string[][])[0]
  } catch {
    return undefined
  }
}

const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

const dayAndTime = /^(.*\d[.日일]?)(?:T| +)\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/

/** As it is written: a time after it does not move it. */
const parseRateDay = (text: string) => parseWrittenDay(dayAndTime.exec(text)?.[1] ?? text)

/** @returns the reason when the line is invalid */
function parseRate(
  fields: readonly string[] | undefined,
  lastDay: string,
  lines: ReadonlyMap<string, number>,
): ExchangeRate | string {
  if (!fields) return 'it is not valid CSV'
  const [dayText = '', wonText = ''] = fields
  if (fields.length !== 2)
    return `it has ${fields.length} values instead of a day and the won per dollar: remove other columns, and quote numbers such as "1,392.5"`
  const day = parseRateDay(dayText)
  if (!day) return `${quoteValue(dayText)} is not a day (2026-03-02, 20260302 or 2026/3/2)`
  const krwMicros = parseWon(grouped.test(wonText) ? wonText.replaceAll(',', '') : wonText)
  if (krwMicros === undefined) return `${quoteValue(wonText)} is not an amount of won per dollar (1392.5)`
  if (day > lastDay) return `${day} is later than tomorrow`
  const firstLine = lines.get(day)
  return firstLine === undefined ? { day, krwMicros } : `${day} is already in line ${firstLine}`
}
