import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { updateAccount } from '#contract/people/account.ts'
import { login } from '#contract/people/auth.ts'
import { followEmailLink, requestPasswordReset } from '#contract/people/email-links.ts'
import {
  addTotp,
  completeSignIn,
  readSecondFactors,
  removeTotp,
  renewRecoveryCodes,
  startConfirmation,
  startStepUp,
  startTotp,
} from '#contract/people/second-factor.ts'
import { readMe } from '#contract/people/session.ts'
import { deleteExpiredRows } from '#server/people/credentials/expiry.ts'
import { createEncryption } from '#server/platform/auth/encryption.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { listAuditEntries, password, signIn } from '#tests/support/accounts.ts'
import { startApi } from '#tests/support/api.ts'
import { createTotpCode } from '#tests/support/authenticator.ts'
import { readLinkTokens } from '#tests/support/mails.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  describeRefusal,
  domain,
  expired,
  type Person,
  startFactorApi,
  wrongCode,
} from '#tests/support/second-factor.ts'

const {
  reset,
  api,
  createPerson,
  nextStep,
  enrolTotp,
  requestLogin,
  startSignIn,
  answer,
  isSignedIn,
  listMail,
  countSessions,
} = await startFactorApi()
afterAll(() => api.close())
beforeEach(reset)

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
  async function followResetLink({ email }: Person): Promise<string | null> {
    await api.call(requestPasswordReset, { body: { email } })
    const [link = ''] = await readLinkTokens(api.db, email)
    const body = { token: link, newPassword: 'another one' }
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
