import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, IdRow, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { empty, sql } from '#server/platform/db/sql.ts'
import type { Site } from './sites.ts'

const PartnerRow = z.object({
  id: Id,
  siteId: Id,
  domain: z.string(),
  allowsManagers: z.boolean(),
  isRecentlyUsed: z.boolean(),
})

export type Partner = Omit<z.output<typeof PartnerRow>, 'isRecentlyUsed'>

const hashKey = (key: string) => createHash('sha256').update(key).digest()

/** 256 random bits, with a prefix that secret scanners can detect. */
export const generatePartnerKey = () => `hookline_${randomBytes(32).toString('base64url')}`

/** Stores only a hash. @returns the id of the key */
export async function insertPartnerKey(
  db: Queryable,
  site: Pick<Site, 'id'>,
  { name, key, allowsManagers }: { name: string; key: string; allowsManagers: boolean },
): Promise<number> {
  const { id } = await queryOne(
    db,
    IdRow,
    sql`insert into partner_keys (site_id, name, key_hash, allows_managers)
    values (${site.id}, ${name}, ${hashKey(key)}, ${allowsManagers})
    returning id`,
  )
  return id
}

export async function findPartner(db: Queryable, key: string, now: Date): Promise<Partner | null> {
  const [row] = await db.query(
    PartnerRow,
    sql`select k.id,
      k.site_id as "siteId",
      s.domain,
      k.allows_managers as "allowsManagers",
      coalesce(k.last_used_at > ${now}::timestamptz - interval '1 hour', false) as "isRecentlyUsed"
    from partner_keys k
    join sites s on s.id = k.site_id
    where k.key_hash = ${hashKey(key)}
      and k.revoked_at is null`,
  )
  if (!row) return null
  const { isRecentlyUsed, ...partner } = row
  if (!isRecentlyUsed)
    await db.execute(sql`update partner_keys set last_used_at = ${now} where id = ${partner.id}`)
  return partner
}

const PartnerKey = z.object({
  id: Id,
  name: z.string(),
  site: z.string(),
  allowsManagers: z.boolean(),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
  revokedAt: z.nullable(Timestamp),
})
export type PartnerKey = z.output<typeof PartnerKey>

export const selectPartnerKeys = (db: Queryable, domain?: string): Promise<PartnerKey[]> =>
  db.query(
    PartnerKey,
    sql`select k.id,
      k.name,
      s.domain as site,
      k.allows_managers as "allowsManagers",
      k.created_at as "createdAt",
      k.last_used_at as "lastUsedAt",
      k.revoked_at as "revokedAt"
    from partner_keys k
    join sites s on s.id = k.site_id
    ${domain === undefined ? empty : sql`where s.domain = ${domain}`}
    order by s.domain, k.id`,
  )

const RevokedKey = z.object({ siteId: Id })

/** Revokes a key and its sign-in codes. @returns the site's id; null when no valid key has this id */
export async function revokePartnerKey(tx: Queryable, id: number, now: Date): Promise<number | null> {
  const [key] = await tx.query(
    RevokedKey,
    sql`update partner_keys
    set revoked_at = ${now}
    where id = ${id}
      and revoked_at is null
    returning site_id as "siteId"`,
  )
  if (!key) return null
  await tx.execute(sql`delete from sign_in_codes where partner_key_id = ${id}`)
  return key.siteId
}
