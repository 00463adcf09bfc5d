import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { join, login } from '#contract/people/auth.ts'
import { followEmailLink, requestPasswordReset } from '#contract/people/email-links.ts'
import { listMembers } from '#contract/people/members.ts'
import { addTotp, completeSignIn, startTotp } from '#contract/people/second-factor.ts'
import { readMe } from '#contract/people/session.ts'
import { createSignInCode, exchangeSignInCode } from '#contract/people/sign-in-codes.ts'
import { anonymizeAccount } from '#server/people/credentials/accounts.ts'
import { deleteExpiredRows } from '#server/people/credentials/expiry.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import { createAccount, createSite, password, signIn } from '#tests/support/accounts.ts'
import { type Api, type CallOptions, startApi } from '#tests/support/api.ts'
import { createTotpCode } from '#tests/support/authenticator.ts'
import { readLinkTokens } from '#tests/support/mails.ts'
import { runOperator } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { requireToken } from '#tests/support/require-token.ts'
import { clearAuditLog } from '#tests/support/traces.ts'

let api: Api
let site: Site
let key: string
let otherKey: string
let memberId: number
const lines: string[] = []
const secrets: string[] = []

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  api = await startApi(undefined, pino({ level: 'debug' }, sink))
  site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  memberId = await createAccount(api.db, site, 'Member@example.test', manager)
  const other = await createSite(api.db, 'other.test')
  await createAccount(api.db, other, 'boss@other.test')
  await createAccount(api.db, other, 'member@example.test')
  key = await createPartnerKey('example.test')
  otherKey = await createPartnerKey('other.test', '--allow-managers')
})
afterAll(() => api.close())
beforeEach(async () => {
  // Each test gets its own minute.
  api.clock.now = new Date(api.clock.now.getTime() + 60_000)
  await execRaw(api.db, 'delete from rate_limit_windows')
})

async function createPartnerKey(domain: string, ...options: string[]): Promise<string> {
  const { lines } = await runOperator(api.db, 'partner', 'add', 'Shop', '--site', domain, ...options)
  const made = /^key (hookline_[\w-]{43}) /.exec(lines[1] ?? '')?.[1] ?? ''
  secrets.push(made)
  return made
}

/** Calls the API as a partner's server does: with its key, and without anything that a page sends. */
async function requestCode(body: unknown, authorization: string | undefined = `Bearer ${key}`) {
  const reply = await api.send(createSignInCode.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: reply.status, headers: reply.headers, body: await reply.json() }
}

async function createCode(email = 'member@example.test', authorization?: string): Promise<string> {
  const { status, body } = await requestCode({ email }, authorization)
  if (status !== 200) throw new Error(`no code: ${JSON.stringify(body)}`)
  secrets.push(body.code)
  return body.code
}

const exchangeCode = (code: string, options: CallOptions = {}) =>
  api.request(exchangeSignInCode, { ...options, body: { code } })

const expiredRefusal = [410, 'expired']
async function readRefusal(code: string, options?: CallOptions) {
  const { status, body } = await exchangeCode(code, options)
  return [status, body.code]
}

const countCodes = async () => (await queryRaw(api.db, 'select code_hash from sign_in_codes')).length
const countSessions = async () =>
  (await queryRaw(api.db, 'select id from sessions where account_id = $1', [memberId])).length

let careful = 0

/** An account with an authenticator app. */
async function createCarefulPerson() {
  const email = `careful${++careful}@example.test`
  const id = await createAccount(api.db, site, email, undefined, false)
  const token = await signIn(api, email)
  const { secret, challenge } = await api.call(startTotp, { token, body: { password } })
  const createTotp = () => createTotpCode(secret, api.clock.now)
  await api.call(addTotp, { token, body: { challenge, code: createTotp() } })
  api.clock.now = new Date(api.clock.now.getTime() + 30_000)
  await queryRaw(api.db, 'update accounts set email_confirmed_at = now() where id = $1', [id])
  return { id, email, createTotp }
}

async function followResetLink(email: string): Promise<void> {
  await api.call(requestPasswordReset, { body: { email } })
  const [link = ''] = await readLinkTokens(api.db, email)
  await api.call(followEmailLink, { body: { token: link, newPassword: 'another one' } })
}

const resetAsOperator = (email: string) =>
  runOperator(api.db, 'account', 'password', email, '--site', 'example.test')

describe('a code', () => {
  test('signs one of the site’s people in', async () => {
    const { status, headers, body } = await requestCode({ email: ' MEMBER@Example.test ' })
    expect([status, body.expiresInSeconds, body.success]).toEqual([200, 60, true])
    expect(body.code).toMatch(/^[\w-]{43}$/)
    expect(headers.get('Cache-Control')).toBe('no-store')
    const token = requireToken(await api.call(exchangeSignInCode, { body: { code: body.code } }))
    expect((await api.call(readMe, { token })).user).toMatchObject({ id: memberId, permission_flag: 0 })
    expect((await api.request(listMembers, { token })).body.code).toBe('forbidden')
    const [account] = await queryRaw<{ at: string }>(
      api.db,
      'select last_sign_in_at as at from accounts where id = $1',
      [memberId],
    )
    expect(new Date(account?.at ?? 0)).toEqual(api.clock.now)
    const [session] = await queryRaw(api.db, 'select user_agent from sessions where account_id = $1', [
      memberId,
    ])
    expect(session).toEqual({ user_agent: 'hookline-tests' })
  })

  test('begins a session that ends like any other: thirty days without use, ninety in all', async () => {
    const begin = async () => {
      const { body } = await exchangeCode(await createCode())
      return { token: requireToken(body), start: api.clock.now.getTime() }
    }
    const isAlive = async ({ token, start }: Awaited<ReturnType<typeof begin>>, day: number) => {
      api.clock.now = new Date(start + day * 86_400_000)
      return (await api.request(readMe, { token })).status === 200
    }
    const unused = await begin()
    expect(await isAlive(unused, 31)).toBe(false)
    const used = await begin()
    for (const day of [25, 50, 75, 89]) expect(await isAlive(used, day)).toBe(true)
    expect(await isAlive(used, 91)).toBe(false)
  })

  test('is recorded when it is made and when it is traded, by whom and from where', async () => {
    await clearAuditLog(api.db)
    const code = await createCode()
    await exchangeCode(code, { tamper: (sent) => Object.assign(sent, { 'X-Forwarded-For': '203.0.113.5' }) })
    const recorded = await queryRaw<{ actor: string; actor_id: number; site_id: number }>(
      api.db,
      'select actor, actor_id, address, action, subject, subject_id, detail from audit_log order by id',
    )
    expect(recorded).toMatchObject([
      { actor: 'partner', action: 'createSignInCode', subject: 'account', subject_id: String(memberId) },
      { actor: 'account', actor_id: memberId, address: '203.0.113.5', action: 'exchangeSignInCode' },
    ])
    expect(JSON.stringify(recorded)).not.toContain(code)
  })

  test('stands in the database as its hash alone', async () => {
    const code = await createCode()
    const [row] = await queryRaw<{ hash: string }>(
      api.db,
      `select encode(code_hash, 'hex') as hash from sign_in_codes where account_id = $1 order by expires_at desc limit 1`,
      [memberId],
    )
    expect(row?.hash).toBe(createHash('sha256').update(code).digest('hex'))
  })

  test('counts once', async () => {
    const code = await createCode()
    expect((await exchangeCode(code)).status).toBe(200)
    const before = await countSessions()
    expect(await readRefusal(code)).toEqual(expiredRefusal)
    expect(await countSessions()).toBe(before)
  })

  test('counts for one of twenty who trade it at once', async () => {
    const code = await createCode()
    const before = await countSessions()
    const replies = await Promise.all(Array.from({ length: 20 }, () => exchangeCode(code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'expired')).toHaveLength(19)
    expect(await countSessions()).toBe(before + 1)
  })

  test('counts for sixty seconds', async () => {
    const [early, late] = [await createCode(), await createCode()]
    api.clock.now = new Date(api.clock.now.getTime() + 59_999)
    expect((await exchangeCode(early)).status).toBe(200)
    api.clock.now = new Date(api.clock.now.getTime() + 1)
    expect(await readRefusal(late)).toEqual(expiredRefusal)
  })

  test('is not made for a manager, unless the key was made for managers, too', async () => {
    const refused = await requestCode({ email: 'boss@example.test' })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    const code = await createCode('boss@other.test', `Bearer ${otherKey}`)
    expect((await exchangeCode(code, { domain: 'other.test' })).status).toBe(200)
  })

  test('of a member who becomes a manager in the meantime signs nobody in', async () => {
    const code = await createCode()
    await queryRaw(api.db, `update accounts set roles = '{manager}' where id = $1`, [memberId])
    expect(await readRefusal(code)).toEqual(expiredRefusal)
    await queryRaw(api.db, `update accounts set roles = '{member}' where id = $1`, [memberId])
  })

  test('ends what a stranger made of the address that nobody had confirmed', async () => {
    const body = { email: 'victim@example.test', password: 'the stranger’s', nickname: 'stranger' }
    const { token: strangers } = await api.call(join, { body })
    const token = requireToken(
      await api.call(exchangeSignInCode, { body: { code: await createCode(body.email) } }),
    )
    expect((await api.request(readMe, { token: strangers })).body.code).toBe('unauthenticated')
    const attempt = { body: { id: body.email, password: body.password } }
    expect((await api.request(login, attempt)).body.code).toBe('wrong_credentials')
    expect((await api.call(readMe, { token })).user).toMatchObject({ unconfirmed: false })
    // A later code ends nothing.
    await exchangeCode(await createCode(body.email))
    expect((await api.request(readMe, { token })).status).toBe(200)
  })

  test('of an account with a second factor goes on with that factor', async () => {
    const { id, email, createTotp } = await createCarefulPerson()
    const result = await api.call(exchangeSignInCode, { body: { code: await createCode(email) } })
    if (!('challenge' in result)) throw new Error('no challenge')
    expect([Object.keys(result), result.challenge.methods]).toEqual([
      ['challenge', 'success', 'message'],
      ['totp', 'recovery-code'],
    ])
    const body = { challenge: result.challenge.token, code: createTotp() }
    const { token } = await api.call(completeSignIn, { body })
    expect((await api.call(readMe, { token })).user.id).toBe(id)
    const [last] = await queryRaw(
      api.db,
      'select method, has_second_factor from sessions order by id desc limit 1',
    )
    expect(last).toEqual({ method: 'partner', has_second_factor: true })
  })

  test.each([
    ['a link sets a new password', followResetLink],
    ['the operator ends the password', resetAsOperator],
  ] as const)('begins no sign-in that goes on after %s', async (_, end) => {
    const { email, createTotp } = await createCarefulPerson()
    const result = await api.call(exchangeSignInCode, { body: { code: await createCode(email) } })
    if (!('challenge' in result)) throw new Error('no challenge')
    await end(email)
    const body = { challenge: result.challenge.token, code: createTotp() }
    expect((await api.request(completeSignIn, { body })).body.code).toBe('challenge_expired')
  })

  test('counts on its own site only, and is not lost by being tried on another', async () => {
    const code = await createCode()
    expect(await readRefusal(code, { domain: 'other.test' })).toEqual(expiredRefusal)
    expect((await exchangeCode(code, { domain: 'nowhere.test' })).body.code).toBe('unknown_site')
    const there = await createCode('member@example.test', `Bearer ${otherKey}`)
    expect(await readRefusal(there)).toEqual(expiredRefusal)
    expect((await exchangeCode(code)).status).toBe(200)
    expect((await exchangeCode(there, { domain: 'other.test' })).status).toBe(200)
  })

  test.each(['', 'x', 'A'.repeat(43), 'Ω'.repeat(43), '%00', `${'A'.repeat(200)}`])(
    'that nobody has made is expired: %j',
    async (code) => expect(await readRefusal(code)).toEqual(expiredRefusal),
  )

  test('that is no text, or far too long, is refused as such', async () => {
    for (const code of [undefined, 7, null, 'A'.repeat(201)])
      expect((await api.request(exchangeSignInCode, { body: { code } })).body.code).toBe('invalid')
  })

  test('ends with the person', async () => {
    const id = await createAccount(api.db, site, 'going@example.test', undefined, false)
    const code = await createCode('going@example.test')
    await queryRaw(
      api.db,
      `update accounts
      set removed_at = now(),
        email = null
      where id = $1`,
      [id],
    )
    expect(await readRefusal(code)).toEqual(expiredRefusal)
    const again = await requestCode({ email: 'going@example.test' })
    expect([again.status, again.body.code]).toEqual([404, 'not_found'])
  })

  test('that is traded as the person is removed leaves no session', async () => {
    for (let n = 0; n < 4; n++) {
      const email = `leaving${n}@example.test`
      const id = await createAccount(api.db, site, email, undefined, false)
      const code = await createCode(email)
      const remove = api.db.transaction(async (tx) => {
        await queryRaw(tx, 'select id from accounts where id = $1 for no key update', [id])
        await anonymizeAccount(tx, id, api.clock.now)
      })
      const [reply] = await Promise.all([exchangeCode(code), remove])
      expect([200, 410]).toContain(reply.status)
      expect(await queryRaw(api.db, 'select id from sessions where account_id = $1', [id])).toEqual([])
      expect(await readRefusal(code)).toEqual(expiredRefusal)
    }
  })

  test('is swept when it has run out', async () => {
    await execRaw(api.db, 'delete from sign_in_codes')
    await createCode()
    await deleteExpiredRows(api.db, new Date(api.clock.now.getTime() + 59_999))
    expect(await countCodes()).toBe(1)
    await deleteExpiredRows(api.db, new Date(api.clock.now.getTime() + 60_000))
    expect(await countCodes()).toBe(0)
  })

  test('is tried a hundred times from one address, then no more', async () => {
    const from = (sent: Record<string, string>) => Object.assign(sent, { 'X-Forwarded-For': '198.51.100.7' })
    for (let n = 0; n < 100; n++) await exchangeCode('A'.repeat(43), { tamper: from })
    const code = await createCode()
    const refused = await exchangeCode(code, { tamper: from })
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await exchangeCode(code)).status).toBe(200)
  })
})

describe('a partner’s key', () => {
  const body = { email: 'member@example.test' }

  test.each([
    ['nothing', undefined],
    ['no key', 'Bearer'],
    ['an empty key', 'Bearer '],
    ['another kind of it', () => `Basic ${key}`],
    ['a key that nobody has', `Bearer hookline_${'A'.repeat(43)}`],
    ['a key and more', () => `Bearer ${key} ${key}`],
    ['a key that is cut off', () => `Bearer ${key.slice(0, -1)}`],
    ['the key alone', () => key],
  ])('is needed: %s is refused', async (_, given) => {
    const before = await countCodes()
    const refused = await requestCode(body, typeof given === 'function' ? given() : (given ?? ''))
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated'])
    expect(await countCodes()).toBe(before)
  })

  test('cannot be replaced by a person’s session', async () => {
    const token = requireToken(await api.call(exchangeSignInCode, { body: { code: await createCode() } }))
    expect((await api.request(createSignInCode, { token, body })).body.code).toBe('unauthenticated')
    expect((await requestCode(body, `Bearer ${token}`)).body.code).toBe('unauthenticated')
  })

  test('opens its own site’s accounts only', async () => {
    const unknown = await requestCode({ email: 'boss@other.test' })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
    expect((await requestCode({ email: 'nobody@example.test' })).body.code).toBe('not_found')
    // The same email exists on both sites, and each key opens the account on its own site.
    const token = requireToken(await api.call(exchangeSignInCode, { body: { code: await createCode() } }))
    expect((await api.call(readMe, { token })).user.id).toBe(memberId)
  })

  test('does not make bad input good', async () => {
    const before = await countCodes()
    expect((await requestCode({})).body.code).toBe('invalid')
    expect((await requestCode({ email: 'no email' })).body.fields.email.code).toBe('email_invalid')
    expect((await requestCode({ email: 'a\0b@example.test' })).status).toBe(422)
    expect((await requestCode('{"email":')).body.code).toBe('malformed')
    expect((await requestCode({ email: 'x'.repeat(70_000) })).status).toBe(413)
    expect(await countCodes()).toBe(before)
  })

  test('asks for sixty codes a minute at most, and another key for its own sixty', async () => {
    for (let n = 0; n < 60; n++) await requestCode({ email: 'nobody@example.test' })
    const refused = await requestCode(body)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    expect((await requestCode({ email: 'boss@other.test' }, `Bearer ${otherKey}`)).status).toBe(200)
    api.clock.now = new Date(api.clock.now.getTime() + 60_000)
    expect((await requestCode(body)).status).toBe(200)
  })

  test('is dead at once when it is revoked, with the codes that it has made', async () => {
    const leaked = await createPartnerKey('example.test')
    const [code, kept] = [await createCode(undefined, `Bearer ${leaked}`), await createCode()]
    const [row] = await queryRaw<{ id: number }>(api.db, 'select max(id) as id from partner_keys')
    await runOperator(api.db, 'partner', 'revoke', String(row?.id))
    expect((await requestCode(body, `Bearer ${leaked}`)).body.code).toBe('unauthenticated')
    expect(await readRefusal(code)).toEqual(expiredRefusal)
    expect((await exchangeCode(kept)).status).toBe(200)
  })

  test('tells when it was used last, to the hour', async () => {
    const used = async () =>
      (
        await queryRaw<{ at: string }>(
          api.db,
          `select last_used_at as at from partner_keys k join sites s on s.id = k.site_id where domain = 'example.test' order by k.id limit 1`,
        )
      )[0]?.at
    api.clock.now = new Date(api.clock.now.getTime() + 2 * 3_600_000)
    await createCode()
    const first = await used()
    expect(new Date(first ?? 0)).toEqual(api.clock.now)
    api.clock.now = new Date(api.clock.now.getTime() + 60_000)
    await createCode()
    expect(await used()).toBe(first)
  })
})

test('no line of the log holds a key or a code, and no table holds a key', async () => {
  const log = lines.join('')
  expect(log).toContain(`"path":"/api/${createSignInCode.path}"`)
  for (const secret of secrets) expect(log).not.toContain(secret)
  const [row] = await queryRaw<{ hash: string }>(
    api.db,
    `select encode(key_hash, 'hex') as hash from partner_keys order by id limit 1`,
  )
  expect(row?.hash).toBe(createHash('sha256').update(key).digest('hex'))
})
