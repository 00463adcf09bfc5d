import type { Queryable } from '#server/db/database.ts'
import type { ChannelLookup } from './fake-youtube-api.ts'
import type { DemoYoutubeChannel } from './youtube-channels.ts'

/** A channel with what the demonstration says of it beside. */
export interface StudioChannel extends DemoYoutubeChannel {
  registered: boolean
}

/** What the platform tells: closed channels are not there, and none has a user name. */
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

/** All channels, or those of some ids and of a handle; closed ones, too. Those that are not registered come first. */
export const selectStudioChannels = (
  db: Queryable,
  ids: string[] | null = null,
  handle: string | null = null,
): Promise<StudioChannel[]> =>
  db.query<StudioChannel>(
    `select p.channel_id as "channelId",
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
    where $1::text[] is null
      or p.channel_id = any($1)
      or p.handle = $2
    order by registered, p.position`,
    [ids, handle],
  )

export async function updateStudioChannel(
  db: Queryable,
  { channelId, description, localizations, gone }: Omit<StudioChannel, 'registered'>,
): Promise<void> {
  await db.query(
    `update demo.youtube_channels
    set description = $2,
      localizations = $3::text::jsonb,
      gone = $4
    where channel_id = $1`,
    [channelId, description, JSON.stringify(localizations), gone],
  )
}
