import { randomInt } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import { login } from '#contract/people/auth.ts'
import type { PasskeyChallenge, PasskeyCreation } from '#contract/people/second-factor.ts'
import {
  addPasskey,
  completeSignIn,
  confirmSession,
  removePasskey,
  startConfirmation,
  startPasskey,
  startPasskeySignIn,
} from '#contract/people/second-factor.ts'
import type { Endpoint, EndpointOutput } from '#contract/platform/endpoint.ts'
import { requestPayment } from '#contract/settlement/payments.ts'
import { expect, joinAccount, joinedPassword, playlistOrigin, siteUrl, test } from '#tests/support/e2e.ts'
import { callRemote, type RemoteOptions } from '#tests/support/remote-api.ts'

// Chromium's authenticators against the server: unlike tests/support/authenticator.ts, an implementation that is not ours.

interface Device {
  protocol: 'ctap2' | 'u2f'
  ctap2Version?: 'ctap2_1'
  transport: 'internal' | 'usb'
  hasResidentKey?: boolean
  hasUserVerification?: boolean
  isUserVerified?: boolean
}

const phone: Device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
}
const devices: Record<string, Device> = {
  'a device that recognizes its person': phone,
  'a security key without a PIN': { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'usb' },
  'an old security key (U2F)': { protocol: 'u2f', transport: 'usb' },
}

async function addDevice(client: CDPSession, device: Device): Promise<string> {
  const options = { ...device, automaticPresenceSimulation: true }
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', { options })
  return authenticatorId
}

/** @returns what the page sends, or the name of the browser's error */
const createPasskey = (page: Page, creation: PasskeyCreation) =>
  page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    )
    const credential = await navigator.credentials
      .create({ publicKey })
      .catch((error: unknown) => (error as Error).name)
    return typeof credential === 'string' ? credential : (credential as PublicKeyCredential).toJSON()
  }, creation)

/** `changes`: to the server's request, as a page of an attacker would make them. */
const askForPasskey = (page: Page, request: object, changes: object) =>
  page.evaluate(
    async (options) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
      return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON()
    },
    { ...request, ...changes },
  )

for (const [kind, device] of Object.entries(devices))
  test(`${kind} proves who its person is, and nothing that resembles it does`, async ({ page }) => {
    const headers = { 'X-Forwarded-For': ['10', ...[1, 2, 3].map(() => randomInt(1, 255))].join('.') }
    const call = <E extends Endpoint>(endpoint: E, options: RemoteOptions = {}): Promise<EndpointOutput<E>> =>
      callRemote(siteUrl().origin, endpoint, { headers, ...options })
    /** @returns 'ok' or the code of the refusal */
    const tryCall = (endpoint: Endpoint, options: RemoteOptions) =>
      call(endpoint, options).then(
        () => 'ok',
        (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
      )
    const email = await joinAccount()
    const signIn = () => call(login, { body: { id: email, password: joinedPassword } })
    const openSession = async () => {
      const reply = await signIn()
      return 'token' in reply ? reply.token : ''
    }

    const client = await page.context().newCDPSession(page)
    await page.goto('/forgot-password')
    await client.send('WebAuthn.enable')
    let authenticatorId = await addDevice(client, device)
    const unconfirmed = await openSession()
    let token = await openSession()
    const register = async () => {
      const { challenge, passkey } = await call(startPasskey, { token, body: { password: joinedPassword } })
      const attestation = await createPasskey(page, passkey)
      if (typeof attestation === 'string') return attestation
      const added = await call(addPasskey, { token, body: { challenge, name: kind, attestation } })
      token = added.token
      return { id: attestation.id, passkeys: added.factors.passkeys }
    }
    const first = await register()
    if (typeof first === 'string') throw new Error(first)
    expect(await register()).toBe('InvalidStateError')

    const takeSecondStep = async (changes: object = {}) => {
      const reply = await signIn()
      if (!('challenge' in reply) || !reply.challenge.passkey) throw new Error('no request for a passkey')
      const assertion = await askForPasskey(page, reply.challenge.passkey, changes)
      return tryCall(completeSignIn, { body: { challenge: reply.challenge.token, assertion } })
    }
    expect(await takeSecondStep()).toBe('ok')
    expect(await takeSecondStep()).toBe('ok')

    // Alone, and for money, it has to recognize the person.
    const isRecognized = device.isUserVerified === true
    const unverified = {
      userVerification: 'discouraged',
      allowCredentials: [{ type: 'public-key', id: first.id }],
    }
    const signInAlone = async (changes: object) => {
      const { token: challenge, passkey } = await call(startPasskeySignIn)
      return tryCall(completeSignIn, {
        body: { challenge, assertion: await askForPasskey(page, passkey, changes) },
      })
    }
    const confirm = async (changes: object): Promise<string> => {
      const { challenge } = await call(startConfirmation, { token: unconfirmed })
      const { token: name, passkey } = challenge as PasskeyChallenge
      const body = { challenge: name, assertion: await askForPasskey(page, passkey, changes) }
      const confirmed = await call(confirmSession, { token: unconfirmed, body }).catch(() => null)
      return tryCall(requestPayment, { token: confirmed?.token ?? unconfirmed })
    }
    expect(await signInAlone(unverified)).toBe('passkey_rejected')
    expect(await confirm(unverified)).toBe('confirmation_required')
    if (isRecognized) {
      expect(await signInAlone({})).toBe('ok')
      expect(await confirm({})).toBe('nothing_payable')
    }

    // Copies of the key: one that lags behind, and one at another site of the installation.
    const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId })
    const [credential] = credentials
    if (!credential) throw new Error('no key')
    const copyKey = async (signCount: number, rpId: string) => {
      await client.send('WebAuthn.clearCredentials', { authenticatorId })
      await client.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount, rpId },
      })
    }
    await copyKey(1, 'localhost')
    expect(await takeSecondStep()).toBe('passkey_rejected')
    await page.goto(`${playlistOrigin()}/en/forgot-password`)
    await copyKey(1_000, 'playlist.localhost')
    expect(await takeSecondStep({ rpId: 'playlist.localhost' })).toBe('passkey_rejected')
    await page.goto('/forgot-password')
    await copyKey(1_000, 'localhost')
    expect(await takeSecondStep()).toBe('ok')

    // A second one goes on when the first is removed.
    await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    authenticatorId = await addDevice(client, phone)
    await register()
    expect(await takeSecondStep()).toBe('ok')
    const id = first.passkeys[0]?.id
    expect(await tryCall(removePasskey, { token, body: { id, password: joinedPassword } })).toBe('ok')
    expect(await takeSecondStep()).toBe('ok')
    await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    authenticatorId = await addDevice(client, device)
    await copyKey(2_000, 'localhost')
    expect(await takeSecondStep(unverified)).toBe('passkey_rejected')
  })
