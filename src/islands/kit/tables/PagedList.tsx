import { useStore } from '@nanostores/react'
import { type ReactNode, useRef, useState } from 'react'
import { useRestoreFocus } from '#islands/kit/hooks/use-restore-focus.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { isSameKey, type Query, type QueryKey, type QueryState } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './PagedList.module.css'
import { Pager } from './Pager.tsx'

interface Page {
  total: number
  page: number
  size: number
}

interface PagedListTexts {
  title: string
  total: (count: number) => string
  stale: string
  failed: string
  /** Shown instead of the error's message, for lists that report it in a snackbar. */
  failedNext?: string
  pages: string
  /** Message for an address beyond the last page. */
  pastEnd: string
  /** Offers pages by their numbers, besides the previous and the next one. */
  isNumbered?: boolean
}

export type ListResponse<Q extends QueryKey, T> = NonNullable<QueryState<Q, T>['result']>

interface PagedListProps<Q extends QueryKey, T extends Page> {
  list: Query<Q, T>
  texts: PagedListTexts
  onPageChange: (page: number) => void
  className?: string | undefined
  messageClassName?: string | undefined
  headerActions?: ReactNode
  skeleton: ReactNode
  empty: (answer: ListResponse<Q, T>) => ReactNode
  children: (answer: ListResponse<Q, T>) => ReactNode
}

function useListState<Q extends QueryKey, T>({ $state }: Query<Q, T>) {
  const { key, result, error, isLoading } = useStore($state)
  const [failed, setFailed] = useState(false)
  if (!isLoading && failed !== (error !== null)) setFailed(error !== null)
  const stale = result !== null && !isSameKey(result.key, key)
  return { answer: result, stale, error, failed, waiting: result === null && error === null }
}

export function PagedList<Q extends QueryKey, T extends Page>(props: PagedListProps<Q, T>) {
  const { list, texts, onPageChange, className, headerActions } = props
  const state = useListState(list)
  const { answer, stale, error, failed, waiting } = state
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHandlers = useRestoreFocus(heading)
  function changePage(page: number) {
    onPageChange(page)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section className={className} aria-busy={waiting || stale} {...focusHandlers}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {texts.title}
        </h2>
        <p className="note" role="status">
          {waiting && <span className="visually-hidden">{t('common:loading')}</span>}
          {answer && !stale && texts.total(answer.data.total)}
          {answer && !stale && failed && ` ${texts.stale}`}
        </p>
        {headerActions}
      </div>
      <div data-stale={(stale && !error) || undefined}>
        <ListBody {...props} shown={state} onPageChange={changePage} />
      </div>
    </section>
  )
}

function ListBody<Q extends QueryKey, T extends Page>({
  list,
  texts,
  onPageChange,
  messageClassName,
  skeleton,
  empty,
  children,
  shown: { answer, stale, error },
}: PagedListProps<Q, T> & { shown: ReturnType<typeof useListState<Q, T>> }) {
  if (error && (stale || answer === null)) {
    return (
      <div className={messageClassName}>
        <LoadFailure title={texts.failed} text={texts.failedNext ?? error.message} onRetry={list.reload} />
      </div>
    )
  }
  if (answer === null) return skeleton
  const { total, page, size } = answer.data
  const emptyMessage =
    page > 0 && total > 0 && page * size >= total ? (
      <Message title={texts.pastEnd} text="">
        <Button onClick={() => onPageChange(0)}>{t('common:pages.first')}</Button>
      </Message>
    ) : (
      empty(answer)
    )
  if (emptyMessage) return <div className={messageClassName}>{emptyMessage}</div>
  const hasNextPage = (page + 1) * size < total
  return (
    <>
      {children(answer)}
      {(page > 0 || hasNextPage) && (
        <Pager
          label={texts.pages}
          onPrevious={page > 0 && !stale ? () => onPageChange(page - 1) : undefined}
          onNext={hasNextPage && !stale ? () => onPageChange(page + 1) : undefined}
          numbers={
            texts.isNumbered ? { page, count: Math.ceil(total / size), onChoose: onPageChange } : undefined
          }
        />
      )}
    </>
  )
}
