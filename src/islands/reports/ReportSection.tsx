import { t } from '#lib/i18n/strings.ts'
import { LoadFailure } from './LoadFailure.tsx'
import styles from './Report.module.css'
import { report } from './store.ts'
import { Totals, TotalsSkeleton } from './Totals.tsx'
import { Trends, TrendsSkeleton } from './Trends.tsx'
import { useDisplayedReport } from './use-displayed-report.ts'

export function ReportSection() {
  const { shown, stale, error } = useDisplayedReport()
  if (shown) {
    return (
      <div className={styles.report} aria-busy={stale} data-stale={stale || undefined}>
        <Totals shown={shown} />
        <Trends shown={shown} />
      </div>
    )
  }
  return (
    <div className={styles.report} aria-busy={error === null} data-failed={error !== null || undefined}>
      <TotalsSkeleton />
      <TrendsSkeleton />
      {error ? (
        <div className={styles.overlay}>
          <LoadFailure title={t('reports:failed.totals')} error={error} onRetry={report.reload} />
        </div>
      ) : (
        <p className="visually-hidden" role="status">
          {t('reports:loading')}
        </p>
      )}
    </div>
  )
}
