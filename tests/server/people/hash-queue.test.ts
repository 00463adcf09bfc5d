// @module-tag extended
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateAccount } from '#contract/people/account.ts'
import { join, login } from '#contract/people/auth.ts'
import { addMember, updateMember } from '#contract/people/member-management.ts'
import { readMe } from '#contract/people/session.ts'
import { readMeta } from '#contract/portal/site.ts'
import { hashQueueLimits } from '#server/platform/auth/hash-queue.ts'
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

const signInAs = (id: string) => api.request(login, { body: { id, password } })

const { running, waiting } = hashQueueLimits

test('two hashes run at once, a bounded number waits, others get a quick 503, and reads are answered', async () => {
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
  const calls = [
    () => signInAs('late@example.test'),
    () => api.request(join, { body: { email: 'new@example.test', password, nickname: 'newcomer' } }),
    () => api.request(addMember, { token, body: { user_id: 'm@example.test', password, nickname: 'other' } }),
    () =>
      api.request(updateMember, {
        token,
        body: { target: memberId, password: 'another one', own_password: password },
      }),
    () => api.request(updateAccount, { token, body: { password, new_password: 'another one' } }),
  ]
  for (const call of calls) {
    const { status, headers, body } = await call()
    expect([status, headers.get('Retry-After'), body.code]).toEqual([503, '2', 'unavailable'])
  }
  expect((await api.request(readMe, { token })).status).toBe(200)
  expect((await api.request(readMeta, { query: { domain: 'example.test' } })).status).toBe(200)
  expect(count).toEqual({ running, most: running, total: running })
  gate.resolve()
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array(running + waiting).fill(401), 503])
  expect(count).toEqual({ running: 0, most: running, total: running + waiting })
  expect((await signInAs('late@example.test')).status).toBe(401)
})

test('a failed hash gives its slot to the next', async () => {
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
