import type { PasskeyRequest } from '#contract/people/challenge.ts'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation } from '#contract/people/second-factor.ts'
import { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'

export const isPasskeySupported = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** The browser allows one request at a time; the next one cancels autofill. */
let activeController: AbortController | undefined

function startRequest(): AbortSignal {
  if (!isPasskeySupported())
    throw new ApiError('passkey_rejected', 0, t('second-factor:passkeys.unsupported'))
  activeController?.abort()
  activeController = new AbortController()
  return activeController.signal
}

/** Browsers do not reveal whether the person canceled, has no passkey here or waited too long. */
function toApiError(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error
  const key = error.name === 'InvalidStateError' ? 'exists' : 'cancelled'
  return new ApiError('passkey_rejected', 0, t(`second-factor:passkeys.${key}`))
}

/** Needs the texts `second-factor`. @throws {ApiError} */
export async function askForPasskey(
  request: PasskeyRequest,
  mediation: CredentialMediationRequirement = 'optional',
): Promise<PasskeyAssertion> {
  const signal = startRequest()
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...request })
    const credential = await navigator.credentials.get({ publicKey, mediation, signal })
    return (credential as PublicKeyCredential).toJSON() as PasskeyAssertion
  } catch (error) {
    throw toApiError(error)
  }
}

/** Needs the texts `second-factor`. @throws {ApiError} */
export async function createPasskey(creation: PasskeyCreation): Promise<PasskeyAttestation> {
  const signal = startRequest()
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      creation as PublicKeyCredentialCreationOptionsJSON,
    )
    const credential = await navigator.credentials.create({ publicKey, signal })
    return (credential as PublicKeyCredential).toJSON() as PasskeyAttestation
  } catch (error) {
    throw toApiError(error)
  }
}

export const cancelPasskeyRequest = (): void => activeController?.abort()
