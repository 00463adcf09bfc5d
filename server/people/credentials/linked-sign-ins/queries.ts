import * as z from 'zod/mini'
import { networkRoles } from '#contract/platform/roles.ts'
import { grantsColumn, InstallationGrant } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, IdRow, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const LinkedAccount = z.object({
  linkId: Id,
  id: Id,
  networkId: Id,
  roles: z.array(z.enum(networkRoles)),
  grants: z.array(InstallationGrant),
})
export type LinkedAccount = z.output<typeof LinkedAccount>

/** The locked account of a person at a provider. */
export async function lockLinkedAccount(
  tx: Queryable,
  { siteId, providerId, subject }: { siteId: number; providerId: number; subject: string },
): Promise<LinkedAccount | null> {
  const [account] = await tx.query(
    LinkedAccount,
    sql`select l.id as "linkId",
      a.id,
      a.network_id as "networkId",
      a.roles,
      ${grantsColumn}
    from linked_sign_ins l
    join accounts a on a.id = l.account_id
    where l.provider_id = ${providerId}
      and l.subject = ${subject}
      and a.site_id = ${siteId}
      and a.kind = 'person'
      and a.removed_at is null
    for no key update of a`,
  )
  return account ?? null
}

interface NewLink {
  accountId: number
  providerId: number
  subject: string
  email: string
}

/** The account must be locked. @returns its id; null when the person, or the account, has another link to this provider */
export async function insertLink(
  tx: Queryable,
  { accountId, providerId, subject, email }: NewLink,
  now: Date,
): Promise<number | null> {
  const [row] = await tx.query(
    IdRow,
    sql`insert into linked_sign_ins (account_id, provider_id, subject, email, linked_at)
    values (${accountId}, ${providerId}, ${subject}, ${email}, ${now})
    on conflict do nothing
    returning id`,
  )
  return row?.id ?? null
}

/** `email`: null when the provider has not verified one. */
export const recordLinkUse = (tx: Queryable, id: number, email: string | null, now: Date): Promise<number> =>
  tx.execute(
    sql`update linked_sign_ins set last_used_at = ${now}, email = coalesce(${email}, email) where id = ${id}`,
  )

const LinkRow = z.object({
  id: Id,
  provider: Id,
  name: z.string(),
  email: z.string(),
  linkedAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
})

export const selectLinks = (db: Queryable, accountId: number): Promise<z.output<typeof LinkRow>[]> =>
  db.query(
    LinkRow,
    sql`select l.id,
      l.provider_id as provider,
      p.name,
      l.email,
      l.linked_at as "linkedAt",
      l.last_used_at as "lastUsedAt"
    from linked_sign_ins l
    join sign_in_providers p on p.id = l.provider_id
    where l.account_id = ${accountId}
    order by l.id`,
  )

const UnlinkedRow = z.object({ name: z.string() })

/** @returns the name of its provider; null when the account has no such link */
export async function deleteLink(tx: Queryable, accountId: number, id: number): Promise<string | null> {
  const [row] = await tx.query(
    UnlinkedRow,
    sql`delete from linked_sign_ins l
    using sign_in_providers p
    where p.id = l.provider_id
      and l.id = ${id}
      and l.account_id = ${accountId}
    returning p.name`,
  )
  return row?.name ?? null
}

/** Expects `accounts a`. A password, passkeys, and links to providers. */
export const waysToSignIn = sql`((a.password_hash is not null)::integer
        + (select count(*) from passkeys k where k.account_id = a.id)
        + (select count(*) from linked_sign_ins k where k.account_id = a.id))`

/** Expects `accounts a`. */
export const canSignIn = sql`(${waysToSignIn} > 0)`

const WaysRow = z.object({ count: Count })

export const countWaysToSignIn = async (tx: Queryable, accountId: number): Promise<number> =>
  (
    await queryOne(
      tx,
      WaysRow,
      sql`select ${waysToSignIn} as count from accounts a where a.id = ${accountId}`,
    )
  ).count

/** Ends links in progress as well. */
export async function deleteLinks(tx: Queryable, accountId: number): Promise<void> {
  await tx.execute(sql`delete from linked_sign_ins where account_id = ${accountId}`)
  await tx.execute(sql`delete from provider_sign_ins where account_id = ${accountId}`)
}

export const deleteExpiredProviderSignIns = (db: Queryable, now: Date): Promise<number> =>
  db.execute(sql`delete from provider_sign_ins where expires_at <= ${now}`)
