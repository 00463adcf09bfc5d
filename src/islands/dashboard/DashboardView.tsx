import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { sameQuestion } from '#lib/query.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import styles from './Dashboard.module.css'
import { DashboardHeader } from './DashboardHeader.tsx'
import { EmptyReport } from './EmptyReport.tsx'
import { ReportSection } from './ReportSection.tsx'
import { report } from './store.ts'
import { Videos } from './Videos.tsx'

/** What the channels earned and how they were watched in a period: totals, trends and every video. */
export function DashboardView() {
  const { question, answer, error } = useStore(report.$state)
  useEffect(() => {
    if (error && answer && sameQuestion(answer.question, question))
      notify('error', t('dashboard:failed.stale'))
  }, [question, answer, error])
  const empty = answer?.data.report === null && error === null
  return (
    <div className={styles.view}>
      <DashboardHeader />
      {empty ? (
        <EmptyReport />
      ) : (
        <>
          <ReportSection />
          <Videos />
        </>
      )}
    </div>
  )
}
