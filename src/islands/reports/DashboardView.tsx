import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { sameQuestion } from '#lib/query.ts'
import { notify } from '#lib/snackbars.ts'
import { t } from '#lib/strings.ts'
import { VideoDetail } from './detail/VideoDetail.tsx'
import { EmptyReport } from './EmptyReport.tsx'
import styles from './Report.module.css'
import { ReportHeader } from './ReportHeader.tsx'
import { ReportSection } from './ReportSection.tsx'
import { report } from './store.ts'
import { Videos } from './Videos.tsx'

/** What the channels earned and how they were watched in a period: totals, trends and every video. */
export function DashboardView() {
  const { question, answer, error } = useStore(report.$state)
  useEffect(() => {
    if (error && answer && sameQuestion(answer.question, question)) notify('error', t('reports:failed.stale'))
  }, [question, answer, error])
  const empty = answer?.data.report === null && error === null
  return (
    <div className={styles.view}>
      <ReportHeader title={t('reports:title')} />
      {empty ? (
        <EmptyReport />
      ) : (
        <>
          <ReportSection />
          <Videos />
        </>
      )}
      <VideoDetail />
    </div>
  )
}
