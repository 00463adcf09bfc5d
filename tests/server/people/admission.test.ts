// @module-tag extended
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateAccount } from '#contract/people/account.ts'
import { login } from '#contract/people/auth.ts'
import { addMember, updateMember } from '#contract/people/member-management.ts'
import { readMe } from '#contract/people/session.ts'
import { readMeta } from '#contract/portal/site.ts'
import { hashLimits } from '#server/platform/auth/admitted-hasher.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { createAccount, createSite, password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { cheapHasher } from '#tests/support/passwords.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
let token: string
let memberId: number
/** Hashes wait until it opens. */
let gate: PromiseWithResolvers<void>
const count = { running: 0, most: 0, total: 0 }

async function runGated<Result>(work: () => Promise<Result>): Promise<Result> {
  count.total += 1
  count.running += 1
  count.most = Math.max(count.most, count.running)
  await gate.promise
  try {
    return await work()
  } finally {
    count.running -= 1
  }
}

beforeAll(async () => {
  api = await startApi(undefined, undefined, {
    passwords: {
      ...cheapHasher,
      hash: (text) => runGated(() => cheapHasher.hash(text)),
      verify: (text, hash) => runGated(() => cheapHasher.verify(text, hash)),
    },
  })
  const site = await createSite(api.db)
  const boss = await createAccount(api.db, site, 'boss@example.test')
  memberId = await createAccount(api.db, site, 'member@example.test', boss)
  token = await signIn(api, 'boss@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  gate = Promise.withResolvers()
  Object.assign(count, { running: 0, most: 0, total: 0 })
  await execRaw(api.db, 'truncate rate_limit_windows')
})

const signInAs = (id: string, { address = '10.0.0.1', device }: { address?: string; device?: string } = {}) =>
  api.request(login, {
    body: { id, password, ...(device && { device }) },
    tamper: (sent) => void Object.assign(sent, { 'X-Forwarded-For': address }),
  })

const { running, waiting } = hashLimits

test('a bounded number waits, other strangers get a quick 503, and reads are answered', async () => {
  const attempts = Array.from({ length: running + waiting + 1 }, (_, at) =>
    signInAs(`nobody${at}@example.test`),
  )
  // The queue is full once one of them is refused.
  expect((await Promise.race(attempts)).status).toBe(503)
  // A waiting attempt has sent no statement that others' reads would have to wait for.
  await expect.poll(() => count.running).toBe(running)
  expect(await queryRaw(api.db, 'select sum(count)::integer as attempts from rate_limit_windows')).toEqual([
    { attempts: running },
  ])
  const { status, headers, body } = await signInAs('late@example.test')
  expect([status, headers.get('Retry-After'), body.code]).toEqual([503, '2', 'unavailable'])
  expect((await api.request(readMe, { token })).status).toBe(200)
  expect((await api.request(readMeta, { query: { domain: 'example.test' } })).status).toBe(200)
  expect(count).toEqual({ running, most: running, total: running })
  gate.resolve()
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array(running + waiting).fill(401), 503])
  expect(count).toEqual({ running: 0, most: running, total: running + waiting })
  expect((await signInAs('late@example.test')).status).toBe(401)
})

test('people who are signed in and known devices go before any number of strangers', async () => {
  gate.resolve()
  const boss = await signInAs('boss@example.test', { address: '10.0.0.2' })
  const { device } = boss.body as unknown as { device: string }
  gate = Promise.withResolvers()
  const flood = Array.from({ length: 2 * waiting }, (_, at) =>
    signInAs(`nobody${at}@example.test`, { address: `10.1.${at}.1` }),
  )
  const { status } = await Promise.race(flood)
  expect(status).toBe(503)
  const served: string[] = []
  const serve = (name: string, call: Promise<{ status: number }>) =>
    call.then(({ status }) => served.push(`${name} ${status}`))
  const calls = [
    serve('device', signInAs('boss@example.test', { address: '10.1.3.1', device })),
    serve(
      'member',
      api.request(addMember, { token, body: { user_id: 'first@example.test', password, nickname: 'first' } }),
    ),
    serve('account', api.request(updateAccount, { token, body: { password, new_password: password } })),
  ]
  await expect.poll(() => count.running).toBe(running)
  gate.resolve()
  await Promise.all([...calls, ...flood])
  expect(served.toSorted()).toEqual(['account 200', 'device 200', 'member 200'])
})

test('a stranger goes before networks that have guessed wrong', async () => {
  gate.resolve()
  const guess = (at: number) => signInAs(`nobody${at}@example.test`, { address: `10.3.${at % 40}.1` })
  for (let at = 0; at < 40; at++) await guess(at)
  gate = Promise.withResolvers()
  const flood = Array.from({ length: 80 }, (_, at) => guess(at))
  expect((await Promise.race(flood)).status).toBe(503)
  const call = signInAs('member@example.test', { address: '10.2.0.1' })
  await expect.poll(() => count.running).toBe(running)
  const hashes = count.total
  gate.resolve()
  expect((await call).status).toBe(200)
  // The one that was running, the stranger's, and at most the one that followed.
  expect(count.total - hashes).toBeLessThanOrEqual(2)
  await Promise.all(flood)
})

test('an address over its limit is refused without a turn and without a statement', async () => {
  gate.resolve()
  const guess = () => signInAs('nobody@example.test', { address: '10.7.0.1' })
  await execRaw(api.db, 'truncate sign_in_attempts')
  for (let at = 0; at <= rateLimits.ip; at++) await guess()
  const before = await queryRaw(api.db, 'select sum(count)::integer as attempts from rate_limit_windows')
  count.total = 0
  const { status, body } = await guess()
  expect([status, body.code, count.total]).toEqual([429, 'too_many', 0])
  expect(await queryRaw(api.db, 'select sum(count)::integer as attempts from rate_limit_windows')).toEqual(
    before,
  )
  expect((await signInAs('member@example.test', { address: '10.7.0.2' })).status).toBe(200)
})

test('a failed hash gives its place to the next', async () => {
  gate.promise.catch(() => {})
  const failing = Array.from({ length: running + 3 }, (_, at) => signInAs(`nobody${at}@example.test`))
  await expect.poll(() => count.running).toBe(running)
  gate.reject(new Error('no memory'))
  expect((await Promise.all(failing)).map(({ status }) => status)).toEqual(failing.map(() => 500))
  gate = Promise.withResolvers()
  gate.resolve()
  expect((await signInAs('boss@example.test')).status).toBe(200)
})

test('the password of a member that does not exist is never hashed', async () => {
  gate.resolve()
  const { status } = await api.request(updateMember, {
    token,
    body: { target: 987_654, password: 'another one' },
  })
  expect([status, count.total]).toEqual([404, 0])
})

test('an account sets a limited number of passwords', async () => {
  gate.resolve()
  const change = () =>
    api.request(updateMember, { token, body: { target: memberId, password, own_password: password } })
  for (let at = 0; at < rateLimits.hashing; at++) expect((await change()).status).toBe(200)
  for (const { status, headers } of [
    await change(),
    await api.request(addMember, { token, body: { user_id: 'm@example.test', password, nickname: 'other' } }),
    await api.request(updateAccount, { token, body: { password, new_password: 'another one' } }),
  ])
    expect([status, Number(headers.get('Retry-After'))]).toEqual([429, expect.any(Number)])
  // The manager's own password is verified each time, too.
  expect(count.total).toBe(2 * rateLimits.hashing)
  const rename = { token, body: { nickname: 'captain' } }
  expect((await api.request(updateAccount, rename)).status).toBe(200)
})
