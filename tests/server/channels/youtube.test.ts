// @module-tag extended
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChannelLink } from '#contract/channels/channel-link.ts'
import { createYoutubeClient, type YoutubeClientOptions } from '#server/channels/youtube/client.ts'
import { YoutubeError } from '#server/channels/youtube/types.ts'
import type { Fault } from '#server/demo/youtube/fake-youtube-api.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createAccount, createSite } from '#tests/support/accounts.ts'
import { createYoutubeCalls } from '#tests/support/channel-fixtures.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import {
  buildFakeChannel,
  type FakeYoutubeServer,
  startFakeYoutube,
  youtubeChannelId,
} from '#tests/support/fake-youtube-server.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

const apiKey = 'key-that-nobody-may-see'
const startTime = new Date('2026-11-20T18:00:00Z')

let db: Database
let lookUp: ReturnType<typeof createYoutubeCalls>['lookUp']
let verify: typeof lookUp
let fakeYoutube: FakeYoutubeServer
let lines: string[]
let clock: { now: Date }

beforeAll(async () => {
  db = await createTestDatabase()
  const networkId = await createAccount(db, await createSite(db), 'boss@example.test')
  ;({ lookUp, verify } = createYoutubeCalls(networkId))
})
afterAll(() => db.close())

beforeEach(async () => {
  lines = []
  clock = { now: startTime }
  await execRaw(db, 'delete from youtube_quota; delete from youtube_quota_shares')
  fakeYoutube = await startFakeYoutube(
    buildFakeChannel('pebble', { user: 'PebbleRadio', title: '조약돌', handle: '@조약돌' }),
    buildFakeChannel('brook', { hiddenSubscribers: true, branding: 'branding only', description: '' }),
    buildFakeChannel('moss', {
      handle: null,
      localizations: {
        en: { title: 'Moss', description: 'in English' },
        'zh-TW': { title: '苔', description: '中文說明' },
      },
    }),
  )
})
afterEach(() => fakeYoutube.close())

const createTestLog = () =>
  pino(
    { level: 'debug' },
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )

const createClient = (settings: Partial<YoutubeClientOptions> = {}) =>
  createYoutubeClient({
    db,
    baseUrl: fakeYoutube.url,
    key: apiKey,
    dailyUnits: 10_000,
    now: () => clock.now,
    log: createTestLog(),
    retryPolicy: {
      attemptTimeoutMs: 400,
      totalTimeoutMs: 3_000,
      retries: 2,
      initialDelayMs: 10,
      maxDelayMs: 300,
    },
    ...settings,
  })

const buildHandleLink = (value: string): ChannelLink => ({ kind: 'handle', value })
const pebbleId = youtubeChannelId('pebble')

async function catchErrorKind(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(YoutubeError)
  expect(String((error as Error).cause)).not.toContain(apiKey)
  return (error as YoutubeError).failure
}

const readUsedUnits = async () =>
  queryRaw<{ day: string; units: number; usedUp: boolean }>(
    db,
    'select day, units, is_exhausted as "usedUp" from youtube_quota order by day',
  )

test('a channel is found by its handle, its old user name and its id, with one unit each', async () => {
  const youtube = createClient()
  const found = await youtube.findChannel(buildHandleLink('@조약돌'), lookUp())
  expect(found).toEqual({
    channelId: pebbleId,
    name: '조약돌',
    handle: '@조약돌',
    thumbnail: 'https://yt3.ggpht.com/pebble=s240',
    subscribers: 12_300,
    videoCount: 42,
    descriptions: ['About pebble.'],
  })
  expect(await youtube.findChannel({ kind: 'user', value: 'user/PebbleRadio' }, lookUp())).toEqual(found)
  expect(await youtube.findChannel({ kind: 'id', value: pebbleId }, lookUp())).toEqual(found)
  expect(fakeYoutube.calls.map(({ part, apiKey: sent, ...filter }) => [sent, filter])).toEqual([
    [apiKey, { forHandle: '@조약돌' }],
    [apiKey, { forUsername: 'PebbleRadio' }],
    [apiKey, { id: pebbleId, maxResults: '50' }],
  ])
  expect(await readUsedUnits()).toEqual([{ day: '2026-11-20', units: 3, usedUp: false }])
  expect(lines).toEqual([])
})

test('every description is told, hidden counts are not, and a custom name is no handle', async () => {
  const youtube = createClient()
  const [brook, moss] = await Promise.all(
    ['brook', 'moss'].map((name) => youtube.getChannel(youtubeChannelId(name), verify())),
  )
  expect(brook).toMatchObject({ subscribers: null, descriptions: ['branding only'] })
  expect(moss).toMatchObject({ handle: null, descriptions: ['About moss.', 'in English', '中文說明'] })
  fakeYoutube.channels.set(pebbleId, buildFakeChannel('pebble', { handle: 'pebbleradio' }))
  expect(await youtube.getChannel(pebbleId, verify())).toMatchObject({ handle: null })
})

test('what is not there is null, and a name for which there is no question costs none', async () => {
  const youtube = createClient()
  expect(await youtube.findChannel(buildHandleLink('@nobody'), lookUp())).toBeNull()
  expect(await youtube.getChannel(youtubeChannelId('nobody'), verify())).toBeNull()
  expect(fakeYoutube.calls).toHaveLength(2)
  expect(await youtube.findChannel({ kind: 'custom', value: 'c/pebble' }, lookUp())).toBeNull()
  expect(fakeYoutube.calls).toHaveLength(2)
})

test('ids that are asked for together are one call, and each gets its own', async () => {
  for (let at = 0; at < 70; at++) {
    const channel = buildFakeChannel(`many${at}`)
    fakeYoutube.channels.set(channel.channelId, channel)
  }
  const youtube = createClient()
  const ids = Array.from({ length: 70 }, (_, at) => youtubeChannelId(`many${at}`))
  const read = await Promise.all(
    [...ids, ...ids.slice(0, 3), youtubeChannelId('nobody')].map((id) => youtube.getChannel(id, verify())),
  )
  expect(read.map((channel) => channel?.channelId)).toEqual([...ids, ...ids.slice(0, 3), undefined])
  expect(fakeYoutube.calls).toHaveLength(2)
  expect((await readUsedUnits())[0]?.units).toBe(2)
})

test('what was found is known for ten minutes, what was not for one, and reading never looks there', async () => {
  const youtube = createClient()
  const ask = async () => {
    const before = fakeYoutube.calls.length
    await youtube.findChannel(buildHandleLink('@조약돌'), lookUp())
    await youtube.findChannel(buildHandleLink('@NoBody'), lookUp())
    return fakeYoutube.calls.length - before
  }
  expect(await ask()).toBe(2)
  expect(await ask()).toBe(0)
  expect(await youtube.findChannel(buildHandleLink('@nobody'), lookUp())).toBeNull()
  clock.now = new Date(startTime.getTime() + 61_000)
  expect(await ask()).toBe(1)
  clock.now = new Date(startTime.getTime() + 601_000)
  expect(await ask()).toBe(2)
  const { length } = fakeYoutube.calls
  for (let time = 0; time < 3; time++) await youtube.getChannel(pebbleId, verify())
  expect(fakeYoutube.calls).toHaveLength(length + 3)
})

test.each<[Fault['kind'], object]>([
  ['error', {}],
  ['rate', { retryAfterSeconds: 0 }],
  ['rate_403', {}],
  ['cut', {}],
  ['slow', { ms: 700 }],
])('after %s it is tried again, each time for a unit', async (kind, more) => {
  fakeYoutube.faults.all = { kind, times: 2, ...more }
  expect(await createClient().findChannel(buildHandleLink('@조약돌'), lookUp())).toMatchObject({
    channelId: pebbleId,
  })
  expect(fakeYoutube.calls).toHaveLength(3)
  expect((await readUsedUnits())[0]?.units).toBe(3)
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
  fakeYoutube.faults.all = { kind, ...more }
  expect(await catchErrorKind(createClient().findChannel(buildHandleLink('@조약돌'), lookUp()))).toBe(
    'no_answer',
  )
  expect(fakeYoutube.calls).toHaveLength(calls)
  expect(lines).toHaveLength(1)
  expect(lines.join()).not.toContain(apiKey)
  const { level } = JSON.parse(lines[0] ?? '')
  const ofKey = kind === 'key' || kind === 'access'
  expect([level, lines.join().includes('YOUTUBE_API_KEY')]).toEqual(ofKey ? [50, true] : [40, false])
  delete fakeYoutube.faults.all
  expect(await createClient().findChannel(buildHandleLink('@조약돌'), lookUp())).not.toBeNull()
})

test('a redirect is not followed: it would take the key to another host', async () => {
  fakeYoutube.faults.all = { kind: 'redirect', times: 1 }
  expect(await catchErrorKind(createClient().getChannel(pebbleId, verify()))).toBe('no_answer')
  expect(fakeYoutube.calls).toHaveLength(1)
  expect(lines.join()).toContain('a redirect, which is not followed')
})

test('a platform that is not there is no answer, and its address is not told', async () => {
  const gone = await startFakeYoutube()
  await gone.close()
  const away = createClient({ baseUrl: gone.url })
  expect(await catchErrorKind(away.getChannel(pebbleId, verify()))).toBe('no_answer')
  expect(lines.join()).toContain('ECONNREFUSED')
  expect(lines.join()).not.toContain(apiKey)
})

test('whoever stops waiting gets the reason of it, and others their channel', async () => {
  fakeYoutube.faults.all = { kind: 'slow', ms: 250, times: 1 }
  const youtube = createClient()
  const [first, second] = await Promise.allSettled([
    youtube.getChannel(pebbleId, verify(AbortSignal.timeout(50))),
    youtube.getChannel(youtubeChannelId('moss'), verify()),
  ])
  expect(first).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } })
  expect(second).toMatchObject({ status: 'fulfilled', value: { name: 'moss' } })
  fakeYoutube.faults.all = { kind: 'slow', ms: 250 }
  await expect(
    youtube.findChannel(buildHandleLink('@조약돌'), lookUp(AbortSignal.timeout(50))),
  ).rejects.toThrow(/timeout/)
  await expect(youtube.getChannel(pebbleId, verify(AbortSignal.abort()))).rejects.toThrow(/abort/)
  expect(lines).toEqual([])
})

test('a call that nobody waits for any more is not tried again', async () => {
  fakeYoutube.faults.all = { kind: 'error' }
  const youtube = createClient({ retryPolicy: { initialDelayMs: 200, maxDelayMs: 200 } })
  const waiting = new AbortController()
  const answers = Promise.allSettled(
    [pebbleId, youtubeChannelId('moss')].map((id) => youtube.getChannel(id, verify(waiting.signal))),
  )
  await expect.poll(() => fakeYoutube.calls.length).toBe(1)
  waiting.abort()
  await answers
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(fakeYoutube.calls).toHaveLength(1)
})

test.each<Fault['kind']>(['quota', 'daily_limit'])(
  'after %s the day is over, for every instance',
  async (kind) => {
    fakeYoutube.faults.all = { kind, times: 1 }
    const youtube = createClient()
    expect(await catchErrorKind(youtube.findChannel(buildHandleLink('@조약돌'), lookUp()))).toBe('quota')
    expect(await readUsedUnits()).toEqual([{ day: '2026-11-20', units: 1, usedUp: true }])
    expect(await catchErrorKind(createClient().getChannel(pebbleId, verify()))).toBe('quota')
    expect(fakeYoutube.calls).toHaveLength(1)
    clock.now = new Date('2026-11-21T07:59:59Z')
    expect(await catchErrorKind(youtube.getChannel(pebbleId, verify()))).toBe('quota')
    clock.now = new Date('2026-11-21T08:00:01Z')
    expect(await youtube.getChannel(pebbleId, verify())).toMatchObject({ channelId: pebbleId })
  },
)

test('a refusal just after midnight in California is the old day’s', async () => {
  clock.now = new Date('2026-11-20T08:01:00Z')
  fakeYoutube.faults.all = { kind: 'quota', times: 1 }
  expect(await catchErrorKind(createClient().getChannel(pebbleId, verify()))).toBe('quota')
  expect(await createClient().getChannel(pebbleId, verify())).toMatchObject({ channelId: pebbleId })
})

test('of all instances together no more look-ups are made than a day may have', async () => {
  const site = await createSite(db, 'many.test')
  const calls = await Promise.all(
    Array.from({ length: 20 }, async (_, at) =>
      createYoutubeCalls(await createAccount(db, site, `boss${at}@many.test`)).lookUp(),
    ),
  )
  const instances = [createClient({ dailyUnits: 10 }), createClient({ dailyUnits: 10 })]
  const results = await Promise.allSettled(
    calls.map((call, at) => instances[at % 2]?.findChannel(buildHandleLink(`@nobody${at}`), call)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ failure: 'quota' })
  expect(fakeYoutube.calls).toHaveLength(8)
  expect((await readUsedUnits())[0]?.units).toBe(8)
  expect(lines.join().match(/YOUTUBE_DAILY_UNITS/g)).toHaveLength(2)
})

test('without a key there is no answer, and the log says once what to set', async () => {
  const youtube = createClient({ key: undefined })
  expect(await catchErrorKind(youtube.getChannel(pebbleId, verify()))).toBe('no_answer')
  expect(await catchErrorKind(youtube.findChannel(buildHandleLink('@조약돌'), lookUp()))).toBe('no_answer')
  expect(lines.join().match(/YOUTUBE_API_KEY/g)).toHaveLength(1)
  expect(youtube.getChannelUrl(pebbleId)).toBe(`https://www.youtube.com/channel/${pebbleId}`)
})
