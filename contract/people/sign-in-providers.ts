import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Id } from '#contract/platform/params.ts'
import { DeviceToken, Nickname, Token } from './auth.ts'
import { Challenge } from './challenge.ts'
import { changeRefusals, FactorConfirmation } from './second-factor.ts'

/** Who may sign in with a provider: those who run a network, everybody else, or both. */
export const providerAudiences = ['everybody', 'staff', 'members'] as const
export type ProviderAudience = (typeof providerAudiences)[number]

/** An OpenID Connect provider of a site, as its pages show it. */
export const SignInProvider = z.object({ id: z.int(), name: z.string(), audience: z.enum(providerAudiences) })
export type SignInProvider = z.infer<typeof SignInProvider>

/** The page of each site to which providers send people back: the same in every language. */
export const providerReturnPath = '/external/provider'

/**
 * `origin`: of the page, to which the provider sends the person back. The token stays in the browser that began: nobody else
 * can use the provider's answer.
 */
const Start = { provider: Id, origin: z.string().check(z.maxLength(300)) }
const Started = z.object({
  token: Token,
  /** The provider's page. */
  url: z.string(),
})

export const startProviderSignIn = defineEndpoint({
  name: 'startProviderSignIn',
  summary: 'Begins a sign-in at one of the site’s OpenID Connect providers; finishProviderSignIn ends it.',
  method: 'POST',
  path: 'member/provider',
  access: 'public',
  limits: [{ name: 'ip', by: 'address' }],
  body: z.object(Start),
  output: Started,
  refusals: ['unknown_site', 'not_found', 'provider_failed', 'too_many'],
})

export const startProviderLink = defineEndpoint({
  name: 'startProviderLink',
  summary:
    'Begins to link the account to a person at a provider, after the password or a passkey; finishProviderSignIn ends it.',
  method: 'POST',
  path: 'v2/mcn/account/providers/start',
  access: 'account',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  body: z.extend(FactorConfirmation, Start),
  output: Started,
  refusals: [...changeRefusals, 'not_found', 'provider_failed', 'provider_audience'],
})

/**
 * What follows a provider's answer: a session, the account's own second factor, or what the person does first. `linked`: the
 * account that is signed in has the link that it asked for. `prove`: an account has this address; its person signs in to it,
 * and calls linkProvider. `join`: nobody has; joinWithProvider makes an account.
 */
const ProviderOutcome = z.union([
  z.object({ token: Token, device: DeviceToken }),
  z.object({ challenge: Challenge }),
  z.object({ next: z.literal('linked'), provider: z.string() }),
  z.object({ next: z.literal('prove'), provider: z.string(), email: z.string() }),
  z.object({ next: z.literal('join'), provider: z.string(), email: z.string(), nickname: z.string() }),
])
export type ProviderOutcome = z.infer<typeof ProviderOutcome>

export const finishProviderSignIn = defineEndpoint({
  name: 'finishProviderSignIn',
  summary:
    'Takes a provider’s answer from the address of the page, and returns a token, a challenge, or what the person does first.',
  method: 'POST',
  path: 'member/provider/finish',
  access: 'public',
  limits: [{ name: 'ip', by: 'address' }],
  traces: ['audit', 'event', 'mail'],
  body: z.object({
    token: Token,
    /** The query of the address. */
    answer: z.string().check(z.maxLength(8192)),
    /** Of a link that invites the person, who accepts with the provider instead of a password. */
    invitation: z.optional(z.string().check(z.maxLength(200))),
    device: z.optional(DeviceToken),
  }),
  output: ProviderOutcome,
  refusals: [
    'unknown_site',
    'expired',
    'join_closed',
    'provider_address',
    'provider_audience',
    'provider_declined',
    'provider_failed',
    'provider_invitation',
    'provider_linked',
    'provider_refused',
    'too_many',
  ],
  beforeSecondFactor: true,
})

export const linkProvider = defineEndpoint({
  name: 'linkProvider',
  summary:
    'Links the account to the person at the provider whose address it has, right after a sign-in by password or passkey.',
  method: 'POST',
  path: 'v2/mcn/account/providers/link',
  access: 'account',
  traces: ['audit', 'event', 'mail'],
  body: z.object({ token: Token }),
  output: z.object({ provider: z.string() }),
  refusals: [
    'challenge_expired',
    'confirmation_required',
    'provider_audience',
    'provider_linked',
    'second_factor_required',
  ],
  beforeSecondFactor: true,
})

export const joinWithProvider = defineEndpoint({
  name: 'joinWithProvider',
  summary:
    'Creates an account with the address that the provider has verified, and signs it in; by the same rules as join.',
  method: 'POST',
  path: 'member/provider/join',
  access: 'public',
  limits: [
    { name: 'ip', by: 'address' },
    { name: 'join', by: 'network' },
    { name: 'join-day', by: 'wide-network' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: z.object({ token: Token, nickname: Nickname, device: z.optional(DeviceToken) }),
  output: z.object({ token: Token, device: DeviceToken }),
  refusals: ['unknown_site', 'challenge_expired', 'join_closed', 'taken', 'too_many'],
})

export const LinkedSignIn = z.object({
  id: z.int(),
  provider: Id,
  name: z.string(),
  /** As the provider gave it last. */
  email: z.string(),
  linkedAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type LinkedSignIn = z.infer<typeof LinkedSignIn>

const LinkedSignIns = z.object({
  links: z.array(LinkedSignIn),
  /** Providers that may be linked. */
  providers: z.array(SignInProvider),
})
export type LinkedSignIns = z.infer<typeof LinkedSignIns>

export const listLinkedSignIns = defineEndpoint({
  name: 'listLinkedSignIns',
  summary: 'Who the account is at the site’s providers, and the providers that it can be linked to.',
  method: 'GET',
  path: 'v2/mcn/account/providers',
  access: 'account',
  servesImpersonators: false,
  output: LinkedSignIns,
})

export const unlinkProvider = defineEndpoint({
  name: 'unlinkProvider',
  summary:
    'Ends a link to a person at a provider, after the password or a passkey. Not the last way to sign in.',
  method: 'POST',
  path: 'v2/mcn/account/providers/unlink',
  access: 'account',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  traces: ['audit', 'event', 'mail'],
  body: z.extend(FactorConfirmation, { id: Id }),
  output: LinkedSignIns,
  refusals: [...changeRefusals, 'not_found', 'sign_in_last'],
})
