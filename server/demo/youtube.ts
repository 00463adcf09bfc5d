import type { Youtube } from '#server/channels/youtube.ts'
import { createYoutube } from '#server/channels/youtube-client.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import type { App } from '#server/http.ts'
import type { Log } from '#server/log.ts'
import { type Fault, type Faults, standIn } from './stand-in.ts'
import { slowChannels } from './youtube-cast.ts'
import { hasDemoYoutube } from './youtube-made.ts'
import { studioPath } from './youtube-pages.ts'
import { demoYoutubeRoutes } from './youtube-routes.ts'
import { selectPlatform } from './youtube-store.ts'

export interface OpenedYoutube {
  youtube: Youtube
  /** Only where a stand-in takes YouTube's place: its pages, below /api. */
  demonstration?: (api: App) => void
}

interface Surrounding {
  db: Database
  log: Log
  now: () => Date
  config: Pick<Config, 'demo' | 'youtube'>
}

/** Where a stand-in that takes YouTube's place is seen and edited; null where there is none. */
export async function standInPath(
  db: Database,
  { demo, youtube }: Surrounding['config'],
): Promise<string | null> {
  return demo && youtube.key === undefined && (await hasDemoYoutube(db)) ? studioPath : null
}

/** YouTube by its Data API; in a demonstration without a key a stand-in of the same protocol, in this process. */
export async function openYoutube({ db, log, now, config }: Surrounding): Promise<OpenedYoutube> {
  const { url, key, dailyUnits } = config.youtube
  const real = { db, log, now, baseUrl: url, key, dailyUnits }
  if (key !== undefined || !config.demo || !(await hasDemoYoutube(db)))
    return { youtube: createYoutube(real) }
  const there = { baseUrl: 'http://youtube.invalid', key: 'demonstration', fetch: inProcess(db, now) }
  const youtube = createYoutube({ ...real, ...there })
  return {
    youtube: { ...youtube, pageOf: (channelId) => `${studioPath}/${channelId}` },
    demonstration: (api) => demoYoutubeRoutes(api, db),
  }
}

/** Calls the stand-in without a connection; whoever stops waiting is let go. */
function inProcess(db: Database, now: () => Date): typeof fetch {
  const app = standIn((wanted) => selectPlatform(db, wanted), slowAtFirst(now))
  return async (input, init) => {
    const request = new Request(input, init)
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
    return Promise.race([app.fetch(request), stopped])
  }
}

const slowForMs = 45_000
/** After so long without a question it begins anew. */
const forgottenAfterMs = 600_000
const slow: Fault = { kind: 'slow', ms: 6_000 }

/** Some channels answer too late at first, so that a registration has to wait, and then at once. */
function slowAtFirst(now: () => Date): Faults {
  let first = 0
  let last = 0
  return (channelIds) => {
    if (!channelIds.some((id) => slowChannels.has(id))) return undefined
    const at = now().getTime()
    if (at - last > forgottenAfterMs) first = at
    last = at
    return at - first < slowForMs ? slow : undefined
  }
}
