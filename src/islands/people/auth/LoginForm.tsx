import { useEffect, useState } from 'react'
import { Credentials, login } from '#contract/people/auth.ts'
import type { Challenge } from '#contract/people/challenge.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { $device, $token, startSession } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'

const loadPasskeySignIn = () => import('./passkey-sign-in.ts')

interface LoginFormProps {
  /** Whose account it must be. */
  email?: string
  onChallenge: (challenge: Challenge) => void
}

export function LoginForm({ email, onChallenge }: LoginFormProps) {
  const signIn = async (credentials: Credentials) => {
    const body = { ...credentials, device: $device.get() || undefined }
    const result = await call(login, { body })
    if ('token' in result) startSession(result.token, result.device)
    else onChallenge(result.challenge)
  }
  usePasskeyAutofill()
  return (
    <Form schema={Credentials} onSubmit={signIn}>
      <Field
        name="id"
        label={t('auth:id')}
        type="email"
        inputMode="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        defaultValue={email}
        required
      />
      <Field
        name="password"
        label={t('credentials:password')}
        type="password"
        autoComplete="current-password"
        required
      />
      <SubmitButton>{t('common:login')}</SubmitButton>
      <PasskeyButton />
    </Form>
  )
}

function usePasskeyAutofill(): void {
  useEffect(() => {
    if ($token.get() !== '' || typeof PublicKeyCredential === 'undefined') return
    const offer = loadPasskeySignIn().then(({ offerPasskeys }) => offerPasskeys())
    return () => void offer.then((stop) => stop())
  }, [])
}

function PasskeyButton() {
  const [pending, setPending] = useState(false)
  const signIn = async () => {
    setPending(true)
    try {
      await (await loadPasskeySignIn()).signInByPasskey()
    } finally {
      setPending(false)
    }
  }
  return (
    <Button pending={pending} onClick={signIn}>
      {t('auth:login.passkey')}
    </Button>
  )
}
