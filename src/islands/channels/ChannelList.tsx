import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { sameQuestion } from '#lib/query.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { Pager } from '#shared/Pager.tsx'
import { CardSkeleton, ChannelCard } from './ChannelCard.tsx'
import styles from './Channels.module.css'
import { isNarrowed } from './filter.ts'
import { openAdd } from './opened.ts'
import { RequestCard } from './RequestCard.tsx'
import { list, showAll, showPage } from './store.ts'
import { useKeptFocus } from './use-kept-focus.ts'

const waitingCards = 6

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

/** The channels, a page at a time; before them the registrations that wait for YouTube. */
export function ChannelList() {
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
    <section aria-busy={waiting || stale} {...keptFocus}>
      <div className={styles.listHead}>
        <h2 ref={heading} tabIndex={-1}>
          {t('channels:list.title')}
        </h2>
        <p role="status">
          {waiting && <span className="visually-hidden">{t('common:loading')}</span>}
          {answer && !stale && <Total count={answer.data.total} />}
          {answer && !stale && failed && ` ${t('channels:failed.stale')}`}
        </p>
      </div>
      <div data-stale={(stale && !error) || undefined}>
        <Body shown={shown} onTurn={turn} />
      </div>
    </section>
  )
}

const Total = ({ count }: { count: number }) =>
  t('channels:list.total', { count, total: formatNumber(count, locale()) })

interface BodyProps {
  shown: Shown
  onTurn: (page: number) => void
}

function Body({ shown: { answer, stale, error }, onTurn }: BodyProps) {
  if (error && (stale || answer === null)) {
    return (
      <div className={styles.empty}>
        <Message failed title={t('channels:failed.list')} text={error.message}>
          <Button onClick={list.reload}>{t('common:retry')}</Button>
        </Message>
      </div>
    )
  }
  if (answer === null) return <Waiting />
  const { total, page, size, channels } = answer.data
  const requests = page === 0 && !isNarrowed(answer.question) ? answer.data.requests : []
  if (channels.length + requests.length === 0) return <Empty {...answer} />
  const more = (page + 1) * size < total
  return (
    <>
      <ul className={styles.cards}>
        {requests.map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
        {channels.map((channel) => (
          <ChannelCard key={channel.id} channel={channel} />
        ))}
      </ul>
      {(page > 0 || more) && (
        <Pager
          label={t('channels:list.pages')}
          previous={t('channels:list.previous')}
          next={t('channels:list.next')}
          onPrevious={page > 0 && !stale ? () => onTurn(page - 1) : undefined}
          onNext={more && !stale ? () => onTurn(page + 1) : undefined}
        />
      )}
    </>
  )
}

const Waiting = () => (
  <ul className={styles.cards} aria-hidden="true">
    {Array.from({ length: waitingCards }, (_, at) => at).map((at) => (
      <CardSkeleton key={at} />
    ))}
  </ul>
)

/** Why there is no channel to show, and what to do. */
function Empty({ question, data }: Answer) {
  return (
    <div className={styles.empty}>
      {question.page > 0 && data.total > 0 ? (
        <Message title={t('channels:empty.pastEnd')} text="">
          <Button onClick={() => showPage(0)}>{t('channels:empty.firstPage')}</Button>
        </Message>
      ) : isNarrowed(question) ? (
        <Message title={t('channels:empty.narrowed')} text={t('channels:empty.narrowedNext')}>
          <Button onClick={showAll}>{t('channels:empty.showAll')}</Button>
        </Message>
      ) : (
        <Message title={t('channels:empty.title')} text={t('channels:empty.next')}>
          <Button kind="primary" onClick={openAdd}>
            {t('channels:add.button')}
          </Button>
        </Message>
      )}
    </div>
  )
}
