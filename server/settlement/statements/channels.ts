import * as z from 'zod/mini'
import type { StatementChannel } from '#contract/settlement/statements.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const ChannelRow = z.object({
  channelId: z.string(),
  name: z.string(),
  thumbnail: z.nullable(z.string()),
})

export type DescribeChannel = (channelId: string) => StatementChannel

/** Returns names as the network has, or last had, them. '' is what YouTube names no channel for. */
export async function selectChannelNames(
  db: Pick<Queryable, 'query'>,
  networkId: number,
  channelIds: Iterable<string>,
): Promise<DescribeChannel> {
  const rows = await db.query(
    ChannelRow,
    sql`select distinct on (channel_id) channel_id as "channelId",
      name,
      thumbnail
    from channels
    where channel_id = any(${[...new Set(channelIds)]}::text[])
      and network_id = ${networkId}
    order by channel_id, registration_id desc`,
  )
  const found = new Map(rows.map((row) => [row.channelId, row]))
  return (channelId) =>
    found.get(channelId) ?? { channelId: channelId === '' ? null : channelId, name: null, thumbnail: null }
}
