import type { Queryable } from '#server/db/database.ts'
import { queryRaw } from './raw-sql.ts'

/** Payment details that the account's network has confirmed; nobody can decrypt them. */
export const insertConfirmedPayee = (db: Queryable, accountId: number, kind = 'individual') =>
  queryRaw(
    db,
    `insert into payees (account_id, kind, details, masked_account, entered_at, confirmed_at, confirmed_network_id)
    select id, $2, '\\x00', '•••• 1234', now(), now(), network_id
    from accounts
    where id = $1`,
    [accountId, kind],
  )
