import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Id } from '#contract/platform/params.ts'
import { DeviceToken, Token } from './auth.ts'
import { Base64Url, Challenge, PasskeyRequest } from './challenge.ts'

/** A code of an authenticator app or a recovery code; spaces and hyphens do not matter. */
export const Code = z
  .string()
  .check(z.trim(), z.minLength(1, errorCode('code_required')), z.maxLength(64, errorCode('code_wrong')))

/** WebAuthn's `AuthenticationResponseJSON`. */
export const PasskeyAssertion = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** WebAuthn's `RegistrationResponseJSON`. */
export const PasskeyAttestation = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))),
  }),
})
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>

const maxPasskeyNameLength = 40
export const PasskeyName = z
  .string()
  .check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, errorCode('passkey_name_required')),
    z.maxLength(maxPasskeyNameLength, errorCode('passkey_name_required')),
    z.regex(/^[^\p{Cc}\p{Cf}]*$/u, errorCode('passkey_name_required')),
  )

/** WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: Base64Url, name: z.string(), displayName: z.string() }),
  challenge: Base64Url,
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(
    z.object({ type: z.literal('public-key'), id: Base64Url, transports: z.optional(z.array(z.string())) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.string(),
    requireResidentKey: z.boolean(),
    userVerification: z.string(),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** The second step of a sign-in, a sign-in by passkey alone, or a factor for the current session, which it replaces. */
export const completeSignIn = defineEndpoint({
  name: 'completeSignIn',
  summary:
    'Answers a challenge with a code of an authenticator app, a recovery code or a passkey, and returns a token. Five attempts within five minutes.',
  method: 'POST',
  path: 'v2/mcn/login/complete',
  access: 'public',
  limits: [
    { name: 'ip', by: 'address' },
    { name: 'second-factor', counted: 'per account and network, for each wrong answer' },
    { name: 'wrong-code', counted: 'per account, for each wrong code of a stranger' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: z.object({
    challenge: Token,
    code: z.optional(Code),
    assertion: z.optional(PasskeyAssertion),
    device: z.optional(DeviceToken),
  }),
  output: z.object({
    token: Token,
    device: DeviceToken,
    /** Number of codes left, if one was used. */
    recoveryCodesLeft: z.nullable(z.int()),
  }),
  refusals: ['unknown_site', 'challenge_expired', 'passkey_rejected', 'too_many'],
  beforeSecondFactor: true,
})

const PasskeyChallenge = z.object({ token: Token, passkey: PasskeyRequest })
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>

export const startPasskeySignIn = defineEndpoint({
  name: 'startPasskeySignIn',
  summary: 'A challenge for signing in by passkey alone; answered with completeSignIn.',
  method: 'POST',
  path: 'v2/mcn/login/passkey',
  access: 'public',
  limits: [{ name: 'passkey-challenge', by: 'address' }],
  output: PasskeyChallenge,
  refusals: ['unknown_site', 'too_many'],
})

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type Passkey = z.infer<typeof Passkey>

export const SecondFactors = z.object({
  totpSince: z.nullable(z.iso.datetime()),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  /** The last factor cannot be removed. */
  isRequired: z.boolean(),
  /** The current session has proved a factor within the last half hour. */
  isVerified: z.boolean(),
  /** Method that confirms a change; null: the account has neither a password nor a passkey. */
  confirmation: z.nullable(z.enum(['password', 'passkey'])),
})
export type SecondFactors = z.infer<typeof SecondFactors>

/** The password, or else the answer to `startConfirmation`. */
const Confirmation = {
  password: z.optional(
    z
      .string()
      .check(z.minLength(1, errorCode('password_required')), z.maxLength(1024, errorCode('password_wrong'))),
  ),
  challenge: z.optional(Token),
  assertion: z.optional(PasskeyAssertion),
}
export const FactorConfirmation = z.object(Confirmation)
export type FactorConfirmation = z.infer<typeof FactorConfirmation>

const RecoveryCodes = z.array(z.string())
export const changeRefusals = [
  'challenge_expired',
  'passkey_rejected',
  'second_factor_required',
  'too_many',
] as const

export const readSecondFactors = defineEndpoint({
  name: 'readSecondFactors',
  summary: 'The person’s authenticator app and passkeys, and how many recovery codes are left.',
  method: 'GET',
  path: 'v2/mcn/account/second-factors',
  access: 'account',
  servesImpersonators: false,
  output: SecondFactors,
  beforeSecondFactor: true,
})

export const startStepUp = defineEndpoint({
  name: 'startStepUp',
  summary:
    'A challenge with which the current session proves a second factor; completeSignIn replaces the session.',
  method: 'POST',
  path: 'v2/mcn/account/second-factors/step-up',
  access: 'account',
  /** Null without a factor. */
  output: z.object({ challenge: z.nullable(Challenge) }),
  beforeSecondFactor: true,
})

export const startConfirmation = defineEndpoint({
  name: 'startConfirmation',
  summary: 'A challenge with which a passkey confirms who the person is instead of the password.',
  method: 'POST',
  path: 'v2/mcn/account/second-factors/confirmation',
  access: 'account',
  /** Null without a passkey. */
  output: z.object({ challenge: z.nullable(PasskeyChallenge) }),
  beforeSecondFactor: true,
})

/**
 * The password asks for a `code` as well when the account has a second factor that the session has not proved within the last
 * half hour; a passkey proves both. The new token replaces that of the session.
 */
export const confirmSession = defineEndpoint({
  name: 'confirmSession',
  summary: 'Confirms who the person is for ten minutes of actions on money, and renews the session’s token.',
  method: 'POST',
  path: 'v2/mcn/account/confirm',
  access: 'account',
  confirmation: 'password',
  limits: [
    { name: 'reauthentication', counted: 'per account, for each wrong password' },
    { name: 'second-factor', counted: 'per account, for each wrong code' },
  ],
  traces: ['audit'],
  body: z.extend(FactorConfirmation, { code: z.optional(Code) }),
  output: z.object({ token: Token }),
  refusals: ['challenge_expired', 'passkey_rejected', 'too_many'],
})

export const startTotp = defineEndpoint({
  name: 'startTotp',
  summary: 'A secret for an authenticator app, which counts once addTotp has confirmed it with a code.',
  method: 'POST',
  path: 'v2/mcn/account/second-factors/totp',
  access: 'account',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  body: FactorConfirmation,
  output: z.object({
    challenge: Token,
    /** Base32. */
    secret: z.string(),
    /** `otpauth://totp/…`, for the QR code. */
    uri: z.string(),
  }),
  refusals: changeRefusals,
  beforeSecondFactor: true,
})

/** A new token for the session, which counts as signed in with the factor; new recovery codes when the account had none. */
const AddedFactor = z.object({
  token: Token,
  factors: SecondFactors,
  recoveryCodes: z.nullable(RecoveryCodes),
})

export const addTotp = defineEndpoint({
  name: 'addTotp',
  summary:
    'Adds the authenticator app, or replaces the one there is; returns recovery codes if there are none.',
  method: 'POST',
  path: 'v2/mcn/account/second-factors/totp/add',
  access: 'account',
  traces: ['audit', 'event', 'mail'],
  body: z.object({ challenge: Token, code: Code }),
  output: AddedFactor,
  refusals: ['challenge_expired'],
  beforeSecondFactor: true,
})

export const removeTotp = defineEndpoint({
  name: 'removeTotp',
  summary: 'Removes the authenticator app.',
  method: 'POST',
  path: 'v2/mcn/account/second-factors/totp/remove',
  access: 'account',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  traces: ['audit', 'event', 'mail'],
  body: FactorConfirmation,
  output: z.object({ factors: SecondFactors }),
  refusals: [...changeRefusals, 'not_found', 'second_factor_last'],
})

export const startPasskey = defineEndpoint({
  name: 'startPasskey',
  summary: 'The options with which a browser creates a passkey.',
  method: 'POST',
  path: 'v2/mcn/account/second-factors/passkey',
  access: 'account',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  body: FactorConfirmation,
  output: z.object({ challenge: Token, passkey: PasskeyCreation }),
  refusals: changeRefusals,
  beforeSecondFactor: true,
})

export const addPasskey = defineEndpoint({
  name: 'addPasskey',
  summary: 'Adds the passkey that the browser has created; returns recovery codes if there are none.',
  method: 'POST',
  path: 'v2/mcn/account/second-factors/passkey/add',
  access: 'account',
  traces: ['audit', 'event', 'mail'],
  body: z.object({ challenge: Token, name: PasskeyName, attestation: PasskeyAttestation }),
  output: AddedFactor,
  refusals: ['challenge_expired', 'passkey_rejected'],
  beforeSecondFactor: true,
})

export const renamePasskey = defineEndpoint({
  name: 'renamePasskey',
  summary: 'Renames a passkey.',
  method: 'POST',
  path: 'v2/mcn/account/second-factors/passkey/rename',
  access: 'account',
  traces: ['audit'],
  body: z.object({ id: Id, name: PasskeyName }),
  output: z.object({ factors: SecondFactors }),
  refusals: ['not_found', 'second_factor_required'],
})

export const removePasskey = defineEndpoint({
  name: 'removePasskey',
  summary: 'Removes a passkey.',
  method: 'POST',
  path: 'v2/mcn/account/second-factors/passkey/remove',
  access: 'account',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  traces: ['audit', 'event', 'mail'],
  body: z.object({ id: Id, ...Confirmation }),
  output: z.object({ factors: SecondFactors }),
  refusals: [...changeRefusals, 'not_found', 'second_factor_last'],
})

export const renewRecoveryCodes = defineEndpoint({
  name: 'renewRecoveryCodes',
  summary: 'Replaces the recovery codes by ten new ones, which are shown only once.',
  method: 'POST',
  path: 'v2/mcn/account/second-factors/recovery-codes',
  access: 'account',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  traces: ['audit', 'event', 'mail'],
  body: FactorConfirmation,
  output: z.object({ factors: SecondFactors, recoveryCodes: RecoveryCodes }),
  refusals: [...changeRefusals, 'not_found'],
})
