import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { readChannel, verifyChannel } from '#contract/channels.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Place, prepare } from '#tests/support/killable.ts'
import { makeAccount, makeChannel, makeSite, password } from '#tests/support/people.ts'
import { serverUrl } from '#tests/support/server-database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { signedHeaders } from '#tests/support/signed-headers.ts'
import { channelIdOf, madeUp, type StartedYoutube, startYoutube } from '#tests/support/youtube.ts'

const domain = '127.0.0.1'
const channelId = channelIdOf('slow')

let base: Awaited<ReturnType<typeof prepare>>
let youtube: StartedYoutube
let id: number
beforeAll(async () => {
  youtube = await startYoutube(madeUp('slow', { description: 'ABCD-1234' }))
  base = await prepare(async (db) => {
    const manager = await makeAccount(db, await makeSite(db, domain), 'boss@example.test')
    id = await makeChannel(db, manager, channelId, { verification: 'pending', approval: 0 })
  })
})
afterAll(async () => {
  await youtube.close()
  await base.remove()
})
afterEach(() => {
  youtube.calls.length = 0
  youtube.faults.of.clear()
})

const start = (place: Place) =>
  startServer({
    ...place.environment,
    YOUTUBE_API_URL: youtube.url,
    YOUTUBE_API_KEY: 'a-key',
    LOG_LEVEL: 'warn',
  })

/** Calls a server as the site does. */
async function call(
  address: string,
  endpoint: Endpoint,
  token: string,
  sent: { query?: string; body?: object },
) {
  const path = `${endpoint.path}${sent.query ?? ''}`
  const body = endpoint.method === 'POST' ? JSON.stringify(sent.body) : undefined
  const headers = signedHeaders(endpoint.method, `/${path}`, body, { token, domain })
  const response = await fetch(`${address}/api/${path}`, { method: endpoint.method, headers, body })
  const reply = await response.json()
  if (response.status !== 200) throw new Error(JSON.stringify(reply))
  return reply
}

async function begin(address: string): Promise<string> {
  const { token } = await call(address, login, '', { body: { id: 'boss@example.test', password } })
  await call(address, verifyChannel, token, { body: { id } })
  await expect.poll(() => youtube.calls.length).toBe(1)
  return token
}

const stateAt = async (address: string, token: string) =>
  (await call(address, readChannel, token, { query: `?id=${id}` })).channel.verification

/** What has become of the channel and of the work, of which there must be one. */
async function outcomeAt(place: Place) {
  const db = await place.open()
  const rows = await db.query(
    `select verification_status as status,
      (select array_agg(state::text order by created_on) from jobs.job where name = 'verify-channel') as jobs
    from channels`,
  )
  await db.close()
  return rows
}

test('killed during a verification and started again, it ends, once', async () => {
  const place = await base.copy()
  youtube.faults.of.set(channelId, { kind: 'slow', ms: 3_500, times: 1 })
  const killed = start(place)
  const token = await begin(await killed.address())
  killed.kill('SIGKILL')
  await killed.ended
  const again = start(place)
  const address = await again.address()
  // On a server other instances may be alive: the silence of this one has to be noticed first.
  await expect.poll(() => stateAt(address, token), { timeout: serverUrl ? 40_000 : 5_000 }).toBe('verified')
  again.kill('SIGTERM')
  expect(await again.ended).toMatchObject({ status: 0 })
  expect(youtube.calls.length).toBe(2)
  expect(await outcomeAt(place)).toEqual([{ status: 'verified', jobs: ['completed'] }])
  await place.remove()
}, 90_000)

test('a server that is stopped during a verification gives it back, and the next one ends it', async () => {
  const place = await base.copy()
  youtube.faults.of.set(channelId, { kind: 'slow', ms: 30_000, times: 1 })
  const stopped = start(place)
  const token = await begin(await stopped.address())
  stopped.kill('SIGTERM')
  expect(await stopped.ended).toMatchObject({ status: 0 })
  const again = start(place)
  const address = await again.address()
  await expect.poll(() => stateAt(address, token), { timeout: 5_000 }).toBe('verified')
  again.kill('SIGTERM')
  await again.ended
  expect(await outcomeAt(place)).toEqual([{ status: 'verified', jobs: ['completed'] }])
  await place.remove()
}, 60_000)

test.skipIf(!serverUrl)(
  'another instance takes over from one that was killed',
  async () => {
    const place = await base.copy()
    youtube.faults.of.set(channelId, { kind: 'slow', ms: 3_500, times: 1 })
    const [one, two] = [start(place), start(place)]
    const [first, second] = await Promise.all([one.address(), two.address()])
    const token = await begin(first)
    // Which of the two is at work is not known; where it is the other, nothing has to be noticed.
    one.kill('SIGKILL')
    await one.ended
    await expect.poll(() => stateAt(second, token), { timeout: 40_000 }).toBe('verified')
    two.kill('SIGTERM')
    await two.ended
    expect(await outcomeAt(place)).toEqual([{ status: 'verified', jobs: ['completed'] }])
    await place.remove()
  },
  90_000,
)
