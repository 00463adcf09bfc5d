import type { RoleSnapshot } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getMoneyViewpoint } from '#server/settlement/ledger/viewpoint.ts'
import { isReleased } from './statement-queries.ts'

/** Released statements, the own or the network's, since the person last looked. There is one a month at most. */
export async function countNewStatements(db: Queryable, account: RoleSnapshot): Promise<number> {
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select count(*) as count
    from statements s
    where account_id = ${getMoneyViewpoint(account).id}
      and ${isReleased}
      and id > (select seen_statement_id from accounts where id = ${account.id})`,
  )
  return count
}

/** Up to the given one; ids of other accounts' statements are as good as those between. */
export const markStatementsSeen = (db: Queryable, account: RoleSnapshot, id: number): Promise<number> =>
  db.execute(
    sql`update accounts
    set seen_statement_id = seen.id
    from (
      select max(id) as id
      from statements s
      where account_id = ${getMoneyViewpoint(account).id}
        and ${isReleased}
        and id <= ${id}::bigint
    ) seen
    where accounts.id = ${account.id}
      and seen_statement_id < seen.id`,
  )
