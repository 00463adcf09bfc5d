import * as z from 'zod/mini'
import { type CountedTag, getTagKey, maxTags } from '#contract/channels/channel-tags.ts'
import { Tag } from '#contract/reports/reports.ts'
import { isVisibleTo } from '#server/channels/registrations/queries.ts'
import type { Account, RoleSnapshot } from '#server/platform/auth/roles.ts'
import { getViewpoint, lockViewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, CountRow, Id, IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

const CountedRow = z.object({ id: Id, name: z.string(), channels: Count })

/** Tags of a network belong to it: all of its staff see the same. */
export const getTagOwner = (account: RoleSnapshot): number => getViewpoint(account, 'channels.read').id

/** @throws {Refusal} `unauthenticated` */
export const lockTagOwner = async (tx: Queryable, account: Account): Promise<number> =>
  (await lockViewpoint(tx, account, 'channels.read')).id

/** By name. */
export const selectTags = (db: Queryable, account: Account): Promise<CountedTag[]> =>
  db.query(
    CountedRow,
    sql`select t.id,
      t.name,
      (
        select count(*)
        from tagged_channels u
        join channels c on c.registration_id = u.registration_id
        where u.account_id = t.account_id
          and u.tag_id = t.id
          and ${isVisibleTo(account)}
      ) as channels
    from channel_tags t
    where t.account_id = ${getTagOwner(account)}
    order by natural_sort_key(t.name) collate "C", t.id`,
  )

/** @throws {Refusal} `taken`, `tags_full` */
export const createTag = (db: Database, account: Account, name: string): Promise<Tag> =>
  db.transaction(async (tx) => {
    const owner = await lockTagOwner(tx, account)
    await requireFreeName(tx, owner, name)
    const { count } = await queryOne(
      tx,
      CountRow,
      sql`select count(*) as count from channel_tags where account_id = ${owner}`,
    )
    if (count >= maxTags) throw new Refusal('tags_full')
    return queryOne(
      tx,
      Tag,
      sql`insert into channel_tags (account_id, name, name_key)
      values (${owner}, ${name}, ${getTagKey(name)})
      returning id, name`,
    )
  })

/** @throws {Refusal} `taken`, `not_found` */
export const renameTag = (
  db: Database,
  account: Account,
  { id, name }: { id: number; name: string },
): Promise<Tag> =>
  db.transaction(async (tx) => {
    const owner = await lockTagOwner(tx, account)
    await requireFreeName(tx, owner, name, id)
    const [tag] = await tx.query(
      Tag,
      sql`update channel_tags
      set name = ${name},
        name_key = ${getTagKey(name)},
        revision = revision + 1
      where account_id = ${owner}
        and id = ${id}::bigint
      returning id, name`,
    )
    if (!tag) throw new Refusal('not_found')
    return tag
  })

/** @throws {Refusal} `not_found` */
export async function deleteTag(db: Queryable, account: Account, id: number): Promise<void> {
  const deleted = await db.query(
    IdRow,
    sql`delete from channel_tags where account_id = ${getTagOwner(account)} and id = ${id}::bigint returning id`,
  )
  if (deleted.length === 0) throw new Refusal('not_found')
}

/** `except`: the tag that gets the name. */
async function requireFreeName(
  tx: Queryable,
  accountId: number,
  name: string,
  except: number | null = null,
): Promise<void> {
  const found = await tx.query(
    IdRow,
    sql`select id
    from channel_tags
    where account_id = ${accountId}
      and name_key = ${getTagKey(name)}
      and id is distinct from ${except}::bigint`,
  )
  if (found.length > 0) throw new Refusal('taken', { fields: { name: 'tag_name_taken' } })
}
