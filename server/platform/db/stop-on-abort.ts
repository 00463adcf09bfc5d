import type { Database } from './database.ts'

/** Begins nothing once the signal is aborted: a transaction that has begun ends as a whole. @throws the signal's reason */
export function stopOnAbort(db: Database, signal: AbortSignal): Database {
  async function begin<Result>(work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted()
    return work()
  }
  return {
    ...db,
    query: (schema, statement, options) => begin(() => db.query(schema, statement, options)),
    execute: (statement) => begin(() => db.execute(statement)),
    copyIn: (into, chunk) => begin(() => db.copyIn(into, chunk)),
    exec: (script) => begin(() => db.exec(script)),
    transaction: (work) => begin(() => db.transaction(work)),
    readSnapshot: (work) => begin(() => db.readSnapshot(work)),
    withLock: (name, work) => begin(() => db.withLock(name, work)),
  }
}
