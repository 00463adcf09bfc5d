import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { EmptyReport } from './EmptyReport.tsx'
import styles from './Report.module.css'
import { ReportHeader } from './ReportHeader.tsx'
import { ReportSection } from './ReportSection.tsx'
import { report } from './store.ts'
import { VideosSection } from './VideosSection.tsx'

export function DashboardView() {
  const { key, result, error } = useStore(report.$state)
  useEffect(() => {
    if (error && result && isSameKey(result.key, key)) notify('error', t('reports:failed.stale'))
  }, [key, result, error])
  const empty = result?.data.report === null && error === null
  return (
    <div className={styles.view}>
      <ReportHeader title={t('reports:title')} />
      {empty ? (
        <EmptyReport />
      ) : (
        <>
          <ReportSection />
          <VideosSection />
        </>
      )}
    </div>
  )
}
