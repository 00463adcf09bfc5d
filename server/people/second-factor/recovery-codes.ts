import { createHash } from 'node:crypto'
import { generateRecoveryCode } from '#server/platform/auth/secrets.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const codeCount = 10

/** Crockford's base32: letters that look like digits count as those digits. */
const normalizeCode = (code: string) =>
  code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')

/** 140 random bits need no slow hash (OWASP ASVS 6.5.2). */
const hashCode = (code: string) => createHash('sha256').update(normalizeCode(code)).digest()

/** @returns the codes, of which only hashes are stored */
export async function replaceRecoveryCodes(tx: Queryable, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, generateRecoveryCode)
  await tx.execute(sql`delete from recovery_codes where account_id = ${accountId}`)
  await tx.execute(
    sql`insert into recovery_codes (account_id, code_hash)
    select ${accountId}, decode(hash, 'hex')
    from unnest(${codes.map((code) => hashCode(code).toString('hex'))}::text[]) as hash`,
  )
  return codes
}

/** @returns whether there was such a code; it cannot be used again */
export const consumeRecoveryCode = async (tx: Queryable, accountId: number, code: string): Promise<boolean> =>
  (await tx.execute(
    sql`delete from recovery_codes where account_id = ${accountId} and code_hash = ${hashCode(code)}`,
  )) > 0
