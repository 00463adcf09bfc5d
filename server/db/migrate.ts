import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Database, Queryable } from './database.ts'

const migrationsFolder = new URL('./migrations/', import.meta.url)

interface Migration {
  name: string
  script: string
  sha256: string
}

/** The numbered scripts, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(new URL(name, migrationsFolder), 'utf8')
      return { name, script, sha256: createHash('sha256').update(script).digest('hex') }
    }),
  )
}

/**
 * Brings the database to the newest schema; several processes may do so at once.
 * @returns the names of what was applied
 * @throws when a script that was applied has been changed since, or the database is newer than this program
 */
export const migrate = (db: Database): Promise<string[]> => db.transaction((tx) => migrateInTransaction(tx))

/** The same as part of a transaction, up to the script at a place in their order. */
export async function migrateInTransaction(tx: Queryable, upTo?: number): Promise<string[]> {
  const migrations = await readMigrations()
  // Even "create table if not exists" fails where two run it at once.
  await tx.query(`select pg_advisory_xact_lock(hashtext('migrate'))`)
  await tx.exec(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  const applied = await tx.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  )
  for (const { name, sha256 } of applied) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known)
      throw new Error(
        `The database has migration ${name}, which this program does not know: it is older than the data.`,
      )
    if (known.sha256 !== sha256) throw new Error(`Migration ${name} was changed after it had been applied.`)
  }
  const pending = migrations.slice(applied.length, upTo)
  for (const { name, script, sha256 } of pending) {
    await tx.exec(script)
    await tx.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
  }
  return pending.map(({ name }) => name)
}

/** Whether the database answers and has every migration. */
export async function isMigrated(db: Database): Promise<boolean> {
  const [applied] = await db.query<{ count: number }>('select count(*) as count from migrations')
  return applied?.count === (await readMigrations()).length
}
