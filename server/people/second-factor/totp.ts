import { Secret, TOTP } from 'otpauth'

const stepSeconds = 30
/** Steps before and after the current one, for clocks that differ. */
const tolerance = 1
const secretBytes = 20

const createTotp = (secret: Uint8Array, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...names,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
  })

export const generateTotpSecret = (): Uint8Array => new Secret({ size: secretBytes }).bytes

/** Returns what an authenticator app reads: typed by hand, or from a QR code. */
export function describeTotp(secret: Uint8Array, issuer: string, label: string) {
  const totp = createTotp(secret, { issuer, label })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** @returns the time step of the code; null when it is wrong */
export function findTotpStep(secret: Uint8Array, code: string, now: Date): number | null {
  const delta = createTotp(secret).validate({ token: code, timestamp: now.getTime(), window: tolerance })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta
}

/** The context of the encryption binds the secret to its account. */
export const getTotpContext = (credentialId: number) => `totp ${credentialId}`
