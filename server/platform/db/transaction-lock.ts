import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

/**
 * Waits for the transaction that holds the lock of this name, and holds it until the own one ends. Locking a row does not serialize
 * changes of distributed tables: a cluster shows the row's new version as soon as the coordinator has committed, and releases
 * this lock once the workers have, too.
 */
export const lockUntilCommit = (tx: Queryable, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

/** Keeps `lockUntilCommit` of this name waiting until the transaction ends; any number may hold it at the same time. */
export const shareUntilCommit = (tx: Queryable, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`)
