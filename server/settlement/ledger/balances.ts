import { type Sql, sql } from '#server/platform/db/sql.ts'

// Columns of `Money` in a statement about accounts; the argument is the column with the account's id.

/** Sums all entries of the account. */
export const balanceOf = (accountId: Sql): Sql => sql`(
        select json_build_object('micros', coalesce(sum(e.micros), 0), 'amount', coalesce(sum(e.amount), 0))
        from ledger_entries e
        where e.account_id = ${accountId}
      )`

/** Sums what is left to be paid of the account's payouts. */
export const awaitingOf = (accountId: Sql): Sql => sql`(
        select json_build_object('micros', coalesce(sum(w.outstanding_micros), 0),
          'amount', coalesce(sum(w.outstanding_amount), 0))
        from payout_states w
        where w.account_id = ${accountId}
      )`
