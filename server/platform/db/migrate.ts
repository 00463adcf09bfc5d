import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { ExpectedError } from '#server/platform/expected-error.ts'
import type { Database, Queryable } from './database.ts'
import { changeShardsInTurn } from './distribution.ts'
import { rawSql } from './raw-sql.ts'
import { queryOne } from './rows.ts'
import { sql } from './sql.ts'
import { splitStatements } from './sql-script.ts'
import { firstEditionMigrations } from './upgrade/first-edition.ts'

const migrationsFolder = new URL('./migrations/', import.meta.url)
const functionsFolder = new URL('./functions/', import.meta.url)
const firstEditionUpgrade = new URL('./upgrade/first-edition.sql', import.meta.url)

/** Scripts run in this order: one may use objects of earlier ones. */
export const repeatableScripts = [
  'money.sql',
  'rates.sql',
  'search.sql',
  'sorting.sql',
  'views.sql',
  'completeness.sql',
  'partitions.sql',
  'tracks.sql',
  'notifications.sql',
  'networks.sql',
  'ledger.sql',
  'traces.sql',
] as const

const ScriptVersion = z.object({ name: z.string(), sha256: z.string() })
export type ScriptVersion = z.infer<typeof ScriptVersion>

interface Script extends ScriptVersion {
  text: string
}

/** The message tells the operator what to do. */
export class MigrationError extends ExpectedError {}

const insufficientPrivilege = '42501'

/** Each script is applied once and never edited afterward. */
export async function readMigrations(): Promise<Script[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  return readScripts(migrationsFolder, names)
}

const readScripts = (folder: URL, names: readonly string[]): Promise<Script[]> =>
  Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )

/** Prints a line as each step begins that takes minutes on a large database. */
export type PrintProgress = (line: string) => void

/** Safe to run in several processes at once. @returns the names of the applied scripts @throws {MigrationError} */
export async function migrate(db: Database, print: PrintProgress = () => {}): Promise<string[]> {
  // A role without the right to change the schema may start servers.
  if (await isMigrated(db)) return []
  return db
    .transaction((tx) => migrateInTransaction(tx, { print }))
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== insufficientPrivilege) throw error
      throw new MigrationError(
        'The database lacks migrations of this version, and the role of DATABASE_URL may not change the schema. ' +
          'Start one server with the role that owns the database first.',
      )
    })
}

/**
 * A `count` applies only that many migrations, for the rows of an older backup, and only the repeatable script for
 * partitions, because the others fit only the newest schema.
 */
export async function migrateInTransaction(
  tx: Queryable,
  { count, print = () => {} }: { count?: number; print?: PrintProgress } = {},
): Promise<string[]> {
  await lockMigrations(tx, print)
  await changeShardsInTurn(tx)
  await tx.exec(sql`
    create table if not exists migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    );
    create table if not exists repeatable_scripts (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  const upgraded = await upgradeFirstEdition(tx)
  const migrated = await applyMigrations(tx, count, print)
  const isComplete = (await readMigrations()).length === (await selectMigrations(tx)).length
  const scripts = await applyRepeatableScripts(tx, isComplete ? repeatableScripts : ['partitions.sql'])
  return [...upgraded, ...migrated, ...scripts]
}

const Lock = z.object({ held: z.boolean() })

/** Even "create table if not exists" fails when two processes run it concurrently. */
async function lockMigrations(tx: Queryable, print: PrintProgress): Promise<void> {
  const { held } = await queryOne(
    tx,
    Lock,
    sql`select pg_try_advisory_xact_lock(hashtext('migrate')) as held`,
  )
  if (held) return
  print('Another process is preparing the database. Waiting until it has finished.')
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('migrate'))`)
}

const selectMigrations = (db: Queryable): Promise<ScriptVersion[]> =>
  db.query(ScriptVersion, sql`select name, sha256 from migrations order by name`)

const insertMigration = (tx: Queryable, { name, sha256 }: ScriptVersion) =>
  tx.execute(sql`insert into migrations (name, sha256) values (${name}, ${sha256})`)

async function upgradeFirstEdition(tx: Queryable): Promise<string[]> {
  const applied = await selectMigrations(tx)
  if (!isFirstEdition(applied)) return []
  if (applied.length < firstEditionMigrations.length)
    throw new MigrationError(
      `The database was last migrated by a version before b7918a8 (${applied.at(-1)?.name}). ` +
        'Start version b7918a8 on it once, then this version.',
    )
  const [baseline] = await readMigrations()
  if (!baseline) throw new Error('The baseline migration is missing.')
  await tx.exec(rawSql(await readFile(firstEditionUpgrade, 'utf8')))
  await tx.execute(sql`delete from migrations`)
  await insertMigration(tx, baseline)
  return ['first-edition.sql']
}

export const isFirstEdition = (applied: readonly ScriptVersion[]): boolean =>
  applied.length > 0 &&
  applied.length <= firstEditionMigrations.length &&
  applied.every(
    ({ name, sha256 }, index) =>
      firstEditionMigrations[index]?.[0] === name && firstEditionMigrations[index]?.[1] === sha256,
  )

async function applyMigrations(
  tx: Queryable,
  count: number | undefined,
  print: PrintProgress,
): Promise<string[]> {
  const migrations = await readMigrations()
  const applied = await selectMigrations(tx)
  requireKnown(applied, migrations)
  const pending = migrations.slice(applied.length, count)
  // A new database has no rows that would take time.
  const isUpgrade = applied.length > 0 && pending.length > 0
  if (isUpgrade)
    print(
      'Upgrading the database, which can take minutes with years of reports. An interrupted upgrade starts over.',
    )
  for (const [index, migration] of pending.entries()) {
    if (isUpgrade) print(`Upgrading the database: ${migration.name} (${index + 1} of ${pending.length}) …`)
    await execScript(tx, migration.text)
    await insertMigration(tx, migration)
  }
  return pending.map(({ name }) => name)
}

/** @throws {MigrationError} */
function requireKnown(applied: readonly ScriptVersion[], migrations: readonly ScriptVersion[]): void {
  for (const { name, sha256 } of applied) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known)
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know. It was migrated by another version: ` +
          'start that version or a newer one.',
      )
    if (known.sha256 !== sha256)
      throw new MigrationError(
        `Migration ${name} was changed after it had been applied. Restore the original file and add a new migration.`,
      )
  }
}

/** A cluster passes the text of a call on to its workers, which take only one statement at a time. */
async function execScript(tx: Queryable, script: string): Promise<void> {
  for (const statement of splitStatements(script)) await tx.exec(rawSql(statement))
}

/** Applies only scripts that changed since they were last applied. */
async function applyRepeatableScripts(tx: Queryable, names: readonly string[]): Promise<string[]> {
  const pending = await findPendingScripts(tx, names)
  for (const { name, text, sha256 } of pending) {
    await execScript(tx, text)
    await tx.execute(
      sql`insert into repeatable_scripts (name, sha256)
      values (${name}, ${sha256})
      on conflict (name) do update
      set sha256 = excluded.sha256,
        applied_at = excluded.applied_at`,
    )
  }
  return pending.map(({ name }) => name)
}

async function findPendingScripts(db: Queryable, names: readonly string[]): Promise<Script[]> {
  const applied = await db.query(ScriptVersion, sql`select name, sha256 from repeatable_scripts`)
  const hashes = new Map(applied.map(({ name, sha256 }) => [name, sha256]))
  const scripts = await readScripts(functionsFolder, names)
  return scripts.filter(({ name, sha256 }) => hashes.get(name) !== sha256)
}

const MigrationTables = z.object({ exist: z.boolean() })

async function hasMigrationTables(db: Queryable): Promise<boolean> {
  const { exist } = await queryOne(
    db,
    MigrationTables,
    sql`select to_regclass('migrations') is not null
      and to_regclass('repeatable_scripts') is not null as exist`,
  )
  return exist
}

export async function isMigrated(db: Queryable): Promise<boolean> {
  if (!(await hasMigrationTables(db))) return false
  const toText = ({ name, sha256 }: ScriptVersion) => `${name} ${sha256}`
  const known = (await readMigrations()).map(toText)
  const applied = (await selectMigrations(db)).map(toText)
  if (applied.join('\n') !== known.join('\n')) return false
  return (await findPendingScripts(db, repeatableScripts)).length === 0
}

/** Names of what `migrate` would apply. @throws {MigrationError} when another version has migrated the database */
export async function listMissingMigrations(db: Queryable): Promise<string[]> {
  const migrations = await readMigrations()
  if (!(await hasMigrationTables(db))) return [...migrations.map(({ name }) => name), ...repeatableScripts]
  const applied = await selectMigrations(db)
  requireKnown(applied, migrations)
  const pending = [...migrations.slice(applied.length), ...(await findPendingScripts(db, repeatableScripts))]
  return pending.map(({ name }) => name)
}

/** "0029_ledger_statement.sql, views.sql", or the first and the last of many. */
export const formatMigrations = (names: readonly string[]): string =>
  names.length > maxNames ? `${names[0]} … ${names.at(-1)}, ${names.length} in all` : names.join(', ')

const maxNames = 10

/** @throws {MigrationError} */
export async function requireMigrations(db: Queryable): Promise<void> {
  if (await isMigrated(db)) return
  const missing = formatMigrations(await listMissingMigrations(db))
  throw new MigrationError(
    `The database lacks migrations of this version (${missing}): start a server of this version, or run ` +
      '"npm run operator -- migrate", and try again.',
  )
}
