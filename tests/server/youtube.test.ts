import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChannelLink } from '#contract/channel-link.ts'
import { YoutubeError } from '#server/channels/youtube.ts'
import { createYoutube, type YoutubeSettings } from '#server/channels/youtube-client.ts'
import type { Database } from '#server/db/connect.ts'
import type { Fault } from '#server/demo/stand-in.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { channelIdOf, madeUp, type StartedYoutube, startYoutube } from '#tests/support/youtube.ts'

const key = 'key-that-nobody-may-see'
const morning = new Date('2026-11-20T18:00:00Z')

let db: Database
let platform: StartedYoutube
let lines: string[]
let clock: { now: Date }

beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

beforeEach(async () => {
  lines = []
  clock = { now: morning }
  await db.query('delete from youtube_quota')
  platform = await startYoutube(
    madeUp('pebble', { user: 'PebbleRadio', title: '조약돌', handle: '@조약돌' }),
    madeUp('brook', { hiddenSubscribers: true, branding: 'branding only', description: '' }),
    madeUp('moss', {
      handle: null,
      localizations: {
        en: { title: 'Moss', description: 'in English' },
        'zh-TW': { title: '苔', description: '中文說明' },
      },
    }),
  )
})
afterEach(() => platform.close())

const log = () =>
  pino(
    { level: 'debug' },
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )

const client = (more: Partial<YoutubeSettings> = {}) =>
  createYoutube({
    db,
    baseUrl: platform.url,
    key,
    dailyUnits: 10_000,
    now: () => clock.now,
    log: log(),
    patience: { tryMs: 400, totalMs: 3_000, retries: 2, pauseMs: 10, longestPauseMs: 300 },
    ...more,
  })

const handle = (value: string): ChannelLink => ({ kind: 'handle', value })
const pebble = channelIdOf('pebble')

async function troubleOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(YoutubeError)
  expect(String((error as Error).cause)).not.toContain(key)
  return (error as YoutubeError).trouble
}

const usedUnits = async () =>
  db.query<{ day: string; units: number; usedUp: boolean }>(
    'select day, units, used_up as "usedUp" from youtube_quota order by day',
  )

test('a channel is found by its handle, its old user name and its id, with one unit each', async () => {
  const youtube = client()
  const found = await youtube.find(handle('@조약돌'))
  expect(found).toEqual({
    channelId: pebble,
    name: '조약돌',
    handle: '@조약돌',
    thumbnail: 'https://yt3.ggpht.com/pebble=s240',
    subscribers: 12_300,
    descriptions: ['About pebble.'],
  })
  expect(await youtube.find({ kind: 'user', value: 'user/PebbleRadio' })).toEqual(found)
  expect(await youtube.find({ kind: 'id', value: pebble })).toEqual(found)
  expect(platform.calls.map(({ part, key: sent, ...filter }) => [sent, filter])).toEqual([
    [key, { forHandle: '@조약돌' }],
    [key, { forUsername: 'PebbleRadio' }],
    [key, { id: pebble, maxResults: '50' }],
  ])
  expect(await usedUnits()).toEqual([{ day: '2026-11-20', units: 3, usedUp: false }])
  expect(lines).toEqual([])
})

test('every description is told, hidden counts are not, and a custom name is no handle', async () => {
  const youtube = client()
  const [brook, moss] = await Promise.all(['brook', 'moss'].map((name) => youtube.read(channelIdOf(name))))
  expect(brook).toMatchObject({ subscribers: null, descriptions: ['branding only'] })
  expect(moss).toMatchObject({ handle: null, descriptions: ['About moss.', 'in English', '中文說明'] })
  platform.channels.set(pebble, madeUp('pebble', { handle: 'pebbleradio' }))
  expect(await youtube.read(pebble)).toMatchObject({ handle: null })
})

test('what is not there is null, and a name for which there is no question costs none', async () => {
  const youtube = client()
  expect(await youtube.find(handle('@nobody'))).toBeNull()
  expect(await youtube.read(channelIdOf('nobody'))).toBeNull()
  expect(platform.calls).toHaveLength(2)
  expect(await youtube.find({ kind: 'custom', value: 'c/pebble' })).toBeNull()
  expect(platform.calls).toHaveLength(2)
})

test('ids that are asked for together are one call, and each gets its own', async () => {
  for (let at = 0; at < 70; at++) {
    const channel = madeUp(`many${at}`)
    platform.channels.set(channel.channelId, channel)
  }
  const youtube = client()
  const ids = Array.from({ length: 70 }, (_, at) => channelIdOf(`many${at}`))
  const read = await Promise.all(
    [...ids, ...ids.slice(0, 3), channelIdOf('nobody')].map((id) => youtube.read(id)),
  )
  expect(read.map((channel) => channel?.channelId)).toEqual([...ids, ...ids.slice(0, 3), undefined])
  expect(platform.calls).toHaveLength(2)
  expect((await usedUnits())[0]?.units).toBe(2)
})

test('what was found is known for ten minutes, what was not for one, and reading never looks there', async () => {
  const youtube = client()
  const ask = async () => {
    const before = platform.calls.length
    await youtube.find(handle('@조약돌'))
    await youtube.find(handle('@NoBody'))
    return platform.calls.length - before
  }
  expect(await ask()).toBe(2)
  expect(await ask()).toBe(0)
  expect(await youtube.find(handle('@nobody'))).toBeNull()
  clock.now = new Date(morning.getTime() + 61_000)
  expect(await ask()).toBe(1)
  clock.now = new Date(morning.getTime() + 601_000)
  expect(await ask()).toBe(2)
  const { length } = platform.calls
  for (let time = 0; time < 3; time++) await youtube.read(pebble)
  expect(platform.calls).toHaveLength(length + 3)
})

test.each<[Fault['kind'], object]>([
  ['error', {}],
  ['rate', { retryAfterSeconds: 0 }],
  ['rate_403', {}],
  ['cut', {}],
  ['slow', { ms: 700 }],
])('after %s it is tried again, each time for a unit', async (kind, more) => {
  platform.faults.all = { kind, times: 2, ...more }
  expect(await client().find(handle('@조약돌'))).toMatchObject({ channelId: pebble })
  expect(platform.calls).toHaveLength(3)
  expect((await usedUnits())[0]?.units).toBe(3)
})

test.each<[Fault['kind'], object, number]>([
  ['error', {}, 3],
  ['rate', {}, 3],
  ['rate', { retryAfterSeconds: 5 }, 1],
  ['cut', {}, 3],
  ['slow', { ms: 1_200 }, 3],
  ['broken', {}, 1],
  ['shape', {}, 1],
  ['key', {}, 1],
  ['access', {}, 1],
])('%s without an end is no answer', async (kind, more, calls) => {
  platform.faults.all = { kind, ...more }
  expect(await troubleOf(client().find(handle('@조약돌')))).toBe('no_answer')
  expect(platform.calls).toHaveLength(calls)
  expect(lines).toHaveLength(1)
  expect(lines.join()).not.toContain(key)
  const { level } = JSON.parse(lines[0] ?? '')
  const ofKey = kind === 'key' || kind === 'access'
  expect([level, lines.join().includes('YOUTUBE_API_KEY')]).toEqual(ofKey ? [50, true] : [40, false])
  delete platform.faults.all
  expect(await client().find(handle('@조약돌'))).not.toBeNull()
})

test('a platform that is not there is no answer, and its address is not told', async () => {
  const gone = await startYoutube()
  await gone.close()
  const away = client({ baseUrl: gone.url })
  expect(await troubleOf(away.read(pebble))).toBe('no_answer')
  expect(lines.join()).toContain('ECONNREFUSED')
  expect(lines.join()).not.toContain(key)
})

test('whoever stops waiting gets the reason of it, and others their channel', async () => {
  platform.faults.all = { kind: 'slow', ms: 250, times: 1 }
  const youtube = client()
  const [first, second] = await Promise.allSettled([
    youtube.read(pebble, AbortSignal.timeout(50)),
    youtube.read(channelIdOf('moss')),
  ])
  expect(first).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } })
  expect(second).toMatchObject({ status: 'fulfilled', value: { name: 'moss' } })
  platform.faults.all = { kind: 'slow', ms: 250 }
  await expect(youtube.find(handle('@조약돌'), AbortSignal.timeout(50))).rejects.toThrow(/timeout/)
  await expect(youtube.read(pebble, AbortSignal.abort())).rejects.toThrow(/abort/)
  expect(lines).toEqual([])
})

test('a call that nobody waits for any more is not tried again', async () => {
  platform.faults.all = { kind: 'error' }
  const youtube = client({ patience: { pauseMs: 200, longestPauseMs: 200 } })
  const signal = AbortSignal.timeout(80)
  await Promise.allSettled([youtube.read(pebble, signal), youtube.read(channelIdOf('moss'), signal)])
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(platform.calls).toHaveLength(1)
})

test.each<Fault['kind']>(['quota', 'daily_limit'])(
  'after %s the day is over, for every instance',
  async (kind) => {
    platform.faults.all = { kind, times: 1 }
    const youtube = client()
    expect(await troubleOf(youtube.find(handle('@조약돌')))).toBe('quota')
    expect(await usedUnits()).toEqual([{ day: '2026-11-20', units: 1, usedUp: true }])
    expect(await troubleOf(client().read(pebble))).toBe('quota')
    expect(platform.calls).toHaveLength(1)
    clock.now = new Date('2026-11-21T07:59:59Z')
    expect(await troubleOf(youtube.read(pebble))).toBe('quota')
    clock.now = new Date('2026-11-21T08:00:01Z')
    expect(await youtube.read(pebble)).toMatchObject({ channelId: pebble })
  },
)

test('a refusal just after midnight in California is the old day’s', async () => {
  clock.now = new Date('2026-11-20T08:01:00Z')
  platform.faults.all = { kind: 'quota', times: 1 }
  expect(await troubleOf(client().read(pebble))).toBe('quota')
  expect(await client().read(pebble)).toMatchObject({ channelId: pebble })
})

test('of all instances together no more calls are made than a day may have', async () => {
  const instances = [client({ dailyUnits: 7 }), client({ dailyUnits: 7 })]
  const asked = Array.from({ length: 20 }, (_, at) => instances[at % 2]?.find(handle(`@nobody${at}`)))
  const results = await Promise.allSettled(asked)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ trouble: 'quota' })
  expect(platform.calls).toHaveLength(7)
  expect((await usedUnits())[0]?.units).toBe(7)
  expect(lines.join().match(/YOUTUBE_DAILY_UNITS/g)).toHaveLength(2)
})

test('without a key there is no answer, and the log says once what to set', async () => {
  const youtube = client({ key: undefined })
  expect(await troubleOf(youtube.read(pebble))).toBe('no_answer')
  expect(await troubleOf(youtube.find(handle('@조약돌')))).toBe('no_answer')
  expect(lines.join().match(/YOUTUBE_API_KEY/g)).toHaveLength(1)
  expect(youtube.pageOf(pebble)).toBe(`https://www.youtube.com/channel/${pebble}`)
})
