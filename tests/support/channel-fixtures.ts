import type { ChannelLink } from '#contract/channels/channel-link.ts'
import { type ReviewDecision, reviewChannels } from '#server/channels/lifecycle/review.ts'
import {
  type YoutubeCall,
  type YoutubeChannel,
  type YoutubeClient,
  YoutubeError,
  type YoutubeVideo,
} from '#server/channels/youtube/types.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { JobName, JobQueue } from '#server/platform/jobs/queue.ts'
import { queryRaw } from './raw-sql.ts'

/** Creates a YouTube in memory, which finds its channels by id and handle. */
export function createInMemoryYoutube(...channels: YoutubeChannel[]) {
  const state = {
    channels,
    /** Of every channel. */
    videos: [] as YoutubeVideo[],
    failure: null as 'quota' | 'no_answer' | 'never' | null,
    callCount: 0,
  }
  const lookUp = async (matches: (channel: YoutubeChannel) => boolean, signal?: AbortSignal) => {
    state.callCount++
    if (state.failure === 'never')
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    else if (state.failure) throw new YoutubeError(state.failure)
    return state.channels.find(matches) ?? null
  }
  const youtube: YoutubeClient = {
    findChannel: (link: ChannelLink, { signal }) =>
      lookUp(({ channelId, handle }) => link.value === (link.kind === 'handle' ? handle : channelId), signal),
    getChannel: (id, { signal }) => lookUp(({ channelId }) => channelId === id, signal),
    async listLatestVideos(id, count, { signal }) {
      await lookUp(({ channelId }) => channelId === id, signal)
      return state.videos.slice(0, count)
    },
    getChannelUrl: (channelId) => `https://www.youtube.com/channel/${channelId}`,
  }
  return Object.assign(state, { youtube })
}

/** Makes the calls of one network. */
export const createYoutubeCalls = (networkId: number) => ({
  lookUp: (signal?: AbortSignal): YoutubeCall => ({ networkId, purpose: 'look-up', signal }),
  verify: (signal?: AbortSignal): YoutubeCall => ({ networkId, purpose: 'verification', signal }),
})

export const buildYoutubeChannel = (
  channelId: string,
  overrides: Partial<YoutubeChannel> = {},
): YoutubeChannel => ({
  channelId,
  name: `Channel ${channelId.slice(2, 8)}`,
  handle: `@${channelId.slice(2, 8)}`,
  thumbnail: 'https://yt3.googleusercontent.com/picture',
  subscribers: 1200,
  videoCount: 42,
  descriptions: [''],
  ...overrides,
})

/** @returns the outcome of a review of one channel */
export const reviewChannel = async (
  db: Database,
  id: number,
  decision: ReviewDecision,
  reason: string | null,
  now: Date,
) => (await reviewChannels(db, [{ id, decision, reason }], now)).get(id) ?? 'updated'

/** Records jobs that are enqueued, and never runs them. */
export function createRecordingJobs() {
  const sent: [JobName, number][] = []
  const woken: JobName[] = []
  const jobs: JobQueue = {
    enqueue: async (_: Queryable, name, id) => void sent.push([name, id]),
    wake: (name) => void woken.push(name),
    registerHandler: async () => {},
  }
  return { jobs, sent, woken }
}

/** Checks invariants that hold for channels whatever anybody did, and returns a line for each violation. */
export async function findBrokenChannelInvariants(db: Queryable): Promise<string[]> {
  const rows = await queryRaw<{ flaw: string }>(
    db,
    `with earning as (
      select channel_id, network_id, earns_from
      from channels
      where removed_at is null
        and approval_status = 2
        and verification_status = 'verified'
    )
    select 'removed and assigned: ' || c.registration_id as flaw
    from channels c
    join assignments s using (registration_id)
    where c.removed_at is not null
      and s.unassigned_at is null
    union all
    select 'ended without a day: ' || registration_id
    from assignments
    where unassigned_at is not null
      and until_day is null
    union all
    select 'claimed by a verified registration and another: ' || c.registration_id
    from channels c
    join channels winner on winner.channel_id = c.channel_id
      and winner.removed_at is null
      and winner.verification_status = 'verified'
      and winner.registration_id <> c.registration_id
    where c.removed_at is null
    union all
    select 'approved and not verified: ' || registration_id
    from channels
    where approval_status = 2
      and verification_status <> 'verified'
    union all
    select 'verified, and a verification that failed: ' || registration_id
    from channels
    where verification_status <> 'pending'
      and verification_failure is not null
    union all
    select 'another state than the last review says: ' || c.registration_id
    from channels c
    join lateral (
      select approval_status
      from channel_reviews r
      where r.registration_id = c.registration_id
      order by r.id desc
      limit 1) r on r.approval_status <> c.approval_status
    union all
    select 'approved and without a day to earn from: ' || registration_id
    from channels
    where approval_status = 2
      and (earns_from is null or approved_at is null)
    union all
    select 'figures of a channel that has none to show: ' || d.channel_id
    from channel_daily d
    where not exists (
      select 1
      from earning c
      where c.channel_id = d.channel_id
        and c.network_id = d.network_id
        and c.earns_from <= d.day)
    union all
    select 'a day without figures: ' || v.channel_id
    from earning c
    join video_daily v on v.channel_id = c.channel_id
      and v.day >= c.earns_from
    where not exists (select 1 from channel_daily d where d.channel_id = v.channel_id and d.day = v.day)
    union all
    select 'totals that are not those of the channels: ' || coalesce(n.network_id, d.network_id)
    from network_daily n
    full join (
      select network_id, day, sum(views) as views
      from channel_daily
      group by network_id, day
    ) d on d.network_id = n.network_id and d.day = n.day
    where d.views is distinct from n.views`,
  )
  return rows.map(({ flaw }) => flaw)
}
