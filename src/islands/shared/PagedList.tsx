import { useStore } from '@nanostores/react'
import { type ReactNode, useRef, useState } from 'react'
import { type Query, type QueryState, type Question, sameQuestion } from '#lib/query.ts'
import { t } from '#lib/strings.ts'
import { Button } from './Button.tsx'
import { Message } from './Message.tsx'
import styles from './PagedList.module.css'
import { Pager } from './Pager.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

interface Page {
  total: number
  page: number
  size: number
}

interface PagedListTexts {
  title: string
  total: (count: number) => string
  /** Beside the total, when newer figures could not be had. */
  stale: string
  failed: string
  pages: string
  previous: string
  next: string
}

export type ShownAnswer<Q extends Question, T> = NonNullable<QueryState<Q, T>['answer']>

interface PagedListProps<Q extends Question, T extends Page> {
  list: Query<Q, T>
  texts: PagedListTexts
  onTurn: (page: number) => void
  className?: string | undefined
  /** Of what stands in place of the items: a failure, or that there are none. */
  messageClassName?: string | undefined
  /** At the end of the heading's line. */
  beside?: ReactNode
  waiting: ReactNode
  /** Why there is nothing to show; null where there is something. */
  empty: (answer: ShownAnswer<Q, T>) => ReactNode
  children: (answer: ShownAnswer<Q, T>) => ReactNode
}

/** The answer to show and whether the last attempt to get a newer one failed; while one is under way, the one before. */
function useShownList<Q extends Question, T>({ $state }: Query<Q, T>) {
  const { question, answer, error, loading } = useStore($state)
  const [failed, setFailed] = useState(false)
  if (!loading && failed !== (error !== null)) setFailed(error !== null)
  const stale = answer !== null && !sameQuestion(answer.question, question)
  return { answer, stale, error, failed, waiting: answer === null && error === null }
}

/** A list that is read a page at a time: its heading with the number of items, the items, and forth and back. */
export function PagedList<Q extends Question, T extends Page>(props: PagedListProps<Q, T>) {
  const { list, texts, onTurn, className, beside } = props
  const shown = useShownList(list)
  const { answer, stale, error, failed, waiting } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  const keptFocus = useKeptFocus(heading)
  // A new page is read from its top.
  function turn(page: number) {
    onTurn(page)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section className={className} aria-busy={waiting || stale} {...keptFocus}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {texts.title}
        </h2>
        <p role="status">
          {waiting && <span className="visually-hidden">{t('common:loading')}</span>}
          {answer && !stale && texts.total(answer.data.total)}
          {answer && !stale && failed && ` ${texts.stale}`}
        </p>
        {beside}
      </div>
      <div className={styles.body} data-stale={(stale && !error) || undefined}>
        <Body {...props} shown={shown} onTurn={turn} />
      </div>
    </section>
  )
}

function Body<Q extends Question, T extends Page>({
  list,
  texts,
  onTurn,
  messageClassName,
  waiting,
  empty,
  children,
  shown: { answer, stale, error },
}: PagedListProps<Q, T> & { shown: ReturnType<typeof useShownList<Q, T>> }) {
  if (error && (stale || answer === null)) {
    return (
      <div className={messageClassName}>
        <Message failed title={texts.failed} text={error.message}>
          <Button onClick={list.reload}>{t('common:retry')}</Button>
        </Message>
      </div>
    )
  }
  if (answer === null) return waiting
  const none = empty(answer)
  if (none) return <div className={messageClassName}>{none}</div>
  const { total, page, size } = answer.data
  const more = (page + 1) * size < total
  return (
    <>
      {children(answer)}
      {(page > 0 || more) && (
        <Pager
          label={texts.pages}
          previous={texts.previous}
          next={texts.next}
          onPrevious={page > 0 && !stale ? () => onTurn(page - 1) : undefined}
          onNext={more && !stale ? () => onTurn(page + 1) : undefined}
        />
      )}
    </>
  )
}
