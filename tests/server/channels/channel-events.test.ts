// @module-tag extended
// @module-tag adapter
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { streamChannelChanges } from '#contract/channels/channel-changes.ts'
import { logout } from '#contract/people/session.ts'
import { createApp } from '#server/app.ts'
import { Subscribers, subscriberLimits } from '#server/channels/list/subscribers.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import {
  type Api,
  startApi,
  testEncryption,
  unavailableJobs,
  unavailableYoutube,
} from '#tests/support/api.ts'
import { createCountingDatabase } from '#tests/support/counting-database.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'

let db: Database
let countingDb: ReturnType<typeof createCountingDatabase>
let api: Api
let site: Site
let manager: number
let channel: number

beforeAll(async () => {
  db = await createTestDatabase()
  countingDb = createCountingDatabase(db)
  api = await startApi(countingDb.db)
  site = await createSite(db)
  manager = await createAccount(db, site, 'boss@example.test')
  const other = await createAccount(db, site, 'other@example.test')
  const member = await createAccount(db, site, 'member@example.test', manager)
  channel = await createChannel(db, manager, channelIdFor('one'))
  await createChannel(db, other, channelIdFor('two'))
  await insertAssignment(db, channel, member)
  await countingDb.connected
})
afterAll(() => api.close())

const openReaders: ReadableStreamDefaultReader<Uint8Array>[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const reader of openReaders.splice(0)) await reader.cancel()
})

/** Subscribes as the site does. `text` is what has arrived, and `ended` resolves with the end. */
async function openStream(token: string) {
  const response = await api.send(streamChannelChanges.path, {
    headers: {
      ...signHeaders('GET', `/${streamChannelChanges.path}`, undefined, { token }),
      'Accept-Encoding': 'gzip, br',
    },
  })
  if (response.status !== 200 || !response.body) throw new Error(`refused: ${await response.text()}`)
  const reader = response.body.getReader()
  openReaders.push(reader)
  const heard = {
    headers: response.headers,
    text: '',
    done: false,
    events: () => heard.text.split('event: changed').length - 1,
  }
  const decoder = new TextDecoder()
  void (async () => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      heard.text += decoder.decode(value, { stream: true })
    }
    heard.done = true
  })()
  await expect.poll(heard.events).toBe(1)
  return heard
}

const touchChannel = (id = channel) =>
  queryRaw(db, 'update channels set name = name where registration_id = $1', [id])
const signInAsManager = () => signIn(api, 'boss@example.test')

test('the first event comes at once, and nothing but the fact is told', async () => {
  const heard = await openStream(await signInAsManager())
  expect(heard.text).toBe('event: changed\ndata: {}\n\n')
  expect(Object.fromEntries(heard.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(heard.headers.get('content-encoding')).toBeNull()
})

test('a channel, an assignment and a waiting registration that change are told in their network only', async () => {
  const [mine, members, others] = await Promise.all(
    ['boss', 'member', 'other'].map(async (name) => openStream(await signIn(api, `${name}@example.test`))),
  )
  const changes = [
    () => touchChannel(),
    () =>
      queryRaw(db, 'update assignments set unassigned_at = unassigned_at where registration_id = $1', [
        channel,
      ]),
    () =>
      queryRaw(
        db,
        `insert into channel_requests (network_id, account_id, link, category) values ($1, $1, 'x', 'music')`,
        [manager],
      ),
    () => queryRaw(db, 'delete from channel_requests'),
  ]
  let events = 1
  for (const change of changes) {
    await change()
    events++
    await expect.poll(() => [mine?.events(), members?.events()]).toEqual([events, events])
  }
  expect(others?.events()).toBe(1)
})

test('of many changes one event in a while is told, and the last is never lost', async () => {
  const heard = await openStream(await signInAsManager())
  const started = Date.now()
  for (let change = 0; change < 60; change++) await touchChannel()
  const took = Date.now() - started
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(heard.events()).toBeGreaterThan(1)
  expect(heard.events()).toBeLessThanOrEqual(3 + took / 300)
  const before = heard.events()
  await touchChannel()
  await expect.poll(heard.events).toBe(before + 1)
})

test('what may have been missed while nobody told of changes is told', async () => {
  const heard = await openStream(await signInAsManager())
  for (const listener of countingDb.listeners) listener.onDisconnect()
  for (const listener of countingDb.listeners) listener.onConnect()
  await expect.poll(heard.events).toBe(2)
})

test('whoever was shut out while nobody told of changes is found out', async () => {
  const token = await signInAsManager()
  const heard = await openStream(token)
  // The stream checks the person when it starts, too.
  await new Promise((resolve) => setTimeout(resolve, 300))
  for (const listener of countingDb.listeners) listener.onDisconnect()
  await execRaw(db, 'alter table sessions disable trigger all')
  await api.call(logout, { token, body: {} })
  await execRaw(db, 'alter table sessions enable trigger all')
  for (const listener of countingDb.listeners) listener.onConnect()
  await expect.poll(() => heard.done).toBe(true)
})

test('it ends with the session, for whoever is shut out, and for nobody else', async () => {
  const [token, left] = [await signInAsManager(), await signInAsManager()]
  const [stays, ends, shut] = await Promise.all([
    openStream(token),
    openStream(left),
    openStream(await signIn(api, 'member@example.test')),
  ])
  await api.call(logout, { token: left, body: {} })
  await expect.poll(() => ends?.done).toBe(true)
  await queryRaw(db, `update accounts set removed_at = now() where email = 'member@example.test'`)
  await expect.poll(() => shut?.done).toBe(true)
  await queryRaw(db, `update accounts set removed_at = null where email = 'member@example.test'`)
  expect(stays?.done).toBe(false)
  const setRoles = (roles: string) =>
    queryRaw(db, `update accounts set roles = $1 where email = 'boss@example.test' and kind = 'person'`, [
      roles,
    ])
  await setRoles('{member}')
  await expect.poll(() => stays?.done).toBe(true)
  await setRoles('{owner,manager}')
})

test('an account has so many at a time, and one that is closed counts no more', async () => {
  const token = await signInAsManager()
  for (let at = 0; at < subscriberLimits.perAccount; at++) await openStream(token)
  const { status, headers, body } = await api.request(streamChannelChanges, { token })
  expect([status, headers.get('Retry-After'), body.code]).toEqual([429, '30', 'too_many'])
  await openStream(await signIn(api, 'member@example.test'))
  await openReaders[0]?.cancel()
  await openStream(token)
})

test('a network of addresses has so many at a time, and others still get theirs', async () => {
  const subscribers = new Subscribers()
  const add = (accountId: number, ipNetwork: string) =>
    subscribers.add({ accountId, networkId: 1, ipNetwork, isSessionUnchanged: async () => true })
  for (let at = 0; at < subscriberLimits.perIpNetwork; at++) expect(add(at, '192.0.2.1')).not.toBeNull()
  expect(add(1_000, '192.0.2.1')).toBeNull()
  expect(add(1_000, '192.0.2.2')).not.toBeNull()
  subscribers.close()
  expect(add(1_000, '192.0.2.1')).not.toBeNull()
  subscribers.close()
})

test('it is checked like every call', async () => {
  const token = await signInAsManager()
  const refused = async (options: Parameters<Api['request']>[1]) =>
    (await api.request(streamChannelChanges, options)).body.code
  expect(await refused({})).toBe('unauthenticated')
  expect(await refused({ token, domain: 'nowhere.test' })).toBe('unknown_site')
  expect(await refused({ token, tamper: (sent) => Object.assign(sent, { 'X-Request-Digest': '0' }) })).toBe(
    'tampered',
  )
})

test('it beats while nothing changes, ends after five minutes, and leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  const followers = new Subscribers()
  const events = followers.add({
    accountId: 1,
    networkId: 1,
    ipNetwork: '',
    isSessionUnchanged: async () => true,
  })
  await vi.advanceTimersByTimeAsync(60_000)
  followers.notify(1)
  await vi.advanceTimersByTimeAsync(240_000)
  const text = await new Response(events).text()
  expect(text.split(':\n\n').length - 1).toBeGreaterThanOrEqual(19)
  expect(text.split('event: changed').length - 1).toBe(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('whoever leaves while it is asked who they are has left, and is not ended again', async () => {
  const asked = Promise.withResolvers<void>()
  const same = Promise.withResolvers<boolean>()
  const followers = new Subscribers()
  const events = followers.add({
    accountId: 1,
    networkId: 1,
    ipNetwork: '',
    isSessionUnchanged() {
      asked.resolve()
      return same.promise
    },
  })
  await asked.promise
  await events?.cancel()
  same.resolve(false)
  // Nobody would catch an error there, and it would end the process.
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(() => followers.close()).not.toThrow()
})

test('it ends when the process is to end', async () => {
  const ending = new AbortController()
  const app = createApp({
    db,
    log: createLog('silent'),
    now: () => new Date(),
    behindProxy: false,
    youtube: unavailableYoutube,
    jobs: unavailableJobs,
    encryption: testEncryption,
    shutdownSignal: ending.signal,
  })
  const headers = signHeaders('GET', `/${streamChannelChanges.path}`, undefined, {
    token: await signInAsManager(),
  })
  const ask = () => app.request(`http://localhost/api/${streamChannelChanges.path}`, { headers })
  const response = await ask()
  setTimeout(() => ending.abort(), 50)
  expect(await response.text()).toBe('event: changed\ndata: {}\n\n')
  expect((await ask()).status).toBe(429)
})
