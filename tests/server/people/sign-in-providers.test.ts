// @module-tag adapter
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { followEmailLink, requestPasswordReset } from '#contract/people/email-links.ts'
import { addMember } from '#contract/people/member-management.ts'
import {
  addTotp,
  completeSignIn,
  confirmSession,
  removeTotp,
  startTotp,
} from '#contract/people/second-factor.ts'
import { listSecurityEvents } from '#contract/people/security-events.ts'
import { logout, readMe } from '#contract/people/session.ts'
import { createSignInCode, exchangeSignInCode } from '#contract/people/sign-in-codes.ts'
import {
  finishProviderSignIn,
  joinWithProvider,
  linkProvider,
  listLinkedSignIns,
  startProviderLink,
  startProviderSignIn,
  unlinkProvider,
} from '#contract/people/sign-in-providers.ts'
import { readMeta } from '#contract/portal/site.ts'
import { anonymizeAccount } from '#server/people/credentials/accounts.ts'
import { deleteExpiredRows } from '#server/people/credentials/expiry.ts'
import { ProviderError } from '#server/people/sign-in/providers/client.ts'
import { createOidcClient } from '#server/people/sign-in/providers/oidc.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import {
  createAccount,
  createSite,
  createStaff,
  findPerson,
  password,
  signInByPassword,
  signIn as startTestSession,
} from '#tests/support/accounts.ts'
import { createTotpCode } from '#tests/support/authenticator.ts'
import type { ProviderFaults, ProviderUser } from '#tests/support/fake-oidc-provider.ts'
import { readLinkTokens } from '#tests/support/mails.ts'
import { runOperator } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { addProvider, startProviderApi } from '#tests/support/sign-in-providers.ts'

const { api, fake, origin, begin, finish, signIn, readRefusal, close } = await startProviderApi()
let site: Site
let provider: number
let networkId: number
afterAll(close)

beforeAll(async () => {
  site = await createSite(api.db)
  networkId = await createAccount(api.db, site, 'boss@example.test')
  await createSite(api.db, 'other.test')
  provider = await addProvider(api, fake, { options: ['--name', 'Studio ID'] })
})
beforeEach(async () => {
  fake.faults = {}
  await execRaw(api.db, 'delete from rate_limit_windows')
})

let count = 0
/** Somebody new at the provider. */
function chooseUser(more: Partial<ProviderUser> = {}): ProviderUser {
  count++
  const email = `person${count}@example.test`
  fake.user = { sub: `subject-${count}`, email, email_verified: true, name: `Person ${count}`, ...more }
  return fake.user
}

const createMember = async (email: string) => createAccount(api.db, site, email, networkId, false)

/** A person with a link, who is at the provider now. */
async function createLinkedMember(more: Partial<ProviderUser> = {}) {
  const user = chooseUser(more)
  const email = user.email ?? ''
  const id = await createMember(email)
  await insertLink(id, user.sub)
  return { id, email, user }
}

const insertLink = (accountId: number, subject: string, providerId = provider) =>
  queryRaw(
    api.db,
    `insert into linked_sign_ins (account_id, provider_id, subject, email, linked_at)
    values ($1, $2, $3, 'as@the.provider', now())`,
    [accountId, providerId, subject],
  )

const listLinks = (accountId: number) =>
  queryRaw<{ subject: string }>(
    api.db,
    'select subject from linked_sign_ins where account_id = $1 order by id',
    [accountId],
  )

const countSessions = async () => (await queryRaw(api.db, 'select id from sessions')).length

const readMethod = async (token: string) => {
  const { user } = await api.call(readMe, { token })
  const [session] = await queryRaw(
    api.db,
    `select method, has_second_factor as factor, factor_proved_at is not null as proved, confirmed_at is not null as confirmed
    from sessions
    where account_id = $1
    order by id desc
    limit 1`,
    [user.id],
  )
  return session
}

const requireSession = (outcome: object): string => {
  if ('token' in outcome && typeof outcome.token === 'string') return outcome.token
  throw new Error(JSON.stringify(outcome))
}

async function signInByPartner(email: string): Promise<string> {
  const { lines } = await runOperator(api.db, 'partner', 'add', 'Shop', '--site', 'example.test')
  const key = /^key (\S+) /.exec(lines[1] ?? '')?.[1]
  const reply = await api.send(createSignInCode.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ email }),
  })
  const { code } = (await reply.json()) as { code: string }
  return (await api.request(exchangeSignInCode, { body: { code } })).body.token
}

/** A session that has proved the account by its password now. */
async function startLink(email: string, providerId = provider) {
  const token = await startTestSession(api, email)
  const started = await api.call(startProviderLink, {
    token,
    body: { provider: providerId, origin, password },
  })
  return { session: token, token: started.token, answer: await fake.visit(started.url) }
}

describe('a site', () => {
  test('names its providers before anybody is signed in, and nothing else of them', async () => {
    const { metadata } = await api.call(readMeta, { query: { domain: 'example.test' } })
    expect(metadata.sign_in_providers).toEqual([{ id: provider, name: 'Studio ID', audience: 'everybody' }])
    const other = await api.call(readMeta, { query: { domain: 'other.test' } })
    expect(other.metadata).not.toHaveProperty('sign_in_providers')
  })

  test('has a secret that is encrypted, and in no list or log', async () => {
    const [row] = await queryRaw<{ secret: Uint8Array }>(
      api.db,
      'select client_secret as secret from sign_in_providers where id = $1',
      [provider],
    )
    expect(Buffer.from(row?.secret ?? []).includes(fake.client.secret)).toBe(false)
    const { text } = await runOperator(api.db, 'provider', 'list', '--json')
    const audit = JSON.stringify(await queryRaw(api.db, 'select detail from audit_log'))
    expect(`${text}${audit}`).not.toContain(fake.client.secret)
    expect(JSON.parse(text)).toMatchObject([{ site: 'example.test', factorClaims: ['amr:mfa'] }])
  })
})

describe('a sign-in', () => {
  test('asks the provider with state, nonce and PKCE, and for one address alone', async () => {
    const { url } = await api.call(startProviderSignIn, { body: { provider, origin } })
    const { searchParams } = new URL(url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: fake.client.id,
      redirect_uri: `${origin}/external/provider`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
  })

  test('signs a linked person in, whatever the address at the provider is now', async () => {
    const { id, user } = await createLinkedMember()
    fake.user = { ...user, email: 'married@example.test' }
    const token = requireSession(await signIn(provider))
    expect((await api.call(readMe, { token })).user).toMatchObject({ id, email: user.email })
    expect(await readMethod(token)).toEqual({
      method: 'provider',
      factor: false,
      proved: false,
      confirmed: false,
    })
    const { links } = await api.call(listLinkedSignIns, { token })
    expect(links).toMatchObject([{ name: 'Studio ID', email: 'married@example.test' }])
    expect(links[0]?.lastUsedAt).not.toBeNull()
    fake.user = { ...user, email_verified: false }
    expect(await signIn(provider)).toHaveProperty('token')
    const { events } = await api.call(listSecurityEvents, { token })
    expect(events[0]?.kind).toBe('new-device')
  })

  test('ends with a sign-out', async () => {
    await createLinkedMember()
    const token = requireSession(await signIn(provider))
    await api.call(logout, { token })
    expect((await api.request(readMe, { token })).status).toBe(401)
  })

  test('answers once, to the browser that began, on the same site, within ten minutes', async () => {
    await createLinkedMember()
    const first = await begin(provider)
    const second = await begin(provider)
    const refused = async (body: { token: string; answer: string }, domain?: string) =>
      (await finish(body, domain ? { domain } : {})).body.code
    expect(await refused({ token: 'a'.repeat(43), answer: first.answer })).toBe('expired')
    expect(await refused(first, 'other.test')).toBe('expired')
    // Login CSRF: the answer of somebody else's browser.
    expect(await refused({ token: first.token, answer: second.answer })).toBe('provider_refused')
    expect((await finish(second)).status).toBe(200)
    expect(await refused(second)).toBe('expired')
    const late = await begin(provider)
    const { now } = api.clock
    api.clock.now = new Date(now.getTime() + 10 * 60_000)
    expect(await refused(late)).toBe('expired')
    await deleteExpiredRows(api.db, api.clock.now)
    expect(await queryRaw(api.db, 'select token_hash from provider_sign_ins')).toEqual([])
    api.clock.now = now
  })

  test.each([
    'https://evil.example',
    'https://example.test.evil.example',
    'http://example.test',
    'https://example.test/path',
    'https://example.test:8443',
    'null',
  ])('does not send the answer to %s', async (elsewhere) => {
    const reply = await api.request(startProviderSignIn, { body: { provider, origin: elsewhere } })
    expect([reply.status, reply.body.code]).toEqual([422, 'invalid'])
  })

  test('uses the providers of the own site only', async () => {
    const reply = await api.request(startProviderSignIn, {
      domain: 'other.test',
      body: { provider, origin: 'https://other.test' },
    })
    expect(reply.body.code).toBe('not_found')
  })
})

const seconds = () => Math.floor(Date.now() / 1000)

describe('an answer of the provider', () => {
  const wrong: [string, () => ProviderFaults, string][] = [
    ['another nonce', () => ({ claims: { nonce: 'other' } }), 'provider_refused'],
    ['no nonce', () => ({ claims: { nonce: undefined } }), 'provider_refused'],
    ['another issuer', () => ({ claims: { iss: 'https://evil.example' } }), 'provider_refused'],
    ['another issuer in the address', () => ({ iss: 'https://evil.example' }), 'provider_refused'],
    ['another audience', () => ({ claims: { aud: 'other' } }), 'provider_refused'],
    ['an ID token that has expired', () => ({ claims: { exp: seconds() - 120 } }), 'provider_refused'],
    ['an ID token without a signature', () => ({ signature: 'none' }), 'provider_refused'],
    ['an ID token that the client could sign', () => ({ signature: 'HS256' }), 'provider_refused'],
    ['an ID token of another key', () => ({ signature: 'other-key' }), 'provider_refused'],
    ['no ID token', () => ({ token: 'no-id-token' }), 'provider_refused'],
    ['an empty subject', () => ({ claims: { sub: '' } }), 'provider_refused'],
    ['another state', () => ({ state: 'other' }), 'provider_refused'],
    [
      'userinfo of somebody else',
      () => ({ userinfo: 'other-person', claims: { email: undefined } }),
      'provider_refused',
    ],
    ['a sign-in that the person has declined', () => ({ error: 'access_denied' }), 'provider_declined'],
    ['an error', () => ({ error: 'server_error' }), 'provider_failed'],
    ['nothing', () => ({ token: 'down' }), 'provider_failed'],
    ['a page instead of tokens', () => ({ token: 'html' }), 'provider_failed'],
    ['an endless reply', () => ({ token: 'huge' }), 'provider_failed'],
    ['a redirect', () => ({ token: 'redirect' }), 'provider_failed'],
  ]

  test.each(wrong)('with %s signs nobody in, and is forgotten', async (_, getFaults, code) => {
    await createLinkedMember()
    const before = await countSessions()
    fake.faults = getFaults()
    const { token, answer } = await begin(provider)
    const reply = await finish({ token, answer })
    expect(reply.body.code).toBe(code)
    expect(reply.body.message).not.toBe('')
    expect(await countSessions()).toBe(before)
    fake.faults = {}
    expect((await finish({ token, answer })).body.code).toBe('expired')
  })

  test('with a code that was used is worth nothing', async () => {
    await createLinkedMember()
    const first = await begin(provider)
    const second = await begin(provider)
    await finish(first)
    const replayed = new URLSearchParams(second.answer)
    replayed.set('code', new URLSearchParams(first.answer).get('code') ?? '')
    expect((await finish({ token: second.token, answer: `?${replayed}` })).body.code).toBe('provider_refused')
  })

  test('may name the person by userinfo alone', async () => {
    const { id } = await createLinkedMember()
    fake.faults = { userinfo: 'only' }
    const token = requireSession(await signIn(provider))
    expect((await api.call(readMe, { token })).user.id).toBe(id)
  })

  test('that nobody can check signs nobody in', async () => {
    const client = { issuer: fake.issuer, clientId: fake.client.id, clientSecret: fake.client.secret }
    const request = {
      state: 's',
      nonce: 'n',
      codeVerifier: 'v'.repeat(43),
      redirectUri: fake.redirectUris[0] ?? '',
    }
    const oidc = createOidcClient()
    const answer = await fake.visit(await oidc.createAuthorizationUrl(client, request))
    fake.faults = { jwks: 'down' }
    const finished = oidc.finish(client, request, new URLSearchParams(answer))
    await expect(finished).rejects.toMatchObject({ kind: 'failed' })
  })

  test('that is slow is not waited for', async () => {
    fake.faults = { discovery: 'slow' }
    const client = { issuer: fake.issuer, clientId: 'a', clientSecret: 'b' }
    const request = {
      state: 's',
      nonce: 'n',
      codeVerifier: 'v',
      redirectUri: 'https://example.test/external/provider',
    }
    const asked = createOidcClient({ timeoutMs: 200 }).createAuthorizationUrl(client, request)
    await expect(asked).rejects.toMatchObject({ kind: 'failed' })
  })

  test.each(['down', 'html', 'other-issuer', 'script-endpoint', 'plain-endpoint'] as const)(
    'about itself that is %s is not believed, and asked for again',
    async (discovery) => {
      fake.faults = { discovery }
      const client = { issuer: fake.issuer, clientId: 'a', clientSecret: 'b' }
      const request = {
        state: 's',
        nonce: 'n',
        codeVerifier: 'v',
        redirectUri: 'https://example.test/external/provider',
      }
      const oidc = createOidcClient()
      await expect(oidc.createAuthorizationUrl(client, request)).rejects.toBeInstanceOf(ProviderError)
      fake.faults = {}
      fake.requests.length = 0
      await oidc.createAuthorizationUrl(client, request)
      await oidc.createAuthorizationUrl(client, request)
      expect(fake.requests).toEqual(['/.well-known/openid-configuration'])
    },
  )
})

describe('an address', () => {
  test('alone links nothing: its person signs in first', async () => {
    const user = chooseUser()
    const email = user.email ?? ''
    const id = await createMember(email)
    const started = await begin(provider)
    const { body } = await finish(started)
    expect(body).toMatchObject({ next: 'prove', provider: 'Studio ID', email })
    expect(body).not.toHaveProperty('token')
    expect(await listLinks(id)).toEqual([])
    const request = (token: string) => api.request(linkProvider, { token, body: { token: started.token } })
    // Not somebody else, and not a session that has proved nothing.
    const stranger = await createMember('stranger@example.test')
    expect((await request(await signInByPassword(api, 'stranger@example.test'))).body.code).toBe(
      'challenge_expired',
    )
    const old = await startTestSession(api, email)
    await execRaw(api.db, `update sessions set confirmed_at = null where account_id = ${id}`)
    expect((await request(old)).body.code).toBe('confirmation_required')
    // A code ends the password of an account whose address nobody had confirmed.
    await execRaw(api.db, `update accounts set email_confirmed_at = now() where id = ${id}`)
    expect((await request(await signInByPartner(email))).body.code).toBe('confirmation_required')
    const token = await signInByPassword(api, email)
    expect((await request(token)).body).toMatchObject({ success: true, provider: 'Studio ID' })
    expect(await listLinks(id)).toEqual([{ subject: user.sub }])
    expect(await listLinks(stranger)).toEqual([])
    expect((await request(token)).body.code).toBe('challenge_expired')
    expect(await signIn(provider)).toHaveProperty('token')
    const mails = await queryRaw(
      api.db,
      `select kind from mails where recipient = '${email}' and kind like 'provider%'`,
    )
    expect(mails).toEqual([{ kind: 'provider-linked' }])
  })

  test.each([[false], ['true'], [undefined]])(
    'that is verified: %s leads to no account',
    async (verified) => {
      const user = chooseUser()
      await createMember(user.email ?? '')
      fake.user = { ...user, ...(verified === undefined ? {} : { email_verified: verified }) }
      if (verified === undefined) delete fake.user.email_verified
      expect(await readRefusal(provider)).toBe('provider_address')
    },
  )

  test('of another domain is refused where the site names some', async () => {
    const narrow = await addProvider(api, fake, {
      domain: 'other.test',
      options: ['--email-domain', 'studio.example'],
    })
    fake.redirectUris.push('https://other.test/external/provider')
    chooseUser()
    const outside = await finish(await begin(narrow, 'other.test'), { domain: 'other.test' })
    expect(outside.body.code).toBe('provider_address')
    chooseUser({ email: 'ann@studio.example' })
    const inside = await finish(await begin(narrow, 'other.test'), { domain: 'other.test' })
    expect(inside.body).toMatchObject({ next: 'join', email: 'ann@studio.example' })
  })
})

describe('a second factor', () => {
  async function createCareful(more: Partial<ProviderUser> = {}) {
    const member = await createLinkedMember(more)
    const session = await startTestSession(api, member.email)
    const { secret, challenge } = await api.call(startTotp, { token: session, body: { password } })
    await api.call(addTotp, {
      token: session,
      body: { challenge, code: createTotpCode(secret, api.clock.now) },
    })
    api.clock.now = new Date(api.clock.now.getTime() + 30_000)
    return { ...member, createCode: () => createTotpCode(secret, api.clock.now) }
  }

  test('of the account follows the provider', async () => {
    const { id, createCode } = await createCareful()
    const outcome = await signIn(provider)
    if (!('challenge' in outcome)) throw new Error(JSON.stringify(outcome))
    const body = { challenge: outcome.challenge.token, code: createCode() }
    const { token } = await api.call(completeSignIn, { body })
    expect((await api.call(readMe, { token })).user.id).toBe(id)
    expect(await readMethod(token)).toMatchObject({
      method: 'provider',
      factor: true,
      proved: true,
      confirmed: false,
    })
  })

  test('ends with the link that it began with', async () => {
    const { id, createCode } = await createCareful()
    const outcome = await signIn(provider)
    if (!('challenge' in outcome)) throw new Error(JSON.stringify(outcome))
    await queryRaw(api.db, 'delete from linked_sign_ins where account_id = $1', [id])
    const body = { challenge: outcome.challenge.token, code: createCode() }
    expect((await api.request(completeSignIn, { body })).body.code).toBe('challenge_expired')
  })

  test('of the provider counts where its claims say so, and changes nothing that signs in', async () => {
    const { createCode } = await createCareful({ amr: ['pwd', 'mfa'] })
    const token = requireSession(await signIn(provider))
    expect(await readMethod(token)).toMatchObject({ method: 'provider', factor: true, proved: false })
    const removed = await api.request(removeTotp, { token, body: { password } })
    expect(removed.body.code).toBe('second_factor_required')
    const confirmed = await api.request(confirmSession, { token, body: { password } })
    expect(confirmed.body.fields).toHaveProperty('code')
    expect(
      (await api.request(confirmSession, { token, body: { password, code: createCode() } })).status,
    ).toBe(200)
  })

  test('of the provider counts by no other claim, and by none where the operator says so', async () => {
    await createCareful({ amr: ['pwd', 'otp'], acr: 'mfa' })
    expect(await signIn(provider)).toHaveProperty('challenge')
    await runOperator(api.db, 'provider', 'set', String(provider), '--second-factor', 'none')
    await createCareful({ amr: ['mfa'] })
    expect(await signIn(provider)).toHaveProperty('challenge')
    await runOperator(api.db, 'provider', 'set', String(provider), '--second-factor', 'acr:high')
    await createCareful({ acr: 'high' })
    expect(await signIn(provider)).toHaveProperty('token')
    await runOperator(api.db, 'provider', 'set', String(provider), '--second-factor', 'amr:mfa')
  })

  test('that a site requires of staff is asked for', async () => {
    const user = chooseUser()
    const id = await createStaff(api.db, site, user.email ?? '', networkId, ['manager'])
    await insertLink(id, user.sub)
    await execRaw(api.db, 'update sites set requires_second_factor = true where id = 1')
    const weak = requireSession(await signIn(provider))
    expect((await api.call(readMe, { token: weak })).user.settings.second_factor_needed).toBe(true)
    fake.user = { ...user, amr: ['mfa'] }
    const strong = requireSession(await signIn(provider))
    expect((await api.call(readMe, { token: strong })).user.settings.second_factor_needed).toBe(false)
    await execRaw(api.db, 'update sites set requires_second_factor = false where id = 1')
  })
})

describe('accounts', () => {
  test('that are gone are nobody’s, and leave no link', async () => {
    const { id } = await createLinkedMember()
    await api.db.transaction((tx) => anonymizeAccount(tx, id, new Date()))
    expect(await listLinks(id)).toEqual([])
    expect(await signIn(provider)).toMatchObject({ next: 'join' })
  })

  test.each([
    ['staff', 'provider_audience', 'token'],
    ['members', 'token', 'provider_audience'],
  ])('for %s: members get %s, staff get %s', async (audience, memberOutcome, staffOutcome) => {
    await runOperator(api.db, 'provider', 'set', String(provider), '--for', audience)
    const outcomeOf = async () => {
      const { body } = await finish(await begin(provider))
      return body.code ?? Object.keys(body).find((name) => name === 'token')
    }
    const { id } = await createLinkedMember()
    expect(await outcomeOf()).toBe(memberOutcome)
    const failures = await queryRaw(
      api.db,
      `select detail from security_events where account_id = $1 and kind = 'sign-in' and is_failure`,
      [id],
    )
    expect(failures).toEqual(memberOutcome === 'token' ? [] : [{ detail: { method: 'provider' } }])
    const user = chooseUser()
    await insertLink(await createStaff(api.db, site, user.email ?? '', networkId, ['reader']), user.sub)
    expect(await outcomeOf()).toBe(staffOutcome)
    await runOperator(api.db, 'provider', 'set', String(provider), '--for', 'everybody')
  })

  test('that wait for approval are signed in, as with a password', async () => {
    const { id } = await createLinkedMember()
    await execRaw(api.db, `update accounts set awaits_approval = true where id = ${id}`)
    const token = requireSession(await signIn(provider))
    expect((await api.call(readMe, { token })).user.awaits_approval).toBe(true)
  })

  test('that somebody made with another’s address lose the links of who made them', async () => {
    const user = chooseUser({ email: 'attacker@example.test' })
    const id = await createMember('victim@example.test')
    await execRaw(
      api.db,
      `update accounts set is_self_registered = true, email_confirmed_at = null where id = ${id}`,
    )
    await insertLink(id, user.sub)
    await api.call(requestPasswordReset, { body: { email: 'victim@example.test' } })
    const [token = ''] = await readLinkTokens(api.db, 'victim@example.test')
    await api.call(followEmailLink, { body: { token, newPassword: 'a better one' } })
    expect(await listLinks(id)).toEqual([])
  })
})

describe('somebody new', () => {
  const join = (token: string, nickname = 'Newcomer') =>
    api.request(joinWithProvider, { body: { token, nickname } })

  test('joins with the verified address, and a name of their own', async () => {
    const user = chooseUser({ name: 'A name that is much too long\u202e' })
    const started = await begin(provider)
    const { body } = await finish(started)
    expect(body).toMatchObject({ next: 'join', email: user.email, nickname: 'A name that' })
    expect((await join(started.token, 'x')).status).toBe(422)
    const joined = await join(started.token)
    expect(joined.status).toBe(200)
    const { user: me } = await api.call(readMe, { token: joined.body.token })
    expect(me).toMatchObject({ email: user.email, nickname: 'Newcomer', unconfirmed: false })
    expect((await join(started.token)).body.code).toBe('challenge_expired')
    expect(await signIn(provider)).toHaveProperty('token')
    await execRaw(api.db, `update sessions set confirmed_at = null`)
    const money = await api.request(unlinkProvider, { token: joined.body.token, body: { id: 1 } })
    expect(money.body.fields).toHaveProperty('password')
  })

  test('waits for approval where the site asks for it', async () => {
    await execRaw(
      api.db,
      `update sites set join_policy = 'approval', default_network_id = ${networkId} where id = 1`,
    )
    chooseUser()
    const started = await begin(provider)
    await finish(started)
    const { body } = await join(started.token)
    expect((await api.call(readMe, { token: body.token })).user.awaits_approval).toBe(true)
    const mails = await queryRaw(api.db, `select recipient from mails where kind = 'join-request'`)
    expect(mails).toContainEqual({ recipient: 'boss@example.test' })
    await execRaw(api.db, `update sites set join_policy = 'open', default_network_id = null where id = 1`)
  })

  test('does not join where people are invited, or with a provider for staff', async () => {
    await execRaw(api.db, `update sites set join_policy = 'invitation' where id = 1`)
    chooseUser()
    expect(await readRefusal(provider)).toBe('join_closed')
    await execRaw(api.db, `update sites set join_policy = 'open' where id = 1`)
    await runOperator(api.db, 'provider', 'set', String(provider), '--for', 'staff')
    expect(await readRefusal(provider)).toBe('provider_audience')
    await runOperator(api.db, 'provider', 'set', String(provider), '--for', 'everybody')
  })

  test('is not made twice, when somebody has taken the address meanwhile', async () => {
    const user = chooseUser()
    const started = await begin(provider)
    await finish(started)
    await createMember(user.email ?? '')
    expect((await join(started.token)).body.code).toBe('taken')
  })
})

describe('an invitation', () => {
  async function invite(email: string): Promise<string> {
    const token = await startTestSession(api, 'boss@example.test')
    await api.call(addMember, { token, body: { user_id: email, nickname: 'Invited' } })
    const [invitation = ''] = await readLinkTokens(api.db, email, 'invitation')
    return invitation
  }

  test('is accepted with the address that was invited', async () => {
    const user = chooseUser()
    const invitation = await invite(user.email ?? '')
    expect(await signIn(provider)).toMatchObject({ next: 'prove' })
    const token = requireSession(await signIn(provider, { invitation }))
    const { user: me } = await api.call(readMe, { token })
    expect(me).toMatchObject({ email: user.email, roles: ['member'], unconfirmed: false })
    const { body } = await finish({ ...(await begin(provider)), invitation })
    expect(body).toHaveProperty('token')
  })

  test('is not accepted with another address, or when it is used up', async () => {
    const invitation = await invite('invited@example.test')
    chooseUser()
    const refuse = async () => (await finish({ ...(await begin(provider)), invitation })).body.code
    expect(await refuse()).toBe('provider_invitation')
    await api.call(followEmailLink, { body: { token: invitation, newPassword: 'a better one' } })
    expect(await refuse()).toBe('expired')
    expect(await listLinks(await findPerson(api.db, 'invited@example.test'))).toEqual([])
  })
})

describe('the account page', () => {
  test('links after the password, and mails it', async () => {
    const user = chooseUser({ email: 'private@elsewhere.test' })
    const id = await createMember('linker@example.test')
    const { session, ...answer } = await startLink('linker@example.test')
    expect((await finish(answer, { token: session })).body).toMatchObject({
      next: 'linked',
      provider: 'Studio ID',
    })
    expect(await listLinks(id)).toEqual([{ subject: user.sub }])
    const { events } = await api.call(listSecurityEvents, { token: session })
    expect(events[0]?.kind).toBe('provider-linked')
    expect(await signIn(provider)).toHaveProperty('token')
  })

  test('asks for the password', async () => {
    await createMember('asked@example.test')
    const token = await startTestSession(api, 'asked@example.test')
    const start = (body: object) =>
      api.request(startProviderLink, { token, body: { provider, origin, ...body } })
    expect((await start({})).body.fields).toHaveProperty('password')
    expect((await start({ password: 'wrong' })).body.fields).toHaveProperty('password')
  })

  test('links nobody but the session that asked', async () => {
    const id = await createMember('first@example.test')
    const other = await createMember('second@example.test')
    chooseUser()
    const { session: _, ...answer } = await startLink('first@example.test')
    const stranger = await startTestSession(api, 'second@example.test')
    expect((await finish(answer, { token: stranger })).body.code).toBe('expired')
    expect((await finish(answer)).body.code).toBe('expired')
    expect([...(await listLinks(id)), ...(await listLinks(other))]).toEqual([])
  })

  test('does not link a person who is linked to another account', async () => {
    await createLinkedMember()
    const id = await createMember('late@example.test')
    const { session, ...answer } = await startLink('late@example.test')
    expect((await finish(answer, { token: session })).body.code).toBe('provider_linked')
    expect(await listLinks(id)).toEqual([])
  })

  test('unlinks after the password, and not the last way to sign in', async () => {
    const { id, email } = await createLinkedMember()
    const token = await startTestSession(api, email)
    const { links, providers } = await api.call(listLinkedSignIns, { token })
    expect(providers).toHaveLength(1)
    const unlink = (body: object) =>
      api.request(unlinkProvider, { token, body: { id: links[0]?.id, ...body } })
    expect((await unlink({})).body.fields).toHaveProperty('password')
    expect((await unlink({ id: 999_999, password })).body.code).toBe('not_found')
    expect((await unlink({ password })).body.links).toEqual([])
    expect(await listLinks(id)).toEqual([])
    expect(await signIn(provider)).toMatchObject({ next: 'prove' })
    const mails = await queryRaw(
      api.db,
      `select kind from mails where recipient = '${email}' and kind like 'provider%'`,
    )
    expect(mails).toEqual([{ kind: 'provider-unlinked' }])
  })
})

describe('the operator', () => {
  const findings = async () => {
    const { text } = await runOperator(api.db, 'doctor', '--json')
    return JSON.parse(text) as { subject: string; status: string; message: string }[]
  }

  test('learns whether a provider answers', async () => {
    const subject = `provider ${provider}`
    expect(await findings()).toContainEqual(expect.objectContaining({ subject, status: 'ok' }))
    fake.faults = { discovery: 'html' }
    expect(await findings()).toContainEqual(expect.objectContaining({ subject, status: 'error' }))
  })

  test('misses no password when somebody signs in otherwise', async () => {
    const { id } = await createLinkedMember()
    const keeper = await createMember('keeper@example.test')
    await execRaw(
      api.db,
      `update accounts set password_hash = null, password_rules = null, email_confirmed_at = now() where id in (${id}, ${keeper});
      update accounts set separated_from = ${networkId} where id = ${keeper};
      insert into passkeys (account_id, credential_id, public_key, counter, name, created_at)
      values (${keeper}, 'a', 'a', 0, 'Key', now());
      insert into installation_grants (account_id, role) values (${id}, 'operator'), (${keeper}, 'operator')`,
    )
    const finding = (await findings()).find(({ subject }) => subject === 'operators')
    expect(finding).toMatchObject({ status: 'ok', message: '2 operators of everything, 2 of them reachable' })
  })
})

test('the token of a sign-in is nowhere in the database', async () => {
  chooseUser()
  const { token } = await begin(provider)
  const rows = JSON.stringify(await queryRaw(api.db, `select p::text from provider_sign_ins p`))
  expect(rows).not.toContain(token)
  expect(finishProviderSignIn.path).not.toContain('token')
})
