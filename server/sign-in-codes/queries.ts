import { createHash, randomBytes } from 'node:crypto'
import { signInCodeLifetimeSeconds } from '#contract/sign-in-codes.ts'
import type { Queryable } from '#server/db/database.ts'

const hashCode = (code: string) => createHash('sha256').update(code).digest()

/**
 * Makes a code for the account of a site with this email in small letters; the database keeps only its hash.
 * @returns null when there is no such account
 */
export async function insertSignInCode(
  tx: Queryable,
  { partnerId, siteId, email }: { partnerId: number; siteId: number; email: string },
  now: Date,
): Promise<{ code: string; accountId: number } | null> {
  const [account] = await tx.query<{ id: number }>(
    `select id
    from accounts
    where site_id = $1
      and lower(email) = $2
      and removed_at is null
    for share`,
    [siteId, email],
  )
  if (!account) return null
  const code = randomBytes(32).toString('base64url')
  await tx.query(
    `insert into sign_in_codes (code_hash, partner_key_id, account_id, expires_at)
    values ($1, $2, $3, $4)`,
    [hashCode(code), partnerId, account.id, new Date(now.getTime() + signInCodeLifetimeSeconds * 1000)],
  )
  return { code, accountId: account.id }
}

/**
 * Takes a code away, for one caller alone, if it still counts on this site.
 * @returns whom it signs in, whose row is locked
 */
export async function consumeSignInCode(
  tx: Queryable,
  siteId: number,
  code: string,
  now: Date,
): Promise<{ id: number; networkId: number } | null> {
  const hash = hashCode(code)
  // The account comes first, as with whoever removes it: otherwise the two could wait for each other.
  const [account] = await tx.query<{ id: number; networkId: number }>(
    `select a.id,
      a.network_id as "networkId"
    from accounts a
    where a.id = (select c.account_id from sign_in_codes c where c.code_hash = $1)
      and a.site_id = $2
      and a.removed_at is null
    for no key update`,
    [hash, siteId],
  )
  if (!account) return null
  const deleted = await tx.query(
    `delete from sign_in_codes c
    using partner_keys k
    where c.code_hash = $1
      and c.account_id = $2
      and c.expires_at > $3
      and k.id = c.partner_key_id
      and k.revoked_at is null
    returning c.account_id`,
    [hash, account.id, now],
  )
  return deleted.length > 0 ? account : null
}
