import { useStore } from '@nanostores/react'
import { Credentials, login } from '#contract/auth.ts'
import { call } from '#lib/api.ts'
import { localePath } from '#lib/language.ts'
import { $profile, loadProfile } from '#lib/profile.ts'
import { beginSession } from '#lib/session.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Field } from '#shared/Field.tsx'
import { Form } from '#shared/Form.tsx'
import { Island } from '#shared/Island.tsx'
import { SubmitButton } from '#shared/SubmitButton.tsx'
import styles from './Auth.module.css'

async function signIn(credentials: Credentials): Promise<void> {
  const { token } = await call(login, { body: credentials })
  beginSession(token)
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

/** Signed in, but the API does not say as whom: the way on is another try, not the form. */
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

function Login() {
  const profile = useStore($profile, { ssr: 'initial' })
  if (profile === 'failed') return <ProfileFailure />
  return (
    <>
      <p className={styles.lead}>{t('auth:login.lead')}</p>
      <LoginForm />
      <p className={styles.other}>
        {t('auth:login.noAccount')} <a href={localePath('/join', locale())}>{t('auth:join.title')}</a>
      </p>
    </>
  )
}

/** The login page: on success on to where the person wanted to go. */
export function LoginIsland() {
  return (
    <>
      <h1 className={styles.title}>{t('auth:login.title')}</h1>
      <Island>
        <Login />
      </Island>
    </>
  )
}
