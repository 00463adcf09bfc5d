import { openDatabase } from '#server/platform/db/adapters/open.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLargeSettings, fillLargeData, type StepReport } from '#tests/support/large-data/data-set.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import type { PostgresServer } from '../../../scripts/postgres-server.mjs'
import { formatSeconds } from './results.ts'

/** A large data set on a PostgreSQL server, and the parameters of its measurements. */
export interface LargeBench {
  server: PostgresServer
  /** URL of the database. */
  url: string
  /** 1: full size. */
  size: number
  /** Calls per client and request. */
  rounds: number
}

/** Fills the database to this size first, if necessary. */
export async function prepareLargeData(
  server: PostgresServer,
  size: number,
  rounds: number,
): Promise<LargeBench> {
  const url = await createDatabase(server, `large_${String(size).replace('.', '_')}`)
  const bench = { server, url, size, rounds }
  await withDatabase(bench, (db) => fillLargeData(db, createLargeSettings(size), printStep(size)))
  return bench
}

const printStep =
  (size: number) =>
  ({ at, count, name, seconds }: StepReport) => {
    const step = `size ${size}, step ${at} of ${count}: ${name}`
    if (seconds === undefined) console.error(`${step} …`)
    else if (seconds !== null) console.error(`${step}: ${formatSeconds(seconds)}`)
  }

/** @returns its address; an existing database stays unchanged */
export async function createDatabase({ url }: Pick<PostgresServer, 'url'>, name: string): Promise<string> {
  const address = new URL(url)
  await withDatabase({ url }, async (db) => {
    const found = await queryRaw(db, 'select from pg_database where datname = $1', [name])
    if (found.length === 0) await queryRaw(db, `create database ${name}`)
  })
  address.pathname = `/${name}`
  return address.href
}

export async function withDatabase<R>(
  { url }: Pick<LargeBench, 'url'>,
  work: (db: Database) => Promise<R>,
): Promise<R> {
  const db = await openDatabase({ databaseUrl: url, dataDir: '' })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
