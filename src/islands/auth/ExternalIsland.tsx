import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { localePath } from '#lib/language.ts'
import { followLanguageLinks } from '#lib/language-links.ts'
import { $profile, loadProfile } from '#lib/profile.ts'
import { reloadOnLostParts } from '#lib/reload-once.ts'
import { $signedIn } from '#lib/session.ts'
import { locale, t } from '#lib/strings.ts'
import buttons from '#shared/Button.module.css'
import { Button } from '#shared/Button.tsx'
import { ErrorBoundary } from '#shared/ErrorBoundary.tsx'
import styles from './External.module.css'
import { type ExternalState, useExternalSignIn } from './external-sign-in.ts'

/** The page to which a partner sends somebody with a one-time code. */
export function ExternalIsland() {
  useEffect(reloadOnLostParts, [])
  useEffect(followLanguageLinks, [])
  return (
    <ErrorBoundary
      fallback={() => (
        <Outcome failed title={t('common:brokenTitle')} text={t('common:broken')}>
          <Button kind="primary" onClick={() => location.reload()}>
            {t('common:reload')}
          </Button>
        </Outcome>
      )}
    >
      <External />
    </ErrorBoundary>
  )
}

/** What came of it, once the session that it began has been looked at too. */
function useOutcome(state: ExternalState): ExternalState['name'] | 'unknown' {
  const profile = useStore($profile, { ssr: 'initial' })
  const signedIn = useStore($signedIn, { ssr: () => false })
  if (state.name !== 'done') return state.name
  if (profile === 'failed') return 'unknown'
  return signedIn ? 'done' : state.otherwise
}

function External() {
  const { state, retry } = useExternalSignIn()
  const outcome = useOutcome(state)
  switch (outcome) {
    case 'signing':
    case 'done':
      return <Working title={t(`auth:external.${outcome}.title`)} text={t(`auth:external.${outcome}.text`)} />
    case 'unknown':
      return (
        <Outcome failed title={t('auth:external.failed.title')} text={t('common:profileFailed')}>
          <Retry onRetry={loadProfile} />
        </Outcome>
      )
    case 'failed':
      return (
        <Outcome
          failed
          title={t('auth:external.failed.title')}
          text={state.name === 'failed' ? state.text : t('common:unreached')}
        >
          <Retry onRetry={retry} />
          <LoginLink />
        </Outcome>
      )
    default:
      return (
        <Outcome failed title={t(`auth:external.${outcome}.title`)} text={t(`auth:external.${outcome}.text`)}>
          <LoginLink primary />
        </Outcome>
      )
  }
}

function Working({ title, text }: { title: string; text: string }) {
  return (
    <Outcome title={title} text={text}>
      <span className={styles.ring} />
    </Outcome>
  )
}

interface OutcomeProps {
  title: string
  text: string
  failed?: boolean
  children: ReactNode
}

function Outcome({ title, text, failed = false, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What had the focus has gone with what was there before.
  useEffect(() => {
    if (failed) heading.current?.focus()
  }, [failed])
  return (
    <div className={styles.outcome}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p role={failed ? 'alert' : 'status'}>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}

const Retry = ({ onRetry }: { onRetry: () => void }) => (
  <Button kind="primary" onClick={onRetry}>
    {t('common:retry')}
  </Button>
)

const LoginLink = ({ primary = false }: { primary?: boolean }) => (
  <a
    className={`${buttons.button} ${primary ? buttons.primary : buttons.quiet}`}
    href={localePath('/login', locale())}
  >
    {t('auth:external.login')}
  </a>
)
