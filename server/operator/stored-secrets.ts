import * as z from 'zod/mini'
import { getTotpContext } from '#server/people/second-factor/totp.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getTokenContext } from '#server/reports/fetching/connections.ts'
import { getPayeeContext } from '#server/settlement/payees/details.ts'

/** A secret that is encrypted in the database. */
export interface StoredSecret {
  /** `payee`: payment details of an account. */
  kind: 'authenticator app' | 'YouTube consent' | 'payee'
  ciphertext: Uint8Array
  context: string
  replace(tx: Queryable, ciphertext: Uint8Array): Promise<unknown>
}

const Ciphertext = z.instanceof(Uint8Array)
const TotpRow = z.object({ accountId: Id, ciphertext: Ciphertext })
const PayeeRow = z.object({ accountId: Id, ciphertext: Ciphertext })
const ConsentRow = z.object({ owner: z.string(), ciphertext: Ciphertext })

/** All of them. In a transaction nobody else changes them until it ends. */
export async function selectStoredSecrets(db: Queryable): Promise<StoredSecret[]> {
  const totpRows = await db.query(
    TotpRow,
    sql`select account_id as "accountId", secret as ciphertext from totp_secrets order by account_id for update`,
  )
  const consentRows = await db.query(
    ConsentRow,
    sql`select owner, refresh_token as ciphertext
    from youtube_connections
    where refresh_token is not null
    order by owner
    for update`,
  )
  const payeeRows = await db.query(
    PayeeRow,
    sql`select account_id as "accountId", details as ciphertext from payees order by account_id for update`,
  )
  return [
    ...totpRows.map(
      ({ accountId, ciphertext }): StoredSecret => ({
        kind: 'authenticator app',
        ciphertext,
        context: getTotpContext(accountId),
        replace: (tx, changed) =>
          tx.execute(sql`update totp_secrets set secret = ${changed} where account_id = ${accountId}`),
      }),
    ),
    ...payeeRows.map(
      ({ accountId, ciphertext }): StoredSecret => ({
        kind: 'payee',
        ciphertext,
        context: getPayeeContext(accountId),
        replace: (tx, changed) =>
          tx.execute(sql`update payees set details = ${changed} where account_id = ${accountId}`),
      }),
    ),
    ...consentRows.map(
      ({ owner, ciphertext }): StoredSecret => ({
        kind: 'YouTube consent',
        ciphertext,
        context: getTokenContext(owner),
        replace: (tx, changed) =>
          tx.execute(sql`update youtube_connections set refresh_token = ${changed} where owner = ${owner}`),
      }),
    ),
  ]
}
