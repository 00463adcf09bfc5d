import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Challenge } from '#contract/people/challenge.ts'
import { Island } from '#islands/kit/island/Island.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $profileStatus, loadProfile } from '#lib/page/profile.ts'
import styles from './Auth.module.css'
import { LoginForm } from './LoginForm.tsx'
import { lazySecondStep } from './lazy-second-step.ts'
import outcomeStyles from './outcome/Outcome.module.css'
import { ProviderButtons } from './providers/ProviderButtons.tsx'

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
      <ProviderButtons />
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
      <h1 className={outcomeStyles.title}>{t('common:login')}</h1>
      <Island>
        <LoginPage />
      </Island>
    </>
  )
}
