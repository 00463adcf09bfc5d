import * as z from 'zod/mini'

export const Base64Url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(16_384))

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequest = z.object({
  challenge: Base64Url,
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['required', 'preferred']),
  allowCredentials: z.array(
    z.object({ type: z.literal('public-key'), id: Base64Url, transports: z.array(z.string()) }),
  ),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

export const SecondFactorMethod = z.enum(['totp', 'passkey', 'recovery-code'])
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>

/** The proof that is still missing. Answered with `completeSignIn` within five minutes and five attempts. */
export const Challenge = z.object({
  token: Base64Url,
  methods: z.array(SecondFactorMethod),
  passkey: z.nullable(PasskeyRequest),
})
export type Challenge = z.infer<typeof Challenge>
