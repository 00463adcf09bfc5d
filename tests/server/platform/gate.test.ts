import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readEmailLink } from '#contract/people/email-links.ts'
import { exportBankFile } from '#contract/settlement/filing/bank-files.ts'
import { removeManualEntry } from '#contract/settlement/payments.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { enforceCallLimits } from '#server/platform/http/request/gate.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { execRaw } from '#tests/support/raw-sql.ts'

let api: Api
const tokens: string[] = []

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  for (const email of ['one@example.test', 'two@example.test']) {
    await createAccount(api.db, site, email)
    tokens.push(await signIn(api, email))
  }
})
afterAll(() => api.close())
beforeEach(() => execRaw(api.db, 'delete from rate_limit_windows'))

async function countUntilRefused(call: () => ReturnType<Api['request']>): Promise<number> {
  for (let count = 0; count < 200; count++) if ((await call()).status === 429) return count
  return Number.POSITIVE_INFINITY
}

test('calls are counted by account', async () => {
  const call = (token = '') => api.request(removeManualEntry, { token, body: { id: 1 } })
  expect(await countUntilRefused(() => call(tokens[0]))).toBe(rateLimits.ledger)
  expect((await call(tokens[1])).body.code).toBe('not_found')
})

test('calls are counted by the network of the address', async () => {
  const call = (address: string) =>
    api.request(readEmailLink, {
      body: { token: 'guess' },
      tamper: (sent) => void Object.assign(sent, { 'X-Forwarded-For': address }),
    })
  let last = 0
  expect(await countUntilRefused(() => call(`2001:db8::${++last}`))).toBe(rateLimits.ip)
  expect((await call('2001:db8:1::1')).body.code).toBe('expired')
})

test('a call without what its limit counts does not run', async () => {
  const endpoint = { name: 'anonymous', limits: [{ name: 'ledger', by: 'account' }] } as const
  const subjects = { address: '203.0.113.1', account: null, partner: null }
  const services = { db: api.db, now: () => api.clock.now }
  await expect(enforceCallLimits(services, endpoint, subjects)).rejects.toThrow(TypeError)
})

test('the documentation says what a call asks for, how often it may come and who learns of it', async () => {
  const { paths } = await (await api.send('openapi.json')).json()
  expect(paths[`/${exportBankFile.path}`].post.description).toBe(
    'Who may call: managers, within 10 minutes of a sign-in or confirmSession. At most 60 in 10 minutes (ledger), per account. At most 100 in 10 minutes (payee-reading), per account. Leaves an entry in the audit log.',
  )
})
