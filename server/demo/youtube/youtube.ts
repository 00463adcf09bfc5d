import { createYoutubeClient } from '#server/channels/youtube/client.ts'
import type { YoutubeClient } from '#server/channels/youtube/types.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { App } from '#server/platform/http/response/context.ts'
import type { Log } from '#server/platform/log.ts'
import { createFakeYoutubeApi, type Fault, type FaultInjector } from './fake-youtube-api.ts'
import { slowChannelIds } from './youtube-channels.ts'
import { studioUrl } from './youtube-pages.ts'
import { demoYoutubeRoutes } from './youtube-routes.ts'
import { findYoutubeChannels } from './youtube-store.ts'

export interface YoutubeConnection {
  youtube: YoutubeClient
  registerDemoRoutes?: (api: App) => void
}

interface Dependencies {
  db: Database
  log: Log
  now: () => Date
  config: Pick<Config, 'youtube'>
}

/** A fake, unless there is a key for the real one. */
export function connectYoutube({ db, log, now, config }: Dependencies): YoutubeConnection {
  const { url, key, dailyUnits } = config.youtube
  const options = { db, log, now, baseUrl: url, key, dailyUnits }
  if (key !== undefined) return { youtube: createYoutubeClient(options) }
  const fakeOptions = {
    baseUrl: 'http://youtube.invalid',
    key: 'demo',
    fetch: createInProcessFetch(db, now),
  }
  const youtube = createYoutubeClient({ ...options, ...fakeOptions })
  return {
    youtube: { ...youtube, getChannelUrl: (channelId) => `${studioUrl}/${channelId}` },
    registerDemoRoutes: (api) => demoYoutubeRoutes(api, db),
  }
}

function createInProcessFetch(db: Database, now: () => Date): typeof fetch {
  const app = createFakeYoutubeApi((lookup) => findYoutubeChannels(db, lookup), createSlowStart(now))
  return async (input, init) => {
    const request = new Request(input, init)
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
    return Promise.race([app.fetch(request), aborted])
  }
}

const slowPeriodMs = 45_000
/** Lookups are slow again after this long without a request. */
const slowResetMs = 600_000
const slowFault: Fault = { kind: 'slow', ms: 6_000 }

/** Slow channels time out at first, so that a registration has to wait. */
function createSlowStart(now: () => Date): FaultInjector {
  let firstRequestAt = 0
  let lastRequestAt = 0
  return (channelIds) => {
    if (!channelIds.some((id) => slowChannelIds.has(id))) return undefined
    const at = now().getTime()
    if (at - lastRequestAt > slowResetMs) firstRequestAt = at
    lastRequestAt = at
    return at - firstRequestAt < slowPeriodMs ? slowFault : undefined
  }
}
