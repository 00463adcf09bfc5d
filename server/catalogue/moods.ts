import { type Locale, locales } from '#contract/locale.ts'
import { recordChange } from '#server/audit.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { FileRefused, shown } from '#server/ingest/refused.ts'
import { alone } from './alone.ts'
import { type BadLine, readTable, type TableRow } from './csv-table.ts'

export interface Mood {
  key: string
  name: Record<Locale, string>
}

const mostName = 40
const keyPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
const mostKey = 40
export const moodColumns: readonly string[] = ['key', ...locales]

export async function selectMoodKeys(db: Queries): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>('select key from mood_tags')
  return new Set(rows.map(({ key }) => key))
}

/** All moods by their keys, with the number of tracks in the catalogue that have them. */
export const selectMoods = (db: Queries): Promise<(Mood & { tracks: number })[]> =>
  db.query<Mood & { tracks: number }>(
    `select g.key,
      g.name,
      count(m.id) as tracks
    from mood_tags g
    left join music_moods t on t.mood_tag_id = g.id
    left join musics m on m.id = t.music_id
      and m.withdrawn_at is null
    group by g.id
    order by g.key`,
  )

/**
 * Reads a file of moods; all of it, whatever is bad in it.
 * @throws {FileRefused} when it is no such file
 */
export function readMoods(bytes: Uint8Array): { moods: Mood[]; bad: BadLine[] } {
  const { rows, bad } = readTable(bytes, moodColumns, [])
  if (rows.length === 0 && bad.length === 0) throw new FileRefused('there is no mood in it')
  const lines = new Map<string, number>()
  const moods: Mood[] = []
  for (const row of rows) {
    const wrong = wrongWith(row, lines)
    if (wrong.length === 0) moods.push(moodOf(row))
    bad.push(...wrong)
    lines.set(keyOf(row), lines.get(keyOf(row)) ?? row.line)
  }
  return { moods, bad: bad.sort((a, b) => a.line - b.line) }
}

const keyOf = ({ cell }: TableRow) => (cell('key') ?? '').toLowerCase()
const nameIn = ({ cell }: TableRow, locale: Locale) => (cell(locale) ?? '').normalize('NFC')

const moodOf = (row: TableRow): Mood => ({
  key: keyOf(row),
  name: Object.fromEntries(locales.map((locale) => [locale, nameIn(row, locale)])) as Mood['name'],
})

function wrongWith(row: TableRow, lines: ReadonlyMap<string, number>): BadLine[] {
  const key = keyOf(row)
  const complain = (column: string, reason: string) => ({ line: row.line, column, reason })
  const wrong: BadLine[] = []
  if (!keyPattern.test(key) || key.length > mostKey)
    wrong.push(
      complain(
        'key',
        `${shown(key)} is not a key: small letters and digits, with hyphens between (late-night)`,
      ),
    )
  else if (lines.has(key)) wrong.push(complain('key', `${key} is in line ${lines.get(key)} already`))
  for (const locale of locales) {
    const name = nameIn(row, locale)
    if (name === '') wrong.push(complain(locale, 'it is empty: a mood has a name in each language'))
    else if (/[\p{Cc}\p{Zl}\p{Zp}\uFFFD]/u.test(name))
      wrong.push(complain(locale, `${shown(name)} has a character that cannot be shown: take it out`))
    else if ([...name].length > mostName)
      wrong.push(complain(locale, `it has ${[...name].length} characters: at most ${mostName}`))
  }
  return wrong
}

/** Adds moods and renames those that are there. @returns how many of each */
export const setMoods = (db: Database, moods: readonly Mood[]): Promise<{ added: number; renamed: number }> =>
  alone(db, () =>
    db.transaction(async (tx) => {
      const known = await selectMoodKeys(tx)
      const rows = await tx.query<{ key: string }>(
        `insert into mood_tags (key, name)
        select key, name
        from jsonb_to_recordset($1::text::jsonb) as m (key text, name jsonb)
        on conflict (key) do update
        set name = excluded.name
        where mood_tags.name <> excluded.name
        returning key`,
        [JSON.stringify(moods)],
      )
      const added = rows.filter(({ key }) => !known.has(key)).length
      const renamed = rows.length - added
      const detail = { added, renamed }
      if (rows.length > 0) await recordChange(tx, { kind: 'operator' }, { action: 'music moods', detail })
      return { added, renamed }
    }),
  )
