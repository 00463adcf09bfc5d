import type { Account } from '#server/auth/roles.ts'
import type { Queryable } from '#server/db/database.ts'
import { resolveScope, type Scope, type ScopeFilter } from './scope.ts'

/**
 * Reads a report about what an account may see; reads again when figures were changed between two of its statements:
 * half of each would be neither.
 * @throws {Refusal} as `reportScope`
 */
export async function readConsistently<R>(
  db: Queryable,
  account: Account,
  filter: ScopeFilter,
  read: (scope: Scope) => Promise<R>,
): Promise<R> {
  for (;;) {
    const scope = await resolveScope(db, account, filter)
    const result = await read(scope)
    const [state] = await db.query<{ revision: number }>('select data_revision as revision from report_state')
    if (state?.revision === scope.revision) return result
  }
}
