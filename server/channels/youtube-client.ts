import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import type { ChannelLink } from '#contract/channel-link.ts'
import type { Database } from '#server/db/connect.ts'
import type { Log } from '#server/log.ts'
import { createQuota } from './quota.ts'
import { type Youtube, type YoutubeChannel, YoutubeError } from './youtube.ts'
import { type Filter, type ListChannels, listingChannels, type Patience, patience } from './youtube-calls.ts'

export interface YoutubeSettings {
  db: Database
  /** `https://www.googleapis.com`, or where something else speaks its protocol. */
  baseUrl: string
  /** Without one there is no answer to anything. */
  key: string | undefined
  /** Of all instances together. */
  dailyUnits: number
  now: () => Date
  log: Log
  fetch?: typeof fetch
  patience?: Partial<Patience>
}

const idsPerCall = 50
/** How long ids are gathered for one call. */
const gatherMs = 4
const keptMs = { found: 10 * 60_000, unknown: 60_000 }

const pageOf = (channelId: string) => `https://www.youtube.com/channel/${channelId}`

/** YouTube's Data API behind `Youtube`. */
export function createYoutube(settings: YoutubeSettings): Youtube {
  const { key, db, now, log } = settings
  if (key === undefined) return withoutKey(log)
  const list = listingChannels({
    baseUrl: settings.baseUrl,
    key,
    log,
    quota: createQuota(db, settings.dailyUnits, now, log),
    fetch: settings.fetch ?? fetch,
    patience: { ...patience, ...settings.patience },
  })
  const kept = keptChannels(now)
  const read = readingById(list)
  return {
    pageOf,
    async read(channelId, signal) {
      const channel = await read(channelId, signal)
      kept.note({ kind: 'id', value: channelId }, channel)
      return channel
    },
    async find(link, signal) {
      const known = kept.of(link)
      if (known) return known.channel
      const filter = filterOf(link)
      if (link.kind !== 'id' && !filter) return null
      const channel = filter ? ((await list(filter, signal))[0] ?? null) : await read(link.value, signal)
      kept.note(link, channel)
      return channel
    },
  }
}

/** Nobody waits for what cannot come; the operator is told once. */
function withoutKey(log: Log): Youtube {
  log.warn(
    'channels cannot be looked up at YouTube: set YOUTUBE_API_KEY to a key of the YouTube Data API v3 and start again',
  )
  const refuse = () => Promise.reject(new YoutubeError('no_answer'))
  return { pageOf, find: refuse, read: refuse }
}

/** None for ids, which are gathered, and for names by which the platform does not find. */
function filterOf({ kind, value }: ChannelLink): Filter | undefined {
  if (kind === 'handle') return { forHandle: value }
  if (kind === 'user') return { forUsername: value.replace(/^user\//, '') }
  return undefined
}

function keptChannels(now: () => Date) {
  const seen = new LRUCache<string, { channel: YoutubeChannel | null }>({
    max: 5_000,
    ttl: keptMs.found,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  })
  // Handles and user names are the same in any case, ids are not.
  const nameOf = ({ kind, value }: ChannelLink) => `${kind} ${kind === 'id' ? value : value.toLowerCase()}`
  return {
    of: (link: ChannelLink) => seen.get(nameOf(link)),
    note(link: ChannelLink, channel: YoutubeChannel | null) {
      seen.set(nameOf(link), { channel }, { ttl: channel ? keptMs.found : keptMs.unknown })
    },
  }
}

interface Wanted {
  channelId: string
  signal: AbortSignal | undefined
}

/** Asks for the ids of several callers in one call. It ends when the last of them has stopped waiting. */
function readingById(list: ListChannels) {
  const loader = new DataLoader<Wanted, YoutubeChannel | null>(
    async (wanted) => {
      const ids = [...new Set(wanted.map(({ channelId }) => channelId))]
      const filter = { id: ids.join(','), maxResults: String(idsPerCall) }
      const found = await list(filter, untilAllStop(wanted.map(({ signal }) => signal)))
      const byId = new Map(found.map((channel) => [channel.channelId, channel]))
      return wanted.map(({ channelId }) => byId.get(channelId) ?? null)
    },
    { cache: false, maxBatchSize: idsPerCall, batchScheduleFn: (run) => void setTimeout(run, gatherMs) },
  )
  return (channelId: string, signal?: AbortSignal) => within(signal, () => loader.load({ channelId, signal }))
}

/** Waits no longer than the signal says, whoever else still waits for the same. */
async function within<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
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

/** Aborted once all are; never where one waits without a limit. */
function untilAllStop(signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  if (signals.includes(undefined)) return undefined
  const all = new AbortController()
  let waiting = signals.length
  const stop = () => --waiting === 0 && all.abort()
  for (const signal of signals) {
    if (signal?.aborted) stop()
    // Not the function itself: of a signal that several share it would be called once.
    else signal?.addEventListener('abort', () => stop(), { once: true })
  }
  return all.signal
}
