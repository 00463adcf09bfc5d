import type { Database, Queries } from '#server/db/connect.ts'
import { migrateWithin, readMigrations } from '#server/db/migrate.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { deferred } from './deferred.ts'
import { BackupRefused, type Counts, type Head } from './format.ts'
import { BackupFile, requireWhole } from './read.ts'
import { anyOf, countOf, selectTables, type Table, targetOf } from './tables.ts'

export interface Restored {
  madeAt: string
  tables: number
  rows: number
  ms: number
}

/**
 * Puts a backup into an installation that has nothing yet: all of it, or nothing. The lists of videos and channels are
 * made anew of the figures.
 * @throws {BackupRefused} when the installation has something, or the file is not whole or not of this program
 */
export async function restoreBackup(db: Database, path: string, signal?: AbortSignal): Promise<Restored> {
  const started = performance.now()
  await requireWhole(path, signal)
  const file = new BackupFile(path)
  try {
    const head = await file.head()
    const { rows } = await db.transaction((tx) => restoreWithin(tx, file, head, signal))
    await db.exec('analyze')
    await refreshLists(db)
    const counts = Object.values(rows)
    return {
      madeAt: head.madeAt,
      tables: counts.length,
      rows: counts.reduce((sum, count) => sum + count, 0),
      ms: performance.now() - started,
    }
  } finally {
    await file.close()
  }
}

async function restoreWithin(
  tx: Queries,
  file: BackupFile,
  head: Head,
  signal: AbortSignal | undefined,
): Promise<Counts> {
  await migrateTo(tx, head)
  const counts = await deferred(tx, async () => {
    await requireEmpty(tx)
    const loaded = await load(tx, file, signal)
    await compare(tx, loaded)
    await setSequences(tx, loaded.sequences)
    return loaded
  })
  // They are not in the backup: whoever looks next makes them.
  await tx.query('update report_state set lists_revision = -1')
  await migrateWithin(tx)
  return counts
}

/** Prepares the tables as they were when the backup was written. */
async function migrateTo(tx: Queries, { migrations }: Head): Promise<void> {
  const known = await readMigrations()
  for (const [at, { name, sha256 }] of migrations.entries()) {
    if (known[at]?.name !== name || known[at]?.sha256 !== sha256)
      throw new BackupRefused(
        `The backup has migration ${name}, which this program does not know: it is older.`,
      )
  }
  await migrateWithin(tx, migrations.length)
  const [applied] = await tx.query<{ count: number }>('select count(*) as count from migrations')
  if (applied?.count === migrations.length) return
  throw new BackupRefused(
    `The backup is of an older version (${migrations.at(-1)?.name}), and this database is of a newer one already. ` +
      'Restore it into a database on which nothing was started yet: an empty DATA_DIR, or a new database.',
  )
}

/** What every database begins with or may get at any time. */
const replaced = ['report_state', 'youtube_quota', 'mood_tags']

async function requireEmpty(tx: Queries): Promise<void> {
  const used: string[] = []
  for (const { name } of await selectTables(tx)) {
    const [row] = await tx.query<{ any: boolean }>(anyOf(name))
    if (row?.any && !replaced.includes(name)) used.push(name)
  }
  if (used.length > 0)
    throw new BackupRefused(
      `This installation is in use: there is something in ${used.join(', ')}. Restore into an empty one, ` +
        'without the demonstration (DEMO=0).',
    )
  await tx.query('delete from report_state')
  await tx.query('delete from youtube_quota')
  await tx.query('delete from mood_tags')
}

/** @returns what the backup says of itself in the end */
async function load(tx: Queries, file: BackupFile, signal: AbortSignal | undefined): Promise<Counts> {
  let into: string | undefined
  let counts: Counts | undefined
  for (let part = await file.part(); part; part = await file.part()) {
    signal?.throwIfAborted()
    if ('rows' in part) counts = part
    else if ('table' in part) into = targetOf(await findTable(tx, part.table, part.columns))
    else if (into) await tx.copy(into, await file.chunk(part.bytes))
    else throw new BackupRefused('The backup has rows of no table.')
  }
  if (!counts) throw new BackupRefused('The backup does not say how much there is in it.')
  return counts
}

/** A table that is there; one of a month is made. */
async function findTable(tx: Queries, name: string, columns: string[]): Promise<Table> {
  const [, year, month] = /_(\d{4})_(\d\d)$/.exec(name) ?? []
  if (month) await tx.query('select ensure_month($1::date)', [`${year}-${month}-01`])
  const table = (await selectTables(tx)).find((one) => one.name === name)
  if (table && columns.every((column) => table.columns.includes(column))) return { name, columns }
  throw new BackupRefused(`The backup has a table ${name} that is not of this program.`)
}

async function compare(tx: Queries, { rows }: Counts): Promise<void> {
  for (const [name, count] of Object.entries(rows)) {
    const [there] = await tx.query<{ rows: number }>(countOf(name))
    if (there?.rows !== count)
      throw new BackupRefused(
        `Of ${count} rows of ${name}, ${there?.rows} have arrived. Nothing was restored.`,
      )
  }
}

async function setSequences(tx: Queries, sequences: Counts['sequences']): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await tx.query('select setval(quote_ident($1)::regclass, $2)', [name, last])
  }
}
