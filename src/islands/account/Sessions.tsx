import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AccountSession } from '#contract/account.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Message } from '#islands/ui/Message.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './Account.module.css'
import { EndOtherSessionsDialog } from './EndOtherSessionsDialog.tsx'
import { SessionRow } from './SessionRow.tsx'
import { sessions } from './store.ts'

/** What has the focus may go with the session that it ended: then the heading takes it. */
function useHeadingFocusFallback(
  heading: RefObject<HTMLElement | null>,
  list: readonly AccountSession[] | undefined,
) {
  const hadFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever there is another list.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) heading.current?.focus()
  }, [list, heading])
  return {
    onFocus: () => {
      hadFocus.current = true
    },
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      hadFocus.current = relatedTarget === null
    },
  }
}

/** Where somebody is signed in, and the ways to end that elsewhere. */
export function Sessions() {
  const { result, error } = useStore(sessions.$state)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = result?.data.sessions
  const focusHandlers = useHeadingFocusFallback(heading, list)
  return (
    <section
      className={styles.card}
      aria-labelledby="account-sessions"
      aria-busy={!list && !error}
      {...focusHandlers}
    >
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
      {!list && !error && <SessionsSkeleton />}
    </section>
  )
}

function SessionList({ list }: { list: readonly AccountSession[] }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const hasOthers = list.some(({ current }) => !current)
  return (
    <>
      <ul className={styles.sessions}>
        {list.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {hasOthers && (
        <Button className={styles.endOthers} onClick={() => setIsConfirming(true)}>
          {t('account:sessions.endOthers')}
        </Button>
      )}
      {isConfirming && <EndOtherSessionsDialog onClose={() => setIsConfirming(false)} />}
    </>
  )
}

function SessionsSkeleton() {
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
