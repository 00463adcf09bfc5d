import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Queries } from './db/connect.ts'

/** The queue's statements on our database. */
export class JobDatabase {
  readonly #db: Database
  readonly #transaction = new AsyncLocalStorage<Queries>()

  constructor(db: Database) {
    this.#db = db
  }

  /** All that is asked by `work` is asked of the transaction: elsewhere it might wait for its end, for ever. */
  within<Result>(tx: Queries, work: () => Promise<Result>): Promise<Result> {
    return this.#transaction.run(tx, work)
  }

  async executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: object[] }> {
    const on = this.#transaction.getStore() ?? this.#db
    if (!/^\s*begin\b/i.test(text)) return { rows: await on.query(text, values?.map(plain)) }
    // Several statements with a transaction around them, of which no rows are needed.
    await this.#db.transaction((tx) => tx.exec(text))
    return { rows: [] }
  }
}

/** The driver writes JSON itself: what is text already would be written twice. */
const plain = (value: unknown): unknown =>
  typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value
