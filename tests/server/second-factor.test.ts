import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { endSessions, updateAccount } from '#contract/account.ts'
import { login } from '#contract/auth.ts'
import type { Challenge } from '#contract/challenge.ts'
import { changeEmail, followEmailLink, requestPasswordReset } from '#contract/email-links.ts'
import { defineEndpoint, type Endpoint } from '#contract/endpoint.ts'
import { listMembers } from '#contract/members.ts'
import { readDashboard } from '#contract/reports.ts'
import {
  addPasskey,
  addTotp,
  completeSignIn,
  readSecondFactors,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  startConfirmation,
  startPasskey,
  startPasskeySignIn,
  startStepUp,
  startTotp,
} from '#contract/second-factor.ts'
import { logout, readMe } from '#contract/session.ts'
import { createEncryption, loadSecretKey } from '#server/auth/encryption.ts'
import { deleteExpiredRows } from '#server/auth/expiry.ts'
import { queueHashing } from '#server/auth/hash-queue.ts'
import { rateLimits } from '#server/auth/rate-limits.ts'
import { createServerCache } from '#server/cache/server-cache.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { createReadLimits } from '#server/http/read-limits.ts'
import { route } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
import { createLog } from '#server/log.ts'
import type { Site } from '#server/sites.ts'
import { createAccount, createSite, listAuditEntries, password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi, testEncryption, unavailableJobs } from '#tests/support/api.ts'
import { createAuthenticator, createTotpCode } from '#tests/support/authenticator.ts'
import { runOperator, runOperatorWith } from '#tests/support/operator.ts'
import { cheapHasher } from '#tests/support/passwords.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

const domain = 'example.test'
const origin = `https://${domain}`

const operatorEndpoint = defineEndpoint({
  name: 'readDesk',
  method: 'GET',
  path: 'test/desk',
  access: 'operator',
})

let api: Api
let site: Site
let otherSite: Site
let count = 0

beforeAll(async () => {
  const registerDemoRoutes = (app: App) => {
    const services: Services = {
      db: api.db,
      log: createLog('silent'),
      now: () => api.clock.now,
      behindProxy: true,
      jobs: unavailableJobs,
      passwords: queueHashing(cheapHasher),
      encryption: testEncryption,
      cache: createServerCache(api.db),
      readLimits: createReadLimits(Number.POSITIVE_INFINITY),
    }
    route(app, services, operatorEndpoint, async () => ({}))
  }
  // The routes need the database of the API that they belong to.
  api = await startApi()
  api = await startApi(api.db, undefined, { registerDemoRoutes })
  site = await createSite(api.db)
  otherSite = await createSite(api.db, 'other.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.now = new Date('2026-11-20T10:00:00Z')
  await execAsOwner(
    api.db,
    'update sites set requires_second_factor = false; delete from rate_limit_windows; delete from audit_log; delete from mails',
  )
})

interface Person {
  id: number
  email: string
  token: string
}

async function createPerson(kind: 'manager' | 'alone' = 'alone'): Promise<Person> {
  const email = `person${++count}@example.test`
  const id = await createAccount(api.db, site, email, undefined, kind === 'manager')
  return { id, email, token: await signIn(api, email) }
}

const nextStep = (steps = 1) => {
  api.clock.now = new Date(api.clock.now.getTime() + steps * 30_000)
}

/** Renews the person's token. @returns the secret of the authenticator app, and the recovery codes */
async function enrolTotp(person: Person) {
  const { token } = person
  const { challenge, secret, uri } = await api.call(startTotp, { token, body: { password } })
  const code = createTotpCode(secret, api.clock.now)
  const added = await api.call(addTotp, { token, body: { challenge, code } })
  const { factors, recoveryCodes } = added
  person.token = added.token
  nextStep()
  return { secret, uri, factors, recoveryCodes: recoveryCodes ?? [] }
}

async function enrolPasskey(person: Person, name = 'Laptop') {
  const { token } = person
  const { challenge, passkey } = await api.call(startPasskey, { token, body: { password } })
  const authenticator = createAuthenticator(origin)
  const body = { challenge, name, attestation: authenticator.register(passkey) }
  const added = await api.call(addPasskey, { token, body })
  person.token = added.token
  return { authenticator, ...added }
}

const requestLogin = ({ email }: Pick<Person, 'email'>) =>
  api.request(login, { body: { id: email, password } })

async function startSignIn(person: Pick<Person, 'email'>): Promise<Challenge> {
  const { body } = await requestLogin(person)
  expect(Object.keys(body).sort()).toEqual(['challenge', 'message', 'success'])
  return body.challenge
}

const answer = (challenge: string, body: object, options: { token?: string; domain?: string } = {}) =>
  api.request(completeSignIn, { ...options, body: { challenge, ...body } })

const describeRefusal = ({ status, body }: { status: number; body: { code: string; fields?: object } }) => [
  status,
  body.code,
  ...Object.entries(body.fields ?? {}).map(([field, { code }]) => `${field}: ${code}`),
]
const wrongCode = [422, 'invalid', 'code: code_wrong']
const expired = [410, 'challenge_expired']
const rejected = [401, 'passkey_rejected']
const factorRequired = [403, 'second_factor_required']
const isSignedIn = async (token: string) => (await api.request(readMe, { token })).status === 200
const listMail = () =>
  queryRaw<{ recipient: string; change: string }>(
    api.db,
    `select recipient, data ->> 'change' as change from mails where kind = 'second-factor-changed' order by id`,
  )
const countSessions = async ({ id }: Person) =>
  (await queryRaw(api.db, 'select id from sessions where account_id = $1', [id])).length

describe('without a second factor', () => {
  test('a sign-in answers with a token, as specified', async () => {
    const me = await createPerson()
    const { body } = await requestLogin(me)
    expect(body).toMatchObject({
      success: true,
      message: 'Done.',
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await api.call(readSecondFactors, { token: me.token })).toMatchObject({
      totpSince: null,
      passkeys: [],
      recoveryCodesLeft: 0,
      isRequired: false,
      isVerified: false,
      confirmation: 'password',
    })
    expect((await api.call(startStepUp, { token: me.token })).challenge).toBeNull()
    expect((await api.call(startConfirmation, { token: me.token })).challenge).toBeNull()
  })
})

describe('an authenticator app', () => {
  test('is added with the password and a code, and gives ten recovery codes', async () => {
    const me = await createPerson()
    const { secret, uri, factors, recoveryCodes } = await enrolTotp(me)
    expect(uri).toBe(
      `otpauth://totp/Example:${encodeURIComponent(me.email)}?issuer=Example&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(factors).toMatchObject({ recoveryCodesLeft: 10, isVerified: true })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}$/)
    expect(await listMail()).toEqual([{ recipient: me.email, change: 'totp-added' }])
    expect((await listAuditEntries(api.db)).map(({ action }) => action)).toEqual(['addTotp'])
    const rows = await queryRaw<{ text: string }>(
      api.db,
      `select concat((select string_agg(t::text, ' ') from totp_secrets t),
        (select string_agg(r::text, ' ') from recovery_codes r)) as text`,
    )
    expect(rows[0]?.text).not.toContain(secret)
    for (const code of recoveryCodes) expect(rows[0]?.text).not.toContain(code.replaceAll('-', ''))
  })

  test('does not count before it is confirmed, nor after five wrong codes', async () => {
    const me = await createPerson()
    const request = (body: object) => api.request(startTotp, { token: me.token, body })
    expect(describeRefusal(await request({}))).toEqual([422, 'invalid', 'password: password_required'])
    expect(describeRefusal(await request({ password: 'guess' }))).toEqual([
      422,
      'invalid',
      'password: password_wrong',
    ])
    const { challenge, secret } = await api.call(startTotp, { token: me.token, body: { password } })
    expect((await requestLogin(me)).body.token).toBeDefined()
    const confirm = (code: string, token = me.token) =>
      api.request(addTotp, { token, body: { challenge, code } })
    for (let attempt = 0; attempt < 5; attempt++)
      expect(describeRefusal(await confirm('000000'))).toEqual(wrongCode)
    expect(describeRefusal(await confirm(createTotpCode(secret, api.clock.now)))).toEqual(expired)
  })

  test('is confirmed only by the session that asked for it', async () => {
    const [me, other] = [await createPerson(), await createPerson()]
    const { challenge, secret } = await api.call(startTotp, { token: me.token, body: { password } })
    const code = createTotpCode(secret, api.clock.now)
    for (const token of [other.token, await signIn(api, me.email)])
      expect(describeRefusal(await api.request(addTotp, { token, body: { challenge, code } }))).toEqual(
        expired,
      )
    expect((await api.request(addTotp, { token: me.token, body: { challenge, code } })).status).toBe(200)
  })

  test('is asked for after the password, and no session exists before it', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    const sessions = await countSessions(me)
    const challenge = await startSignIn(me)
    expect(challenge).toMatchObject({ methods: ['totp', 'recovery-code'], passkey: null })
    expect(await countSessions(me)).toBe(sessions)
    expect(await isSignedIn(challenge.token)).toBe(false)
    const { body } = await answer(challenge.token, { code: createTotpCode(secret, api.clock.now) })
    expect(body.recoveryCodesLeft).toBeNull()
    expect(await isSignedIn(body.token)).toBe(true)
    expect((await api.call(readSecondFactors, { token: body.token })).isVerified).toBe(true)
    expect((await listAuditEntries(api.db)).at(-1)).toMatchObject({
      action: 'login',
      detail: { before: null, after: { factor: 'totp' } },
    })
    const [session] = await queryRaw<{ method: string; factor: boolean }>(
      api.db,
      'select method, has_second_factor as factor from sessions where account_id = $1 order by id desc limit 1',
      [me.id],
    )
    expect(session).toEqual({ method: 'password', factor: true })
  })

  test('is accepted a step early or late, and no further', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    nextStep(3)
    for (const steps of [-2, 2]) {
      const code = createTotpCode(secret, api.clock.now, steps)
      expect(describeRefusal(await answer((await startSignIn(me)).token, { code }))).toEqual(wrongCode)
    }
    for (const steps of [-1, 0, 1]) {
      const code = createTotpCode(secret, api.clock.now, steps)
      expect((await answer((await startSignIn(me)).token, { code })).status).toBe(200)
    }
  })

  test('shows each code for one sign-in: a replayed one is refused, and so is the one that confirmed it', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    const confirming = createTotpCode(secret, api.clock.now, -1)
    expect(describeRefusal(await answer((await startSignIn(me)).token, { code: confirming }))).toEqual(
      wrongCode,
    )
    const code = createTotpCode(secret, api.clock.now)
    expect((await answer((await startSignIn(me)).token, { code })).status).toBe(200)
    expect(describeRefusal(await answer((await startSignIn(me)).token, { code }))).toEqual(wrongCode)
  })

  test('signs in once with a code, however many calls carry it at the same time', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    const code = createTotpCode(secret, api.clock.now)
    const challenges = await Promise.all([1, 2, 3, 4].map(() => startSignIn(me)))
    const replies = await Promise.all(challenges.map(({ token }) => answer(token, { code })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    nextStep()
    const { token } = await startSignIn(me)
    const next = createTotpCode(secret, api.clock.now)
    const same = await Promise.all([1, 2, 3].map(() => answer(token, { code: next })))
    expect(same.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  test('can be replaced: the codes of the old one no longer count', async () => {
    const me = await createPerson()
    const old = await enrolTotp(me)
    const next = await enrolTotp(me)
    expect(next.recoveryCodes).toEqual([])
    const code = createTotpCode(old.secret, api.clock.now)
    expect(describeRefusal(await answer((await startSignIn(me)).token, { code }))).toEqual(wrongCode)
  })

  test('is unusable with another key: the message says what to do, and a recovery code signs in', async () => {
    const me = await createPerson()
    const { secret, recoveryCodes } = await enrolTotp(me)
    const otherKey = createEncryption(async () => new Uint8Array(32).fill(8))
    const elsewhere = await startApi(api.db, undefined, { encryption: otherKey })
    elsewhere.clock.now = api.clock.now
    const reply = await elsewhere.request(completeSignIn, {
      body: { challenge: (await startSignIn(me)).token, code: createTotpCode(secret, api.clock.now) },
    })
    expect(describeRefusal(reply)).toEqual([422, 'invalid', 'code: totp_unavailable'])
    expect(reply.body.fields.code.message).toContain('use a recovery code')
    const { token } = await startSignIn(me)
    const recovered = await elsewhere.request(completeSignIn, {
      body: { challenge: token, code: recoveryCodes[0] },
    })
    expect(recovered.status).toBe(200)
  })
})

describe('a challenge', () => {
  test('ends after five minutes, after five attempts, and with an answer', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    const late = await startSignIn(me)
    api.clock.now = new Date(api.clock.now.getTime() + 5 * 60_000)
    const getCode = () => createTotpCode(secret, api.clock.now)
    expect(describeRefusal(await answer(late.token, { code: getCode() }))).toEqual(expired)
    const guessed = await startSignIn(me)
    for (let attempt = 0; attempt < 5; attempt++)
      expect(describeRefusal(await answer(guessed.token, { code: '000000' }))).toEqual(wrongCode)
    expect(describeRefusal(await answer(guessed.token, { code: getCode() }))).toEqual(expired)
    const good = await startSignIn(me)
    expect((await answer(good.token, { code: getCode() })).status).toBe(200)
    nextStep()
    expect(describeRefusal(await answer(good.token, { code: getCode() }))).toEqual(expired)
    await deleteExpiredRows(api.db, new Date(api.clock.now.getTime() + 6 * 60_000))
    expect(await queryRaw(api.db, 'select * from challenges')).toEqual([])
  })

  test('answered wrongly, and every change of factors, is an event that the person sees', async () => {
    const me = await createPerson()
    await enrolTotp(me)
    await answer((await startSignIn(me)).token, { code: '000000' })
    const events = await queryRaw(
      api.db,
      'select kind, is_failure as failed, detail from security_events where account_id = $1 order by id',
      [me.id],
    )
    expect(events).toEqual([
      { kind: 'second-factor', failed: false, detail: { change: 'totp-added' } },
      { kind: 'second-factor', failed: true, detail: {} },
    ])
  })

  test('is limited by account: new challenges give no more guesses', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    for (let attempt = 0; attempt < rateLimits['second-factor']; attempt++)
      await answer((await startSignIn(me)).token, { code: '000000' })
    const code = createTotpCode(secret, api.clock.now)
    expect(describeRefusal(await answer((await startSignIn(me)).token, { code }))).toEqual([429, 'too_many'])
  })

  test('belongs to its site and its account', async () => {
    const [me, other] = [await createPerson(), await createPerson()]
    const mine = await enrolTotp(me)
    await enrolTotp(other)
    const challenge = await startSignIn(me)
    const code = createTotpCode(mine.secret, api.clock.now)
    const elsewhere = await answer(challenge.token, { code }, { domain: 'other.test' })
    expect(describeRefusal(elsewhere)).toEqual(expired)
    expect(describeRefusal(await answer((await startSignIn(other)).token, { code }))).toEqual(wrongCode)
    expect((await answer(challenge.token, { code })).status).toBe(200)
  })

  test('ends when the password it came after is replaced, or the account goes', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    const challenge = await startSignIn(me)
    const body = { password, new_password: 'another one' }
    expect((await api.request(updateAccount, { token: me.token, body })).status).toBe(200)
    const code = createTotpCode(secret, api.clock.now)
    expect(describeRefusal(await answer(challenge.token, { code }))).toEqual(expired)
  })

  test('outlives a change of role, and the session has the role of the moment', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    const challenge = await startSignIn(me)
    await runOperator(api.db, 'account', 'promote', me.email, '--site', domain)
    const { body } = await answer(challenge.token, { code: createTotpCode(secret, api.clock.now) })
    expect((await api.call(readMe, { token: body.token })).user.permission_flag).toBe(1)
  })

  test('is never stored', async () => {
    const me = await createPerson()
    await enrolTotp(me)
    const { token } = await startSignIn(me)
    const rows = await queryRaw<{ text: string }>(api.db, 'select challenges::text as text from challenges')
    expect(rows.length).toBeGreaterThan(0)
    for (const { text } of rows) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    }
  })

  test.each([{}, { code: '' }, { code: 'x'.repeat(65) }, { assertion: {} }])(
    'takes no answer like %j',
    async (body) => {
      const me = await createPerson()
      await enrolTotp(me)
      expect((await answer((await startSignIn(me)).token, body)).status).toBe(422)
    },
  )
})

describe('a link to set a new password', () => {
  async function followResetLink({ id, email }: Person): Promise<string | null> {
    await api.call(requestPasswordReset, { body: { email } })
    const [mail] = await queryRaw<{ token: string }>(
      api.db,
      `select data ->> 'token' as token from mails where kind = 'reset-password' and account_id = $1`,
      [id],
    )
    const body = { token: mail?.token ?? '', newPassword: 'another one' }
    return (await api.call(followEmailLink, { body })).token
  }

  test('does not stand for the second factor', async () => {
    const me = await createPerson()
    await queryRaw(api.db, 'update accounts set email_confirmed_at = now() where id = $1', [me.id])
    const { secret } = await enrolTotp(me)
    expect(await followResetLink(me)).toBeNull()
    expect(await countSessions(me)).toBe(0)
    const { body } = await api.request(login, { body: { id: me.email, password: 'another one' } })
    const code = createTotpCode(secret, api.clock.now)
    expect((await answer(body.challenge.token, { code })).status).toBe(200)
  })

  test('removes the factors of a stranger who made an account of the address', async () => {
    const me = await createPerson()
    await enrolTotp(me)
    expect(await followResetLink(me)).not.toBeNull()
    const { body } = await api.request(login, { body: { id: me.email, password: 'another one' } })
    expect(body.token).toEqual(expect.any(String))
  })
})

describe('a recovery code', () => {
  test('signs in once, however it is typed; a mail says so, and the count is told', async () => {
    const me = await createPerson()
    const { recoveryCodes } = await enrolTotp(me)
    const [code = '', second = ''] = recoveryCodes
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
    const { body } = await answer((await startSignIn(me)).token, { code: typed })
    expect(body.recoveryCodesLeft).toBe(9)
    expect(await isSignedIn(body.token)).toBe(true)
    expect((await listMail()).at(-1)).toEqual({ recipient: me.email, change: 'code-used' })
    expect(describeRefusal(await answer((await startSignIn(me)).token, { code }))).toEqual(wrongCode)
    const challenges = [await startSignIn(me), await startSignIn(me), await startSignIn(me)]
    const replies = await Promise.all(challenges.map(({ token }) => answer(token, { code: second })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect((await api.call(readSecondFactors, { token: me.token })).recoveryCodesLeft).toBe(8)
  })

  test('is replaced with all others when they are renewed', async () => {
    const me = await createPerson()
    const { recoveryCodes } = await enrolTotp(me)
    const wrong = await api.request(renewRecoveryCodes, { token: me.token, body: { password: 'guess' } })
    expect(describeRefusal(wrong)).toEqual([422, 'invalid', 'password: password_wrong'])
    const renewed = await api.call(renewRecoveryCodes, { token: me.token, body: { password } })
    expect(renewed.factors.recoveryCodesLeft).toBe(10)
    expect((await listMail()).at(-1)?.change).toBe('codes-renewed')
    expect((await listAuditEntries(api.db)).at(-1)).toMatchObject({
      action: 'renewRecoveryCodes',
      detail: { before: { recoveryCodes: 10 }, after: { recoveryCodes: 10 } },
    })
    const old = await answer((await startSignIn(me)).token, { code: recoveryCodes[0] })
    expect(describeRefusal(old)).toEqual(wrongCode)
    expect((await answer((await startSignIn(me)).token, { code: renewed.recoveryCodes[9] })).status).toBe(200)
  })

  test('exists only beside another factor', async () => {
    const me = await createPerson()
    const renewed = await api.request(renewRecoveryCodes, { token: me.token, body: { password } })
    expect(renewed.body.code).toBe('not_found')
    await enrolTotp(me)
    const { factors } = await api.call(removeTotp, { token: me.token, body: { password } })
    expect(factors).toMatchObject({ totpSince: null, recoveryCodesLeft: 0, isVerified: false })
    expect((await requestLogin(me)).body.token).toBeDefined()
    expect((await listMail()).at(-1)?.change).toBe('totp-removed')
    expect((await listAuditEntries(api.db)).at(-2)).toMatchObject({
      action: 'removeTotp',
      detail: { before: { totp: true }, after: null },
    })
  })
})

describe('a passkey', () => {
  test('is a second factor', async () => {
    const me = await createPerson()
    const { authenticator, factors, recoveryCodes } = await enrolPasskey(me, '  Laptop ')
    expect(factors.passkeys).toEqual([
      { id: expect.any(Number), name: 'Laptop', createdAt: '2026-11-20T10:00:00.000Z', lastUsedAt: null },
    ])
    expect(recoveryCodes).toHaveLength(10)
    expect((await listMail()).map(({ change }) => change)).toEqual(['passkey-added'])
    const challenge = await startSignIn(me)
    expect(challenge).toMatchObject({
      methods: ['passkey', 'recovery-code'],
      passkey: { rpId: domain, userVerification: 'preferred', allowCredentials: [{ id: authenticator.id }] },
    })
    if (!challenge.passkey) throw new Error('no request')
    const assertion = authenticator.assert(challenge.passkey, { isUserVerified: false })
    const { body } = await answer(challenge.token, { assertion })
    expect(await isSignedIn(body.token)).toBe(true)
    expect((await api.call(readSecondFactors, { token: body.token })).passkeys[0]?.lastUsedAt).toBe(
      '2026-11-20T10:00:00.000Z',
    )
  })

  test('alone signs in, if it recognizes the person; the session counts as one with a second factor', async () => {
    const me = await createPerson()
    const { authenticator } = await enrolPasskey(me)
    const { token, passkey } = await api.call(startPasskeySignIn)
    expect(passkey).toMatchObject({ rpId: domain, userVerification: 'required', allowCredentials: [] })
    const unverified = authenticator.assert(passkey, { isUserVerified: false })
    expect(describeRefusal(await answer(token, { assertion: unverified }))).toEqual(rejected)
    const { body } = await answer(token, { assertion: authenticator.assert(passkey) })
    expect((await api.call(readMe, { token: body.token })).user.id).toBe(me.id)
    const [session] = await queryRaw<{ method: string; factor: boolean }>(
      api.db,
      'select method, has_second_factor as factor from sessions where account_id = $1 order by id desc limit 1',
      [me.id],
    )
    expect(session).toEqual({ method: 'passkey', factor: true })
    expect(describeRefusal(await answer(token, { assertion: authenticator.assert(passkey) }))).toEqual(
      expired,
    )
  })

  test.each([
    ['another origin', { origin: 'https://examp1e.test' }],
    ['a subdomain', { origin: 'https://evil.example.test' }],
    ['plain HTTP', { origin: 'http://example.test' }],
    ['another port', { origin: 'https://example.test:8443' }],
    ['no origin', { origin: 'null' }],
    ['another RP ID', { rpId: 'other.test' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['the wrong ceremony', { type: 'webauthn.create' }],
    ['a counter that did not grow', { counter: 1 }],
    ['another person', { userHandle: 'OTk5' }],
    [
      'a forged signature',
      {
        tamper: (signature: Buffer) =>
          signature.writeUInt8((signature.at(-1) ?? 0) ^ 1, signature.length - 1),
      },
    ],
  ])('with %s is rejected, as a factor and alone', async (_, deviation) => {
    const me = await createPerson()
    const { authenticator } = await enrolPasskey(me)
    const challenge = await startSignIn(me)
    if (!challenge.passkey) throw new Error('no request')
    const assertion = authenticator.assert(challenge.passkey, deviation)
    expect(describeRefusal(await answer(challenge.token, { assertion }))).toEqual(rejected)
    const alone = await api.call(startPasskeySignIn)
    const other = authenticator.assert(alone.passkey, deviation)
    expect(describeRefusal(await answer(alone.token, { assertion: other }))).toEqual(rejected)
    const good = authenticator.assert(challenge.passkey)
    expect((await answer(challenge.token, { assertion: good })).status).toBe(200)
  })

  test('of www. and of localhost on any port belongs to the site', async () => {
    const me = await createPerson()
    const { authenticator } = await enrolPasskey(me)
    const { token, passkey } = await api.call(startPasskeySignIn)
    const assertion = authenticator.assert(passkey, { origin: `https://www.${domain}` })
    expect((await answer(token, { assertion })).status).toBe(200)
    const localSite = await createSite(api.db, 'playlist.localhost')
    const email = 'local@example.test'
    await createAccount(api.db, localSite, email)
    const options = { domain: localSite.domain, token: await signIn(api, email, localSite.domain) }
    const started = await api.call(startPasskey, { ...options, body: { password } })
    const local = createAuthenticator('http://playlist.localhost:4321')
    const body = { challenge: started.challenge, name: 'Local', attestation: local.register(started.passkey) }
    expect((await api.request(addPasskey, { ...options, body })).status).toBe(200)
  })

  test.each([
    ['another origin', { origin: 'https://other.test' }],
    ['another RP ID', { rpId: 'other.test' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['the wrong ceremony', { type: 'webauthn.get' }],
  ])('made with %s is not added', async (_, deviation) => {
    const me = await createPerson()
    const { challenge, passkey } = await api.call(startPasskey, { token: me.token, body: { password } })
    const attestation = createAuthenticator(origin).register(passkey, deviation)
    const body = { challenge, name: 'Laptop', attestation }
    expect(describeRefusal(await api.request(addPasskey, { token: me.token, body }))).toEqual(rejected)
    expect((await api.call(readSecondFactors, { token: me.token })).passkeys).toEqual([])
  })

  test('of somebody else, or of another site, signs nobody in', async () => {
    const [me, other] = [await createPerson(), await createPerson()]
    await enrolPasskey(me)
    const { authenticator } = await enrolPasskey(other)
    const challenge = await startSignIn(me)
    if (!challenge.passkey) throw new Error('no request')
    const assertion = authenticator.assert(challenge.passkey)
    expect(describeRefusal(await answer(challenge.token, { assertion }))).toEqual(rejected)
    const there = await api.call(startPasskeySignIn, { domain: otherSite.domain })
    const replayed = authenticator.assert(there.passkey, { origin: 'https://other.test' })
    const reply = await answer(there.token, { assertion: replayed }, { domain: otherSite.domain })
    expect(describeRefusal(reply)).toEqual(rejected)
    const unknown = createAuthenticator(origin).assert((await api.call(startPasskeySignIn)).passkey)
    const { token } = await api.call(startPasskeySignIn)
    expect(describeRefusal(await answer(token, { assertion: unknown }))).toEqual(rejected)
    expect(describeRefusal(await answer(token, { code: '123456' }))).toEqual(rejected)
  })

  test('is renamed and removed by its owner only', async () => {
    const [me, other] = [await createPerson(), await createPerson()]
    const { factors } = await enrolPasskey(me)
    const id = factors.passkeys[0]?.id ?? 0
    const rename = (token: string, name: string) => api.request(renamePasskey, { token, body: { id, name } })
    expect((await rename(other.token, 'Mine')).body.code).toBe('not_found')
    expect(describeRefusal(await rename(me.token, ' '))).toEqual([
      422,
      'invalid',
      'name: passkey_name_required',
    ])
    expect((await rename(me.token, 'Phone')).body.factors.passkeys[0].name).toBe('Phone')
    const remove = (token: string) => api.request(removePasskey, { token, body: { id, password } })
    expect((await remove(other.token)).body.code).toBe('not_found')
    expect((await remove(me.token)).body.factors).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    expect((await listMail()).at(-1)?.change).toBe('passkey-removed')
    expect((await listAuditEntries(api.db)).map(({ action, detail }) => [action, detail])).toEqual([
      ['addPasskey', { before: null, after: { passkey: id } }],
      ['renamePasskey', { before: { name: '(hidden)' }, after: { name: '(hidden)' }, passkey: id }],
      ['removePasskey', { before: { passkey: id }, after: null }],
    ])
  })

  test('confirms changes of an account without a password', async () => {
    const me = await createPerson()
    const { authenticator, factors } = await enrolPasskey(me)
    await queryRaw(api.db, 'update accounts set password_hash = null where id = $1', [me.id])
    expect((await api.call(readSecondFactors, { token: me.token })).confirmation).toBe('passkey')
    const confirm = async (deviation = {}) => {
      const { challenge } = await api.call(startConfirmation, { token: me.token })
      if (!challenge) throw new Error('no challenge')
      const { token, passkey } = challenge
      return { challenge: token, assertion: authenticator.assert(passkey, deviation) }
    }
    const remove = (body: object) =>
      api.request(removePasskey, { token: me.token, body: { id: factors.passkeys[0]?.id, ...body } })
    expect((await remove({})).status).toBe(422)
    expect(describeRefusal(await remove(await confirm({ isUserVerified: false })))).toEqual(rejected)
    expect((await remove(await confirm())).status).toBe(200)
  })
})

describe('a session without the second factor of its account', () => {
  test('changes no factor until it has proved one, which replaces the session', async () => {
    const me = await createPerson()
    const older = await signIn(api, me.email)
    const { secret } = await enrolTotp(me)
    for (const endpoint of [removeTotp, startTotp, startPasskey, renewRecoveryCodes])
      expect(describeRefusal(await api.request(endpoint, { token: older, body: { password } }))).toEqual(
        factorRequired,
      )
    const { challenge } = await api.call(startStepUp, { token: older })
    if (!challenge) throw new Error('no challenge')
    const code = createTotpCode(secret, api.clock.now)
    for (const token of ['', me.token])
      expect(describeRefusal(await answer(challenge.token, { code }, { token }))).toEqual(expired)
    const { body } = await answer(challenge.token, { code }, { token: older })
    expect([await isSignedIn(older), await isSignedIn(body.token), await isSignedIn(me.token)]).toEqual([
      false,
      true,
      true,
    ])
    expect((await api.request(renewRecoveryCodes, { token: body.token, body: { password } })).status).toBe(
      200,
    )
  })

  test('changes neither password nor address, and ends no other session', async () => {
    const me = await createPerson()
    const older = await signIn(api, me.email)
    const changes: [Endpoint, object][] = [
      [changeEmail, { password, email: `new-${me.email}` }],
      [endSessions, { password }],
      [updateAccount, { password, new_password: 'another one' }],
    ]
    await enrolTotp(me)
    for (const [endpoint, body] of changes)
      expect(describeRefusal(await api.request(endpoint, { token: older, body }))).toEqual(factorRequired)
    for (const [endpoint, body] of changes)
      expect((await api.request(endpoint, { token: me.token, body })).status).toBe(200)
  })

  test('is what one becomes whose proof is older than half an hour', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    const ask = (token: string) =>
      api.request(updateAccount, { token, body: { password, new_password: password } })
    expect((await ask(me.token)).status).toBe(200)
    api.clock.now = new Date(api.clock.now.getTime() + 31 * 60_000)
    expect(describeRefusal(await ask(me.token))).toEqual(factorRequired)
    expect((await api.call(readSecondFactors, { token: me.token })).isVerified).toBe(false)
    const { challenge } = await api.call(startStepUp, { token: me.token })
    const code = createTotpCode(secret, api.clock.now)
    const { body } = await answer(challenge?.token ?? '', { code }, { token: me.token })
    expect((await ask(body.token)).status).toBe(200)
  })
})

test('adding a factor renews the session’s token and nothing else of the session', async () => {
  const me = await createPerson()
  const before = me.token
  const readSession = () =>
    queryRaw(api.db, 'select id, created_at, expires_at from sessions where account_id = $1', [me.id])
  const session = await readSession()
  await enrolTotp(me)
  const between = me.token
  expect([await isSignedIn(before), await isSignedIn(between)]).toEqual([false, true])
  await enrolPasskey(me)
  expect([await isSignedIn(between), await isSignedIn(me.token)]).toEqual([false, true])
  expect(await readSession()).toEqual(session)
})

describe('a site that requires a second factor of managers', () => {
  const requireFactor = (state: 'on' | 'off') =>
    runOperator(api.db, 'site', 'set', domain, '--require-second-factor', state)

  test('serves a manager nothing but the enrolment before it', async () => {
    const [boss, member] = [await createPerson('manager'), await createPerson()]
    expect((await api.request(listMembers, { token: boss.token })).status).toBe(200)
    expect((await requireFactor('on')).text).toContain('managers need a second factor')
    for (const [endpoint, query] of [
      [listMembers, {}],
      [readDashboard, { period: 'latest' }],
    ] as const)
      expect(describeRefusal(await api.request(endpoint, { token: boss.token, query }))).toEqual(
        factorRequired,
      )
    expect((await api.call(readMe, { token: boss.token })).user.settings.second_factor_needed).toBe(true)
    expect((await api.call(readSecondFactors, { token: boss.token })).isRequired).toBe(true)
    const dashboard = await api.request(readDashboard, { token: member.token, query: { period: 'latest' } })
    expect(dashboard.status).toBe(200)
    const fresh = await requestLogin(boss)
    expect(describeRefusal(await api.request(listMembers, { token: fresh.body.token }))).toEqual(
      factorRequired,
    )
    await enrolTotp(boss)
    expect((await api.request(listMembers, { token: boss.token })).status).toBe(200)
    expect((await api.call(readMe, { token: boss.token })).user.settings.second_factor_needed).toBe(false)
    expect(describeRefusal(await api.request(listMembers, { token: fresh.body.token }))).toEqual(
      factorRequired,
    )
    await requireFactor('off')
    expect((await api.request(listMembers, { token: fresh.body.token })).status).toBe(200)
  })

  test('lets nobody who needs it remove the last factor', async () => {
    const boss = await createPerson('manager')
    await enrolTotp(boss)
    await requireFactor('on')
    const remove = () => api.request(removeTotp, { token: boss.token, body: { password } })
    const refused = await remove()
    expect(describeRefusal(refused)).toEqual([409, 'second_factor_last'])
    expect(refused.body.message).toContain('add another method')
    expect((await listMail()).map(({ change }) => change)).toEqual(['totp-added'])
    await enrolPasskey(boss)
    expect((await remove()).status).toBe(200)
  })

  test('asks a session of the time before for the factor as well, and a signed-out one may leave', async () => {
    const boss = await createPerson('manager')
    const older = await signIn(api, boss.email)
    await enrolTotp(boss)
    await requireFactor('on')
    expect(describeRefusal(await api.request(listMembers, { token: older }))).toEqual(factorRequired)
    expect((await api.request(logout, { token: older })).status).toBe(200)
  })
})

describe('operator access', () => {
  const ask = (token: string) => api.request(operatorEndpoint, { token })
  const run = (command: string, { email }: Person) =>
    runOperator(api.db, 'account', command, email, '--site', domain)

  test('takes the right and a session with a second factor; both can be taken away', async () => {
    const [me, boss] = [await createPerson(), await createPerson('manager')]
    expect((await ask('')).body.code).toBe('unauthenticated')
    expect((await ask(boss.token)).body.code).toBe('forbidden')
    await enrolTotp(me)
    expect((await ask(me.token)).body.code).toBe('forbidden')
    await run('grant-operator', me)
    expect((await ask(me.token)).status).toBe(200)
    expect(describeRefusal(await ask(await signIn(api, me.email)))).toEqual(factorRequired)
    const last = await api.request(removeTotp, { token: me.token, body: { password } })
    expect(last.body.code).toBe('second_factor_last')
    await run('revoke-operator', me)
    expect((await ask(me.token)).body.code).toBe('forbidden')
    expect(
      (await listAuditEntries(api.db)).filter(({ action }) => action.includes('operator')),
    ).toMatchObject([
      {
        action: 'account grant-operator',
        detail: { before: { operator: false }, after: { operator: true } },
      },
      {
        action: 'account revoke-operator',
        detail: { before: { operator: true }, after: { operator: false } },
      },
    ])
    await expect(run('revoke-operator', me)).rejects.toThrow('does not have')
  })
})

test('the operator resets the factors of somebody who lost them: sessions end, and a mail says so', async () => {
  const me = await createPerson()
  await enrolTotp(me)
  await enrolPasskey(me)
  await execAsOwner(api.db, 'delete from audit_log; delete from mails')
  const pending = await startSignIn(me)
  const run = () => runOperator(api.db, 'account', 'reset-factors', me.email, '--site', domain)
  expect((await run()).text).toBe(`second factors of ${me.email} removed, 1 session ended`)
  expect(await isSignedIn(me.token)).toBe(false)
  expect(describeRefusal(await answer(pending.token, { code: '123456' }))).toEqual(expired)
  expect((await requestLogin(me)).body.token).toBeDefined()
  expect(await listMail()).toEqual([{ recipient: me.email, change: 'reset' }])
  expect((await listAuditEntries(api.db))[0]).toMatchObject({
    action: 'account reset-factors',
    detail: {
      before: { totp: true, passkeys: 1, recoveryCodes: 10, sessions: 1 },
      after: { totp: false, passkeys: 0, recoveryCodes: 0, sessions: 0 },
    },
  })
  await expect(run()).rejects.toThrow('has no second factor')
})

describe('the secret key', () => {
  async function createFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'hookline-key-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    return folder
  }
  const load = (environment: Record<string, string>) => loadSecretKey(readConfig(environment))

  test('is a file for its owner only, the same for all who start at once', async () => {
    const DATA_DIR = await createFolder()
    const keys = await Promise.all([1, 2, 3, 4].map(() => load({ DATA_DIR })))
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
    const path = join(DATA_DIR, 'secret.key')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const text = (await readFile(path, 'utf8')).trim()
    expect(Buffer.from(await load({ DATA_DIR: '/nowhere', SECRET_KEY: text }))).toEqual(
      Buffer.from(keys[0] ?? ''),
    )
    expect(Buffer.from(await load({ SECRET_KEY: Buffer.from(text, 'base64').toString('hex') }))).toEqual(
      Buffer.from(keys[0] ?? ''),
    )
  })

  test.each(['short', 'x'.repeat(64), Buffer.alloc(31).toString('base64')])('cannot be %j', async (text) => {
    expect(() => readConfig({ SECRET_KEY: text })).toThrow(/SECRET_KEY must be 32 bytes.*openssl rand/)
    const DATA_DIR = await createFolder()
    await writeFile(join(DATA_DIR, 'secret.key'), text)
    await expect(load({ DATA_DIR })).rejects.toThrow(/secret\.key is damaged/)
    await expect(load({ DATA_DIR: join(DATA_DIR, 'secret.key') })).rejects.toThrow(ConfigError)
  })

  test('encrypts each secret for its place only', async () => {
    const secret = new TextEncoder().encode('a secret')
    const [first, second] = [
      await testEncryption.encrypt(secret, 'totp 1'),
      await testEncryption.encrypt(secret, 'totp 1'),
    ]
    expect(Buffer.from(first).equals(second)).toBe(false)
    expect(Buffer.from((await testEncryption.decrypt(first, 'totp 1')) ?? '').toString()).toBe('a secret')
    await expect(testEncryption.decrypt(first, 'totp 2')).rejects.toThrow()
    first[first.length - 1] = (first.at(-1) ?? 0) ^ 1
    await expect(testEncryption.decrypt(first, 'totp 1')).rejects.toThrow()
  })

  test('is replaced without a break: servers read secrets of both keys until they are encrypted again', async () => {
    const keys = { SECRET_KEY: '09'.repeat(32), SECRET_KEY_OLD: '07'.repeat(32) }
    await execRaw(api.db, 'delete from totp_secrets')
    const [me, other] = [await createPerson(), await createPerson()]
    const { secret } = await enrolTotp(me)
    await enrolTotp(other)
    await queryRaw(api.db, `update totp_secrets set secret = '\\x01020304' where account_id = $1`, [other.id])
    const config = readConfig(keys)
    const startWith = (old?: Uint8Array) =>
      startApi(api.db, undefined, { encryption: createEncryption(() => loadSecretKey(config), old) })
    const canSignIn = async (server: Api) => {
      nextStep()
      server.clock.now = api.clock.now
      const { body } = await server.request(login, { body: { id: me.email, password } })
      const code = createTotpCode(secret, api.clock.now)
      const answered = await server.request(completeSignIn, {
        body: { challenge: body.challenge.token, code },
      })
      return answered.status === 200
    }
    expect([
      await canSignIn(await startWith()),
      await canSignIn(await startWith(config.oldSecretKey)),
    ]).toEqual([false, true])
    const run = (environment: Record<string, string>) => runOperatorWith(api.db, environment, 'reencrypt')
    await expect(run({ SECRET_KEY: keys.SECRET_KEY })).rejects.toThrow('Set SECRET_KEY_OLD')
    await expect(run({ ...keys, SECRET_KEY_OLD: keys.SECRET_KEY })).rejects.toThrow('the same key')
    const examine = async () => (await runOperatorWith(api.db, keys, 'doctor')).text
    expect(await run(keys)).toMatchObject({
      status: 1,
      lines: [
        '1 secret encrypted again, 0 encrypted with the new key before',
        '1 secret encrypted with neither key: left as they are',
      ],
    })
    expect(await canSignIn(await startWith())).toBe(true)
    await queryRaw(api.db, 'delete from totp_secrets where account_id = $1', [other.id])
    expect(await run(keys)).toMatchObject({
      status: 0,
      lines: ['0 secrets encrypted again, 1 encrypted with the new key before'],
    })
    expect(await examine()).toContain('SECRET_KEY_OLD is no longer needed')
    const entries = (await listAuditEntries(api.db)).filter(({ action }) => action === 'reencrypt')
    expect(entries).toMatchObject([
      { detail: { secrets: 1, before: { key: expect.any(String) }, after: { key: expect.any(String) } } },
    ])
  })

  test('that changed is found by the doctor', async () => {
    const me = await createPerson()
    await enrolTotp(me)
    const examine = async (environment: Record<string, string>) =>
      (await runOperatorWith(api.db, environment, 'doctor')).lines
        .filter((line) => line.includes('secret key'))
        .join()
    expect(await examine({ SECRET_KEY: '08'.repeat(32) })).toMatch(
      /^error .*cannot be used: encrypted with another key/,
    )
    await execRaw(api.db, 'delete from totp_secrets')
    expect(await examine({ SECRET_KEY: '08'.repeat(32) })).toMatch(/^ok .*set by SECRET_KEY/)
    expect(await examine({ DATABASE_URL: 'postgres://server/name' })).toMatch(
      /^warning .*SECRET_KEY is not set/,
    )
  })
})
