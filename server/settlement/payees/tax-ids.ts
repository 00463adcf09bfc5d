import * as z from 'zod/mini'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The context of the encryption binds a number to its account. */
export const getTaxIdContext = (accountId: number) => `tax id ${accountId}`

export const getTaxNameContext = (accountId: number) => `tax name ${accountId}`

export const encryptTaxName = (
  encryption: Encryption,
  accountId: number,
  name: string,
): Promise<Uint8Array> => encryption.encrypt(Buffer.from(name), getTaxNameContext(accountId))

export const encryptTaxId = (
  encryption: Encryption,
  accountId: number,
  digits: string,
): Promise<Uint8Array> => encryption.encrypt(Buffer.from(digits), getTaxIdContext(accountId))

const TaxIdRow = z.object({ accountId: Id, number: z.instanceof(Uint8Array) })

/** Returns whole numbers; callers must record that. Omits those that were encrypted with another key. */
export async function loadTaxIds(
  db: Pick<Queryable, 'query'>,
  encryption: Encryption,
  accountIds: readonly number[],
): Promise<Map<number, string>> {
  const taxIds = new Map<number, string>()
  const rows = await db.query(
    TaxIdRow,
    sql`select account_id as "accountId",
      number
    from payee_tax_ids
    where account_id = any(${accountIds}::integer[])
    order by account_id`,
  )
  for (const { accountId, number } of rows) {
    const plain = await encryption.decrypt(number, getTaxIdContext(accountId))
    if (plain) taxIds.set(accountId, Buffer.from(plain).toString())
  }
  return taxIds
}

interface StoredTaxId {
  number: Uint8Array
  maskedNumber: string
}

/** Its name follows: `updateTaxName`. */
export const upsertTaxId = (
  tx: Queryable,
  accountId: number,
  { number, maskedNumber }: StoredTaxId,
  now: Date,
): Promise<number> =>
  tx.execute(
    sql`insert into payee_tax_ids (account_id, number, masked_number, entered_at)
    values (${accountId}, ${number}, ${maskedNumber}, ${now})
    on conflict (account_id) do update
    set number = excluded.number,
      masked_number = excluded.masked_number,
      entered_at = excluded.entered_at`,
  )

/** Of an account without a number it changes nothing. */
export const updateTaxName = (tx: Queryable, accountId: number, name: Uint8Array): Promise<number> =>
  tx.execute(sql`update payee_tax_ids set name = ${name} where account_id = ${accountId}`)

const TaxNameRow = z.object({ accountId: Id, name: z.instanceof(Uint8Array) })

/** Omits those that were stored without a number, or encrypted with another key. */
export async function loadTaxNames(
  db: Pick<Queryable, 'query'>,
  encryption: Encryption,
  accountIds: readonly number[],
): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  const rows = await db.query(
    TaxNameRow,
    sql`select account_id as "accountId",
      name
    from payee_tax_ids
    where account_id = any(${accountIds}::integer[])
      and name is not null`,
  )
  for (const { accountId, name } of rows) {
    const plain = await encryption.decrypt(name, getTaxNameContext(accountId))
    if (plain) names.set(accountId, Buffer.from(plain).toString())
  }
  return names
}

export const deleteTaxId = (tx: Queryable, accountId: number): Promise<number> =>
  tx.execute(sql`delete from payee_tax_ids where account_id = ${accountId}`)
