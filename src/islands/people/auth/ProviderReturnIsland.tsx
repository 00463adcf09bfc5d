import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { Nickname, nicknameLength } from '#contract/people/auth.ts'
import type { Challenge } from '#contract/people/challenge.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import { Island } from '#islands/kit/island/Island.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openPage } from '#lib/navigation/router.ts'
import { $profileStatus, loadProfile } from '#lib/page/profile.ts'
import styles from './Auth.module.css'
import { LoginForm } from './LoginForm.tsx'
import { lazySecondStep } from './lazy-second-step.ts'
import { Heading, Outcome, PageLink } from './outcome/Outcome.tsx'
import { useProviderReturn } from './providers/use-provider-return.ts'

const JoinForm = z.object({ nickname: Nickname })

function ProviderReturn() {
  const { state, join, returnPath } = useProviderReturn()
  switch (state.name) {
    case 'reading':
    case 'signing':
      return <Pending />
    case 'done':
      return <Arrival returnPath={returnPath()} />
    case 'missing':
      return (
        <Outcome
          failed
          title={t('sign-in-providers:missing.title')}
          text={t('sign-in-providers:missing.text')}
        >
          <PageLink path="/login" primary>
            {t('auth:external.login')}
          </PageLink>
        </Outcome>
      )
    case 'failed':
      return (
        <Outcome failed title={t('auth:external.failed.title')} text={state.text}>
          <PageLink path="/login" primary>
            {t('auth:external.login')}
          </PageLink>
        </Outcome>
      )
    case 'step':
      return (
        <>
          <Heading>{t('credentials:secondFactor')}</Heading>
          <SecondStep challenge={state.challenge} />
        </>
      )
    case 'prove':
      return <Proof {...state} />
    case 'join':
      return (
        <>
          <Heading>{t('common:join')}</Heading>
          <p className={styles.lead}>{t('sign-in-providers:join', state)}</p>
          <Form schema={JoinForm} onSubmit={join}>
            <Field
              name="nickname"
              label={t('credentials:nickname')}
              hint={t('common:lengthHint', nicknameLength)}
              autoComplete="nickname"
              defaultValue={state.nickname}
              required
            />
            <SubmitButton>{t('auth:join.submit')}</SubmitButton>
          </Form>
        </>
      )
    case 'linked':
      return (
        <Outcome
          title={t('sign-in-providers:linked.title', state)}
          text={t('sign-in-providers:linked.text', state)}
        >
          <PageLink path="/dashboard" primary>
            {t('common:goToDashboard')}
          </PageLink>
          <PageLink path="/config-account">{t('auth:link.change.next')}</PageLink>
        </Outcome>
      )
  }
}

const goToLogin = () => location.assign(localizePath('/login', locale()))

const SecondStep = ({ challenge }: { challenge: Challenge }) => (
  <Lazy component={lazySecondStep} props={{ challenge, onRestart: goToLogin }} />
)

/** The person of an account with the same address signs in to it, which links it. */
function Proof({ provider, email }: { provider: string; email: string }) {
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  if (challenge) return <SecondStep challenge={challenge} />
  return (
    <>
      <Heading>{t('sign-in-providers:prove.title')}</Heading>
      <p className={styles.lead}>{t('sign-in-providers:prove.lead', { provider, email })}</p>
      <LoginForm email={email} onChallenge={setChallenge} />
      <p className={styles.note}>{t('sign-in-providers:prove.noPassword')}</p>
      <p className={styles.other}>
        <a href={localizePath('/forgot-password', locale())}>{t('auth:login.forgot')}</a>
      </p>
    </>
  )
}

function Arrival({ returnPath }: { returnPath: string | undefined }) {
  const profile = useStore($profileStatus, { ssr: 'initial' })
  useEffect(() => {
    if (profile !== 'ready') return
    if (returnPath) location.replace(returnPath)
    else openPage('/dashboard', { replace: true })
  }, [profile, returnPath])
  if (profile !== 'failed') return <Pending />
  return (
    <Outcome failed title={t('auth:external.failed.title')} text={t('common:profileFailed')}>
      <Button kind="primary" onClick={loadProfile}>
        {t('common:retry')}
      </Button>
    </Outcome>
  )
}

const Pending = () => (
  <Outcome title={t('auth:external.signing.title')} text={t('auth:external.signing.text')}>
    <span className="ring large" />
  </Outcome>
)

/** The page to which providers send people back. */
export function ProviderReturnIsland() {
  return (
    <Island>
      <ProviderReturn />
    </Island>
  )
}
