import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import { normalizeHost } from '#contract/platform/host.ts'
import { type LineError, parseCsvTable } from '#server/platform/files/csv-table.ts'
import { parseWrittenDay } from '#server/platform/files/day.ts'
import { parsePermille } from '#server/platform/files/decimal.ts'
import { FileRefusal, quoteValue } from '#server/platform/files/file-refusal.ts'

export interface AdoptionLine {
  line: number
  channelId: string
  /** A site's domain or a network's contact, as they are stored. */
  brand: string
  /** Of a brand that may be new. */
  manager: string | undefined
  member: string | undefined
  fee: number | undefined
  share: number | undefined
  from: string | undefined
}

export interface AdoptionFile {
  lines: AdoptionLine[]
  errors: LineError[]
}

const percent = 'a percentage from 0 to 100 with one decimal at most, for example 12.5'

/** `standard`: the day of lines without one. @throws {FileRefusal} when it is no such file */
export function parseAdoptionFile(
  bytes: Uint8Array,
  { standard, today, maxLines }: { standard: string | undefined; today: string; maxLines: number },
): AdoptionFile {
  const optional = ['manager', 'member', 'fee', 'share', 'from']
  const { rows, errors } = parseCsvTable(bytes, ['channel', 'brand'], optional)
  const count = rows.length + errors.length
  if (count > maxLines)
    throw new FileRefusal(
      `it has ${count} lines, and a list has at most ${maxLines}: split it, and adopt the parts one after the other`,
    )
  const file: AdoptionFile = { lines: [], errors }
  for (const { line, cell } of rows) {
    let isValid = true
    const report = (column: string, reason: string) => {
      file.errors.push({ line, column, reason })
      isValid = false
    }
    /** Undefined for an empty cell, and for a wrong one, which is reported. */
    const read = <Value>(column: string, parse: (text: string) => Value | undefined, what: string) => {
      const text = cell(column) ?? ''
      if (text === '') return undefined
      const value = parse(text)
      if (value === undefined) report(column, `${quoteValue(text)} is not ${what}`)
      return value
    }
    const readEmail = (column: string) => read(column, parseEmail, 'an email address')
    const channelId = read('channel', parseChannel, 'a channel id: write it like UCabcdefghijklmnopqrstuv')
    const brand = read('brand', parseBrand, 'the domain of a site, or the email of a network’s contact')
    const manager = readEmail('manager')
    const member = readEmail('member')
    const fee = read('fee', parsePermille, percent)
    const share = read('share', parsePermille, percent)
    const from = read('from', parseWrittenDay, 'a day: write it like 2026-03-02') ?? standard
    if ((cell('channel') ?? '') === '') report('channel', 'it is empty: write a channel id (UC…)')
    if ((cell('brand') ?? '') === '')
      report('brand', 'it is empty: write the domain of a site, or the email of a network’s contact')
    if (from !== undefined && from > today)
      report('from', `${from} is in the future: write today or an earlier day`)
    if ((cell('member') ?? '') === '')
      for (const [column, value] of [
        ['fee', fee],
        ['share', share],
      ] as const)
        if (value !== undefined)
          report(column, 'there is no member in the line: write the email, or leave this empty')
    if (isValid && channelId !== undefined && brand !== undefined)
      file.lines.push({ line, channelId, brand, manager, member, fee, share, from })
  }
  return file
}

const parseEmail = (text: string) => z.safeParse(Email, text).data

const parseChannel = (text: string) => (/^UC[\w-]{22}$/.test(text) ? text : undefined)

function parseBrand(text: string): string | undefined {
  if (text.includes('@')) return parseEmail(text)
  const domain = normalizeHost(text)
  return /^[a-z\d][a-z\d.-]{0,252}$/.test(domain) ? domain : undefined
}
