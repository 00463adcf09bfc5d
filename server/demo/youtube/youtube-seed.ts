import { insertReviewedChannels } from '#server/demo/data/review-seed.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { hasFakeYoutube } from '#server/platform/db/demo-state.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fakeVideoCount } from './fake-youtube-api.ts'
import { demoYoutubeChannels } from './youtube-channels.ts'

/** Idempotent; also upgrades demos created before the fake YouTube existed. */
export async function ensureDemoYoutube(db: Database, now: Date): Promise<void> {
  if (await hasFakeYoutube(db)) return
  await db.transaction(async (tx) => {
    await createTables(tx)
    await insertYoutubeChannels(tx)
    await insertReviewedChannels(tx, now)
    await updateRegisteredChannels(tx)
  })
}

const createTables = (tx: Queryable) =>
  tx.exec(sql`
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
  const rows = demoYoutubeChannels.map((channel, position) => ({ ...channel, position }))
  await tx.execute(
    sql`insert into demo.youtube_channels (position, channel_id, handle, title, description, localizations, subscribers,
      hidden_subscribers, thumbnail, published_at, gone)
    select (c->>'position')::integer, c->>'channelId', c->>'handle', c->>'title', c->>'description',
      c->'localizations', (c->>'subscribers')::integer, (c->>'hiddenSubscribers')::boolean, c->>'thumbnail',
      (c->>'publishedAt')::timestamptz, (c->>'gone')::boolean
    from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) as c`,
  )
}

async function updateRegisteredChannels(tx: Queryable): Promise<void> {
  await tx.execute(
    sql`update channels
    set handle = p.handle,
      thumbnail = p.thumbnail,
      subscribers = case when not p.hidden_subscribers then p.subscribers end,
      video_count = ${fakeVideoCount},
      verified_at = case
        when verification_status = 'verified'
          then coalesce(verified_at, registered_at + (1 + length(channels.name) * 7 % 40) * interval '1 hour')
      end
    from demo.youtube_channels p
    where p.channel_id = channels.channel_id`,
  )
}
