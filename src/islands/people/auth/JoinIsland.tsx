import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { join } from '#contract/people/auth.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { Form } from '#islands/kit/forms/Form.tsx'
import { Island } from '#islands/kit/island/Island.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { $device, startSession } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $profileStatus, loadProfile } from '#lib/page/profile.ts'
import { $site } from '#lib/site/site.ts'
import styles from './Auth.module.css'
import { ConfirmedJoinForm, JoinFields } from './JoinFields.tsx'
import outcomeStyles from './outcome/Outcome.module.css'
import { ProviderButtons } from './providers/ProviderButtons.tsx'

interface Joined extends EndpointOutput<typeof join> {
  readonly email: string
}

async function submitJoin({ email, password, nickname }: ConfirmedJoinForm): Promise<Joined> {
  const body = { email, password, nickname, device: $device.get() || undefined }
  return { email, ...(await call(join, { body })) }
}

/** The session starts when the person goes on: signed in, they would leave the page at once. */
function JoinSuccess({ email, token, device }: Joined) {
  const heading = useRef<HTMLHeadingElement>(null)
  const profile = useStore($profileStatus)
  useEffect(() => heading.current?.focus(), [])
  const hasFailed = profile === 'failed'
  return (
    <div className={outcomeStyles.outcome}>
      <h1 ref={heading} className={outcomeStyles.title} tabIndex={-1}>
        {t('auth:join.done.title')}
      </h1>
      <p role={hasFailed ? 'alert' : 'status'}>
        {hasFailed ? t('common:profileFailed') : t('auth:join.done.text', { email })}
      </p>
      <div className={outcomeStyles.actions}>
        <Button
          kind="primary"
          pending={profile === 'loading' || profile === 'ready'}
          onClick={() => (hasFailed ? loadProfile() : startSession(token, device))}
        >
          {hasFailed ? t('common:retry') : t('common:goToDashboard')}
        </Button>
      </div>
    </div>
  )
}

const LoginNote = () => (
  <p className={styles.other}>
    {t('auth:join.haveAccount')} <a href={localizePath('/login', locale())}>{t('common:login')}</a>
  </p>
)

function JoinPage({ onJoin }: { onJoin: (joined: Joined) => void }) {
  const site = useStore($site, { ssr: 'initial' })
  if (site?.join_policy === 'invitation')
    return (
      <>
        <p className={styles.lead}>{t('messages:refusals.join_closed')}</p>
        <LoginNote />
      </>
    )
  return (
    <>
      <p className={styles.lead}>{t('auth:join.lead')}</p>
      {site?.join_policy === 'approval' && <p className={styles.note}>{t('auth:join.approval')}</p>}
      <Form schema={ConfirmedJoinForm} onSubmit={async (form) => onJoin(await submitJoin(form))}>
        <JoinFields />
      </Form>
      <ProviderButtons joins />
      <LoginNote />
    </>
  )
}

export function JoinIsland() {
  const [joined, setJoined] = useState<Joined | null>(null)
  return (
    <>
      {!joined && <h1 className={outcomeStyles.title}>{t('common:join')}</h1>}
      <Island>{joined ? <JoinSuccess {...joined} /> : <JoinPage onJoin={setJoined} />}</Island>
    </>
  )
}
