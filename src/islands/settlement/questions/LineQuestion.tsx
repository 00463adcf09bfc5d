import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { QuestionSummary } from '#contract/settlement/questions/questions.ts'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { addNote } from '#lib/i18n/phrases.ts'
import { t } from '#lib/i18n/strings.ts'
import { $params } from '#lib/navigation/router.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import styles from './LineQuestion.module.css'
import { $shownStatement, lineQuestions } from './store.ts'

const lazyThread = lazyComponent(async () => {
  const [{ LineThread }] = await Promise.all([import('./LineThread.tsx'), loadStrings('questions')])
  return LineThread
})

/** The latest question about a line. */
const findQuestion = (questions: readonly QuestionSummary[] | undefined, line: string) =>
  questions
    ?.filter(({ subject }) => subject.kind === 'statement' && subject.line === line)
    .reduce<QuestionSummary | undefined>((last, one) => (last && last.id > one.id ? last : one), undefined)

interface LineQuestionProps {
  statement: number
  line: string
  /** Names the line for screen readers. */
  name: string
  /** The statement is the reader's own: others only read and answer. */
  isOwn: boolean
}

/** A button that asks about a line of a statement, and the messages, which stand below the line. */
export function LineQuestion({ statement, line, name, isOwn }: LineQuestionProps) {
  const { result } = useStore(lineQuestions.$state)
  const found = findQuestion(result?.data.questions, line)
  const isLinked = useStore($params).line === line
  const [isOpen, setIsOpen] = useState(isLinked)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const isShown = found !== undefined || isOwn
  useEffect(() => $shownStatement.set(statement), [statement])
  useEffect(() => {
    if (isLinked && isShown) button.current?.scrollIntoView({ block: 'center' })
  }, [isLinked, isShown])
  if (!isShown) return null
  const label = t('statements:question.ask', { name })
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.bubble}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-line={line}
        data-state={found?.state}
        data-unread={found?.isUnread || undefined}
        title={label}
        onClick={() => setIsOpen(!isOpen)}
        onPointerEnter={() => void lazyThread.load()}
      >
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 4h14v9.5H9l-3.7 3v-3H3z" />
          {found && <path d="M6.3 7.3h7.4M6.3 10.2h4.5" />}
        </svg>
        <span className="visually-hidden">
          {found ? addNote(label, t(`statements:question.${found.isUnread ? 'unread' : 'asked'}`)) : label}
        </span>
      </button>
      {isOpen && (
        <div id={id} className={styles.thread}>
          <Lazy
            component={lazyThread}
            props={{ subject: { kind: 'statement' as const, statement, line }, id: found?.id ?? null }}
            fallback={<p className="note">{t('statements:question.loading')}</p>}
          />
        </div>
      )}
    </>
  )
}
