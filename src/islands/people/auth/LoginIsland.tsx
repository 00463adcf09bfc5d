import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Credentials, login } from '#contract/people/auth.ts'
import type { Challenge } from '#contract/people/challenge.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import { Island } from '#islands/kit/island/Island.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { call } from '#lib/api/call.ts'
import { $device, $token, startSession } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $profileStatus, loadProfile } from '#lib/page/profile.ts'
import styles from './Auth.module.css'
import { lazySecondStep } from './lazy-second-step.ts'

const loadPasskeySignIn = () => import('./passkey-sign-in.ts')

interface LoginFormProps {
  onChallenge: (challenge: Challenge) => void
}

function LoginForm({ onChallenge }: LoginFormProps) {
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

function ProfileFailure() {
  return (
    <div role="alert">
      <p className={styles.lead}>{t('common:profileFailed')}</p>
      <Button kind="primary" onClick={loadProfile}>
        {t('common:retry')}
      </Button>
    </div>
  )
}

function LoginPage() {
  const profile = useStore($profileStatus, { ssr: 'initial' })
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  if (profile === 'failed') return <ProfileFailure />
  if (challenge)
    return <Lazy component={lazySecondStep} props={{ challenge, onRestart: () => setChallenge(null) }} />
  return (
    <>
      <p className={styles.lead}>{t('auth:login.lead')}</p>
      <LoginForm onChallenge={setChallenge} />
      <p className={styles.other}>
        <a href={localizePath('/forgot-password', locale())}>{t('auth:login.forgot')}</a>
      </p>
      <p className={styles.other}>
        {t('auth:login.noAccount')} <a href={localizePath('/join', locale())}>{t('common:join')}</a>
      </p>
    </>
  )
}

export function LoginIsland() {
  return (
    <>
      <h1 className={styles.title}>{t('common:login')}</h1>
      <Island>
        <LoginPage />
      </Island>
    </>
  )
}
