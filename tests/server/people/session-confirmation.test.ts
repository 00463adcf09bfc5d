// @module-tag adapter
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { updateAccount } from '#contract/people/account.ts'
import { followEmailLink, requestPasswordReset } from '#contract/people/email-links.ts'
import {
  completeSignIn,
  confirmSession,
  startConfirmation,
  startPasskeySignIn,
  startStepUp,
} from '#contract/people/second-factor.ts'
import { createSignInCode, exchangeSignInCode } from '#contract/people/sign-in-codes.ts'
import { requestPayment } from '#contract/settlement/payments.ts'
import { listAuditEntries, password, signInByPassword } from '#tests/support/accounts.ts'
import { createTotpCode } from '#tests/support/authenticator.ts'
import { readLinkTokens } from '#tests/support/mails.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  describeRefusal,
  domain,
  type Person,
  rejected,
  startFactorApi,
  wrongCode,
} from '#tests/support/second-factor.ts'

const {
  reset,
  api,
  createPerson,
  nextStep,
  enrolTotp,
  enrolPasskey,
  startSignIn,
  answer,
  isSignedIn,
  listMail,
} = await startFactorApi()
afterAll(() => api.close())
beforeEach(reset)

const pass = (minutes: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + minutes * 60_000)
}

/** Tells whether the session may act on money: a request that has nothing to pay is refused for another reason. */
async function mayActOnMoney(token: string): Promise<boolean> {
  const { status, body } = await api.request(requestPayment, { token })
  if (status === 403) expect(body.code).toBe('confirmation_required')
  else expect(status).toBe(409)
  return status === 409
}

const confirm = ({ token }: Pick<Person, 'token'>, body: object) =>
  api.request(confirmSession, { token, body })

async function confirmAndRenew(person: Person, body: object): Promise<void> {
  const reply = await confirm(person, body)
  expect(reply.status).toBe(200)
  person.token = reply.body.token
}

async function startPasskeyConfirmation({ token }: Person) {
  const { challenge } = await api.call(startConfirmation, { token })
  if (!challenge) throw new Error('no challenge')
  return challenge
}

describe('an action on money', () => {
  test('is allowed for ten minutes after a sign-in with the password', async () => {
    const me = await createPerson()
    const token = await signInByPassword(api, me.email)
    expect(await mayActOnMoney(token)).toBe(true)
    pass(9.9)
    expect(await mayActOnMoney(token)).toBe(true)
    pass(0.1)
    const { status, body } = await api.request(requestPayment, { token, language: 'en' })
    expect([status, body.code, body.message]).toEqual([
      403,
      'confirmation_required',
      'Please confirm that it’s you with your password or a passkey, then try again.',
    ])
  })

  test('asks before it looks at its input', async () => {
    const me = await createPerson()
    pass(10)
    const unknown = { token: me.token, body: { nothing: 'of this' } }
    expect((await api.request(requestPayment, unknown)).body.code).toBe('confirmation_required')
    expect((await api.request(requestPayment, { body: {} })).body.code).toBe('unauthenticated')
  })

  test('is allowed after a sign-in with both factors, or a passkey alone', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    const { authenticator } = await enrolPasskey(me)
    pass(60)
    const { token: challenge } = await startSignIn(me)
    const both = await answer(challenge, { code: createTotpCode(secret, api.clock.now) })
    expect(await mayActOnMoney(both.body.token)).toBe(true)
    const { token, passkey } = await api.call(startPasskeySignIn)
    const alone = await answer(token, { assertion: authenticator.assert(passkey) })
    expect(await mayActOnMoney(alone.body.token)).toBe(true)
    expect(await mayActOnMoney(me.token)).toBe(false)
  })

  test('is allowed after a sign-in with a partner’s fresh code', async () => {
    const me = await createPerson()
    const { lines } = await runOperator(api.db, 'partner', 'add', 'Shop', '--site', domain)
    const key = /^key (\S+) /.exec(lines[1] ?? '')?.[1]
    const reply = await api.send(createSignInCode.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body: JSON.stringify({ email: me.email }),
    })
    const { code } = (await reply.json()) as { code: string }
    const { body } = await api.request(exchangeSignInCode, { body: { code } })
    expect(await mayActOnMoney(body.token)).toBe(true)
    pass(10)
    expect(await mayActOnMoney(body.token)).toBe(false)
  })

  test('is not allowed to somebody who only followed a link, or proved a second factor alone', async () => {
    const me = await createPerson()
    await api.call(requestPasswordReset, { body: { email: me.email } })
    const [link] = await readLinkTokens(api.db, me.email)
    const newPassword = 'seven brave lanterns'
    const body = { token: link, newPassword }
    const { token } = (await api.request(followEmailLink, { body })).body
    expect(await isSignedIn(token)).toBe(true)
    expect(await mayActOnMoney(token)).toBe(false)
    expect(await isSignedIn(me.token)).toBe(false)

    const other = await createPerson()
    const { secret } = await enrolTotp(other)
    pass(60)
    const { challenge } = await api.call(startStepUp, { token: other.token })
    const stepUp = { challenge: challenge?.token, code: createTotpCode(secret, api.clock.now) }
    const steppedUp = await api.request(completeSignIn, { token: other.token, body: stepUp })
    expect(await isSignedIn(steppedUp.body.token)).toBe(true)
    expect(await mayActOnMoney(steppedUp.body.token)).toBe(false)
  })

  test('is not allowed in a session that began before the account had a second factor', async () => {
    const me = await createPerson()
    const older = await signInByPassword(api, me.email)
    await enrolTotp(me)
    expect(await mayActOnMoney(me.token)).toBe(true)
    expect(await mayActOnMoney(older)).toBe(false)
  })
})

describe('a confirmation', () => {
  test('with the password counts for ten minutes of this session, under another token', async () => {
    const me = await createPerson()
    const other = await signInByPassword(api, me.email)
    pass(60)
    const before = me.token
    await confirmAndRenew(me, { password })
    expect(await isSignedIn(before)).toBe(false)
    expect(await mayActOnMoney(me.token)).toBe(true)
    expect(await mayActOnMoney(other)).toBe(false)
    pass(10)
    expect(await mayActOnMoney(me.token)).toBe(false)
    expect(await listAuditEntries(api.db)).toMatchObject([
      { action: 'login' },
      {
        action: 'confirmSession',
        actor: me.id,
        subject: `account ${me.id}`,
        detail: { before: null, after: { factor: null } },
      },
    ])
  })

  test('takes no wrong password, and not many of them', async () => {
    const me = await createPerson()
    pass(60)
    expect(describeRefusal(await confirm(me, {}))).toEqual([422, 'invalid', 'password: password_required'])
    const guess = () => confirm(me, { password: 'a wrong guess' })
    expect(describeRefusal(await guess())).toEqual([422, 'invalid', 'password: password_wrong'])
    for (let attempt = 2; attempt <= 10; attempt += 1) await guess()
    expect((await guess()).body.code).toBe('too_many')
    expect((await confirm(me, { password })).body.code).toBe('too_many')
    expect(await mayActOnMoney(me.token)).toBe(false)
  })

  test('asks for a code when the second factor was not proved within half an hour', async () => {
    const me = await createPerson()
    const { secret } = await enrolTotp(me)
    pass(29)
    await confirmAndRenew(me, { password })
    pass(2)
    expect(describeRefusal(await confirm(me, { password }))).toEqual([422, 'invalid', 'code: code_required'])
    expect(describeRefusal(await confirm(me, { password, code: '000000' }))).toEqual(wrongCode)
    const [failure] = await queryRaw(
      api.db,
      'select kind, is_failure as "isFailure" from security_events where account_id = $1 order by id desc limit 1',
      [me.id],
    )
    expect(failure).toEqual({ kind: 'second-factor', isFailure: true })
    const code = createTotpCode(secret, api.clock.now)
    await confirmAndRenew(me, { password, code })
    expect(await mayActOnMoney(me.token)).toBe(true)
    pass(31)
    expect(describeRefusal(await confirm(me, { password, code }))).toEqual(wrongCode)
    nextStep()
    await confirmAndRenew(me, { password, code: createTotpCode(secret, api.clock.now) })
  })

  test('takes a recovery code once, and reports it', async () => {
    const me = await createPerson()
    const { recoveryCodes } = await enrolTotp(me)
    const [code] = recoveryCodes
    pass(31)
    await confirmAndRenew(me, { password, code })
    expect((await listMail()).at(-1)?.change).toBe('code-used')
    pass(31)
    expect(describeRefusal(await confirm(me, { password, code }))).toEqual(wrongCode)
  })

  test('with a passkey that recognizes the person proves both, also without a password', async () => {
    const me = await createPerson()
    const { authenticator } = await enrolPasskey(me)
    await queryRaw(api.db, 'update accounts set password_hash = null where id = $1', [me.id])
    pass(60)
    const { token: weak, passkey } = await startPasskeyConfirmation(me)
    const present = authenticator.assert(passkey, { isUserVerified: false })
    expect(describeRefusal(await confirm(me, { challenge: weak, assertion: present }))).toEqual(rejected)
    const challenge = await startPasskeyConfirmation(me)
    const body = { challenge: challenge.token, assertion: authenticator.assert(challenge.passkey) }
    await confirmAndRenew(me, body)
    expect(await mayActOnMoney(me.token)).toBe(true)
    expect((await confirm(me, body)).body.code).toBe('challenge_expired')
    expect((await listAuditEntries(api.db)).at(-1)).toMatchObject({
      action: 'confirmSession',
      detail: { after: { factor: 'passkey' } },
    })
  })

  test('ends with its session: a new password leaves none of the others', async () => {
    const me = await createPerson()
    const other = await signInByPassword(api, me.email)
    expect(await mayActOnMoney(other)).toBe(true)
    const body = { password, new_password: 'seven brave lanterns' }
    await api.call(updateAccount, { token: me.token, body })
    expect((await api.request(requestPayment, { token: other })).body.code).toBe('unauthenticated')
  })
})
