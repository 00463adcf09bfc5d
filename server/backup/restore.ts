import type { Database, Queryable } from '#server/db/database.ts'
import { migrateInTransaction, readMigrations } from '#server/db/migrate.ts'
import { refreshLists } from '#server/figures/lists.ts'
import { withDeferredConstraints } from './deferred-constraints.ts'
import { BackupError, type BackupHeader, type CountsRecord } from './format.ts'
import { BackupReader, verifyBackup } from './reader.ts'
import { countRowsSql, getCopyTarget, hasRowsSql, selectTables, type Table } from './tables.ts'

export interface RestoreResult {
  madeAt: string
  tables: number
  rows: number
  ms: number
}

/**
 * Puts a backup into an installation that has nothing yet: all of it, or nothing. The lists of videos and channels are
 * made anew of the figures.
 * @throws {BackupError} when the installation has something, or the file is not whole or not of this program
 */
export async function restoreBackup(
  db: Database,
  path: string,
  signal?: AbortSignal,
): Promise<RestoreResult> {
  const started = performance.now()
  await verifyBackup(path, signal)
  const reader = new BackupReader(path)
  try {
    const head = await reader.readHeader()
    const { rows } = await db.transaction((tx) => restoreInTransaction(tx, reader, head, signal))
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
    await reader.close()
  }
}

async function restoreInTransaction(
  tx: Queryable,
  reader: BackupReader,
  header: BackupHeader,
  signal: AbortSignal | undefined,
): Promise<CountsRecord> {
  await migrateToBackupVersion(tx, header)
  const counts = await withDeferredConstraints(tx, async () => {
    await requireEmpty(tx)
    const loaded = await loadTables(tx, reader, signal)
    await verifyRowCounts(tx, loaded)
    await setSequences(tx, loaded.sequences)
    return loaded
  })
  // They are not in the backup: whoever looks next makes them.
  await tx.query('update report_state set lists_revision = -1')
  await migrateInTransaction(tx)
  return counts
}

/** Prepares the tables as they were when the backup was written. */
async function migrateToBackupVersion(tx: Queryable, { migrations }: BackupHeader): Promise<void> {
  const known = await readMigrations()
  for (const [at, { name, sha256 }] of migrations.entries()) {
    if (known[at]?.name !== name || known[at]?.sha256 !== sha256)
      throw new BackupError(
        `The backup has migration ${name}, which this program does not know: it is older.`,
      )
  }
  await migrateInTransaction(tx, migrations.length)
  const [applied] = await tx.query<{ count: number }>('select count(*) as count from migrations')
  if (applied?.count === migrations.length) return
  throw new BackupError(
    `The backup is of an older version (${migrations.at(-1)?.name}), and this database is of a newer one already. ` +
      'Restore it into a database on which nothing was started yet: an empty DATA_DIR, or a new database.',
  )
}

/** What every database begins with or may get at any time. */
const seededTables = ['report_state', 'youtube_quota', 'moods']

async function requireEmpty(tx: Queryable): Promise<void> {
  const used: string[] = []
  for (const { name } of await selectTables(tx)) {
    const [row] = await tx.query<{ any: boolean }>(hasRowsSql(name))
    if (row?.any && !seededTables.includes(name)) used.push(name)
  }
  if (used.length > 0)
    throw new BackupError(
      `This installation is in use: there is something in ${used.join(', ')}. Restore into an empty one, ` +
        'without the demonstration (DEMO=0).',
    )
  await tx.query('delete from report_state')
  await tx.query('delete from youtube_quota')
  await tx.query('delete from moods')
}

/** @returns what the backup says of itself in the end */
async function loadTables(
  tx: Queryable,
  reader: BackupReader,
  signal: AbortSignal | undefined,
): Promise<CountsRecord> {
  let target: string | undefined
  let counts: CountsRecord | undefined
  for (let record = await reader.readRecord(); record; record = await reader.readRecord()) {
    signal?.throwIfAborted()
    if ('rows' in record) counts = record
    else if ('table' in record) target = getCopyTarget(await findTable(tx, record.table, record.columns))
    else if (target) await tx.copyIn(target, await reader.readChunk(record.bytes))
    else throw new BackupError('The backup has rows of no table.')
  }
  if (!counts) throw new BackupError('The backup does not say how much there is in it.')
  return counts
}

/** A table that is there; one of a month is made. */
async function findTable(tx: Queryable, name: string, columns: string[]): Promise<Table> {
  const [, year, month] = /_(\d{4})_(\d\d)$/.exec(name) ?? []
  if (month) await tx.query('select ensure_month_partitions($1::date)', [`${year}-${month}-01`])
  const table = (await selectTables(tx)).find((one) => one.name === name)
  if (table && columns.every((column) => table.columns.includes(column))) return { name, columns }
  throw new BackupError(`The backup has a table ${name} that is not of this program.`)
}

async function verifyRowCounts(tx: Queryable, { rows }: CountsRecord): Promise<void> {
  for (const [name, count] of Object.entries(rows)) {
    const [actual] = await tx.query<{ rows: number }>(countRowsSql(name))
    if (actual?.rows !== count)
      throw new BackupError(
        `Of ${count} rows of ${name}, ${actual?.rows} have arrived. Nothing was restored.`,
      )
  }
}

async function setSequences(tx: Queryable, sequences: CountsRecord['sequences']): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await tx.query('select setval(quote_ident($1)::regclass, $2)', [name, last])
  }
}
