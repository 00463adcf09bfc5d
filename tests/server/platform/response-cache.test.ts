// @module-tag extended
// @module-tag adapter
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTag, tagChannels } from '#contract/channels/channel-tags.ts'
import { logout, readMe } from '#contract/people/session.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readPriceSpread } from '#contract/reports/price-spread.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import { listVideos, readVideoExtremes } from '#contract/reports/videos.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import { GuardedCache } from '#server/platform/cache/guarded-cache.ts'
import { createServerCache } from '#server/platform/cache/server-cache.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import type { ChangeListener } from '#server/platform/db/change-feed.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createResponseBody } from '#server/platform/http/response/response-body.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { recomputeDays } from '#server/reports/lists/rollups.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createCountingDatabase } from '#tests/support/counting-database.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, type Fact, insertFacts, insertReports, videoIdFor } from '#tests/support/facts.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

const channelId = channelIdFor('one')
const videoId = videoIdFor('first')
const buildFact = (day: string, views: number): Fact => ({
  day,
  channelId: channelId,
  videoId: videoId,
  country: 'KR',
  views,
  premiumViews: 10,
  revenueMicros: views * 1_000,
  premiumRevenueMicros: 500,
})

let db: Database
let countingDb: ReturnType<typeof createCountingDatabase>
let api: Api
let site: Site
let memberId: number
let registrationId: number
let token: string

beforeAll(async () => {
  db = await createTestDatabase()
  countingDb = createCountingDatabase(db)
  api = await startApi(countingDb.db)
  site = await createSite(db)
  await createSite(db, 'other.test')
  const manager = await createAccount(db, site, 'boss@example.test')
  memberId = await createAccount(db, site, 'member@example.test', manager)
  registrationId = await createChannel(db, manager, channelId)
  await insertAssignment(db, registrationId, memberId)
  await queryRaw(db, `insert into exchange_rates (day, krw_micros) values ('2026-01-01', 1300000000)`)
  await insertFacts(db, [buildFact('2026-10-01', 1_000), buildFact('2026-10-02', 2_000)])
  await countingDb.connected
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.now = new Date()
  countingDb.afterQuery = async () => {}
  token = await signIn(api, 'member@example.test')
})

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const before = countingDb.statements
  await work()
  return countingDb.statements - before
}

const readProfit = async (of = token) => {
  const { report } = await api.call(readDashboard, { token: of })
  return report && getProfit(report.totals)
}

const cachedRequests: [string, Endpoint, Record<string, string>][] = [
  ['dashboard', readDashboard, { period: 'six-months' }],
  ['videos', listVideos, { sort: 'price' }],
  ['extremes', readVideoExtremes, {}],
  ['price spread', readPriceSpread, {}],
  ['video', readVideo, { video: videoId }],
  ['channels', listChannelFigures, {}],
  ['series', readChannelSeries, { channels: channelId }],
]

test.each(cachedRequests)(
  'a repeated question about the %s asks the database nothing',
  async (_, endpoint, query) => {
    const first = await api.request(endpoint, { token, query })
    expect(first.status).toBe(200)
    let again = first
    expect(await countStatements(async () => (again = await api.request(endpoint, { token, query })))).toBe(0)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'))
    const held = (sent: Record<string, string>) =>
      Object.assign(sent, { 'If-None-Match': first.headers.get('ETag') })
    expect(
      await countStatements(
        async () => (again = await api.request(endpoint, { token, query, tamper: held })),
      ),
    ).toBe(0)
    expect([again.status, again.body]).toEqual([304, undefined])
  },
)

test('replies of other networks stay when the figures of one change', async () => {
  const rival = await createAccount(db, site, 'rival@example.test')
  const rivalChannel = channelIdFor('rival')
  await createChannel(db, rival, rivalChannel)
  const rivalToken = await signIn(api, 'rival@example.test')
  await readProfit()
  await readProfit(rivalToken)
  await insertReports(db, [{ ...buildFact('2026-10-02', 7_000), channelId: rivalChannel }], 'other')
  await db.transaction((tx) => recomputeDays(tx, '2026-10-02', '2026-10-02', { owner: 'other' }))
  await refreshLists(db)
  expect(await countStatements(() => readProfit())).toBe(0)
  expect(await readProfit(rivalToken)).toBeGreaterThan(0)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 100)`,
    [rival],
  )
  expect(await countStatements(() => readProfit())).toBe(0)
})

test('a change of a member’s tags concerns the replies to that member alone', async () => {
  const manager = await signIn(api, 'boss@example.test')
  const readBoth = async () => [
    await countStatements(() => readProfit()),
    await countStatements(() => readProfit(manager)),
  ]
  await readBoth()
  expect(await readBoth()).toEqual([0, 0])
  const { tag } = await api.call(createTag, { token, body: { name: 'Cooking' } })
  expect(await readBoth()).toEqual([expect.toSatisfy((count) => count > 0), 0])
  await api.call(tagChannels, { token, body: { channels: [channelId], add: [tag.id], remove: [] } })
  expect(await readBoth()).toEqual([expect.toSatisfy((count) => count > 0), 0])
})

const invalidations: [string, () => Promise<unknown>][] = [
  ['figures', () => insertFacts(db, [buildFact('2026-10-03', 4_000)])],
  ['a corrected figure', () => insertFacts(db, [buildFact('2026-10-03', 5_000)])],
  [
    'a fee',
    () =>
      queryRaw(db, `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 300)`, [
        memberId,
      ]),
  ],
  ['a rate', () => queryRaw(db, 'update exchange_rates set krw_micros = 1400000000')],
  [
    'an assignment',
    () =>
      queryRaw(
        db,
        'update assignments set unassigned_at = now(), until_day = from_day where account_id = $1',
        [memberId],
      ),
  ],
  ['an assignment made again', () => insertAssignment(db, registrationId, memberId)],
  [
    'a registration',
    () => queryRaw(db, 'update channels set removed_at = now() where channel_id = $1', [channelId]),
  ],
  ['a registration that is back', () => queryRaw(db, 'update channels set removed_at = null')],
  [
    'the currency of a site',
    () => queryRaw(db, 'update sites set is_playlist = true where id = $1', [site.id]),
  ],
]

test.each(invalidations)('%s that has changed is seen at once', async (_, change) => {
  const before = await readProfit()
  expect(await countStatements(() => readProfit())).toBe(0)
  await change()
  expect(await readProfit()).not.toBe(before)
})

test('the language and the account have replies of their own', async () => {
  const manager = await signIn(api, 'boss@example.test')
  const message = async (language: string) =>
    (await api.request(readDashboard, { token, language })).body.message
  expect(await message('ko')).not.toBe(await message('en'))
  expect(await message('zh-TW')).not.toBe(await message('ko'))
  expect(await readProfit(manager)).not.toBe(await readProfit(token))
})

test('a refusal is not kept', async () => {
  const ask = () => api.request(readVideo, { token, query: { video: videoIdFor('later') } })
  expect((await ask()).body.code).toBe('not_found')
  await insertFacts(db, [{ ...buildFact('2026-10-04', 10), videoId: videoIdFor('later') }])
  expect((await ask()).status).toBe(200)
})

test('whoever signs out, or is shut out, is not known any more', async () => {
  const other = await signIn(api, 'member@example.test')
  await readProfit(other)
  await readProfit()
  await api.call(logout, { token, body: {} })
  expect((await api.request(readDashboard, { token })).body.code).toBe('unauthenticated')
  expect((await api.request(readDashboard, { token: other })).status).toBe(200)
  await queryRaw(db, 'update accounts set removed_at = now() where id = $1', [memberId])
  expect((await api.request(readDashboard, { token: other })).body.code).toBe('unauthenticated')
  await queryRaw(db, 'update accounts set removed_at = null where id = $1', [memberId])
})

test('a token that is known on its site is unknown on another', async () => {
  await readProfit()
  expect((await api.request(readDashboard, { token, domain: 'other.test' })).body.code).toBe(
    'unauthenticated',
  )
})

test('the headers against tampering are checked of kept replies, too', async () => {
  await readProfit()
  const reply = await api.request(readDashboard, {
    token,
    tamper: (sent) => Object.assign(sent, { 'X-Request-Digest': '0' }),
  })
  expect(reply.body.code).toBe('tampered')
})

test('a session ends when its time has come, and is made longer once a day', async () => {
  const start = api.clock.now.getTime()
  const hours = (count: number) => new Date(start + count * 3_600_000)
  await api.call(readMe, { token })
  api.clock.now = hours(25)
  expect(await countStatements(() => readProfit())).toBeGreaterThan(1)
  api.clock.now = hours(30 * 24 + 24)
  expect((await api.request(readDashboard, { token })).status).toBe(200)
  api.clock.now = hours(3 * 30 * 24)
  expect((await api.request(readDashboard, { token })).body.code).toBe('unauthenticated')
})

test('who somebody is is asked again after a minute, told or not', async () => {
  await readProfit()
  await execRaw(
    db,
    'alter table sessions disable trigger all; delete from sessions; alter table sessions enable trigger all',
  )
  expect((await api.request(readDashboard, { token })).status).toBe(200)
  api.clock.now = new Date(api.clock.now.getTime() + 60_000)
  expect((await api.request(readDashboard, { token })).body.code).toBe('unauthenticated')
})

test('callers of one question at once share one computation, but not one from before a change', async () => {
  const query = { period: 'last-month' as const }
  const read = async () => (await api.call(readDashboard, { token, query })).report?.totals.views
  await read()
  await insertFacts(db, [buildFact('2026-09-01', 100)])
  const alone = await countStatements(read)
  await insertFacts(db, [buildFact('2026-09-01', 200)])
  expect(await countStatements(() => Promise.all(Array.from({ length: 10 }, read)))).toBe(alone)
  await insertFacts(db, [buildFact('2026-09-01', 300)])
  let late: Promise<number | undefined> | undefined
  countingDb.afterQuery = async (text) => {
    if (!text.includes('network_daily') || late) return
    late = Promise.resolve(undefined)
    await insertFacts(db, [buildFact('2026-09-01', 400)])
    late = read()
    await late
  }
  await read()
  expect(await late).toBe(400)
})

test('a reply made while figures changed is not kept', async () => {
  const query = { period: 'latest' }
  let changed = false
  countingDb.afterQuery = async (text) => {
    if (changed || !text.includes('channel_daily')) return
    changed = true
    await queryRaw(db, 'update fee_rates set permille = permille + 100')
  }
  await api.call(readDashboard, { token, query })
  expect(changed).toBe(true)
  const other = await startApi(db)
  expect(await api.call(readDashboard, { token, query })).toEqual(
    await other.call(readDashboard, { token, query }),
  )
})

test('a reply made for what somebody was a moment ago is not theirs any more', async () => {
  const boss = await signIn(api, 'boss@example.test')
  const query = { period: 'last-month' }
  let changed = false
  countingDb.afterQuery = async (text) => {
    if (changed || !text.includes('from sessions s')) return
    changed = true
    await queryRaw(
      db,
      `update accounts set roles = '{member}' where email = 'boss@example.test' and kind = 'person'`,
    )
  }
  const before = await api.call(readDashboard, { token: boss, query })
  expect([changed, before.report === null]).toEqual([true, false])
  const after = await api.call(readDashboard, { token: boss, query })
  await queryRaw(
    db,
    `update accounts set roles = '{owner,manager}' where email = 'boss@example.test' and kind = 'person'`,
  )
  expect(after.report).toBeNull()
})

test('nothing is cached while the change feed is disconnected', async () => {
  await readProfit()
  for (const listener of countingDb.listeners) listener.onDisconnect()
  expect(await countStatements(() => readProfit())).toBeGreaterThan(3)
  expect(await countStatements(() => readProfit())).toBeGreaterThan(3)
  for (const listener of countingDb.listeners) listener.onConnect()
  expect(await countStatements(() => readProfit())).toBeGreaterThan(3)
  expect(await countStatements(() => readProfit())).toBe(0)
})

test('the cache evicts the least recently used and drops fills that began before a clear', () => {
  const cache = new GuardedCache<string>('responses', 10)
  const fill = (key: string, size: number) => cache.beginFill(key)(key, size)
  fill('disabled', 1)
  expect(cache.get('disabled')).toBeUndefined()
  cache.enable()
  fill('a', 4)
  fill('b', 4)
  cache.get('a')
  fill('c', 4)
  expect(['a', 'b', 'c'].filter((key) => cache.get(key))).toEqual(['a', 'c'])
  fill('huge', 11)
  expect(['a', 'c', 'huge'].filter((key) => cache.get(key))).toEqual(['a', 'c'])
  const fillLate = cache.beginFill('late')
  cache.clear()
  fillLate('late', 1)
  expect(cache.get('late')).toBeUndefined()
})

test('what was read lately is there again, computed once, before anybody asks after a change', async () => {
  const { signal, listener, cache } = createWarmedCache()
  let computations = 0
  const read = (account: Account, key: string) =>
    cache.getBody(account, key, async () => {
      computations++
      return createResponseBody(key)
    })
  const [one, eleven] = [1, 11].map((networkId) => ({ networkId }) as Account)
  for (const account of [one, eleven]) if (account) await read(account, 'dashboard')
  for (const change of ['figures 1', 'figures 1', 'channels 1']) listener?.onChange(change)
  await expect.poll(() => computations).toBe(3)
  for (const account of [one, eleven]) if (account) await read(account, 'dashboard')
  expect(computations).toBe(3)
  listener?.onChange('accounts')
  listener?.onChange('figures 1')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(computations).toBe(3)
  signal.abort()
})

test('networks are warmed one after the other, also a day after they were read', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { signal, listener, cache } = createWarmedCache()
  const started: number[] = []
  let isHeld = false
  const release = Promise.withResolvers<void>()
  for (const networkId of [1, 2])
    await cache.getBody({ networkId } as Account, 'movers', async () => {
      started.push(networkId)
      if (isHeld) await release.promise
      return createResponseBody('movers')
    })
  isHeld = true
  vi.advanceTimersByTime(25 * 60 * 60_000)
  for (const change of ['figures 1', 'figures 2']) listener?.onChange(change)
  await expect.poll(() => started).toEqual([1, 2, 1])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(started).toEqual([1, 2, 1])
  release.resolve()
  await expect.poll(() => started).toEqual([1, 2, 1, 2])
  signal.abort()
})

function createWarmedCache() {
  const signal = new AbortController()
  let listener: ChangeListener | undefined
  const listening = {
    ...db,
    drainChanges: async () => {},
    listen(one: ChangeListener) {
      listener = one
      one.onConnect()
      return async () => {}
    },
  }
  const cache = createServerCache(listening, { warmDelayMs: 5, shutdownSignal: signal.signal })
  return { signal, listener, cache }
}

test('a group of the cache is cleared on its own', () => {
  const cache = new GuardedCache<string>('responses', 10)
  cache.enable()
  cache.beginFill('a', '1')('of one', 1)
  cache.beginFill('a', '11')('of eleven', 1)
  const fillLate = cache.beginFill('late', '1')
  cache.clearGroup('1')
  fillLate('late', 1)
  expect([
    cache.get('a', { group: '1' }),
    cache.get('late', { group: '1' }),
    cache.get('a', { group: '11' }),
  ]).toEqual([undefined, undefined, 'of eleven'])
})

/** Opens an API with its own connections, which acts as another process on the same server. */
async function openOtherInstance(url: string) {
  const [row] = await queryRaw<{ name: string }>(db, 'select current_database() as name')
  const address = new URL(url)
  address.pathname = `/${row?.name}`
  const counted = createCountingDatabase(await openDatabase({ databaseUrl: address.href, dataDir: '' }))
  return { counted, api: await startApi(counted.db) }
}

test.skipIf(!postgresUrl)('two instances on one server hear of each other’s changes', async () => {
  const { counted, api: other } = await openOtherInstance(postgresUrl ?? '')
  const asked = async () => (await other.request(readDashboard, { token })).body
  const kept = async () => {
    const before = counted.statements
    await asked()
    return counted.statements === before
  }
  await expect.poll(kept).toBe(true)
  const before = await asked()
  await queryRaw(db, 'update fee_rates set permille = permille + 100')
  await expect
    .poll(async () => (await asked()).report.totals.netProfit)
    .not.toBe(before.report.totals.netProfit)

  await expect.poll(kept).toBe(true)
  await queryRaw(
    db,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hookline changes'`,
  )
  await expect.poll(async () => !(await kept())).toBe(true)
  await expect.poll(kept, { timeout: 10_000 }).toBe(true)

  await api.call(logout, { token, body: {} })
  await expect.poll(async () => (await asked()).code).toBe('unauthenticated')
  await other.close()
})
