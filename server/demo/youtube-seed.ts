import type { Database, Queryable } from '#server/db/database.ts'
import { insertReviewedChannels } from './review-seed.ts'
import { demoYoutubeChannels } from './youtube-channels.ts'

/** Whether the demonstration's platform is there. */
export async function hasDemoYoutubeTables(db: Queryable): Promise<boolean> {
  const [found] = await db.query<{ there: boolean }>(
    `select to_regclass('demo.youtube_channels') is not null as there`,
  )
  return found?.there ?? false
}

/** Makes the demonstration's platform, also where an earlier version made the demonstration without one. */
export async function ensureDemoYoutube(db: Database, now: Date): Promise<void> {
  if (await hasDemoYoutubeTables(db)) return
  await db.transaction(async (tx) => {
    await createTables(tx)
    await insertYoutubeChannels(tx)
    await insertReviewedChannels(tx, now)
    await updateRegisteredChannels(tx)
  })
}

/** In a schema of its own: a real installation has nothing of it. */
const createTables = (tx: Queryable) =>
  tx.exec(`
    create schema if not exists demo;
    create table demo.youtube_channels (
      position integer primary key,
      channel_id text not null unique,
      handle text not null,
      title text not null,
      description text not null,
      localizations jsonb not null,
      subscribers integer not null,
      hidden_subscribers boolean not null,
      thumbnail text not null,
      published_at timestamptz not null,
      gone boolean not null
    );`)

export async function insertYoutubeChannels(tx: Queryable): Promise<void> {
  await tx.query(
    `insert into demo.youtube_channels (position, channel_id, handle, title, description, localizations, subscribers,
      hidden_subscribers, thumbnail, published_at, gone)
    select (c->>'position')::integer, c->>'channelId', c->>'handle', c->>'title', c->>'description',
      c->'localizations', (c->>'subscribers')::integer, (c->>'hiddenSubscribers')::boolean, c->>'thumbnail',
      (c->>'publishedAt')::timestamptz, (c->>'gone')::boolean
    from jsonb_array_elements($1::text::jsonb) as c`,
    [JSON.stringify(demoYoutubeChannels.map((channel, position) => ({ ...channel, position })))],
  )
}

/** Handles and pictures of the channels that are registered, as if they had been looked up. */
async function updateRegisteredChannels(tx: Queryable): Promise<void> {
  await tx.query(
    `update channels
    set handle = p.handle,
      thumbnail = p.thumbnail,
      verified_at = case when verification_status = 'verified' then coalesce(verified_at, registered_at) end
    from demo.youtube_channels p
    where p.channel_id = channels.channel_id`,
  )
}
