import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type LineError, parseCsvTable, type TableRow } from '#server/platform/files/csv-table.ts'
import { FileRefusal, quoteValue } from '#server/platform/files/file-refusal.ts'
import { withCatalogLock } from './lock.ts'
import { MoodName } from './mood-list.ts'

export interface Mood {
  key: string
  name: Record<Locale, string>
}

const maxNameLength = 40
const keyPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
const maxKeyLength = 40
export const moodColumns: readonly string[] = ['key', ...locales]

const KeyRow = z.object({ key: z.string() })

export async function selectMoodKeys(db: Queryable): Promise<Set<string>> {
  const rows = await db.query(KeyRow, sql`select key from moods`)
  return new Set(rows.map(({ key }) => key))
}

/** Collects the errors of all lines. @throws {FileRefusal} when it is not such a file */
export function parseMoods(bytes: Uint8Array): { moods: Mood[]; errors: LineError[] } {
  const { rows, errors } = parseCsvTable(bytes, moodColumns, [])
  if (rows.length === 0 && errors.length === 0) throw new FileRefusal('it contains no moods')
  const lineByKey = new Map<string, number>()
  const moods: Mood[] = []
  for (const row of rows) {
    const rowErrors = validateRow(row, lineByKey)
    if (rowErrors.length === 0) moods.push(parseMood(row))
    errors.push(...rowErrors)
    lineByKey.set(parseKey(row), lineByKey.get(parseKey(row)) ?? row.line)
  }
  return { moods, errors: errors.sort((a, b) => a.line - b.line) }
}

const parseKey = ({ cell }: TableRow) => (cell('key') ?? '').toLowerCase()
const parseName = ({ cell }: TableRow, locale: Locale) => (cell(locale) ?? '').normalize('NFC')

const parseMood = (row: TableRow): Mood => ({
  key: parseKey(row),
  name: Object.fromEntries(locales.map((locale) => [locale, parseName(row, locale)])) as Mood['name'],
})

function validateRow(row: TableRow, lineByKey: ReadonlyMap<string, number>): LineError[] {
  const key = parseKey(row)
  const createError = (column: string, reason: string) => ({ line: row.line, column, reason })
  const errors: LineError[] = []
  if (!keyPattern.test(key) || key.length > maxKeyLength)
    errors.push(
      createError(
        'key',
        `${quoteValue(key)} is not a key: use lower-case letters, digits and hyphens (late-night)`,
      ),
    )
  else if (lineByKey.has(key))
    errors.push(createError('key', `${key} is already in line ${lineByKey.get(key)}`))
  for (const locale of locales) {
    const name = parseName(row, locale)
    if (name === '')
      errors.push(createError(locale, 'it must not be empty: a mood has a name in every language'))
    else if (/[\p{Cc}\p{Zl}\p{Zp}\uFFFD]/u.test(name))
      errors.push(createError(locale, `${quoteValue(name)} contains an unprintable character: remove it`))
    else if ([...name].length > maxNameLength)
      errors.push(createError(locale, `it has ${[...name].length} characters, more than ${maxNameLength}`))
  }
  return errors
}

const MoodNameChange = z.object({ key: z.string(), before: z.nullable(MoodName), after: MoodName })

/** The joined table shows what was there before the statement. */
export const upsertMoods = (
  db: Database,
  moods: readonly Mood[],
): Promise<{ added: number; renamed: number }> =>
  withCatalogLock(db, () =>
    db.transaction(async (tx) => {
      const changes = await tx.query(
        MoodNameChange,
        sql`with written as (
          insert into moods (key, name)
          select key, name
          from jsonb_to_recordset(${JSON.stringify(moods)}::text::jsonb) as m (key text, name jsonb)
          on conflict (key) do update
          set name = excluded.name
          where moods.name <> excluded.name
          returning key, name
        )
        select w.key,
          old.name as before,
          w.name as after
        from written w
        left join moods old on old.key = w.key
        order by w.key`,
      )
      for (const { key, before, after } of changes)
        await recordAuditEntry(
          tx,
          { kind: 'operator' },
          { action: 'music moods', context: { mood: key }, before, after },
        )
      const added = changes.filter(({ before }) => before === null).length
      return { added, renamed: changes.length - added }
    }),
  )
