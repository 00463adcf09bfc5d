import { type ReactNode, useRef } from 'react'
import { useRestoreFocus } from '#islands/kit/hooks/use-restore-focus.ts'
import { type LoadError, LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import styles from './ListSection.module.css'
import { Pager, type PagerProps } from './Pager.tsx'

interface ListSectionProps<T> {
  title: string
  /** Of the heading, which names the cards. */
  id?: string
  className?: string | undefined
  /** Says what is listed, beside the title. */
  summary?: ReactNode
  /** Filters, order, columns and file: `ListControls`. */
  controls?: ReactNode
  /** Between the head and the rows. */
  note?: ReactNode
  /** null: loading, or failed. */
  answer: T | null
  /** `answer` belongs to other filters. */
  isStale: boolean
  /** Shown instead of the answer. */
  failure?: { title: string; error: LoadError; onRetry: () => void; action?: ReactNode } | null
  skeleton: ReactNode
  /** Shown instead of rows, if there are none. */
  empty: (answer: T) => ReactNode
  /** null: all rows are on one page. */
  pager?: (answer: T) => PagerProps | null
  children: (answer: T) => ReactNode
}

/** The frame of a list: its head, and what takes the place of rows that load, fail or do not exist. */
export function ListSection<T>(props: ListSectionProps<T>) {
  const { title, id, className = 'card', summary, controls, note, answer, isStale, failure = null } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHandlers = useRestoreFocus(heading)
  const pager = !failure && answer && props.pager?.(answer)
  /** Another page begins at the top of the list. */
  const turn = (page: (() => void) | undefined) =>
    page &&
    (() => {
      page()
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'start' })
    })
  return (
    <section
      className={className}
      aria-labelledby={id}
      aria-busy={isStale || (answer === null && failure === null)}
      {...focusHandlers}
    >
      <div className={styles.head}>
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        <p className="note">{summary}</p>
        {controls}
      </div>
      {note}
      <div data-stale={(isStale && failure === null) || undefined}>
        <Body {...props} />
        {pager && answer && !props.empty(answer) && (
          <Pager
            {...pager}
            onPrevious={turn(pager.onPrevious)}
            onNext={turn(pager.onNext)}
            numbers={
              pager.numbers && {
                ...pager.numbers,
                onChoose: (page) => turn(() => pager.numbers?.onChoose(page))?.(),
              }
            }
          />
        )}
      </div>
    </section>
  )
}

function Body<T>({ answer, failure = null, skeleton, empty, children }: ListSectionProps<T>) {
  if (failure) {
    const { action, ...shown } = failure
    return <LoadFailure {...shown}>{action}</LoadFailure>
  }
  if (answer === null) return skeleton
  return empty(answer) || children(answer)
}
