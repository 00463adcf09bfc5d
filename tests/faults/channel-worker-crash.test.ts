// @module-tag adapter
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { verifyChannel } from '#contract/channels/channel-changes.ts'
import { readChannel } from '#contract/channels/channels.ts'
import { login } from '#contract/people/auth.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { createAccount, createChannel, createSite, password } from '#tests/support/accounts.ts'
import {
  buildFakeChannel,
  type FakeYoutubeServer,
  startFakeYoutube,
  youtubeChannelId,
} from '#tests/support/fake-youtube-server.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { startServer } from '#tests/support/server-process.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'

const domain = '127.0.0.1'
const channelId = youtubeChannelId('slow')

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
let youtube: FakeYoutubeServer
let id: number
beforeAll(async () => {
  youtube = await startFakeYoutube(buildFakeChannel('slow', { description: 'ABCD-1234' }))
  template = await prepareProcessDatabase(async (db) => {
    const manager = await createAccount(db, await createSite(db, domain), 'boss@example.test')
    id = await createChannel(db, manager, channelId, { verification: 'pending', approval: 0 })
  })
})
afterAll(async () => {
  await youtube.close()
  await template.remove()
})
afterEach(() => {
  youtube.calls.length = 0
  youtube.faults.byChannel.clear()
})

const startProcess = (database: ProcessDatabase) =>
  startServer({
    ...database.environment,
    YOUTUBE_API_URL: youtube.url,
    YOUTUBE_API_KEY: 'a-key',
    LOG_LEVEL: 'warn',
  })

/** Calls a server as the site does. */
async function call(
  address: string,
  endpoint: Endpoint,
  token: string,
  request: { query?: string; body?: object },
) {
  const path = `${endpoint.path}${request.query ?? ''}`
  const body = endpoint.method === 'POST' ? JSON.stringify(request.body) : undefined
  const headers = signHeaders(endpoint.method, `/${path}`, body, { token, domain })
  const response = await fetch(`${address}/api/${path}`, { method: endpoint.method, headers, body })
  const output = await response.json()
  if (response.status !== 200) throw new Error(JSON.stringify(output))
  return output
}

async function beginVerification(address: string): Promise<string> {
  const { token } = await call(address, login, '', { body: { id: 'boss@example.test', password } })
  await call(address, verifyChannel, token, { body: { id } })
  await expect.poll(() => youtube.calls.length).toBe(1)
  return token
}

const readVerification = async (address: string, token: string) =>
  (await call(address, readChannel, token, { query: `?id=${id}` })).channel.verification

/** Reads what became of the channel and of its single job. */
async function readOutcome(database: ProcessDatabase) {
  const db = await database.open()
  const rows = await queryRaw(
    db,
    `select verification_status as status,
      (select array_agg(state::text order by created_on) from jobs.job where name = 'verify-channel') as jobs
    from channels`,
  )
  await db.close()
  return rows
}

test('killed during a verification and started again, it ends, once', async () => {
  const place = await template.copy()
  youtube.faults.byChannel.set(channelId, { kind: 'slow', ms: 3_500, times: 1 })
  const killed = startProcess(place)
  const token = await beginVerification(await killed.address())
  killed.kill('SIGKILL')
  await killed.ended
  const again = startProcess(place)
  const address = await again.address()
  // Other instances may be alive on a server, so this one's silence has to be noticed first.
  await expect
    .poll(() => readVerification(address, token), { timeout: postgresUrl ? 40_000 : 5_000 })
    .toBe('verified')
  again.kill('SIGTERM')
  expect(await again.ended).toMatchObject({ status: 0 })
  expect(youtube.calls.length).toBe(2)
  expect(await readOutcome(place)).toEqual([{ status: 'verified', jobs: ['completed'] }])
  await place.remove()
}, 90_000)

test('a server that is stopped during a verification gives it back, and the next one ends it', async () => {
  const place = await template.copy()
  youtube.faults.byChannel.set(channelId, { kind: 'slow', ms: 30_000, times: 1 })
  const stopped = startProcess(place)
  const token = await beginVerification(await stopped.address())
  stopped.kill('SIGTERM')
  expect(await stopped.ended).toMatchObject({ status: 0 })
  const again = startProcess(place)
  const address = await again.address()
  await expect.poll(() => readVerification(address, token), { timeout: 5_000 }).toBe('verified')
  again.kill('SIGTERM')
  await again.ended
  expect(await readOutcome(place)).toEqual([{ status: 'verified', jobs: ['completed'] }])
  await place.remove()
}, 60_000)

test.skipIf(!postgresUrl)(
  'another instance takes over from one that was killed',
  async () => {
    const place = await template.copy()
    youtube.faults.byChannel.set(channelId, { kind: 'slow', ms: 3_500, times: 1 })
    const [one, two] = [startProcess(place), startProcess(place)]
    const [first, second] = await Promise.all([one.address(), two.address()])
    const token = await beginVerification(first)
    // Either process may be doing the work; if it is the other one, there is nothing to notice.
    one.kill('SIGKILL')
    await one.ended
    await expect.poll(() => readVerification(second, token), { timeout: 40_000 }).toBe('verified')
    two.kill('SIGTERM')
    await two.ended
    expect(await readOutcome(place)).toEqual([{ status: 'verified', jobs: ['completed'] }])
    await place.remove()
  },
  90_000,
)
