import * as z from 'zod/mini'
import { followEmailLink } from '#contract/people/email-links.ts'
import {
  addPasskey,
  addTotp,
  completeSignIn,
  confirmSession,
  PasskeyCreation,
  removePasskey,
  startTotp,
} from '#contract/people/second-factor.ts'
import { exchangeSignInCode } from '#contract/people/sign-in-codes.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { headerNames } from '#contract/platform/headers.ts'
import { createAuthenticator, createTotpCode } from '#tests/support/authenticator.ts'
import type { GeneratedCall } from './call-generator.ts'
import type { Random } from './random.ts'
import type { Person, World } from './world.ts'

/** The next step of a two-step process: only the right answer at the right time succeeds. */
export interface FollowUp {
  endpoint: Endpoint
  domain: string
  token: string
  input: Record<string, unknown>
}

const PasskeyRequest = z.object({ challenge: z.string(), rpId: z.string() })
const AnyChallenge = z.union([
  z.object({ challenge: z.object({ token: z.string(), passkey: z.nullish(PasskeyRequest) }) }),
  z.object({ token: z.string(), passkey: PasskeyRequest }),
])
const NewTotp = z.object({ challenge: z.string(), secret: z.string() })
const NewPasskey = z.object({ challenge: z.string(), passkey: PasskeyCreation })
const NewSession = z.object({ token: z.string() })
const NewRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Tracks credentials that replies and mails contain, and what becomes of them. */
export function createCredentials(world: World, random: Random, now: () => Date) {
  const linkSites = new Map<string, number>()
  const followUps: FollowUp[] = []
  const authenticators = new Map<number, ReturnType<typeof createAuthenticator>>()
  const recoveryCodes = new Map<number, string[]>()
  const addedSecrets = new Map<unknown, string>()

  const followUp = (
    call: GeneratedCall,
    endpoint: Endpoint,
    input: Record<string, unknown>,
    token?: string,
  ) =>
    void followUps.push({
      endpoint,
      domain: call.domain,
      token: token ?? call.headers[headerNames.token] ?? '',
      input,
    })

  async function learnSession({ endpoint, input }: GeneratedCall, token: string): Promise<void> {
    const person = await world.identify(token)
    const password = endpoint?.name === 'join' ? input.password : input.newPassword
    if (person && typeof password === 'string') person.password = password
  }

  function learnFactors(call: GeneratedCall, person: Person, reply: unknown): void {
    const name = call.endpoint?.name
    const totp = z.safeParse(NewTotp, reply)
    if (totp.success) {
      const { challenge, secret } = totp.data
      addedSecrets.set(challenge, secret)
      followUp(call, addTotp, { challenge, code: createTotpCode(secret, now()) })
    }
    const passkey = z.safeParse(NewPasskey, reply)
    if (passkey.success) {
      const authenticator = createAuthenticator(`https://${person.domain}`)
      authenticators.set(person.accountId, authenticator)
      const attestation = authenticator.register(passkey.data.passkey)
      followUp(call, addPasskey, { challenge: passkey.data.challenge, name: 'Key', attestation })
    }
    if (name === 'addTotp') person.totpSecret = addedSecrets.get(call.input.challenge) ?? null
    if (name === 'removeTotp') person.totpSecret = null
    const codes = z.safeParse(NewRecoveryCodes, reply)
    if (codes.success) recoveryCodes.set(person.accountId, codes.data.recoveryCodes)
  }

  function learnChallenge(call: GeneratedCall, person: Person | undefined, reply: unknown): void {
    const parsed = z.safeParse(AnyChallenge, reply)
    if (!parsed.success) return
    const challenge = 'challenge' in parsed.data ? parsed.data.challenge : parsed.data
    const name = call.endpoint?.name
    const authenticator = person
      ? authenticators.get(person.accountId)
      : [...authenticators].find(([id]) => findPerson(id)?.domain === call.domain)?.[1]
    const assertion = challenge.passkey && authenticator?.assert(challenge.passkey as never)
    const code = person?.totpSecret && createTotpCode(person.totpSecret, now())
    const answer = assertion && (!code || random.chance(0.5)) ? { assertion } : { code: code || '123456' }
    const input = { challenge: challenge.token, ...answer }
    const confirmed = random.pick([startTotp, removePasskey, confirmSession])
    followUp(call, name === 'startConfirmation' ? confirmed : completeSignIn, { id: 1, ...input })
  }

  const findPerson = (id: number | undefined) => world.people.find(({ accountId }) => accountId === id)
  const findByEmail = ({ domain, input }: GeneratedCall) =>
    world.people.find((person) => person.domain === domain && person.email === input.id)

  return {
    async learn(call: GeneratedCall, reply: Record<string, unknown>): Promise<void> {
      const name = call.endpoint?.name
      const person = name === 'login' ? findByEmail(call) : findPerson(call.viewer?.accountId)
      if (name === 'createSignInCode') {
        const site = world.sites.find(({ id }) => id === call.partnerSite)
        followUp({ ...call, domain: site?.domain ?? '' }, exchangeSignInCode, { code: reply.code }, '')
      }
      const session = z.safeParse(NewSession, reply)
      if (session.success && name !== 'startPasskeySignIn') await learnSession(call, session.data.token)
      else learnChallenge(call, person, reply)
      if (!person) return
      if (name === 'updateAccount' && typeof call.input.new_password === 'string')
        person.password = call.input.new_password
      learnFactors(call, person, reply)
    },
    /** Learns a link that was sent by mail. */
    learnLink(token: string, siteId: number, domain: string, password: string): void {
      if (!linkSites.has(token) && random.chance(0.2))
        followUps.push({
          endpoint: followEmailLink,
          domain,
          token: '',
          input: { token, password, newPassword: password },
        })
      linkSites.set(token, siteId)
    },
    /** Finds the site of a link; undefined if there is no such link. */
    findLinkSite: (token: unknown) => linkSites.get(String(token)),
    listLinks: () => [...linkSites.keys()],
    takeFollowUp: () => followUps.shift(),
    pickCode(person: Person | undefined): string {
      const codes = person && recoveryCodes.get(person.accountId)
      if (codes?.length && random.chance(0.3)) return random.pick(codes)
      return person?.totpSecret && random.chance(0.8) ? createTotpCode(person.totpSecret, now()) : '123456'
    },
  }
}

export type Credentials = ReturnType<typeof createCredentials>
