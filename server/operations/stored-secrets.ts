import * as z from 'zod/mini'
import { getTotpContext } from '#server/people/second-factor/totp.ts'
import { getProviderContext } from '#server/people/sign-in/providers/queries.ts'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { createEncryption, formatKeyId, isEncryptedWith } from '#server/platform/auth/encryption.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { getTokenContext } from '#server/reports/fetching/connections.ts'
import { getPayeeContext } from '#server/settlement/payees/details.ts'
import { getTaxIdContext, getTaxNameContext } from '#server/settlement/payees/tax-ids.ts'

/** Everything that is encrypted in the database. `key`: a column that names the owner of each secret. */
const secretColumns = [
  {
    kind: 'authenticator app',
    ...{ table: sql`totp_secrets`, key: sql`account_id`, column: sql`secret` },
    getContext: (key: string) => getTotpContext(Number(key)),
  },
  {
    kind: 'payee',
    ...{ table: sql`payees`, key: sql`account_id`, column: sql`details` },
    getContext: (key: string) => getPayeeContext(Number(key)),
  },
  {
    kind: 'tax number',
    ...{ table: sql`payee_tax_ids`, key: sql`account_id`, column: sql`number` },
    getContext: (key: string) => getTaxIdContext(Number(key)),
  },
  {
    kind: 'name of a tax number',
    ...{ table: sql`payee_tax_ids`, key: sql`account_id`, column: sql`name` },
    getContext: (key: string) => getTaxNameContext(Number(key)),
  },
  {
    kind: 'YouTube consent',
    ...{ table: sql`youtube_connections`, key: sql`owner`, column: sql`refresh_token` },
    getContext: getTokenContext,
  },
  {
    kind: 'sign-in provider',
    ...{ table: sql`sign_in_providers`, key: sql`id`, column: sql`client_secret` },
    getContext: (key: string) => getProviderContext(Number(key)),
  },
] as const satisfies readonly {
  kind: string
  table: Sql
  key: Sql
  column: Sql
  getContext(key: string): string
}[]

export interface StoredSecret {
  kind: (typeof secretColumns)[number]['kind']
  ciphertext: Uint8Array
  context: string
  replace(tx: Queryable, ciphertext: Uint8Array): Promise<unknown>
}

const Secret = z.object({ key: z.string(), ciphertext: z.instanceof(Uint8Array) })

/** All of them. In a transaction nobody else changes them until it ends. */
export async function selectStoredSecrets(db: Queryable): Promise<StoredSecret[]> {
  const secrets: StoredSecret[] = []
  for (const { kind, table, key: keyColumn, column, getContext } of secretColumns) {
    const rows = await db.query(
      Secret,
      sql`select ${keyColumn}::text as key, ${column} as ciphertext
      from ${table}
      where ${column} is not null
      order by ${keyColumn}
      for update`,
    )
    for (const { key, ciphertext } of rows) {
      const replace = (tx: Queryable, changed: Uint8Array) =>
        tx.execute(sql`update ${table} set ${column} = ${changed} where ${keyColumn}::text = ${key}`)
      secrets.push({ kind, ciphertext, context: getContext(key), replace })
    }
  }
  return secrets
}

/** @returns how many it encrypted, how many were current, and how many neither key can decrypt */
export async function reencrypt(
  tx: Queryable,
  newKey: Uint8Array,
  oldKey: Uint8Array,
): Promise<Record<'changed' | 'current' | 'unknown', number>> {
  const encryption = createEncryption(async () => newKey, oldKey)
  const counts = { changed: 0, current: 0, unknown: 0 }
  for (const { ciphertext, context, replace } of await selectStoredSecrets(tx)) {
    const isCurrent = isEncryptedWith(newKey, ciphertext)
    const plain = isCurrent ? null : await encryption.decrypt(ciphertext, context)
    counts[isCurrent ? 'current' : plain ? 'changed' : 'unknown'] += 1
    if (plain) await replace(tx, await encryption.encrypt(plain, context))
  }
  if (counts.changed > 0)
    await recordAuditEntry(
      tx,
      { kind: 'operator' },
      {
        action: 'reencrypt',
        context: { secrets: counts.changed },
        before: { key: formatKeyId(oldKey) },
        after: { key: formatKeyId(newKey) },
      },
    )
  return counts
}
