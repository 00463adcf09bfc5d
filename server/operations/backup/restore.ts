import * as z from 'zod/mini'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { isFirstEdition, migrateInTransaction, readMigrations } from '#server/platform/db/migrate.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { quoteName, type Sql, sql } from '#server/platform/db/sql.ts'
import {
  firstEditionMigrations,
  renameColumn,
  renameSequence,
  renameTable,
} from '#server/platform/db/upgrade/first-edition.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { rebuildCountryRollups } from '#server/reports/lists/rollups.ts'
import { refuseCluster } from './cluster.ts'
import { withDeferredConstraints } from './deferred-constraints.ts'
import { BackupError, type BackupHeader, type CountsRecord } from './format.ts'
import { BackupReader, verifyBackup } from './reader.ts'
import { getCopyTarget, selectTables, type Table } from './tables.ts'

export interface RestoreResult {
  createdAt: string
  tables: number
  rows: number
  ms: number
}

export interface RestoreOptions {
  /** Fetch reports from YouTube with the consents of the backup: only where the installation moved, not for a copy. */
  keepsConsents?: boolean | undefined
  signal?: AbortSignal | undefined
}

/**
 * Runs in one transaction, then rebuilds the materialized lists.
 * @throws {BackupError} when the installation is not empty, or the file is damaged or does not fit this version
 */
export async function restoreBackup(
  db: Database,
  path: string,
  { keepsConsents = false, signal }: RestoreOptions = {},
): Promise<RestoreResult> {
  const started = performance.now()
  await refuseCluster(
    db,
    'The tables of this database are distributed over a Citus cluster. Restore into a database on the coordinator whose ' +
      'tables are not, then run: distribute',
  )
  await verifyBackup(path, signal)
  const reader = new BackupReader(path)
  try {
    const header = await reader.readHeader()
    const { rows } = await db.transaction((tx) =>
      restoreInTransaction(tx, reader, header, keepsConsents, signal),
    )
    await db.execute(sql`analyze`)
    await refreshLists(db)
    return {
      createdAt: header.madeAt,
      tables: Object.keys(rows).length,
      rows: sumCounts({ rows }),
      ms: performance.now() - started,
    }
  } finally {
    await reader.close()
  }
}

const sumCounts = ({ rows }: Pick<CountsRecord, 'rows'>): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0)

async function restoreInTransaction(
  tx: Queryable,
  reader: BackupReader,
  header: BackupHeader,
  keepsConsents: boolean,
  signal: AbortSignal | undefined,
): Promise<CountsRecord> {
  const names = await prepareSchema(tx, header)
  const counts = await withDeferredConstraints(tx, async () => {
    await requireEmpty(tx)
    const loaded = await loadTables(tx, reader, names, signal)
    await verifyRowCounts(tx, loaded)
    await setSequences(tx, loaded.sequences)
    if (isFirstEdition(header.migrations)) await insertFirstEditionAccounts(tx)
    return loaded
  })
  // The restored rows have been in a log before.
  await tx.execute(sql`delete from trace_outbox`)
  // Backups exclude the lists: marks them as stale.
  await tx.execute(sql`update report_state set lists_revision = -1`)
  await migrateInTransaction(tx)
  // Two installations with one consent would both fetch, and each ends what the other renews.
  if (!keepsConsents) await tx.execute(sql`update youtube_connections set refresh_token = null`)
  if (isFirstEdition(header.migrations)) await updateFirstEditionRows(tx)
  await addMissingRevisions(tx)
  await tx.execute(sql`select rebuild_track_order()`)
  await tx.execute(sql`select rebuild_completeness()`)
  await recordAuditEntry(
    tx,
    { kind: 'operator' },
    { action: 'restore', before: null, after: { backup_of: header.madeAt, rows: sumCounts(counts) } },
  )
  return counts
}

/** Takes their rows: they have the role in a column that the newest schema lacks. */
const firstEditionAccounts = 'first_edition_accounts'

const createFirstEditionAccounts = (tx: Queryable) =>
  tx.exec(sql`
    create table ${quoteName(firstEditionAccounts)} (like accounts including defaults);
    alter table ${quoteName(firstEditionAccounts)} add column is_manager boolean not null default false`)

/** Like migration 0055: networks get accounts of their own, and people roles. */
async function insertFirstEditionAccounts(tx: Queryable): Promise<void> {
  const columns = sql`id, site_id, network_id, email, nickname, password_hash, channel_url, created_at, last_sign_in_at, removed_at`
  await tx.execute(
    sql`insert into accounts (${columns}, roles)
    overriding system value
    select ${columns}, case when network_id = id then '{}' else '{member}' end::text[]
    from ${quoteName(firstEditionAccounts)}`,
  )
  await tx.execute(
    sql`select separate_network(f.id)
    from ${quoteName(firstEditionAccounts)} f
    where f.is_manager
      or exists (select from accounts m where m.network_id = f.id and m.id <> f.id)
    order by f.id`,
  )
  await tx.execute(sql`drop table ${quoteName(firstEditionAccounts)}`)
}

/** Applies what later migrations change in rows, because a first-edition backup is loaded into the newest schema. */
async function updateFirstEditionRows(tx: Queryable): Promise<void> {
  await tx.execute(sql`update accounts set email = lower(email) where email <> lower(email)`)
  await tx.execute(
    sql`update accounts set locale = 'en' where site_id in (select id from sites where is_playlist)`,
  )
  await tx.execute(
    sql`update assignments
    set from_day = (assigned_at at time zone 'America/Los_Angeles')::date,
      until_day = (unassigned_at at time zone 'America/Los_Angeles')::date`,
  )
  await tx.execute(sql`update sessions set last_used_at = expires_at - interval '30 days'`)
  await rebuildCountryRollups(tx)
}

/** Backups of the first edition have none. */
const addMissingRevisions = (tx: Queryable) =>
  tx.execute(
    sql`insert into network_revisions (network_id, figures_revision)
    select distinct n.network_id, s.data_revision
    from network_daily n
    cross join report_state s
    on conflict (network_id) do nothing`,
  )

interface SchemaNames {
  table(name: string): string
  column(table: string, name: string): string
  sequence(name: string): string
}

const sameNames: SchemaNames = {
  table: (name) => name,
  column: (_, name) => name,
  sequence: (name) => name,
}

const firstEditionNames: SchemaNames = {
  table: (name) => (name === 'accounts' ? firstEditionAccounts : renameTable(name)),
  column: renameColumn,
  sequence: renameSequence,
}

/** Migrates to the backup's schema or, for a first-edition backup, whose rows fit it, to the newest. */
async function prepareSchema(tx: Queryable, { migrations }: BackupHeader): Promise<SchemaNames> {
  if (isFirstEdition(migrations)) {
    if (migrations.length < firstEditionMigrations.length)
      throw new BackupError(
        'The backup was written by a version before b7918a8. Restore it with version b7918a8, then start this version.',
      )
    await migrateInTransaction(tx)
    await createFirstEditionAccounts(tx)
    return firstEditionNames
  }
  const known = await readMigrations()
  for (const [index, { name, sha256 }] of migrations.entries()) {
    if (known[index]?.name !== name || known[index]?.sha256 !== sha256)
      throw new BackupError(
        `The backup has migration ${name}, which this version does not know. Restore it with the version that wrote it.`,
      )
  }
  await migrateInTransaction(tx, { count: migrations.length })
  const { count } = await queryOne(tx, CountRow, sql`select count(*) as count from migrations`)
  if (count === migrations.length) return sameNames
  throw new BackupError(
    `The backup was written by an older version (${migrations.at(-1)?.name}) than this database. ` +
      'Restore it into a database on which nothing was started yet: an empty DATA_DIR, or a new database.',
  )
}

/** Tables with rows even in an empty installation. */
const seededTables = ['report_state', 'youtube_quota', 'moods']

const RowState = z.object({ hasRows: z.boolean() })

async function requireEmpty(tx: Queryable): Promise<void> {
  const used: string[] = []
  for (const { name } of await selectTables(tx)) {
    const { hasRows } = await queryOne(
      tx,
      RowState,
      sql`select exists (select from only ${quoteName(name)}) as "hasRows"`,
    )
    if (hasRows && !seededTables.includes(name)) used.push(name)
  }
  if (used.length > 0)
    throw new BackupError(
      `This installation is in use: there are rows in ${used.join(', ')}. Restore into an empty one, ` +
        'without the demo (DEMO=0).',
    )
  for (const name of seededTables) await tx.execute(sql`delete from ${quoteName(name)}`)
}

async function loadTables(
  tx: Queryable,
  reader: BackupReader,
  names: SchemaNames,
  signal: AbortSignal | undefined,
): Promise<CountsRecord> {
  let target: Sql | undefined
  let counts: CountsRecord | undefined
  for (let record = await reader.readRecord(); record; record = await reader.readRecord()) {
    signal?.throwIfAborted()
    if ('rows' in record) counts = renameCounts(record, names)
    else if ('table' in record) {
      const columns = record.columns.map((column) => names.column(record.table, column))
      target = getCopyTarget(await findTable(tx, names.table(record.table), columns))
    } else if (target) await tx.copyIn(target, await reader.readChunk(record.bytes))
    else throw new BackupError('The backup has rows without a table.')
  }
  if (!counts) throw new BackupError('The backup has no counts.')
  return counts
}

const renameCounts = ({ rows, sequences }: CountsRecord, names: SchemaNames): CountsRecord => ({
  rows: renameKeys(rows, names.table),
  sequences: renameKeys(sequences, names.sequence),
})

const renameKeys = (record: Record<string, number>, rename: (key: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [rename(key), value]))

async function findTable(tx: Queryable, name: string, columns: string[]): Promise<Table> {
  const [, year, month] = /_(\d{4})_(\d\d)$/.exec(name) ?? []
  if (month) await tx.execute(sql`select ensure_month_partitions(${`${year}-${month}-01`}::date)`)
  const table = (await selectTables(tx)).find((one) => one.name === name)
  if (table && columns.every((column) => table.columns.includes(column))) return { name, columns }
  throw new BackupError(`The backup has a table ${name} that this version does not know.`)
}

async function verifyRowCounts(tx: Queryable, { rows }: CountsRecord): Promise<void> {
  for (const [name, count] of Object.entries(rows)) {
    const actual = await queryOne(tx, CountRow, sql`select count(*) as count from only ${quoteName(name)}`)
    if (actual.count !== count)
      throw new BackupError(`${actual.count} of ${count} rows of ${name} were loaded. Nothing was restored.`)
  }
}

async function setSequences(tx: Queryable, sequences: CountsRecord['sequences']): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await tx.execute(sql`select setval(quote_ident(${name})::regclass, ${last})`)
  }
}
