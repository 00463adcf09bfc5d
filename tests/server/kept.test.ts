import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listChannelFigures, readChannelSeries } from '#contract/channel-report.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listVideos, readDashboard, readVideoExtremes } from '#contract/reports.ts'
import { logout, readMe } from '#contract/session.ts'
import { readVideo } from '#contract/video-detail.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import type { Site } from '#server/session.ts'
import { Shelf } from '#server/shelf.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { counting } from '#tests/support/counting.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { channelNamed, type Fact, putFacts, videoNamed } from '#tests/support/facts.ts'
import { assign, makeAccount, makeChannel, makeSite, signIn } from '#tests/support/people.ts'
import { serverUrl } from '#tests/support/server-database.ts'

const channel = channelNamed('one')
const video = videoNamed('first')
const fact = (day: string, views: number): Fact => ({
  day,
  channelId: channel,
  videoId: video,
  country: 'KR',
  views,
  premiumViews: 10,
  revenueMicros: views * 1_000,
  premiumRevenueMicros: 500,
})

let db: Database
let watched: ReturnType<typeof counting>
let api: Api
let site: Site
let member: number
let registration: number
let token: string

beforeAll(async () => {
  db = await freshDatabase()
  watched = counting(db)
  api = await startApi(watched.db)
  site = await makeSite(db)
  await makeSite(db, 'other.test')
  const manager = await makeAccount(db, site, 'boss@example.test')
  member = await makeAccount(db, site, 'member@example.test', manager)
  registration = await makeChannel(db, manager, channel)
  await assign(db, registration, member)
  await db.query(`insert into exchange_rates (day, krw_micros) values ('2026-01-01', 1300000000)`)
  await putFacts(db, [fact('2026-10-01', 1_000), fact('2026-10-02', 2_000)])
  await watched.connected
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.now = new Date()
  watched.between = async () => {}
  token = await signIn(api, 'member@example.test')
})

async function statements(work: () => Promise<unknown>): Promise<number> {
  const before = watched.statements
  await work()
  return watched.statements - before
}

const profit = async (of = token) => (await api.ask(readDashboard, { token: of })).report?.totals.profit

const questions: [string, Endpoint, Record<string, string>][] = [
  ['dashboard', readDashboard, { period: 'six-months' }],
  ['videos', listVideos, { sort: 'price' }],
  ['extremes', readVideoExtremes, {}],
  ['video', readVideo, { video }],
  ['channels', listChannelFigures, {}],
  ['series', readChannelSeries, { channels: channel }],
]

test.each(questions)(
  'a repeated question about the %s asks the database nothing',
  async (_, endpoint, query) => {
    const first = await api.call(endpoint, { token, query })
    expect(first.status).toBe(200)
    let again = first
    expect(await statements(async () => (again = await api.call(endpoint, { token, query })))).toBe(0)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'))
    const held = (sent: Record<string, string>) =>
      Object.assign(sent, { 'If-None-Match': first.headers.get('ETag') })
    expect(
      await statements(async () => (again = await api.call(endpoint, { token, query, forge: held }))),
    ).toBe(0)
    expect([again.status, again.body]).toEqual([304, undefined])
  },
)

const changes: [string, () => Promise<unknown>][] = [
  ['figures', () => putFacts(db, [fact('2026-10-03', 4_000)])],
  ['a corrected figure', () => putFacts(db, [fact('2026-10-03', 5_000)])],
  [
    'a fee',
    () =>
      db.query(`insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 300)`, [
        member,
      ]),
  ],
  ['a rate', () => db.query('update exchange_rates set krw_micros = 1400000000')],
  [
    'an assignment',
    () => db.query('update assignments set unassigned_at = now() where account_id = $1', [member]),
  ],
  ['an assignment made again', () => assign(db, registration, member)],
  [
    'a registration',
    () => db.query('update channels set removed_at = now() where channel_id = $1', [channel]),
  ],
  ['a registration that is back', () => db.query('update channels set removed_at = null')],
  ['the currency of a site', () => db.query('update sites set is_playist = true where id = $1', [site.id])],
]

test.each(changes)('%s that has changed is seen at once', async (_, change) => {
  const before = await profit()
  expect(await statements(() => profit())).toBe(0)
  await change()
  expect(await profit()).not.toBe(before)
})

test('the language and the account have replies of their own', async () => {
  const manager = await signIn(api, 'boss@example.test')
  const message = async (language: string) =>
    (await api.call(readDashboard, { token, language })).body.message
  expect(await message('ko')).not.toBe(await message('en'))
  expect(await message('zh-TW')).not.toBe(await message('ko'))
  expect(await profit(manager)).not.toBe(await profit(token))
})

test('a refusal is not kept', async () => {
  const ask = () => api.call(readVideo, { token, query: { video: videoNamed('later') } })
  expect((await ask()).body.code).toBe('not_found')
  await putFacts(db, [{ ...fact('2026-10-04', 10), videoId: videoNamed('later') }])
  expect((await ask()).status).toBe(200)
})

test('whoever signs out, or is shut out, is not known any more', async () => {
  const other = await signIn(api, 'member@example.test')
  await profit(other)
  await profit()
  await api.ask(logout, { token, body: {} })
  expect((await api.call(readDashboard, { token })).body.code).toBe('unauthenticated')
  expect((await api.call(readDashboard, { token: other })).status).toBe(200)
  await db.query('update accounts set removed_at = now() where id = $1', [member])
  expect((await api.call(readDashboard, { token: other })).body.code).toBe('unauthenticated')
  await db.query('update accounts set removed_at = null where id = $1', [member])
})

test('a token that is known on its site is unknown on another', async () => {
  await profit()
  expect((await api.call(readDashboard, { token, domain: 'other.test' })).body.code).toBe('unauthenticated')
})

test('the headers against tampering are checked of kept replies, too', async () => {
  await profit()
  const reply = await api.call(readDashboard, {
    token,
    forge: (sent) => Object.assign(sent, { 'X-Request-Digest': '0' }),
  })
  expect(reply.body.code).toBe('tampered')
})

test('a session ends when its time has come, and is made longer once a day', async () => {
  const start = api.clock.now.getTime()
  const hours = (count: number) => new Date(start + count * 3_600_000)
  await api.ask(readMe, { token })
  api.clock.now = hours(25)
  expect(await statements(() => profit())).toBeGreaterThan(1)
  api.clock.now = hours(30 * 24 + 24)
  expect((await api.call(readDashboard, { token })).status).toBe(200)
  api.clock.now = hours(3 * 30 * 24)
  expect((await api.call(readDashboard, { token })).body.code).toBe('unauthenticated')
})

test('who somebody is is asked again after a minute, told or not', async () => {
  await profit()
  await db.exec(
    'alter table sessions disable trigger all; delete from sessions; alter table sessions enable trigger all',
  )
  expect((await api.call(readDashboard, { token })).status).toBe(200)
  api.clock.now = new Date(api.clock.now.getTime() + 60_000)
  expect((await api.call(readDashboard, { token })).body.code).toBe('unauthenticated')
})

test('a reply made while figures changed is not kept', async () => {
  const query = { period: 'latest' }
  let changed = false
  watched.between = async (text) => {
    if (changed || !text.includes('channel_daily')) return
    changed = true
    await db.query('update fee_rates set permille = permille + 100')
  }
  await api.ask(readDashboard, { token, query })
  expect(changed).toBe(true)
  const other = await startApi(db)
  expect(await api.ask(readDashboard, { token, query })).toEqual(
    await other.ask(readDashboard, { token, query }),
  )
})

test('a reply made for what somebody was a moment ago is not theirs any more', async () => {
  const boss = await signIn(api, 'boss@example.test')
  const query = { period: 'last-month' }
  let changed = false
  watched.between = async (text) => {
    if (changed || !text.includes('from sessions s')) return
    changed = true
    await db.query(`update accounts set permission_flag = 0 where email = 'boss@example.test'`)
  }
  const before = await api.ask(readDashboard, { token: boss, query })
  expect([changed, before.report === null]).toEqual([true, false])
  const after = await api.ask(readDashboard, { token: boss, query })
  await db.query(`update accounts set permission_flag = 1 where email = 'boss@example.test'`)
  expect(after.report).toBeNull()
})

test('while nobody tells of changes nothing is kept', async () => {
  await profit()
  for (const listener of watched.listeners) listener.lost()
  expect(await statements(() => profit())).toBeGreaterThan(3)
  expect(await statements(() => profit())).toBeGreaterThan(3)
  for (const listener of watched.listeners) listener.connected()
  expect(await statements(() => profit())).toBeGreaterThan(3)
  expect(await statements(() => profit())).toBe(0)
})

test('of what is kept the longest unused leaves first', () => {
  const shelf = new Shelf<string>(10)
  const put = (key: string, weight: number) => shelf.place(key)(key, weight)
  put('closed', 1)
  expect(shelf.get('closed')).toBeUndefined()
  shelf.open()
  put('a', 4)
  put('b', 4)
  shelf.get('a')
  put('c', 4)
  expect(['a', 'b', 'c'].filter((key) => shelf.get(key))).toEqual(['a', 'c'])
  put('huge', 11)
  expect(['a', 'c', 'huge'].filter((key) => shelf.get(key))).toEqual([])
  const late = shelf.place('late')
  shelf.clear()
  late('late', 1)
  expect(shelf.get('late')).toBeUndefined()
})

/** Another process on the same server, in effect: an API with connections of its own. */
async function elsewhere(url: string) {
  const [row] = await db.query<{ name: string }>('select current_database() as name')
  const address = new URL(url)
  address.pathname = `/${row?.name}`
  const counted = counting(await openDatabase({ databaseUrl: address.href, dataDir: '' }))
  return { counted, api: await startApi(counted.db) }
}

test.skipIf(!serverUrl)('two instances on one server hear of each other’s changes', async () => {
  const { counted, api: other } = await elsewhere(serverUrl ?? '')
  const asked = async () => (await other.call(readDashboard, { token })).body
  const kept = async () => {
    const before = counted.statements
    await asked()
    return counted.statements === before
  }
  await expect.poll(kept).toBe(true)
  const before = await asked()
  await db.query('update fee_rates set permille = permille + 100')
  await expect.poll(async () => (await asked()).report.totals.profit).not.toBe(before.report.totals.profit)

  await expect.poll(kept).toBe(true)
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hookline changes'`,
  )
  await expect.poll(async () => !(await kept())).toBe(true)
  await expect.poll(kept, { timeout: 10_000 }).toBe(true)

  await api.ask(logout, { token, body: {} })
  await expect.poll(async () => (await asked()).code).toBe('unauthenticated')
  await other.close()
})
