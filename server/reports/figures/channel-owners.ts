import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { empty, sql } from '#server/platform/db/sql.ts'

const ChannelIdRow = z.object({ channelId: z.string() })

/** Selects those of these channels, or of all, that several content owners report. */
export async function selectSharedChannels(
  db: Queryable,
  channelIds: readonly string[] | null,
): Promise<string[]> {
  const rows = await db.query(
    ChannelIdRow,
    sql`select channel_id as "channelId"
    from channel_owners
    ${channelIds === null ? empty : sql`where channel_id = any(${channelIds}::text[])`}
    group by channel_id
    having count(*) > 1`,
  )
  return rows.map(({ channelId }) => channelId)
}
