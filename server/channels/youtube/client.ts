import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type ChannelLink, getChannelUrl } from '#contract/channels/channel-link.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import {
  channelList,
  createYoutubeReader,
  defaultRetryPolicy,
  type ListFilter,
  playlistVideos,
  type ReadYoutube,
  type RetryPolicy,
  videoList,
} from './api.ts'
import { createYoutubeQuota } from './quota.ts'
import {
  type QuotaUse,
  type YoutubeCall,
  type YoutubeChannel,
  type YoutubeClient,
  YoutubeError,
  type YoutubeVideo,
} from './types.ts'

export interface YoutubeClientOptions {
  db: Database
  /** `https://www.googleapis.com`, or the URL of a fake API. */
  baseUrl: string
  key: string | undefined
  dailyUnits: number
  now: () => Date
  log: Log
  fetch?: typeof fetch
  retryPolicy?: Partial<RetryPolicy>
}

const maxIdsPerCall = 50
const batchDelayMs = 4
const cacheTtlMs = { found: 10 * 60_000, unknown: 60_000 }

export function createYoutubeClient(options: YoutubeClientOptions): YoutubeClient {
  const { key, db, now, log } = options
  if (key === undefined) return createDisabledClient(log)
  const read = createYoutubeReader({
    baseUrl: options.baseUrl,
    key,
    log,
    quota: createYoutubeQuota(db, options.dailyUnits, now, log),
    fetch: options.fetch ?? fetch,
    retryPolicy: { ...defaultRetryPolicy, ...options.retryPolicy },
  })
  const cache = createChannelCache(now)
  const readById = createBatchReader(read)
  const videos = new LRUCache<string, YoutubeVideo[]>({ max: 500, ttl: cacheTtlMs.found })
  return {
    getChannelUrl,
    async getChannel(channelId, call) {
      const channel = await readById(channelId, call)
      cache.set({ kind: 'id', value: channelId }, channel)
      return channel
    },
    async findChannel(link, call) {
      const cached = cache.get(link)
      if (cached) return cached.channel
      const filter = toListFilter(link)
      if (link.kind !== 'id' && !filter) return null
      const channel = filter
        ? ((await read(channelList, filter, call, call.signal))[0] ?? null)
        : await readById(link.value, call)
      cache.set(link, channel)
      return channel
    },
    async listLatestVideos(channelId, count, call) {
      const cached = videos.get(channelId)
      if (cached) return cached
      const found = await readLatestVideos(read, channelId, count, call)
      videos.set(channelId, found)
      return found
    },
  }
}

/** Each channel has a playlist of its uploads, the newest first: its id is the channel's with another beginning. */
async function readLatestVideos(
  read: ReadYoutube,
  channelId: string,
  count: number,
  call: YoutubeCall,
): Promise<YoutubeVideo[]> {
  const playlistId = channelId.replace(/^UC/, 'UU')
  const ids = await read(playlistVideos, { playlistId, maxResults: String(count) }, call, call.signal)
  if (ids.length === 0) return []
  const found = await read(videoList, { id: ids.join(',') }, call, call.signal)
  const byId = new Map(found.map((video) => [video.videoId, video]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function createDisabledClient(log: Log): YoutubeClient {
  log.warn('YouTube lookups disabled: set YOUTUBE_API_KEY to a key of the YouTube Data API v3 and restart')
  const refuse = () => Promise.reject(new YoutubeError('no_answer'))
  return { getChannelUrl, findChannel: refuse, getChannel: refuse, listLatestVideos: refuse }
}

/** Undefined for ids, which are batched, and for custom names, which the API cannot look up. */
function toListFilter({ kind, value }: ChannelLink): ListFilter | undefined {
  if (kind === 'handle') return { forHandle: value }
  if (kind === 'user') return { forUsername: value.replace(/^user\//, '') }
  return undefined
}

function createChannelCache(now: () => Date) {
  const channels = new LRUCache<string, { channel: YoutubeChannel | null }>({
    max: 5_000,
    ttl: cacheTtlMs.found,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  })
  // Handles and user names are case-insensitive; ids are not.
  const getCacheKey = ({ kind, value }: ChannelLink) =>
    `${kind} ${kind === 'id' ? value : value.toLowerCase()}`
  return {
    get: (link: ChannelLink) => channels.get(getCacheKey(link)),
    set(link: ChannelLink, channel: YoutubeChannel | null) {
      channels.set(getCacheKey(link), { channel }, { ttl: channel ? cacheTtlMs.found : cacheTtlMs.unknown })
    },
  }
}

interface ChannelRead extends YoutubeCall {
  channelId: string
}

interface Batch {
  reads: ChannelRead[]
  found: Promise<ReadonlyMap<string, YoutubeChannel>>
}

/**
 * Batches the ids of concurrent callers by who pays, so that no network uses another's share or waits for it. Aborts only
 * when all callers of a batch have.
 */
function createBatchReader(read: ReadYoutube) {
  const openBatches = new Map<string, Batch>()
  async function readBatch(reads: readonly ChannelRead[], use: QuotaUse) {
    await pause(batchDelayMs)
    if (openBatches.get(getPayer(use))?.reads === reads) openBatches.delete(getPayer(use))
    const ids = [...new Set(reads.map(({ channelId }) => channelId))]
    const filter = { id: ids.join(','), maxResults: String(maxIdsPerCall) }
    const found = await read(channelList, filter, use, abortWhenAll(reads.map(({ signal }) => signal)))
    return new Map(found.map((channel) => [channel.channelId, channel]))
  }
  function join(read: ChannelRead): Batch['found'] {
    const open = openBatches.get(getPayer(read))
    if (open && open.reads.length < maxIdsPerCall) {
      open.reads.push(read)
      return open.found
    }
    const reads = [read]
    const batch = { reads, found: readBatch(reads, read) }
    openBatches.set(getPayer(read), batch)
    return batch.found
  }
  return (channelId: string, call: YoutubeCall) =>
    raceAbort(call.signal, async () => (await join({ ...call, channelId })).get(channelId) ?? null)
}

const getPayer = ({ networkId, purpose }: QuotaUse) => `${networkId} ${purpose}`

async function raceAbort<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!signal) return work()
  signal.throwIfAborted()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work(), stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Never aborts if any caller has no signal. */
function abortWhenAll(signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  if (signals.includes(undefined)) return undefined
  const controller = new AbortController()
  let waiting = signals.length
  const countDown = () => --waiting === 0 && controller.abort()
  for (const signal of signals) {
    if (signal?.aborted) countDown()
    // A new function each time: a shared signal would register the same listener only once.
    else signal?.addEventListener('abort', () => countDown(), { once: true })
  }
  return controller.signal
}
