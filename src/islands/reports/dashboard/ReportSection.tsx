import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import styles from '#islands/reports/frame/Report.module.css'
import { report } from '#islands/reports/state/store.ts'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { t } from '#lib/i18n/strings.ts'
import { Answer, AnswerSkeleton } from './Answer.tsx'

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
          <LoadFailure title={t('reports:failed.totals')} text={error.message} onRetry={report.reload} />
        </div>
      ) : (
        <p className="visually-hidden" role="status">
          {t('reports:loading')}
        </p>
      )}
    </div>
  )
}
