import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type QuestionSubject, questionStates } from '#contract/settlement/questions/questions.ts'
import { DayField } from '#islands/kit/forms/DayField.tsx'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { may } from '#lib/api/session.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { describeSubject, getSubjectHref } from './describe-subject.ts'
import { QuestionList } from './QuestionList.tsx'
import styles from './Questions.module.css'
import { $asked, $openId, $state, questionList, showQuestion, showState } from './store.ts'
import { NewThread, Thread, useThread } from './Thread.tsx'

export function QuestionsView() {
  const state = useStore($state)
  const answers = useStore(may('questions.answer'))
  const openId = useStore($openId)
  const asked = useStore($asked)
  const options = [
    { value: 'all' as const, label: t('common:all') },
    ...questionStates.map((value) => ({
      value,
      label: t(value === 'settled' ? 'questions:settled' : `questions:filter.${value}`),
    })),
  ]
  return (
    <div className={styles.page}>
      <ScreenHeader
        title={t('shell:views.questions')}
        lead={t(answers ? 'questions:lead.manager' : 'questions:lead.member')}
      >
        <div className={styles.filter}>
          <SegmentedControl
            label={t('common:status')}
            value={state ?? 'all'}
            options={options}
            onChange={(value) => showState(value === 'all' ? null : value)}
          />
        </div>
      </ScreenHeader>
      {openId !== null && <OpenQuestion key={openId} id={openId} />}
      {openId === null && asked && <AskCard key={JSON.stringify(asked)} subject={asked} />}
      <QuestionList />
    </div>
  )
}

interface CardProps {
  title: string
  parts: readonly string[]
  /** Where the figure is. */
  href: string | null
  children: ReactNode
}

/** Gets the focus when it appears: it is what somebody has chosen. */
function Card({ title, parts, href, children }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className={styles.card} aria-labelledby="question-title">
      <div className={styles.head}>
        <div className="min-0">
          <h2 id="question-title" ref={heading} tabIndex={-1} className="break">
            {title}
          </h2>
          <p className="note break">{parts.join(' · ')}</p>
          {href !== null && (
            <a className="inline-link text-s" href={href}>
              {t('questions:place')}
            </a>
          )}
        </div>
        <Button className={styles.close} aria-label={t('common:close')} onClick={() => showQuestion(null)}>
          <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="m3 3 10 10m0-10L3 13" />
          </svg>
        </Button>
      </div>
      {children}
    </section>
  )
}

/** The list has the names before the thread does, if it has the question. */
function OpenQuestion({ id }: { id: number }) {
  const query = useThread(id)
  const listed = useStore(questionList.$state).result?.data.questions.find((one) => one.id === id)
  const { subject } = useStore(query.$state).result?.data.question ?? listed ?? {}
  const text = subject ? describeSubject(subject) : { title: t('shell:views.questions'), parts: [] }
  return (
    <Card {...text} href={subject ? getSubjectHref(subject) : null}>
      <Thread query={query} />
    </Card>
  )
}

function AskCard({ subject: given }: { subject: QuestionSubject }) {
  const [day, setDay] = useState(given.kind === 'day' ? given.day : '')
  const subject = given.kind === 'day' ? { ...given, day } : given
  return (
    <Card
      title={t(`questions:ask.${given.kind}`)}
      parts={given.kind === 'video' ? [formatDayRange(given.from, given.to, locale())] : []}
      href={getSubjectHref(given)}
    >
      {given.kind === 'day' && (
        <DayField
          label={t('common:day')}
          hint={t('questions:ask.dayHint')}
          value={day}
          max={given.day}
          onChange={setDay}
        />
      )}
      <NewThread subject={subject} onAsked={showQuestion} />
    </Card>
  )
}
