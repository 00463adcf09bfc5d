import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { sameQuestion } from '#lib/query.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { Pager } from '#shared/Pager.tsx'
import cards from './Cards.module.css'
import type { ListTab } from './filter.ts'
import { MusicCard } from './MusicCard.tsx'
import styles from './Musics.module.css'
import { type MusicList as List, showAll, showPage } from './store.ts'
import { UseDays } from './track-facts.tsx'

/** The answer to show and whether the last attempt to get a newer one failed; while one is under way, the one before. */
function useShownList(list: List) {
  const { question, answer, error, loading } = useStore(list.$state)
  const [failed, setFailed] = useState(false)
  if (!loading && failed !== (error !== null)) setFailed(error !== null)
  const stale = answer !== null && !sameQuestion(answer.question, question)
  return { answer, stale, error, failed, waiting: answer === null && error === null }
}

type Shown = ReturnType<typeof useShownList>

interface MusicListProps {
  tab: ListTab
  list: List
}

/** The tracks that the address asks for, a page at a time. */
export function MusicList({ tab, list }: MusicListProps) {
  const shown = useShownList(list)
  const { answer, stale, error, failed, waiting } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  // A new page is read from its top.
  function turn(page: number) {
    showPage(page)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section className={styles.list} aria-busy={waiting || stale}>
      <div className={styles.listHead}>
        <h2 ref={heading} tabIndex={-1}>
          {t('musics:list.title')}
        </h2>
        <p role="status">
          {waiting && <span className="visually-hidden">{t('common:loading')}</span>}
          {answer && !stale && <Total count={answer.data.total} />}
          {answer && !stale && failed && ` ${t('musics:failed.stale')}`}
        </p>
        <UseDays />
      </div>
      <div data-stale={(stale && !error) || undefined}>
        <Body tab={tab} shown={shown} onTurn={turn} onRetry={list.reload} />
      </div>
    </section>
  )
}

const Total = ({ count }: { count: number }) =>
  t('musics:list.total', { count, total: formatNumber(count, locale()) })

interface BodyProps {
  tab: ListTab
  shown: Shown
  onTurn: (page: number) => void
  onRetry: () => void
}

function Body({ tab, shown: { answer, stale, error }, onTurn, onRetry }: BodyProps) {
  if (error && (stale || answer === null)) {
    return (
      <Message failed title={t('musics:failed.list')} text={error.message}>
        <Button onClick={onRetry}>{t('common:retry')}</Button>
      </Message>
    )
  }
  if (answer === null) return <WaitingCards />
  const { total, page, size, musics } = answer.data
  if (musics.length === 0) return <Empty tab={tab} {...answer} />
  const more = (page + 1) * size < total
  return (
    <>
      <ul className={cards.cards}>
        {musics.map((music) => (
          <MusicCard key={music.id} music={music} />
        ))}
      </ul>
      {(page > 0 || more) && (
        <Pager
          label={t('musics:list.pages')}
          previous={t('musics:list.previous')}
          next={t('musics:list.next')}
          onPrevious={page > 0 && !stale ? () => onTurn(page - 1) : undefined}
          onNext={more && !stale ? () => onTurn(page + 1) : undefined}
        />
      )}
    </>
  )
}

/** Of the size of cards that are there. */
export const WaitingCards = () => (
  <ul className={cards.cards} aria-hidden="true">
    {Array.from({ length: 12 }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cards that stand for others never move
      <li key={at} className={cards.waiting}>
        <span />
        <span />
        <span />
      </li>
    ))}
  </ul>
)

/** Why there is no track to show, and what to do. */
function Empty({ tab, question, data }: { tab: ListTab } & NonNullable<Shown['answer']>) {
  if (question.page > 0 && data.total > 0) {
    return (
      <Message title={t('musics:empty.pastEnd')} text="">
        <Button onClick={() => showPage(0)}>{t('musics:empty.firstPage')}</Button>
      </Message>
    )
  }
  if (question.search === '' && question.category === undefined && tab !== 'tags')
    return <Message title={t(`musics:empty.${tab}`)} text={t('musics:empty.next')} />
  return (
    <Message title={t('musics:empty.none')} text={t('musics:empty.noneNext')}>
      <Button onClick={showAll}>{t('musics:empty.showAll')}</Button>
    </Message>
  )
}
