import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addPasskey,
  readSecondFactors,
  removePasskey,
  renamePasskey,
  startConfirmation,
  startPasskey,
  startPasskeySignIn,
} from '#contract/people/second-factor.ts'
import { readMe } from '#contract/people/session.ts'
import { createAccount, createSite, listAuditEntries, password, signIn } from '#tests/support/accounts.ts'
import { authenticatorKinds, createAuthenticator } from '#tests/support/authenticator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  describeRefusal,
  domain,
  expired,
  origin,
  rejected,
  startFactorApi,
} from '#tests/support/second-factor.ts'

const { reset, api, otherSite, createPerson, enrolPasskey, startSignIn, answer, isSignedIn, listMail } =
  await startFactorApi()
afterAll(() => api.close())
beforeEach(reset)

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

  test.each(authenticatorKinds)(
    'of each kind of authenticator signs in again and again: %s',
    async (kind) => {
      const me = await createPerson()
      const { authenticator } = await enrolPasskey(me, 'Mine', kind)
      for (let time = 0; time < 3; time++) {
        const challenge = await startSignIn(me)
        if (!challenge.passkey) throw new Error('no request')
        const assertion = authenticator.assert(challenge.passkey)
        expect((await answer(challenge.token, { assertion })).status).toBe(200)
      }
      const alone = await api.call(startPasskeySignIn)
      const { status } = await answer(alone.token, { assertion: authenticator.assert(alone.passkey) })
      expect(status).toBe(kind === 'security key' ? 401 : 200)
    },
  )

  test('is made with EdDSA or ES256 where the device can, else with RS256, and with nothing else', async () => {
    const me = await createPerson()
    const { passkey } = await api.call(startPasskey, { token: me.token, body: { password } })
    expect(passkey.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
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
