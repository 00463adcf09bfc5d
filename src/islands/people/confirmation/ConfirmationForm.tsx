import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import {
  confirmSession,
  type FactorConfirmation,
  type SecondFactors,
} from '#contract/people/second-factor.ts'
import { FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { FormContext, initialFormState } from '#islands/kit/forms/context.ts'
import { getApiErrors } from '#islands/kit/forms/errors.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { ConfirmationFields, confirmIdentity } from '#islands/people/account/second-factor/confirmation.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { renewToken } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { isPasskeySupported } from '#lib/page/passkeys.ts'

interface ConfirmationFormProps {
  factors: SecondFactors
  onConfirmed: () => void
  onCancel: () => void
}

const focusField = (form: HTMLFormElement | null, selector: string): void =>
  form?.querySelector<HTMLElement>(selector)?.focus()

const hasFactor = ({ totpSince, passkeys }: SecondFactors) => totpSince !== null || passkeys.length > 0

/**
 * The password, with a code if the session has to prove the second factor again; or a passkey, which proves both. Without a
 * transition, unlike `Form`: that of the call that waits would hold back its errors.
 */
export function ConfirmationForm({ factors, onConfirmed, onCancel }: ConfirmationFormProps) {
  const { confirmation, totpSince, passkeys } = factors
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState(initialFormState)
  const [needsCode, setNeedsCode] = useState(hasFactor(factors) && !factors.isVerified)
  const { errors } = state
  useEffect(() => focusField(form.current, 'input:not([type=hidden]), button[type=submit]'), [])
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusField(form.current, '[aria-invalid="true"]')
  }, [errors])

  async function confirm(getBody: () => Promise<FactorConfirmation & { code?: string }>): Promise<void> {
    if (state.pending) return
    setState({ ...initialFormState, pending: true })
    try {
      const { token } = await call(confirmSession, { body: await getBody() })
      renewToken(token)
      onConfirmed()
    } catch (error) {
      setState(initialFormState)
      if (!(error instanceof ApiError)) throw error
      const found = getApiErrors(error, ['password', 'code'])
      if ('code' in found) setNeedsCode(true)
      const failure = Object.keys(found).length > 0 ? null : error.message
      setState({ errors: found, failure, pending: false })
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [password, code] = ['password', 'code'].map((name) => String(data.get(name) ?? ''))
    void confirm(async () => ({ ...(await confirmIdentity(confirmation, password)), ...(code && { code }) }))
  }
  const canUsePasskey = confirmation === 'password' && passkeys.length > 0 && isPasskeySupported()
  return (
    <form ref={form} className="grid gap-4" method="post" noValidate onSubmit={submit}>
      <FormContext value={state}>
        <ConfirmationFields confirmation={confirmation} />
        {confirmation === 'password' && needsCode && (
          <Field
            name="code"
            label={t(totpSince === null ? 'second-factor:step.recovery' : 'second-factor:session.code')}
            autoCapitalize="none"
            autoComplete="one-time-code"
            autoCorrect="off"
            spellCheck={false}
            required
          />
        )}
        {canUsePasskey && (
          <p>
            <button
              type="button"
              className="text-button"
              onClick={() => confirm(() => confirmIdentity('passkey', undefined))}
            >
              {t('second-factor:session.passkey')}
            </button>
          </p>
        )}
        <FormActions onClose={onCancel}>{t('second-factor:step.submit')}</FormActions>
      </FormContext>
      <p className="panel" data-tone="bad" role="alert">
        {state.failure}
      </p>
    </form>
  )
}
