import { completeSignIn, startPasskeySignIn } from '#contract/people/second-factor.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $device, startSession } from '#lib/api/session.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { askForPasskey, cancelPasskeyRequest, isPasskeySupported } from '#lib/page/passkeys.ts'
import { notify } from '#lib/page/snackbars.ts'

/** The challenge expires after five minutes. */
const renewalMs = 4 * 60_000

async function signIn(mediation: CredentialMediationRequirement): Promise<void> {
  const { token: challenge, passkey } = await call(startPasskeySignIn)
  const assertion = await askForPasskey(passkey, mediation)
  const body = { challenge, assertion, device: $device.get() || undefined }
  const { token, device } = await call(completeSignIn, { body })
  startSession(token, device)
}

/** Asks for one of the site's passkeys. */
export async function signInByPasskey(): Promise<void> {
  try {
    await loadStrings('second-factor')
    await signIn('optional')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
}

/**
 * Conditional UI: browsers offer passkeys in the suggestions of the ID field. Fails silently, because it is only an
 * offer.
 */
export async function offerPasskeys(): Promise<() => void> {
  const isAvailable = isPasskeySupported() && (await PublicKeyCredential.isConditionalMediationAvailable?.())
  if (!isAvailable) return () => {}
  await loadStrings('second-factor')
  const offer = () => {
    if (document.visibilityState === 'visible') signIn('conditional').catch(ignoreRefusal)
  }
  offer()
  const timer = setInterval(offer, renewalMs)
  return () => {
    clearInterval(timer)
    cancelPasskeyRequest()
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
