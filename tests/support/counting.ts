import type { Listener } from '#server/db/changes.ts'
import type { Database, Queries } from '#server/db/connect.ts'

/** A database that counts what it is asked, lets a test come between, and whose listeners a test can cut off. */
export function counting(db: Database) {
  const listeners: Listener[] = []
  const { promise: connected, resolve: connect } = Promise.withResolvers<void>()
  const seen = { connected, statements: 0, listeners, between: async (_text: string) => {} }
  const counted = (on: Queries): Queries => ({
    ...on,
    async query<Row extends object>(text: string, values?: readonly unknown[]) {
      seen.statements++
      const rows = await on.query<Row>(text, values)
      await seen.between(text)
      return rows
    },
  })
  const watched: Database = {
    ...db,
    ...counted(db),
    transaction: (work) => db.transaction((tx) => work(counted(tx))),
    listen(listener) {
      listeners.push(listener)
      return db.listen({
        connected() {
          listener.connected()
          connect()
        },
        lost: () => listener.lost(),
        changed: (kind) => listener.changed(kind),
      })
    },
  }
  return Object.assign(seen, { db: watched })
}
