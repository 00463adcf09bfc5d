import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import {
  addQuestionMessage,
  askQuestion,
  type Question,
  type QuestionMessage,
  type QuestionSubject,
  settleQuestion,
} from '#contract/settlement/questions/questions.ts'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { call } from '#lib/api/call.ts'
import { $user } from '#lib/api/session.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { MessageForm } from './MessageForm.tsx'
import { QuestionChip } from './QuestionChip.tsx'
import styles from './Questions.module.css'
import { createThread, markSeen, reloadLists } from './store.ts'

interface NewThreadProps {
  subject: QuestionSubject
  onAsked: (id: number) => void
}

/** Asks about a figure that has no question yet. */
export function NewThread({ subject, onAsked }: NewThreadProps) {
  async function send(text: string) {
    const { id } = await call(askQuestion, { body: { subject, text } })
    reloadLists()
    onAsked(id)
  }
  return (
    <>
      <MessageForm label={t('questions:thread.first')} onSend={send} />
      <p className="caption">{t('questions:thread.told')}</p>
    </>
  )
}

type ThreadQuery = ReturnType<typeof createThread>

export const useThread = (id: number): ThreadQuery => useMemo(() => createThread(id), [id])

export function Thread({ query }: { query: ThreadQuery }) {
  const { result, error } = useStore(query.$state)
  const question = result?.data.question
  useSeen(question, query.reload)
  if (question) return <Messages question={question} onChange={query.reload} />
  if (error) return <LoadFailure title={t('questions:failed.one')} error={error} onRetry={query.reload} />
  return (
    <div className="grid gap-2">
      <p className="visually-hidden" role="status">
        {t('questions:loading')}
      </p>
      <Skeleton height="64px" />
      <Skeleton height="64px" />
    </div>
  )
}

function useSeen(question: Question | undefined, reload: () => void): void {
  const isUnread = question?.isUnread ?? false
  const last = question?.thread.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: one mark for each last message
  useEffect(() => {
    if (!question || !isUnread) return
    void markSeen(question).then((isSeen) => {
      if (!isSeen) return
      reload()
      reloadLists()
    })
  }, [isUnread, last])
}

interface MessagesProps {
  question: Question
  onChange: () => void
}

function Messages({ question, onChange }: MessagesProps) {
  const { id, isOwn, isWritable, state, thread, subject } = question
  const { pending, failure, run } = useAction()
  const change = () => {
    onChange()
    reloadLists()
  }
  async function send(text: string) {
    await call(addQuestionMessage, { body: { id, text } })
    change()
  }
  async function settle() {
    await call(settleQuestion, { body: { id } })
    change()
  }
  const isSettling = isOwn && state !== 'settled'
  const settleButton = isSettling && (
    <Button className={styles.settle} pending={pending} onClick={() => run(settle)}>
      {t('questions:thread.settle')}
    </Button>
  )
  return (
    <>
      <p className={styles.facts}>
        <QuestionChip isOwn={isOwn} state={state} />
        <Amounts question={question} />
      </p>
      <ol className={styles.messages} aria-label={t('questions:thread.messages')}>
        {thread.map((message) => (
          <Message key={message.id} message={message} isOwn={message.isAnswer !== isOwn} />
        ))}
      </ol>
      {isWritable ? (
        <MessageForm label={t(`questions:thread.${isOwn ? 'more' : 'answer'}`)} onSend={send}>
          {settleButton}
        </MessageForm>
      ) : (
        <>
          <p className="note">{t('questions:thread.closed')}</p>
          {settleButton}
        </>
      )}
      <p className="text-s bad" role="alert">
        {failure}
      </p>
      {subject.kind === 'statement' && <p className="caption">{t('questions:thread.kept')}</p>}
    </>
  )
}

/** The figure as it was, and as it is if it has changed since. */
function Amounts({ question: { amount, currentAmount, currency } }: Pick<MessagesProps, 'question'>) {
  const format = (value: number) => formatMoney(value, currency, locale())
  const hasChanged = currentAmount !== null && format(currentAmount) !== format(amount)
  return (
    <>
      <span data-amount="asked">{t('questions:amount.asked', { amount: format(amount) })}</span>
      {hasChanged && (
        <b className="medium" data-amount="now">
          {t('questions:amount.now', { amount: format(currentAmount) })}
        </b>
      )}
    </>
  )
}

function Message({ message, isOwn }: { message: QuestionMessage; isOwn: boolean }) {
  const user = useStore($user)
  const name = getAuthor(message)
  const isMine = isOwn && name === user?.nickname
  return (
    <li className={styles.message} data-own={isOwn || undefined}>
      <p className={styles.author}>
        {!isOwn && (
          <span className={styles.initial} aria-hidden="true">
            {[...name][0]}
          </span>
        )}
        <b className="medium break">{isMine ? t('questions:thread.me') : name}</b>
        <time className="caption" dateTime={message.createdAt}>
          {formatFullMoment(message.createdAt, locale())}
        </time>
      </p>
      <p className={styles.body}>{message.text}</p>
    </li>
  )
}

const getAuthor = ({ nickname, isOperator }: QuestionMessage): string =>
  nickname ?? t(`questions:thread.${isOperator ? 'operator' : 'gone'}`)
