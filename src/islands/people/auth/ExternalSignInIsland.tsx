import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ErrorBoundary } from '#islands/kit/ui/feedback/ErrorBoundary.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { $isSignedIn } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { initMenus } from '#lib/i18n/menus.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { reloadOnMissingChunks } from '#lib/page/chunk-reload.ts'
import { $profileStatus, loadProfile } from '#lib/page/profile.ts'
import { lazySecondStep } from './lazy-second-step.ts'
import outcomeStyles from './outcome/Outcome.module.css'
import { type ExternalSignInState, useExternalSignIn } from './use-external-sign-in.ts'

/** A partner links to this page with a one-time code. */
export function ExternalSignInIsland() {
  useEffect(reloadOnMissingChunks, [])
  useEffect(initMenus, [])
  return (
    <ErrorBoundary
      fallback={() => (
        <Outcome needsAttention title={t('common:brokenTitle')} text={t('common:broken')}>
          <Button kind="primary" onClick={() => location.reload()}>
            {t('common:reload')}
          </Button>
        </Outcome>
      )}
    >
      <ExternalSignIn />
    </ErrorBoundary>
  )
}

function useOutcome(state: ExternalSignInState): ExternalSignInState['name'] | 'unknown' {
  const profile = useStore($profileStatus, { ssr: 'initial' })
  const isSignedIn = useStore($isSignedIn, { ssr: () => false })
  if (state.name !== 'done') return state.name
  if (profile === 'failed') return 'unknown'
  return isSignedIn ? 'done' : state.otherwise
}

function ExternalSignIn() {
  const { state, signIn, stay, restart } = useExternalSignIn()
  const outcome = useOutcome(state)
  switch (outcome) {
    case 'reading':
    case 'signing':
    case 'done':
      return (
        <PendingOutcome
          title={t(`auth:external.${outcome}.title`)}
          text={t(`auth:external.${outcome}.text`)}
        />
      )
    case 'unknown':
      return (
        <Outcome needsAttention title={t('auth:external.failed.title')} text={t('common:profileFailed')}>
          <RetryButton onRetry={loadProfile} />
        </Outcome>
      )
    case 'ready': {
      const site = state.name === 'ready' ? state.site : ''
      return (
        <Outcome needsAttention title={t('auth:external.ready.title')} text={t('auth:external.ready.text')}>
          <Button kind="primary" onClick={signIn}>
            {t('auth:external.ready.submit', { site })}
          </Button>
        </Outcome>
      )
    }
    case 'step':
      return (
        <>
          <h1 className={outcomeStyles.title}>{t('credentials:secondFactor')}</h1>
          {state.name === 'step' && (
            <Lazy component={lazySecondStep} props={{ challenge: state.challenge, onRestart: restart }} />
          )}
        </>
      )
    case 'asking':
      return (
        <Outcome
          needsAttention
          title={t('auth:external.asking.title')}
          text={
            state.name === 'asking' && state.who
              ? t('auth:external.asking.text', { who: state.who })
              : t('auth:external.asking.unnamed')
          }
        >
          <Button kind="primary" onClick={stay}>
            {t('auth:external.asking.stay')}
          </Button>
          <Button onClick={signIn}>{t('auth:external.asking.continue')}</Button>
        </Outcome>
      )
    case 'late':
      return (
        <Outcome needsAttention title={t('auth:external.expired.title')} text={t('auth:external.late.text')}>
          <Button kind="primary" onClick={stay}>
            {t('common:goToDashboard')}
          </Button>
        </Outcome>
      )
    case 'failed':
      return (
        <Outcome
          needsAttention
          title={t('auth:external.failed.title')}
          text={state.name === 'failed' ? state.text : t('common:unreached')}
        >
          <RetryButton onRetry={signIn} />
          <LoginLink />
        </Outcome>
      )
    default:
      return (
        <Outcome
          needsAttention
          title={t(`auth:external.${outcome}.title`)}
          text={t(`auth:external.${outcome}.text`)}
        >
          <LoginLink primary />
        </Outcome>
      )
  }
}

function PendingOutcome({ title, text }: { title: string; text: string }) {
  return (
    <Outcome title={title} text={text}>
      <span className="ring large" />
    </Outcome>
  )
}

interface OutcomeProps {
  title: string
  text: string
  needsAttention?: boolean
  children: ReactNode
}

function Outcome({ title, text, needsAttention = false, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused element has been replaced.
  useEffect(() => {
    if (needsAttention) heading.current?.focus()
  }, [needsAttention])
  return (
    <div className={outcomeStyles.outcome}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p role={needsAttention ? 'alert' : 'status'}>{text}</p>
      <div className={outcomeStyles.actions}>{children}</div>
    </div>
  )
}

const RetryButton = ({ onRetry }: { onRetry: () => void }) => (
  <Button kind="primary" onClick={onRetry}>
    {t('common:retry')}
  </Button>
)

const LoginLink = ({ primary = false }: { primary?: boolean }) => (
  <a className="button" data-kind={primary ? 'primary' : undefined} href={localizePath('/login', locale())}>
    {t('auth:external.login')}
  </a>
)
