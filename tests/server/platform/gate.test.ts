import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { readEmailLink } from '#contract/people/email-links.ts'
import { exportBankFile } from '#contract/settlement/filing/bank-files.ts'
import { readMemberPayee } from '#contract/settlement/payees.ts'
import { removeManualEntry } from '#contract/settlement/payments.ts'
import { exportPayments } from '#contract/settlement/statement-payments.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { enforceCallLimits } from '#server/platform/http/request/gate.ts'
import { createAccount, createChannel, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
let target: number
let channel: number
const tokens: string[] = []

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const ids: number[] = []
  for (const email of ['one@example.test', 'two@example.test']) {
    ids.push(await createAccount(api.db, site, email))
    tokens.push(await signIn(api, email))
  }
  target = await createAccount(api.db, site, 'member@example.test', ids[0])
  channel = await createChannel(api.db, ids[0] ?? 0, channelIdFor('one'))
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

test('account numbers in files are counted as those on screens', async () => {
  const [token = ''] = tokens
  expect(await countUntilRefused(() => api.request(readMemberPayee, { token, body: { target } }))).toBe(
    rateLimits['payee-reading'],
  )
  const file = await api.request(exportPayments, { token, query: { month: '2026-03' } })
  expect([file.status, file.body.code]).toEqual([429, 'too_many'])
})

const details = { kind: 'individual', name: 'Kim', bankCode: '004', account: '110222333444' }

/** What each call that takes the password carries beside it, and the name of its field. */
const forms: Readonly<Record<string, () => { field?: string; [name: string]: unknown }>> = {
  allowMemberAttempts: () => ({ target }),
  changeEmail: () => ({ email: 'elsewhere@example.test' }),
  confirmSession: () => ({}),
  createTaxFile: () => ({ period: '2026-03' }),
  deleteChannel: () => ({ id: channel, acknowledged: 'on' }),
  deleteMember: () => ({ target }),
  endMembership: () => ({ target }),
  endSessions: () => ({}),
  readMemberTaxId: () => ({ target }),
  removePasskey: () => ({ id: 1 }),
  removeTotp: () => ({}),
  renewRecoveryCodes: () => ({}),
  resetMemberFactors: () => ({ target }),
  startPasskey: () => ({}),
  startProviderLink: () => ({ provider: 1, origin: 'https://example.test' }),
  startTotp: () => ({}),
  unlinkProvider: () => ({ id: 1 }),
  updateAccount: () => ({ new_password: 'another good one' }),
  updateMember: () => ({ target, password: 'another good one', field: 'own_password' }),
  updatePayee: () => details,
  withdrawAccount: () => ({}),
}
const withPassword = endpoints.filter(({ confirmation }) => confirmation === 'password')

test('all calls that declare the password are looked at here', () => {
  expect(withPassword.map(({ name }) => name).sort()).toEqual(Object.keys(forms).sort())
})

test.each(withPassword.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s is refused without the password, and with a wrong one',
  async (name, endpoint) => {
    const { field = 'password', ...form } = forms[name]?.() ?? {}
    const [token = ''] = tokens
    const readChanges = async () =>
      (await queryRaw<{ count: number }>(api.db, 'select count(*)::integer as count from audit_log'))[0]
        ?.count
    const before = await readChanges()
    for (const [proof, code] of [
      [{}, /^(password_required|invalid)$/],
      [{ [field]: 'guess' }, /^password_wrong$/],
    ] as const) {
      const { status, body } = await api.request(endpoint, { token, body: { ...form, ...proof } })
      expect([status, body.fields?.[field]?.code]).toEqual([422, expect.stringMatching(code)])
    }
    expect(await readChanges()).toBe(before)
  },
)

test('the documentation says what a call asks for, how often it may come and who learns of it', async () => {
  const { paths } = await (await api.send('openapi.json')).json()
  expect(paths[`/${exportBankFile.path}`].post.description).toBe(
    'Who may call: the permission money.change, which the roles owner, finance have, within 10 minutes of a sign-in or confirmSession. At most 60 in 10 minutes (ledger), per account. At most 100 in 10 minutes (payee-reading), per account. Leaves an entry in the audit log.',
  )
})
