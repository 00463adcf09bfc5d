import { useStore } from '@nanostores/react'
import type { QuestionSummary } from '#contract/settlement/questions/questions.ts'
import { Pager } from '#islands/kit/tables/Pager.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { describeSubject } from './describe-subject.ts'
import { QuestionChip } from './QuestionChip.tsx'
import styles from './Questions.module.css'
import { $openId, $state, questionList, showPage, showQuestion, showState } from './store.ts'

export function QuestionList() {
  const { key, result, error } = useStore(questionList.$state)
  const isStale = result !== null && !isSameKey(result.key, key)
  if (error && (isStale || result === null))
    return <LoadFailure title={t('questions:failed.list')} error={error} onRetry={questionList.reload} />
  if (result === null) return <ListSkeleton />
  const { total, page, size, questions } = result.data
  if (questions.length === 0) return <NoQuestions page={page} />
  const hasMore = (page + 1) * size < total
  return (
    <div aria-busy={isStale} data-stale={isStale || undefined}>
      <ul className={styles.list}>
        {questions.map((question) => (
          <Row key={question.id} question={question} />
        ))}
      </ul>
      {(page > 0 || hasMore) && (
        <Pager
          label={t('questions:pages')}
          onPrevious={page > 0 && !isStale ? () => showPage(page - 1) : undefined}
          onNext={hasMore && !isStale ? () => showPage(page + 1) : undefined}
        />
      )}
    </div>
  )
}

function Row({ question }: { question: QuestionSummary }) {
  const { id, subject, amount, currency, isOwn, nickname, changedAt, excerpt, isUnread, messages } = question
  const isOpen = useStore($openId) === id
  const { title, parts } = describeSubject(subject)
  return (
    <li data-question={id} data-unread={isUnread || undefined} data-current={isOpen || undefined}>
      <div className={styles.rowHead}>
        <button
          type="button"
          className={`stretched-link break ${styles.open}`}
          aria-expanded={isOpen}
          onClick={() => showQuestion(isOpen ? null : id)}
        >
          {isUnread && <span className={styles.new}>{t('questions:unread')}</span>} {title}
        </button>
        <b className="medium nowrap">{formatMoney(amount, currency, locale())}</b>
      </div>
      <p className="note break">{parts.join(' · ')}</p>
      <p className={`clamp ${styles.excerpt}`}>{excerpt}</p>
      <p className={styles.meta}>
        <QuestionChip isOwn={isOwn} state={question.state} />
        {!isOwn && <span className="break">{nickname ?? t('questions:thread.gone')}</span>}
        <span>{t('questions:messages', { count: messages })}</span>
        <time dateTime={changedAt}>{formatFullMoment(changedAt, locale())}</time>
      </p>
    </li>
  )
}

function NoQuestions({ page }: { page: number }) {
  const answers = useStore(may('questions.answer'))
  const state = useStore($state)
  if (page > 0)
    return (
      <Message title={t('questions:empty.pastEnd')} text="">
        <Button onClick={() => showPage(0)}>{t('common:pages.first')}</Button>
      </Message>
    )
  if (state !== null)
    return (
      <Message title={t('questions:empty.filtered')} text="">
        <Button onClick={() => showState(null)}>{t('common:all')}</Button>
      </Message>
    )
  return (
    <Message
      title={t('questions:empty.title')}
      text={t(answers ? 'questions:empty.manager' : 'questions:empty.member')}
    />
  )
}

const skeletonWidths = ['52%', '38%', '46%']

const ListSkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      {t('questions:loading')}
    </p>
    <ul className={styles.list} aria-hidden="true">
      {skeletonWidths.map((width) => (
        <li key={width}>
          <Skeleton width={width} height="24px" />
          <Skeleton width="70%" />
          <Skeleton width="40%" />
        </li>
      ))}
    </ul>
  </div>
)
