import { maxAliasesLength, maxTrackMoods, maxTrackNameLength } from '#contract/portal/desk/music.ts'
import { MusicCategory } from '#contract/reports/tracks.ts'
import { type LineError, parseCsvTable, type TableRow } from '#server/platform/files/csv-table.ts'
import { parseOptionalIsrc } from '#server/platform/files/fields.ts'
import { FileRefusal, quoteValue } from '#server/platform/files/file-refusal.ts'

/** Values of missing columns are empty and leave the track unchanged. */
export interface ParsedTrack {
  line: number
  isrc: string
  name: string
  artist: string
  category: MusicCategory
  aliases: string
  shopping: boolean
  exclusive: boolean
  timeLimitSeconds: number | null
  lengthSeconds: number | null
  moods: string[]
  /** Paths as written; '' for none. */
  files: Record<FileColumn, string>
}

export const fileColumns = ['cover', 'exclusive_logo', 'audio'] as const
export type FileColumn = (typeof fileColumns)[number]

export interface CatalogFile {
  columns: ReadonlySet<string>
  unknownColumns: string[]
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

const secondsPerDay = 86_400
const categories = MusicCategory.options

class CellError extends Error {}

/**
 * Collects the errors of all lines; does not open the referenced files.
 * @throws {FileRefusal} when it is not a catalog at all
 */
export function parseCatalog(bytes: Uint8Array, moods: ReadonlySet<string>): CatalogFile {
  const { columns, unknownColumns, rows, errors } = parseCsvTable(bytes, requiredColumns, optionalColumns)
  if (rows.length === 0 && errors.length === 0) throw new FileRefusal('it contains no tracks')
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
        reason: `${track.isrc} is already in line ${firstLine}`,
      })
    else if (track.isrc !== '') lineByIsrc.set(track.isrc, row.line)
    if (rowErrors.length === 0) tracks.push(track)
    errors.push(...rowErrors)
  }
  return { columns, unknownColumns, tracks, errors: errors.sort((a, b) => a.line - b.line) }
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
      'only exclusive tracks can have one: write yes in exclusive, or leave it empty',
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
  // Spreadsheets and web pages turn hyphens into dashes and letters into full-width ones.
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
    throw new CellError(`${quoteValue(text)} was damaged when it was saved (�): enter it again`)
  if (!unprintable.test(text)) return text.normalize('NFC')
  throw new CellError(`${quoteValue(text)} contains a line break or another unprintable character: remove it`)
}

function parseRequiredText(text: string): string {
  if (text === '') throw new CellError('it must not be empty')
  const line = parseSingleLine(text)
  const length = [...line].length
  if (length <= maxTrackNameLength) return line
  throw new CellError(`it has ${length} characters, more than ${maxTrackNameLength}`)
}

const splitList = (text: string) =>
  [...new Set(text.split(';').map((one) => one.trim()))].filter((one) => one !== '')

function parseAliases(text: string): string {
  const names = splitList(parseSingleLine(text)).join('\n')
  if (names.length <= maxAliasesLength) return names
  throw new CellError(`it has ${names.length} characters, more than ${maxAliasesLength}`)
}

function parseMoodKeys(text: string, moods: ReadonlySet<string>): string[] {
  const keys = splitList(text.toLowerCase())
  for (const key of keys)
    if (!moods.has(key)) throw new CellError(`${describeUnknownMood(key, moods)} (see: music moods)`)
  if (keys.length <= maxTrackMoods) return keys
  throw new CellError(`it has ${keys.length} moods, more than ${maxTrackMoods}`)
}

const maxTypos = 2

function describeUnknownMood(key: string, moods: ReadonlySet<string>): string {
  const [closest] = [...moods]
    .map((mood) => ({ mood, typos: countTypos(key, mood) }))
    .sort((a, b) => a.typos - b.typos)
  const suggestion = closest && closest.typos <= maxTypos ? closest.mood : undefined
  return `there is no mood ${quoteValue(key)}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`
}

/** Levenshtein distance. */
function countTypos(written: string, meant: string): number {
  let row = Array.from({ length: meant.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...written].entries()) {
    const next = [at + 1]
    for (let to = 1; to <= meant.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (meant[to - 1] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

const booleanWords = new Map([
  ...['yes', 'y', 'true', '1'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', ''].map((word) => [word, false] as const),
])

function parseYesNo(text: string): boolean {
  const value = booleanWords.get(text.toLowerCase())
  if (value !== undefined) return value
  throw new CellError(`${quoteValue(text)} must be yes or no`)
}

/** Accepts seconds, m:ss or h:mm:ss; null when empty. */
function parseSeconds(text: string): number | null {
  if (text === '') return null
  const [, hours = '0', minutes = '0', rest = ''] =
    /^(?:(?:(\d{1,2}):(?=\d\d:))?(\d{1,3}):(?=\d\d$))?(\d{1,5})$/.exec(text) ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  const isTime =
    rest !== '' && (!text.includes(':') || Number(rest) < 60) && (hours === '0' || Number(minutes) < 60)
  if (isTime && total > 0 && total < secondsPerDay) return total
  throw new CellError(
    `${quoteValue(text)} is not a duration: write seconds or m:ss (15, 2:45), or leave it empty`,
  )
}
