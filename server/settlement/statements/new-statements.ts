import type { Queryable } from '#server/platform/db/database.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isReleased } from './statement-queries.ts'

/** Own released statements since the account last looked. There is one a month at most. */
export async function countNewStatements(db: Queryable, accountId: number): Promise<number> {
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select count(*) as count
    from statements s
    where account_id = ${accountId}
      and ${isReleased}
      and id > (select seen_statement_id from accounts where id = ${accountId})`,
  )
  return count
}

/** Up to the given one; ids of other accounts' statements are as good as those between. */
export const markStatementsSeen = (db: Queryable, accountId: number, id: number): Promise<number> =>
  db.execute(
    sql`update accounts
    set seen_statement_id = seen.id
    from (
      select max(id) as id
      from statements s
      where account_id = ${accountId}
        and ${isReleased}
        and id <= ${id}::bigint
    ) seen
    where accounts.id = ${accountId}
      and seen_statement_id < seen.id`,
  )
