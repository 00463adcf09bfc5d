import * as z from 'zod/mini'
import { maxTagsOfChannel } from '#contract/channels/channel-tags.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import { isVisibleTo } from '#server/channels/registrations/queries.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id, IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockTagOwner } from './tags.ts'

interface Tagging {
  channels: readonly string[]
  add: readonly number[]
  /** Those that are added as well stay. */
  remove: readonly number[]
}

/**
 * All or nothing. @returns how many channels it changed
 * @throws {Refusal} `not_found`, naming what is missing; `channel_tags_full`
 */
export const tagChannels = (
  db: Database,
  account: Account,
  { channels, add, remove }: Tagging,
): Promise<number> =>
  db.transaction(async (tx) => {
    const found = await lockChannels(tx, account, channels)
    const owner = await lockTagOwner(tx, account)
    const removed = remove.filter((id) => !add.includes(id))
    const tags = await selectOwnTags(tx, owner, [...add, ...removed])
    const fields = {
      ...nameMissing(
        'channels',
        channels,
        new Set(found.map(({ channelId }) => channelId)),
        'channel_missing',
      ),
      ...nameMissing('tags', [...add, ...removed], tags, 'tag_missing'),
    }
    if (Object.keys(fields).length > 0) throw new Refusal('not_found', { fields })
    const registrations = found.map(({ id }) => id)
    const changes = [
      ...(await deleteUses(tx, owner, registrations, removed)),
      ...(await insertUses(tx, owner, registrations, add)),
    ]
    await requireFewTags(tx, owner, registrations)
    await countChanges(
      tx,
      owner,
      changes.map(({ tag }) => tag),
    )
    return new Set(changes.map(({ id }) => id)).size
  })

const LockedChannel = z.object({ id: Id, channelId: z.string() })

/** Visible ones, before all other rows and in the order of their ids, as everywhere. */
const lockChannels = (tx: Queryable, account: Account, channels: readonly string[]) =>
  tx.query(
    LockedChannel,
    sql`select c.registration_id as id,
      c.channel_id as "channelId"
    from channels c
    where c.channel_id = any(${channels}::text[])
      and ${isVisibleTo(account)}
    order by c.registration_id
    for key share`,
  )

async function selectOwnTags(tx: Queryable, accountId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query(
    IdRow,
    sql`select id from channel_tags where account_id = ${accountId} and id = any(${ids}::bigint[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

function nameMissing<Key extends string | number>(
  field: string,
  keys: readonly Key[],
  found: ReadonlySet<Key>,
  code: FieldCode,
): Record<string, FieldCode> {
  const missing = [...new Set(keys)].filter((key) => !found.has(key))
  return Object.fromEntries(missing.map((key) => [`${field}.${key}`, code]))
}

const Use = z.object({ id: Id, tag: Id })

const deleteUses = (
  tx: Queryable,
  accountId: number,
  registrations: readonly number[],
  tags: readonly number[],
) =>
  tx.query(
    Use,
    sql`delete from tagged_channels
    where account_id = ${accountId}
      and tag_id = any(${tags}::integer[])
      and registration_id = any(${registrations}::integer[])
    returning registration_id as id, tag_id as tag`,
  )

const insertUses = (
  tx: Queryable,
  accountId: number,
  registrations: readonly number[],
  tags: readonly number[],
) =>
  tx.query(
    Use,
    sql`insert into tagged_channels (account_id, tag_id, registration_id)
    select ${accountId}::integer, t.id, r.id
    from unnest(${tags}::integer[]) as t (id)
    cross join unnest(${registrations}::integer[]) as r (id)
    on conflict do nothing
    returning registration_id as id, tag_id as tag`,
  )

async function requireFewTags(
  tx: Queryable,
  accountId: number,
  registrations: readonly number[],
): Promise<void> {
  const full = await tx.query(
    IdRow,
    sql`select registration_id as id
    from tagged_channels
    where account_id = ${accountId}
      and registration_id = any(${registrations}::integer[])
    group by registration_id
    having count(*) > ${maxTagsOfChannel}
    limit 1`,
  )
  if (full.length > 0) throw new Refusal('channel_tags_full')
}

const countChanges = (tx: Queryable, accountId: number, tags: readonly number[]) =>
  tx.execute(
    sql`update channel_tags
    set revision = revision + 1
    where account_id = ${accountId}
      and id = any(${tags}::integer[])`,
  )
