import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { isSameKey, type Query, type QueryKey, type QueryState } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { ListSection } from './ListSection.tsx'

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

type ListResponse<Q extends QueryKey, T> = NonNullable<QueryState<Q, T>['result']>

interface PagedListProps<Q extends QueryKey, T extends Page> {
  list: Query<Q, T>
  texts: PagedListTexts
  onPageChange: (page: number) => void
  className?: string | undefined
  controls?: ReactNode
  skeleton: ReactNode
  empty: (answer: ListResponse<Q, T>) => ReactNode
  children: (answer: ListResponse<Q, T>) => ReactNode
}

function useListState<Q extends QueryKey, T>({ $state }: Query<Q, T>) {
  const { key, result, error, isLoading } = useStore($state)
  const [failed, setFailed] = useState(false)
  if (!isLoading && failed !== (error !== null)) setFailed(error !== null)
  const isStale = result !== null && !isSameKey(result.key, key)
  return { answer: result, isStale, error, failed, waiting: result === null && error === null }
}

/** A list whose pages have numbers. */
export function PagedList<Q extends QueryKey, T extends Page>(props: PagedListProps<Q, T>) {
  const { list, texts, onPageChange, className, controls, skeleton, empty, children } = props
  const { answer, isStale, error, failed, waiting } = useListState(list)
  const isFailure = error !== null && (isStale || answer === null)
  return (
    <ListSection
      title={texts.title}
      className={className}
      summary={
        <span role="status">
          {waiting && <span className="visually-hidden">{t('common:loading')}</span>}
          {answer && !isStale && texts.total(answer.data.total)}
          {answer && !isStale && failed && ` ${texts.stale}`}
        </span>
      }
      controls={controls}
      answer={answer}
      isStale={isStale}
      failure={
        isFailure
          ? {
              title: texts.failed,
              error: texts.failedNext ? { message: texts.failedNext } : error,
              onRetry: list.reload,
            }
          : null
      }
      skeleton={skeleton}
      empty={(shown) =>
        isPastEnd(shown.data) ? <PastEnd texts={texts} onBack={onPageChange} /> : empty(shown)
      }
      pager={({ data: { page, size, total } }) => {
        const hasNextPage = (page + 1) * size < total
        if (page === 0 && !hasNextPage) return null
        return {
          label: texts.pages,
          onPrevious: page > 0 && !isStale ? () => onPageChange(page - 1) : undefined,
          onNext: hasNextPage && !isStale ? () => onPageChange(page + 1) : undefined,
          numbers: texts.isNumbered
            ? { page, count: Math.ceil(total / size), onChoose: onPageChange }
            : undefined,
        }
      }}
    >
      {children}
    </ListSection>
  )
}

const isPastEnd = ({ page, total, size }: Page) => page > 0 && total > 0 && page * size >= total

const PastEnd = ({ texts, onBack }: { texts: PagedListTexts; onBack: (page: number) => void }) => (
  <Message title={texts.pastEnd} text="">
    <Button onClick={() => onBack(0)}>{t('common:pages.first')}</Button>
  </Message>
)
