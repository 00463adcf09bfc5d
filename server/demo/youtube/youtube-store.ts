import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { ChannelLookup } from './fake-youtube-api.ts'
import type { DemoYoutubeChannel } from './youtube-channels.ts'

const StudioChannel = z.object({
  channelId: z.string(),
  handle: z.string(),
  title: z.string(),
  description: z.string(),
  localizations: z.record(z.string(), z.object({ title: z.string(), description: z.string() })),
  subscribers: Count,
  hiddenSubscribers: z.boolean(),
  thumbnail: z.string(),
  publishedAt: Timestamp,
  gone: z.boolean(),
  registered: z.boolean(),
})
export type StudioChannel = z.infer<typeof StudioChannel>

/** Omits closed channels; no channel has a legacy user name. */
export async function findYoutubeChannels(
  db: Queryable,
  lookup: ChannelLookup,
): Promise<DemoYoutubeChannel[]> {
  if ('user' in lookup) return []
  const found =
    'ids' in lookup
      ? await selectStudioChannels(db, lookup.ids)
      : await selectStudioChannels(db, [], lookup.handle.normalize('NFC').toLowerCase())
  return found.filter(({ gone }) => !gone)
}

export const selectStudioChannels = (
  db: Queryable,
  ids: string[] | null = null,
  handle: string | null = null,
): Promise<StudioChannel[]> =>
  db.query(
    StudioChannel,
    sql`select p.channel_id as "channelId",
      p.handle,
      p.title,
      p.description,
      p.localizations,
      p.subscribers,
      p.hidden_subscribers as "hiddenSubscribers",
      p.thumbnail,
      p.published_at as "publishedAt",
      p.gone,
      exists (select from channels c where c.channel_id = p.channel_id and c.removed_at is null) as registered
    from demo.youtube_channels p
    where ${ids}::text[] is null
      or p.channel_id = any(${ids}::text[])
      or p.handle = ${handle}
    order by registered, p.position`,
  )

export async function updateStudioChannel(
  db: Queryable,
  { channelId, description, localizations, gone }: Omit<StudioChannel, 'registered'>,
): Promise<void> {
  await db.execute(
    sql`update demo.youtube_channels
    set description = ${description},
      localizations = ${JSON.stringify(localizations)}::text::jsonb,
      gone = ${gone}
    where channel_id = ${channelId}`,
  )
}
