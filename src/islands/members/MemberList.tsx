import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { sameQuestion } from '#lib/query.ts'
import { $screen } from '#lib/screen.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { Pager } from '#shared/Pager.tsx'
import { MemberCards } from './MemberCards.tsx'
import styles from './Members.module.css'
import { MemberTable } from './MemberTable.tsx'
import { openAdd } from './opened.ts'
import { list, showAll, showPage } from './store.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { WaitingRows } from './WaitingRows.tsx'

/** The answer to show and whether the last attempt to get a newer one failed; while one is under way, the one before. */
function useShownList() {
  const { question, answer, error, loading } = useStore(list.$state)
  const [failed, setFailed] = useState(false)
  if (!loading && failed !== (error !== null)) setFailed(error !== null)
  const stale = answer !== null && !sameQuestion(answer.question, question)
  return { answer, stale, error, failed, waiting: answer === null && error === null }
}

type Shown = ReturnType<typeof useShownList>
type Answer = NonNullable<Shown['answer']>

/** The members that the search finds, a page at a time. */
export function MemberList() {
  const shown = useShownList()
  const { answer, stale, error, failed, waiting } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  const keptFocus = useKeptFocus(heading)
  // A new page is read from its top.
  function turn(page: number) {
    showPage(page)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section className={styles.card} aria-busy={waiting || stale} {...keptFocus}>
      <div className={styles.listHead}>
        <h2 ref={heading} tabIndex={-1}>
          {t('members:list.title')}
        </h2>
        <p role="status">
          {waiting && <span className="visually-hidden">{t('common:loading')}</span>}
          {answer && !stale && <Total count={answer.data.total} />}
          {answer && !stale && failed && ` ${t('members:failed.stale')}`}
        </p>
      </div>
      <div data-stale={(stale && !error) || undefined}>
        <Body shown={shown} onTurn={turn} />
      </div>
    </section>
  )
}

const Total = ({ count }: { count: number }) =>
  t('members:list.total', { count, total: formatNumber(count, locale()) })

interface BodyProps {
  shown: Shown
  onTurn: (page: number) => void
}

function Body({ shown: { answer, stale, error }, onTurn }: BodyProps) {
  const narrow = useStore($screen) === 'mobile'
  if (error && (stale || answer === null)) {
    return (
      <Message failed title={t('members:failed.list')} text={error.message}>
        <Button onClick={list.reload}>{t('common:retry')}</Button>
      </Message>
    )
  }
  if (answer === null) return <WaitingRows />
  const { total, page, size, members } = answer.data
  if (members.length === 0) return <Empty {...answer} />
  const more = (page + 1) * size < total
  return (
    <>
      {narrow ? <MemberCards members={members} /> : <MemberTable members={members} />}
      {(page > 0 || more) && (
        <Pager
          label={t('members:list.pages')}
          previous={t('members:list.previous')}
          next={t('members:list.next')}
          onPrevious={page > 0 && !stale ? () => onTurn(page - 1) : undefined}
          onNext={more && !stale ? () => onTurn(page + 1) : undefined}
        />
      )}
    </>
  )
}

/** Why there is no member to show, and what to do. */
function Empty({ question, data }: Answer) {
  if (question.page > 0 && data.total > 0) {
    return (
      <Message title={t('members:empty.pastEnd')} text="">
        <Button onClick={() => showPage(0)}>{t('members:empty.firstPage')}</Button>
      </Message>
    )
  }
  return question.search ? (
    <Message title={t('members:empty.none')} text={t('members:empty.noneNext')}>
      <Button onClick={showAll}>{t('members:empty.showAll')}</Button>
    </Message>
  ) : (
    <Message title={t('members:empty.title')} text={t('members:empty.next')}>
      <Button kind="primary" onClick={openAdd}>
        {t('members:create')}
      </Button>
    </Message>
  )
}
