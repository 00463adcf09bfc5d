import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AccountSession } from '#contract/account.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { Skeleton } from '#shared/Skeleton.tsx'
import styles from './Account.module.css'
import { EndOthersDialog } from './EndOthersDialog.tsx'
import { SessionRow } from './SessionRow.tsx'
import { sessions } from './store.ts'

/** What has the focus may go with the session that it ended: then the heading takes it. */
function useKeptFocus(heading: RefObject<HTMLElement | null>, list: readonly AccountSession[] | undefined) {
  const held = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever there is another list.
  useEffect(() => {
    if (held.current && document.activeElement === document.body) heading.current?.focus()
  }, [list, heading])
  return {
    onFocus: () => {
      held.current = true
    },
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      held.current = relatedTarget === null
    },
  }
}

/** Where somebody is signed in, and the ways to end that elsewhere. */
export function Sessions() {
  const { answer, error } = useStore(sessions.$state)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = answer?.data.sessions
  const kept = useKeptFocus(heading, list)
  return (
    <section className={styles.card} aria-labelledby="account-sessions" aria-busy={!list && !error} {...kept}>
      <h2 id="account-sessions" ref={heading} tabIndex={-1}>
        {t('account:sessions.title')}
      </h2>
      <p className={styles.note}>{t('account:sessions.lead')}</p>
      {list && <SessionList list={list} />}
      {!list && error && (
        <Message failed title={t('account:sessions.failed')} text={error.message}>
          <Button onClick={sessions.reload}>{t('common:retry')}</Button>
        </Message>
      )}
      {!list && !error && <Waiting />}
    </section>
  )
}

function SessionList({ list }: { list: readonly AccountSession[] }) {
  const [asking, setAsking] = useState(false)
  const others = list.some(({ current }) => !current)
  return (
    <>
      <ul className={styles.sessions}>
        {list.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others && (
        <Button className={styles.endOthers} onClick={() => setAsking(true)}>
          {t('account:sessions.endOthers')}
        </Button>
      )}
      {asking && <EndOthersDialog onClose={() => setAsking(false)} />}
    </>
  )
}

function Waiting() {
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('common:loading')}
      </p>
      <ul className={styles.sessions} aria-hidden="true">
        <li>
          <span className={styles.device}>
            <b>
              <Skeleton width="150px" />
            </b>
            <small>
              <Skeleton width="220px" />
            </small>
          </span>
        </li>
      </ul>
    </>
  )
}
