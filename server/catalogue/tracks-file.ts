import { MusicCategory } from '#contract/musics.ts'
import { isrcOrNone } from '#server/ingest/fields.ts'
import { FileRefused, shown } from '#server/ingest/refused.ts'
import { type BadLine, readTable, type TableRow } from './csv-table.ts'
import { nearest } from './nearest.ts'

/** A track as a line of a catalogue has it. Of a column that the file does not have: nothing, and it stays as it is. */
export interface TrackLine {
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

export interface Catalogue {
  /** Which of the columns that may be left out the file has. */
  columns: ReadonlySet<string>
  unknown: string[]
  tracks: TrackLine[]
  bad: BadLine[]
}

const needed = ['isrc', 'track', 'artist', 'category'] as const
const optional = [
  'aliases',
  'moods',
  'shopping',
  'exclusive',
  'time_limit',
  'length',
  ...fileColumns,
] as const
export const catalogueColumns: readonly string[] = [...needed, ...optional]

const mostName = 200
const mostAliases = 1_000
const mostMoods = 10
const daySeconds = 86_400
const categories = MusicCategory.options

/** A value that is not what its column holds. */
class BadCell extends Error {}

/**
 * Reads a catalogue; all of it, whatever is bad in it. Files that it names are not looked at.
 * @throws {FileRefused} when it is no such file
 */
export function readCatalogue(bytes: Uint8Array, moods: ReadonlySet<string>): Catalogue {
  const { columns, unknown, rows, bad } = readTable(bytes, needed, optional)
  if (rows.length === 0 && bad.length === 0) throw new FileRefused('there is no track in it')
  const tracks: TrackLine[] = []
  const lines = new Map<string, number>()
  for (const row of rows) {
    const wrong: BadLine[] = []
    const track = trackOf(row, moods, (column, reason) => wrong.push({ line: row.line, column, reason }))
    const before = lines.get(track.isrc)
    if (before !== undefined)
      wrong.push({ line: row.line, column: 'isrc', reason: `${track.isrc} is in line ${before} already` })
    else if (track.isrc !== '') lines.set(track.isrc, row.line)
    if (wrong.length === 0) tracks.push(track)
    bad.push(...wrong)
  }
  return { columns, unknown, tracks, bad: bad.sort((a, b) => a.line - b.line) }
}

function trackOf(
  { line, cell }: TableRow,
  moods: ReadonlySet<string>,
  complain: (column: string, reason: string) => void,
): TrackLine {
  function read<Value>(column: string, reader: (text: string) => Value): Value | undefined {
    const text = cell(column)
    if (text === undefined) return undefined
    try {
      return reader(text)
    } catch (error) {
      if (!(error instanceof BadCell)) throw error
      complain(column, error.message)
      return undefined
    }
  }
  const exclusive = read('exclusive', yesNo)
  const logo = read('exclusive_logo', oneLine) ?? ''
  if (logo !== '' && exclusive === false)
    complain(
      'exclusive_logo',
      'a track that is not exclusive has none: say yes in exclusive, or leave it empty',
    )
  return {
    line,
    isrc: read('isrc', isrc) ?? '',
    name: read('track', filled) ?? '',
    artist: read('artist', filled) ?? '',
    category: read('category', category) ?? 'BGM',
    aliases: read('aliases', aliases) ?? '',
    shopping: read('shopping', yesNo) ?? false,
    exclusive: exclusive ?? logo !== '',
    timeLimitSeconds: read('time_limit', seconds) ?? null,
    lengthSeconds: read('length', seconds) ?? null,
    moods: read('moods', (text) => moodKeys(text, moods)) ?? [],
    files: { exclusive_logo: logo, cover: read('cover', oneLine) ?? '', audio: read('audio', oneLine) ?? '' },
  }
}

function isrc(text: string): string {
  // Spreadsheets and web pages make other dashes and wide letters of it.
  const code = isrcOrNone(text.normalize('NFKC').replace(/\p{Pd}/gu, '-'))
  if (code !== null) return code
  throw new BadCell(
    `${shown(text)} is not an ISRC: two letters, three letters or digits, seven digits (KR-A40-20-00111)`,
  )
}

function category(text: string): MusicCategory {
  const found = categories.find((one) => one.toLowerCase() === text.toLowerCase())
  if (found) return found
  throw new BadCell(`${shown(text)} is not one of ${categories.join(', ')}`)
}

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u

function oneLine(text: string): string {
  if (text.includes('\uFFFD'))
    throw new BadCell(`${shown(text)} was damaged when it was saved (�): write it anew`)
  if (!unprintable.test(text)) return text.normalize('NFC')
  throw new BadCell(`${shown(text)} has a line break or another character that cannot be shown: take it out`)
}

function filled(text: string): string {
  if (text === '') throw new BadCell('it is empty: fill it in')
  const line = oneLine(text)
  const length = [...line].length
  if (length <= mostName) return line
  throw new BadCell(`it has ${length} characters: at most ${mostName} are shown`)
}

const listed = (text: string) =>
  [...new Set(text.split(';').map((one) => one.trim()))].filter((one) => one !== '')

function aliases(text: string): string {
  const names = listed(oneLine(text)).join('\n')
  if (names.length <= mostAliases) return names
  throw new BadCell(`it has ${names.length} characters: at most ${mostAliases}`)
}

function moodKeys(text: string, moods: ReadonlySet<string>): string[] {
  const keys = listed(text.toLowerCase())
  for (const key of keys)
    if (!moods.has(key)) throw new BadCell(`${unknownMood(key, moods)} (see: music moods)`)
  if (keys.length <= mostMoods) return keys
  throw new BadCell(`it has ${keys.length} moods: at most ${mostMoods}`)
}

function unknownMood(key: string, moods: ReadonlySet<string>): string {
  const near = nearest(key, moods)
  return `there is no mood ${shown(key)}${near.length > 0 ? `; near are ${near.join(', ')}` : ''}`
}

const words = new Map([
  ...['yes', 'y', 'true', '1'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', ''].map((word) => [word, false] as const),
])

function yesNo(text: string): boolean {
  const said = words.get(text.toLowerCase())
  if (said !== undefined) return said
  throw new BadCell(`${shown(text)} is neither yes nor no`)
}

/** Seconds, m:ss or h:mm:ss; null when it is empty. */
function seconds(text: string): number | null {
  if (text === '') return null
  const [, hours = '0', minutes = '0', rest = ''] =
    /^(?:(?:(\d{1,2}):(?=\d\d:))?(\d{1,3}):(?=\d\d$))?(\d{1,5})$/.exec(text) ?? []
  const sum = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  const isTime =
    rest !== '' && (!text.includes(':') || Number(rest) < 60) && (hours === '0' || Number(minutes) < 60)
  if (isTime && sum > 0 && sum < daySeconds) return sum
  throw new BadCell(
    `${shown(text)} is not a time from one second on: write seconds, or m:ss (15, 2:45), or nothing`,
  )
}
