import { useStore } from '@nanostores/react'
import styles from './Dashboard.module.css'
import { DashboardHeader } from './DashboardHeader.tsx'
import { EmptyReport } from './EmptyReport.tsx'
import { ReportSection } from './ReportSection.tsx'
import { report } from './store.ts'
import { Videos } from './Videos.tsx'

/** What the channels earned and how they were watched in a period: totals, trends and every video. */
export function DashboardView() {
  const state = useStore(report.$state)
  const empty = state.answer?.data.report === null && state.error === null
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
