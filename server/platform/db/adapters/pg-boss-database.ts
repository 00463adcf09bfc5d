import { AsyncLocalStorage } from 'node:async_hooks'
import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { rawSql } from '#server/platform/db/raw-sql.ts'

/** pg-boss validates its own rows. */
const AnyRow = z.record(z.string(), z.unknown())

export class PgBossDatabase {
  readonly #db: Database
  readonly #transaction = new AsyncLocalStorage<Queryable>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Runs all of pg-boss's statements in this transaction: another connection could deadlock with it. */
  withTransaction<Result>(tx: Queryable, work: () => Promise<Result>): Promise<Result> {
    return this.#transaction.run(tx, work)
  }

  async executeSql(text: string, values: readonly unknown[] = []): Promise<{ rows: object[] }> {
    const connection = this.#transaction.getStore() ?? this.#db
    if (!/^\s*begin\b/i.test(text))
      return { rows: await connection.query(AnyRow, rawSql(text, values.map(parseJsonText))) }
    // A script with its own transaction; its rows are not used.
    await this.#db.transaction((tx) => tx.exec(rawSql(text)))
    return { rows: [] }
  }
}

/** The drivers serialize JSON themselves, so text would be serialized twice. */
const parseJsonText = (value: unknown): unknown =>
  typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value
