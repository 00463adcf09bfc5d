import { useStore } from '@nanostores/react'
import { Credentials, login } from '#contract/auth.ts'
import { Field } from '#islands/forms/Field.tsx'
import { Form } from '#islands/forms/Form.tsx'
import { SubmitButton } from '#islands/forms/SubmitButton.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Island } from '#islands/ui/Island.tsx'
import { call } from '#lib/api/call.ts'
import { startSession } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $profileStatus, loadProfile } from '#lib/page/profile.ts'
import styles from './Auth.module.css'

async function signIn(credentials: Credentials): Promise<void> {
  const result = await call(login, { body: credentials })
  if ('token' in result) startSession(result.token)
}

function LoginForm() {
  return (
    <Form schema={Credentials} onSubmit={signIn}>
      <Field
        name="id"
        label={t('auth:id')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        required
      />
      <Field
        name="password"
        label={t('auth:password')}
        type="password"
        autoComplete="current-password"
        required
      />
      <SubmitButton>{t('auth:login.submit')}</SubmitButton>
    </Form>
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
  if (profile === 'failed') return <ProfileFailure />
  return (
    <>
      <p className={styles.lead}>{t('auth:login.lead')}</p>
      <LoginForm />
      <p className={styles.other}>
        {t('auth:login.noAccount')} <a href={localizePath('/join', locale())}>{t('auth:join.title')}</a>
      </p>
    </>
  )
}

export function LoginIsland() {
  return (
    <>
      <h1 className={styles.title}>{t('auth:login.title')}</h1>
      <Island>
        <LoginPage />
      </Island>
    </>
  )
}
