import { useEffect, useState } from 'react'
import { createFirstOperator } from '#contract/people/first-operator.ts'
import { Form } from '#islands/kit/forms/Form.tsx'
import { Island } from '#islands/kit/island/Island.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { $device, startSession } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { host } from '#lib/site/host.ts'
import { readTab, removeTab, writeTab } from '#lib/site/storage.ts'
import styles from './Auth.module.css'
import { ConfirmedJoinForm, JoinFields } from './JoinFields.tsx'
import outcomeStyles from './outcome/Outcome.module.css'
import { Outcome, PageLink } from './outcome/Outcome.tsx'

const tokenKey = 'setup'

/** The token leaves the address, which no server and no history gets; the tab has it while the person changes the language. */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (!token) return readTab(tokenKey) ?? ''
  history.replaceState(history.state, '', location.pathname + location.search)
  writeTab(tokenKey, token)
  return token
}

type State =
  | { name: 'reading' | 'expired' }
  | { name: 'open'; token: string }
  | { name: 'done'; email: string }

function Setup() {
  const [state, setState] = useState<State>({ name: 'reading' })
  useEffect(() => {
    const start = () => {
      const token = takeToken()
      setState(token ? { name: 'open', token } : { name: 'expired' })
    }
    start()
    addEventListener('hashchange', start)
    return () => removeEventListener('hashchange', start)
  }, [])

  async function submit(token: string, { email, password, nickname }: ConfirmedJoinForm) {
    const body = { token, domain: host, email, password, nickname, device: $device.get() || undefined }
    try {
      const session = await call(createFirstOperator, { body })
      removeTab(tokenKey)
      startSession(session.token, session.device)
      setState({ name: 'done', email })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'expired')) throw error
      removeTab(tokenKey)
      setState({ name: 'expired' })
    }
  }

  switch (state.name) {
    case 'reading':
      return <Title />
    case 'open':
      return (
        <>
          <Title />
          <p className={styles.lead}>{t('auth:setup.lead')}</p>
          <Form schema={ConfirmedJoinForm} onSubmit={(form) => submit(state.token, form)}>
            <JoinFields />
          </Form>
        </>
      )
    case 'expired':
      return <Outcome failed title={t('auth:link.expired.title')} text={t('auth:setup.expired')} />
    case 'done':
      return (
        <Outcome title={t('auth:setup.done.title')} text={t('auth:setup.done.text', { email: state.email })}>
          <PageLink path="/config-account" primary>
            {t('auth:link.change.next')}
          </PageLink>
        </Outcome>
      )
  }
}

const Title = () => <h1 className={outcomeStyles.title}>{t('auth:setup.title')}</h1>

export function SetupIsland() {
  return (
    <Island mayLackSite>
      <Setup />
    </Island>
  )
}
