import type { PayeeKind } from '#contract/people/payee-states.ts'
import type { PayeeDetails } from '#contract/settlement/payees.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { encryptDetails } from '#server/settlement/payees/details.ts'
import { testEncryption } from './api.ts'
import { queryRaw } from './raw-sql.ts'

const details: PayeeDetails = {
  kind: 'individual',
  name: 'Kim',
  method: 'bank',
  bank: 'KB국민은행',
  bankCode: '004',
  account: '110222333444',
  swift: null,
  country: null,
}

/** Inserts a confirmed payout account, which the key of the tests' servers decrypts. */
export const insertConfirmedPayee = async (db: Queryable, accountId: number, kind: PayeeKind = 'business') =>
  queryRaw(
    db,
    `insert into payees (account_id, kind, details, masked_account, entered_at, confirmed_at, confirmed_network_id)
    select id, $2, $3, '•••• 3444', now(), now(), network_id from accounts where id = $1
    on conflict (account_id) do update set kind = excluded.kind, version = payees.version + 1,
      confirmed_at = excluded.confirmed_at, confirmed_network_id = excluded.confirmed_network_id`,
    [accountId, kind, await encryptDetails(testEncryption, accountId, details)],
  )

/** Inserts a payout account that awaits confirmation. */
export const insertPayee = async (db: Queryable, accountId: number) =>
  queryRaw(
    db,
    `insert into payees (account_id, kind, details, masked_account, entered_at)
    values ($1, 'individual', $2, '•••• 3444', now())`,
    [accountId, await encryptDetails(testEncryption, accountId, details)],
  )
