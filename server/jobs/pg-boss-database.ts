import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Queryable } from '#server/db/database.ts'

/** The queue's statements on our database. */
export class PgBossDatabase {
  readonly #db: Database
  readonly #transaction = new AsyncLocalStorage<Queryable>()

  constructor(db: Database) {
    this.#db = db
  }

  /** All that is asked by `work` is asked of the transaction: elsewhere it might wait for its end, for ever. */
  withTransaction<Result>(tx: Queryable, work: () => Promise<Result>): Promise<Result> {
    return this.#transaction.run(tx, work)
  }

  async executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: object[] }> {
    const on = this.#transaction.getStore() ?? this.#db
    if (!/^\s*begin\b/i.test(text)) return { rows: await on.query(text, values?.map(parseJsonText)) }
    // Several statements with a transaction around them, of which no rows are needed.
    await this.#db.transaction((tx) => tx.exec(text))
    return { rows: [] }
  }
}

/** The driver writes JSON itself: what is text already would be written twice. */
const parseJsonText = (value: unknown): unknown =>
  typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value
