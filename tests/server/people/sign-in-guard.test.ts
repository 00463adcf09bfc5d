// @module-tag extended
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { login } from '#contract/people/auth.ts'
import { followEmailLink, readEmailLink, requestPasswordReset } from '#contract/people/email-links.ts'
import { completeSignIn } from '#contract/people/second-factor.ts'
import { readMe } from '#contract/people/session.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { password } from '#tests/support/accounts.ts'
import { createTotpCode } from '#tests/support/authenticator.ts'
import { readLinkTokens } from '#tests/support/mails.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { startFactorApi } from '#tests/support/second-factor.ts'

let factors: Awaited<ReturnType<typeof startFactorApi>>
let counter = 0

beforeAll(async () => {
  factors = await startFactorApi()
})
afterAll(() => factors.api.close())
beforeEach(async () => {
  await factors.reset()
  await execRaw(factors.api.db, 'delete from sign_in_attempts')
})

const sentFrom = (address: string) => ({
  tamper: (sent: Record<string, string>) => void Object.assign(sent, { 'X-Forwarded-For': address }),
})

/** Every address is in a network of its own. */
const createAddress = () => `10.${Math.floor(++counter / 250)}.${counter % 250}.1`

interface Login {
  id: string
  word?: string
  device?: string | undefined
  address?: string
}

const tryLogin = ({ id, word = password, device, address = createAddress() }: Login) =>
  factors.api.request(login, { body: { id, password: word, device }, ...sentFrom(address) })

const createSomebody = async () => {
  const { email, id } = await factors.createPerson()
  return { email, id }
}

async function guessOften(id: string, times = rateLimits['wrong-password']) {
  const codes: string[] = []
  for (let at = 0; at < times; at++) codes.push((await tryLogin({ id, word: 'a guess' })).body.code)
  return codes
}

const listMails = async (recipient: string) =>
  (
    await queryRaw<{ kind: string }>(
      factors.api.db,
      `select kind from mails where recipient = $1 and kind <> 'new-device' order by id`,
      [recipient],
    )
  ).map(({ kind }) => kind)

describe('an account of which strangers try passwords', () => {
  test('lets known devices and networks in as always, and a new device by a mailed link', async () => {
    const { api } = factors
    const { email } = await createSomebody()
    const home = createAddress()
    const { device } = (await tryLogin({ id: email, address: home })).body as { device?: string }
    expect(new Set(await guessOften(email))).toEqual(new Set(['wrong_credentials']))
    expect(await listMails(email)).toEqual(['password-guessed'])
    expect((await tryLogin({ id: email, address: home })).status).toBe(200)
    expect((await tryLogin({ id: email, device })).status).toBe(200)
    // Whether the password was right is for the mailbox to tell.
    for (const word of ['a guess', password])
      expect((await tryLogin({ id: email, word })).body).toMatchObject({ code: 'link_required' })
    expect(await listMails(email)).toEqual(['password-guessed', 'sign-in-link'])
    const [token = ''] = await readLinkTokens(api.db, email, 'sign-in-link')
    expect((await api.call(readEmailLink, { body: { token } })).purpose).toBe('sign-in')
    const followed = await api.call(followEmailLink, { body: { token }, ...sentFrom(createAddress()) })
    expect((await api.call(readMe, { token: followed.token ?? '' })).user.email).toBe(email)
    expect((await tryLogin({ id: email, device: followed.device ?? '' })).status).toBe(200)
    expect((await api.request(followEmailLink, { body: { token } })).body.code).toBe('expired')
  })

  test('answers like an address without one', async () => {
    const { email } = await createSomebody()
    const answers = []
    for (const id of [email, 'nobody-at-all@example.test'])
      answers.push([...(await guessOften(id)), (await tryLogin({ id, word: 'one more' })).body.code])
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.at(-1)).toBe('link_required')
    expect(await listMails('nobody-at-all@example.test')).toEqual([])
  })

  test('is as before on the next day', async () => {
    const { email } = await createSomebody()
    await guessOften(email)
    expect((await tryLogin({ id: email })).status).toBe(401)
    factors.api.clock.now = new Date('2026-11-21T00:00:01Z')
    expect((await tryLogin({ id: email })).status).toBe(200)
  })

  test('mails few links, all of which work', async () => {
    const { email } = await createSomebody()
    await guessOften(email)
    for (let at = 0; at < 5; at++) await tryLogin({ id: email })
    const tokens = await readLinkTokens(factors.api.db, email, 'sign-in-link')
    expect(tokens).toHaveLength(rateLimits.mail)
    expect((await factors.api.call(readEmailLink, { body: { token: tokens[0] ?? '' } })).purpose).toBe(
      'sign-in',
    )
  })

  test('still asks for its second factor after the link', async () => {
    const { api } = factors
    const person = await factors.createPerson()
    const { secret } = await factors.enrolTotp(person)
    await guessOften(person.email)
    await tryLogin({ id: person.email })
    const [token = ''] = await readLinkTokens(api.db, person.email, 'sign-in-link')
    const followed = await api.call(followEmailLink, { body: { token } })
    expect(followed).toMatchObject({ token: null, device: expect.any(String) })
    const { body } = await tryLogin({ id: person.email, device: followed.device ?? '' })
    const { challenge } = body as unknown as { challenge: { token: string } }
    const code = createTotpCode(secret, api.clock.now)
    expect((await factors.answer(challenge.token, { code })).status).toBe(200)
  })
})

describe('somebody who knows the password but not the second factor', () => {
  async function enrolSomebody() {
    const person = await factors.createPerson()
    const enrolled = await factors.enrolTotp(person)
    const { body } = await tryLogin({ id: person.email, address: '10.200.0.1' })
    const { challenge } = body as unknown as { challenge: { token: string } }
    const code = createTotpCode(enrolled.secret, factors.api.clock.now)
    const signedIn = await factors.answer(challenge.token, { code })
    factors.nextStep()
    return { person, ...enrolled, device: (signedIn.body as unknown as { device: string }).device }
  }

  async function answerFrom(
    id: string,
    answer: object,
    { device, address = createAddress() }: Partial<Login> = {},
  ) {
    const { body } = await tryLogin({ id, device, address })
    const { challenge } = body as unknown as { challenge: { token: string } }
    return factors.api.request(completeSignIn, {
      body: { challenge: challenge.token, device, ...answer },
      ...sentFrom(address),
    })
  }

  test('is reported to the owner, and does not keep the owner out', async () => {
    const { person, secret, recoveryCodes, device } = await enrolSomebody()
    const { email } = person
    const fields: unknown[] = []
    for (let at = 0; at <= rateLimits['wrong-code']; at++) {
      const { body } = await answerFrom(email, { code: '000000' })
      fields.push((body.fields as Record<string, { code: string }> | undefined)?.code?.code)
    }
    expect(new Set(fields.slice(0, -1))).toEqual(new Set(['code_wrong']))
    expect(fields.at(-1)).toBe('code_guarded')
    expect((await listMails(email)).filter((kind) => kind === 'password-known')).toHaveLength(1)
    const code = () => createTotpCode(secret, factors.api.clock.now)
    expect((await answerFrom(email, { code: code() })).status).toBe(422)
    expect((await answerFrom(email, { code: code() }, { device })).status).toBe(200)
    expect((await answerFrom(email, { code: recoveryCodes[0] })).status).toBe(200)
  })

  test('uses up the tries of the own network only', async () => {
    const { person, recoveryCodes } = await enrolSomebody()
    const address = createAddress()
    for (let at = 0; at < rateLimits['second-factor']; at++)
      await answerFrom(person.email, { code: '000000' }, { address })
    expect((await answerFrom(person.email, { code: recoveryCodes[0] }, { address })).status).toBe(429)
    expect((await answerFrom(person.email, { code: recoveryCodes[0] })).status).toBe(200)
  })
})

describe('mails that strangers ask for', () => {
  const requestReset = (email: string, address = createAddress(), device?: string) =>
    factors.api.request(requestPasswordReset, { body: { email, device }, ...sentFrom(address) })

  test('are few a day, and the mailbox always holds a link that works', async () => {
    const { api } = factors
    const { email } = await createSomebody()
    const { device } = (await tryLogin({ id: email })).body as { device?: string }
    for (let minute = 0; minute < 4 * 60; minute += 4) {
      expect((await requestReset(email)).status).toBe(200)
      const tokens = await readLinkTokens(api.db, email, 'reset-password')
      const statuses = []
      for (const token of tokens.slice(-2))
        statuses.push(
          (await api.request(readEmailLink, { body: { token }, ...sentFrom(createAddress()) })).status,
        )
      expect(statuses).toContain(200)
      api.clock.now = new Date(api.clock.now.getTime() + 240_000)
      await execRaw(api.db, 'delete from used_request_ids')
    }
    const mails = (await listMails(email)).filter((kind) => kind === 'reset-password').length
    expect(mails).toBeLessThanOrEqual(rateLimits['mail-day'] + 8)
    await requestReset(email, createAddress(), device)
    expect((await listMails(email)).filter((kind) => kind === 'reset-password')).toHaveLength(mails + 1)
  })

  test('are limited by the network that asks', async () => {
    const address = createAddress()
    for (let at = 0; at < rateLimits['mail-sender']; at++)
      expect((await requestReset(`nobody${at}@example.test`, address)).status).toBe(200)
    factors.api.clock.now = new Date(factors.api.clock.now.getTime() + 3_600_000)
    expect((await requestReset('nobody@example.test', address)).status).toBe(429)
    const [events] = await queryRaw<{ count: number }>(
      factors.api.db,
      `select count(*)::integer from security_events where kind = 'reset-requested' and address = $1`,
      [address],
    )
    expect(events?.count).toBe(rateLimits['mail-sender'])
    expect((await requestReset('nobody@example.test')).status).toBe(200)
  })
})
