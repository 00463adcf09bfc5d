import type { Queries } from '#server/db/connect.ts'
import type { Account } from '#server/session.ts'
import { type Narrowing, reportScope, type Scope } from './scope.ts'

/**
 * Reads a report about what an account may see; reads again when figures were changed between two of its statements:
 * half of each would be neither.
 * @throws {Refusal} as `reportScope`
 */
export async function readWhole<R>(
  db: Queries,
  account: Account,
  narrowing: Narrowing,
  read: (scope: Scope) => Promise<R>,
): Promise<R> {
  for (;;) {
    const scope = await reportScope(db, account, narrowing)
    const reply = await read(scope)
    const [now] = await db.query<{ revision: number }>('select data_revision as revision from report_state')
    if (now?.revision === scope.revision) return reply
  }
}
