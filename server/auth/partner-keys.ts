import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '#server/db/database.ts'
import type { Site } from './sessions.ts'

/** The server of a site's partner, known by its key. */
export interface Partner {
  id: number
  siteId: number
  domain: string
}

const hashKey = (key: string) => createHash('sha256').update(key).digest()

/** What a partner's server says of itself: 256 random bits behind a mark by which a leaked one is found. */
export const generatePartnerKey = () => `hookline_${randomBytes(32).toString('base64url')}`

/** @returns the id of the key; the database keeps only its hash */
export async function insertPartnerKey(
  db: Queryable,
  site: Pick<Site, 'id'>,
  name: string,
  key: string,
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    'insert into partner_keys (site_id, name, key_hash) values ($1, $2, $3) returning id',
    [site.id, name, hashKey(key)],
  )
  if (!row) throw new Error('the key was not kept')
  return row.id
}

/** Whose key this is, or null; that it was used is noted once an hour. */
export async function findPartner(db: Queryable, key: string, now: Date): Promise<Partner | null> {
  const [found] = await db.query<Partner & { lately: boolean }>(
    `select k.id,
      k.site_id as "siteId",
      s.domain,
      coalesce(k.last_used_at > $2::timestamptz - interval '1 hour', false) as lately
    from partner_keys k
    join sites s on s.id = k.site_id
    where k.key_hash = $1
      and k.revoked_at is null`,
    [hashKey(key), now],
  )
  if (!found) return null
  const { lately, ...partner } = found
  if (!lately) await db.query('update partner_keys set last_used_at = $2 where id = $1', [partner.id, now])
  return partner
}

/** A key as the operator sees it. */
export interface PartnerKey {
  id: number
  name: string
  site: string
  madeAt: string
  lastUsedAt: string | null
  revokedAt: string | null
}

/** The keys by their site, of one site where it is named. */
export const selectPartnerKeys = (db: Queryable, domain?: string): Promise<PartnerKey[]> =>
  db.query<PartnerKey>(
    `select k.id,
      k.name,
      s.domain as site,
      k.created_at as "madeAt",
      k.last_used_at as "lastUsedAt",
      k.revoked_at as "revokedAt"
    from partner_keys k
    join sites s on s.id = k.site_id
    where $1::text is null or s.domain = $1
    order by s.domain, k.id`,
    [domain ?? null],
  )

/** Ends a key, and the codes that were made with it. @returns its site; null when there is no such key that counts */
export async function revokePartnerKey(tx: Queryable, id: number, now: Date): Promise<number | null> {
  const [key] = await tx.query<{ siteId: number }>(
    `update partner_keys
    set revoked_at = $2
    where id = $1
      and revoked_at is null
    returning site_id as "siteId"`,
    [id, now],
  )
  if (!key) return null
  await tx.query('delete from sign_in_codes where partner_key_id = $1', [id])
  return key.siteId
}
