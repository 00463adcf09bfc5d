import type { Queries } from '#server/db/connect.ts'
import type { Wanted } from './stand-in.ts'
import type { DemoPlatformChannel } from './youtube-cast.ts'

/** A channel with what the demonstration says of it beside. */
export interface ListedChannel extends DemoPlatformChannel {
  registered: boolean
}

/** What the platform tells: closed channels are not there, and none has a user name. */
export async function selectPlatform(db: Queries, wanted: Wanted): Promise<DemoPlatformChannel[]> {
  if ('user' in wanted) return []
  const found =
    'ids' in wanted
      ? await selectListed(db, wanted.ids)
      : await selectListed(db, [], wanted.handle.normalize('NFC').toLowerCase())
  return found.filter(({ gone }) => !gone)
}

/** All channels, or those of some ids and of a handle; closed ones, too. Those that are not registered come first. */
export const selectListed = (
  db: Queries,
  ids: string[] | null = null,
  handle: string | null = null,
): Promise<ListedChannel[]> =>
  db.query<ListedChannel>(
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

export async function updateListed(
  db: Queries,
  { channelId, description, localizations, gone }: Omit<ListedChannel, 'registered'>,
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
