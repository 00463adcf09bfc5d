import { useState } from 'react'
import type { QuestionSubject } from '#contract/settlement/questions/questions.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './Questions.module.css'
import { NewThread, Thread, useThread } from './Thread.tsx'

interface LineThreadProps {
  subject: QuestionSubject
  /** null: nobody has asked yet. */
  id: number | null
}

/** The messages below a line of a statement. */
export function LineThread({ subject, id }: LineThreadProps) {
  const [askedId, setAskedId] = useState<number | null>(null)
  const shownId = askedId ?? id
  return (
    <section className={styles.thread} aria-label={t('questions:thread.title')}>
      <p className="bold">{t('questions:thread.title')}</p>
      {shownId === null ? <NewThread subject={subject} onAsked={setAskedId} /> : <KnownThread id={shownId} />}
    </section>
  )
}

const KnownThread = ({ id }: { id: number }) => <Thread query={useThread(id)} />
