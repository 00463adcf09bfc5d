import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { sameQuestion } from '#lib/query.ts'
import { $user } from '#lib/session.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { Pager } from '#shared/Pager.tsx'
import { NoticeList, NoticeListSkeleton } from './NoticeList.tsx'
import styles from './Notices.module.css'
import { seeAll } from './seen.ts'
import { list, showPage } from './store.ts'

/** What the operator has announced, a page at a time. */
export function NoticesView() {
  const { question, answer, error } = useStore(list.$state)
  const stale = answer !== null && !sameQuestion(answer.question, question)
  const waiting = answer === null && error === null
  const heading = useRef<HTMLHeadingElement>(null)
  // A new page is read from its top.
  function turn(page: number) {
    showPage(page)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div className={styles.view} aria-busy={waiting || stale}>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1}>
          {t('notices:title')}
        </h1>
        <SeeAll onSeen={() => heading.current?.focus({ preventScroll: true })} />
      </header>
      <p className="visually-hidden" role="status">
        {waiting && t('notices:loading')}
      </p>
      <div data-stale={(stale && error === null) || undefined}>
        <Body onTurn={turn} />
      </div>
    </div>
  )
}

/** Gone once it is done, so the focus needs another place. */
function SeeAll({ onSeen }: { onSeen: () => void }) {
  const { answer } = useStore(list.$state)
  const unread = useStore($user)?.unread_notices ?? 0
  if (unread === 0 || answer === null) return null
  function see() {
    void seeAll(answer?.data.notices.map(({ id }) => id) ?? [])
    onSeen()
  }
  return <Button onClick={see}>{t('notices:seeAll')}</Button>
}

function Body({ onTurn }: { onTurn: (page: number) => void }) {
  const { question, answer, error } = useStore(list.$state)
  const stale = answer !== null && !sameQuestion(answer.question, question)
  if (error && (stale || answer === null)) {
    return (
      <Message failed title={t('notices:failed.list')} text={error.message}>
        <Button onClick={list.reload}>{t('notices:retry')}</Button>
      </Message>
    )
  }
  if (answer === null) return <NoticeListSkeleton />
  const { total, page, size, notices } = answer.data
  if (notices.length === 0) return <Empty page={page} onTurn={onTurn} />
  const more = (page + 1) * size < total
  return (
    <>
      <NoticeList notices={notices} />
      {(page > 0 || more) && (
        <Pager
          label={t('notices:pages')}
          previous={t('notices:previous')}
          next={t('notices:next')}
          onPrevious={page > 0 && !stale ? () => onTurn(page - 1) : undefined}
          onNext={more && !stale ? () => onTurn(page + 1) : undefined}
        />
      )}
    </>
  )
}

function Empty({ page, onTurn }: { page: number; onTurn: (page: number) => void }) {
  if (page === 0) return <Message title={t('notices:empty.title')} text="" />
  return (
    <Message title={t('notices:empty.pastEnd')} text="">
      <Button onClick={() => onTurn(0)}>{t('notices:empty.firstPage')}</Button>
    </Message>
  )
}
