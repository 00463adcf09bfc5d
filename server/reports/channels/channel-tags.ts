import * as z from 'zod/mini'
import type { Tag } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const TaggedRow = z.object({ channelId: z.string(), id: Id, name: z.string() })

/** The tags that the account has given to each channel, by name. */
export async function selectTagsOfChannels(
  db: Queryable,
  accountId: number,
  channelIds: readonly string[],
): Promise<(channelId: string) => Tag[]> {
  const rows = await db.query(
    TaggedRow,
    sql`select c.channel_id as "channelId",
      t.id,
      t.name
    from channel_tags t
    join tagged_channels u on u.account_id = t.account_id
      and u.tag_id = t.id
    join channels c on c.registration_id = u.registration_id
      and c.removed_at is null
    where t.account_id = ${accountId}
      and c.channel_id = any(${channelIds}::text[])
    order by natural_sort_key(t.name) collate "C", t.id`,
  )
  const byChannel = Map.groupBy(rows, ({ channelId }) => channelId)
  return (channelId) => (byChannel.get(channelId) ?? []).map(({ id, name }) => ({ id, name }))
}
