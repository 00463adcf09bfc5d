import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { DeviceToken, Email, Token } from './auth.ts'
import { Challenge } from './challenge.ts'

export const signInCodeLifetimeSeconds = 60

/** 256 random bits in base64url. */
const SignInCode = z.string().check(z.regex(/^[\w-]{43}$/))

export const createSignInCode = defineEndpoint({
  name: 'createSignInCode',
  summary:
    'For a partner’s own server: a one-time code with which one of the site’s accounts is signed in at /external/auth?code=….',
  method: 'POST',
  path: 'external/codes',
  access: 'partner',
  limits: [{ name: 'sign-in-code', by: 'partner' }],
  traces: ['audit'],
  body: z.object({ email: Email }),
  output: z.object({ code: SignInCode, expiresInSeconds: z.int() }),
  refusals: ['not_found', 'forbidden', 'too_many'],
})

export const exchangeSignInCode = defineEndpoint({
  name: 'exchangeSignInCode',
  summary:
    'Exchanges a partner’s one-time code for a token of this site, or for a challenge if there is a second factor.',
  method: 'POST',
  path: 'member/external',
  access: 'public',
  limits: [{ name: 'ip', by: 'address' }],
  traces: ['audit', 'event', 'mail'],
  body: z.object({ code: z.string().check(z.maxLength(200)), device: z.optional(DeviceToken) }),
  /** A challenge instead of a token for accounts with a second factor. */
  output: z.union([z.object({ token: Token, device: DeviceToken }), z.object({ challenge: Challenge })]),
  refusals: ['unknown_site', 'expired', 'too_many'],
})
