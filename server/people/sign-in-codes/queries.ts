import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { signInCodeLifetimeSeconds } from '#contract/people/sign-in-codes.ts'
import { hasStaffRole } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

const hashCode = (code: string) => createHash('sha256').update(code).digest()

const Target = z.object({ id: Id, isStaff: z.boolean() })

interface CodeRequest {
  partnerId: number
  allowsManagers: boolean
  siteId: number
  /** Normalized. */
  email: string
}

/** Stores only a hash of the one-time code. @returns null when the site has no such account @throws {Refusal} `forbidden` */
export async function insertSignInCode(
  tx: Queryable,
  { partnerId, allowsManagers, siteId, email }: CodeRequest,
  now: Date,
): Promise<{ code: string; accountId: number } | null> {
  const [account] = await tx.query(
    Target,
    sql`select id,
      ${hasStaffRole} as "isStaff"
    from accounts a
    where site_id = ${siteId}
      and email = ${email}
      and kind = 'person'
      and removed_at is null
    for share`,
  )
  if (!account) return null
  if (account.isStaff && !allowsManagers) throw new Refusal('forbidden')
  const code = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + signInCodeLifetimeSeconds * 1000)
  await tx.execute(
    sql`insert into sign_in_codes (code_hash, partner_key_id, account_id, expires_at)
    values (${hashCode(code)}, ${partnerId}, ${account.id}, ${expiresAt})`,
  )
  return { code, accountId: account.id }
}

const CodeOwner = z.object({ id: Id, networkId: Id, isConfirmed: z.boolean() })

/** One-time use. @returns the locked account; null when the code is invalid */
export async function consumeSignInCode(
  tx: Queryable,
  siteId: number,
  code: string,
  now: Date,
): Promise<z.output<typeof CodeOwner> | null> {
  const hash = hashCode(code)
  // Lock order: account first, as in account removal, to prevent deadlocks.
  const [account] = await tx.query(
    CodeOwner,
    sql`select a.id,
      a.network_id as "networkId",
      a.email_confirmed_at is not null as "isConfirmed"
    from accounts a
    where a.id = (select c.account_id from sign_in_codes c where c.code_hash = ${hash})
      and a.site_id = ${siteId}
      and a.removed_at is null
    for no key update`,
  )
  if (!account) return null
  const deleted = await tx.execute(
    sql`delete from sign_in_codes c
    using partner_keys k
    where c.code_hash = ${hash}
      and c.account_id = ${account.id}
      and c.expires_at > ${now}
      and k.id = c.partner_key_id
      and k.revoked_at is null
      and (k.allows_managers or not (select ${hasStaffRole} from accounts a where a.id = c.account_id))`,
  )
  return deleted > 0 ? account : null
}
