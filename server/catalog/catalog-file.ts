import { MusicCategory } from '#contract/musics.ts'
import { parseOptionalIsrc } from '#server/files/fields.ts'
import { FileRefusal, quoteValue } from '#server/files/file-refusal.ts'
import { type LineError, parseCsvTable, type TableRow } from './csv-table.ts'
import { suggestSimilar } from './suggestions.ts'

/** A track as a line of a catalogue has it. Of a column that the file does not have: nothing, and it stays as it is. */
export interface ParsedTrack {
  line: number
  isrc: string
  name: string
  artist: string
  category: MusicCategory
  /** A line each. */
  aliases: string
  shopping: boolean
  exclusive: boolean
  timeLimitSeconds: number | null
  lengthSeconds: number | null
  /** Keys. */
  moods: string[]
  /** Files as they are named; '' for none. */
  files: Record<FileColumn, string>
}

export const fileColumns = ['cover', 'exclusive_logo', 'audio'] as const
export type FileColumn = (typeof fileColumns)[number]

export interface CatalogFile {
  /** Which of the columns that may be left out the file has. */
  columns: ReadonlySet<string>
  unknown: string[]
  tracks: ParsedTrack[]
  errors: LineError[]
}

const requiredColumns = ['isrc', 'track', 'artist', 'category'] as const
const optionalColumns = [
  'aliases',
  'moods',
  'shopping',
  'exclusive',
  'time_limit',
  'length',
  ...fileColumns,
] as const
export const catalogColumns: readonly string[] = [...requiredColumns, ...optionalColumns]

const maxNameLength = 200
const maxAliasesLength = 1_000
const maxMoods = 10
const secondsPerDay = 86_400
const categories = MusicCategory.options

/** A value that is not what its column holds. */
class CellError extends Error {}

/**
 * Reads a catalogue; all of it, whatever is bad in it. Files that it names are not looked at.
 * @throws {FileRefusal} when it is no such file
 */
export function parseCatalog(bytes: Uint8Array, moods: ReadonlySet<string>): CatalogFile {
  const { columns, unknown, rows, errors } = parseCsvTable(bytes, requiredColumns, optionalColumns)
  if (rows.length === 0 && errors.length === 0) throw new FileRefusal('there is no track in it')
  const tracks: ParsedTrack[] = []
  const lineByIsrc = new Map<string, number>()
  for (const row of rows) {
    const rowErrors: LineError[] = []
    const track = parseTrack(row, moods, (column, reason) =>
      rowErrors.push({ line: row.line, column, reason }),
    )
    const firstLine = lineByIsrc.get(track.isrc)
    if (firstLine !== undefined)
      rowErrors.push({
        line: row.line,
        column: 'isrc',
        reason: `${track.isrc} is in line ${firstLine} already`,
      })
    else if (track.isrc !== '') lineByIsrc.set(track.isrc, row.line)
    if (rowErrors.length === 0) tracks.push(track)
    errors.push(...rowErrors)
  }
  return { columns, unknown, tracks, errors: errors.sort((a, b) => a.line - b.line) }
}

function parseTrack(
  { line, cell }: TableRow,
  moods: ReadonlySet<string>,
  addError: (column: string, reason: string) => void,
): ParsedTrack {
  function read<Value>(column: string, parse: (text: string) => Value): Value | undefined {
    const text = cell(column)
    if (text === undefined) return undefined
    try {
      return parse(text)
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      addError(column, error.message)
      return undefined
    }
  }
  const exclusive = read('exclusive', parseYesNo)
  const logo = read('exclusive_logo', parseSingleLine) ?? ''
  if (logo !== '' && exclusive === false)
    addError(
      'exclusive_logo',
      'a track that is not exclusive has none: say yes in exclusive, or leave it empty',
    )
  return {
    line,
    isrc: read('isrc', parseIsrc) ?? '',
    name: read('track', parseRequiredText) ?? '',
    artist: read('artist', parseRequiredText) ?? '',
    category: read('category', parseCategory) ?? 'BGM',
    aliases: read('aliases', parseAliases) ?? '',
    shopping: read('shopping', parseYesNo) ?? false,
    exclusive: exclusive ?? logo !== '',
    timeLimitSeconds: read('time_limit', parseSeconds) ?? null,
    lengthSeconds: read('length', parseSeconds) ?? null,
    moods: read('moods', (text) => parseMoodKeys(text, moods)) ?? [],
    files: {
      exclusive_logo: logo,
      cover: read('cover', parseSingleLine) ?? '',
      audio: read('audio', parseSingleLine) ?? '',
    },
  }
}

function parseIsrc(text: string): string {
  // Spreadsheets and web pages make other dashes and wide letters of it.
  const code = parseOptionalIsrc(text.normalize('NFKC').replace(/\p{Pd}/gu, '-'))
  if (code !== null) return code
  throw new CellError(
    `${quoteValue(text)} is not an ISRC: two letters, three letters or digits, seven digits (KR-A40-20-00111)`,
  )
}

function parseCategory(text: string): MusicCategory {
  const found = categories.find((one) => one.toLowerCase() === text.toLowerCase())
  if (found) return found
  throw new CellError(`${quoteValue(text)} is not one of ${categories.join(', ')}`)
}

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u

function parseSingleLine(text: string): string {
  if (text.includes('\uFFFD'))
    throw new CellError(`${quoteValue(text)} was damaged when it was saved (�): write it anew`)
  if (!unprintable.test(text)) return text.normalize('NFC')
  throw new CellError(
    `${quoteValue(text)} has a line break or another character that cannot be shown: take it out`,
  )
}

function parseRequiredText(text: string): string {
  if (text === '') throw new CellError('it is empty: fill it in')
  const line = parseSingleLine(text)
  const length = [...line].length
  if (length <= maxNameLength) return line
  throw new CellError(`it has ${length} characters: at most ${maxNameLength} are shown`)
}

const splitList = (text: string) =>
  [...new Set(text.split(';').map((one) => one.trim()))].filter((one) => one !== '')

function parseAliases(text: string): string {
  const names = splitList(parseSingleLine(text)).join('\n')
  if (names.length <= maxAliasesLength) return names
  throw new CellError(`it has ${names.length} characters: at most ${maxAliasesLength}`)
}

function parseMoodKeys(text: string, moods: ReadonlySet<string>): string[] {
  const keys = splitList(text.toLowerCase())
  for (const key of keys)
    if (!moods.has(key)) throw new CellError(`${describeUnknownMood(key, moods)} (see: music moods)`)
  if (keys.length <= maxMoods) return keys
  throw new CellError(`it has ${keys.length} moods: at most ${maxMoods}`)
}

function describeUnknownMood(key: string, moods: ReadonlySet<string>): string {
  const suggestions = suggestSimilar(key, moods)
  return `there is no mood ${quoteValue(key)}${suggestions.length > 0 ? `; near are ${suggestions.join(', ')}` : ''}`
}

const booleanWords = new Map([
  ...['yes', 'y', 'true', '1'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', ''].map((word) => [word, false] as const),
])

function parseYesNo(text: string): boolean {
  const value = booleanWords.get(text.toLowerCase())
  if (value !== undefined) return value
  throw new CellError(`${quoteValue(text)} is neither yes nor no`)
}

/** Seconds, m:ss or h:mm:ss; null when it is empty. */
function parseSeconds(text: string): number | null {
  if (text === '') return null
  const [, hours = '0', minutes = '0', rest = ''] =
    /^(?:(?:(\d{1,2}):(?=\d\d:))?(\d{1,3}):(?=\d\d$))?(\d{1,5})$/.exec(text) ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  const isTime =
    rest !== '' && (!text.includes(':') || Number(rest) < 60) && (hours === '0' || Number(minutes) < 60)
  if (isTime && total > 0 && total < secondsPerDay) return total
  throw new CellError(
    `${quoteValue(text)} is not a time from one second on: write seconds, or m:ss (15, 2:45), or nothing`,
  )
}
