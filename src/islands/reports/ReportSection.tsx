import { t } from '#lib/i18n/strings.ts'
import { Answer, AnswerSkeleton } from './Answer.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import styles from './Report.module.css'
import { report } from './store.ts'
import { useDisplayedReport } from './use-displayed-report.ts'

export function ReportSection() {
  const { shown, stale, error } = useDisplayedReport()
  if (shown) {
    return (
      <div className={styles.report} aria-busy={stale} data-stale={stale || undefined}>
        <Answer shown={shown} />
      </div>
    )
  }
  return (
    <div className={styles.report} aria-busy={error === null} data-failed={error !== null || undefined}>
      <AnswerSkeleton />
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
