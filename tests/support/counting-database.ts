import type { ChangeListener } from '#server/platform/db/change-feed.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { interceptStatements } from './intercept-statements.ts'

/** Wraps a database: it counts queries, lets a test intervene, and can disconnect its listeners. */
export function createCountingDatabase(db: Database) {
  const listeners: ChangeListener[] = []
  const { promise: connected, resolve: connect } = Promise.withResolvers<void>()
  const stats = { connected, statements: 0, listeners, afterQuery: async (_text: string) => {} }
  const countQueries = (on: Queryable): Queryable =>
    interceptStatements(on, async (text, run) => {
      stats.statements++
      const result = await run()
      await stats.afterQuery(text)
      return result
    })
  const database: Database = {
    ...db,
    ...countQueries(db),
    transaction: (work) => db.transaction((tx) => work(countQueries(tx))),
    listen(listener) {
      listeners.push(listener)
      return db.listen({
        onConnect() {
          listener.onConnect()
          connect()
        },
        onDisconnect: () => listener.onDisconnect(),
        onChange: (kind) => listener.onChange(kind),
      })
    },
  }
  return Object.assign(stats, { db: database })
}
