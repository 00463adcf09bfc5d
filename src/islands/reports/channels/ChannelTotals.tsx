import report from '#islands/reports/Report.module.css'
import { report as asked } from '#islands/reports/store.ts'
import { Totals, TotalsSkeleton } from '#islands/reports/Totals.tsx'
import { useShownReport } from '#islands/reports/use-shown-report.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import styles from './ChannelReport.module.css'

/** The totals of all channels in question, as on the dashboard. */
export function ChannelTotals() {
  const { shown, stale, error } = useShownReport()
  if (shown) {
    return (
      <div className={report.report} aria-busy={stale} data-stale={stale || undefined}>
        <Totals shown={shown} />
      </div>
    )
  }
  return (
    <div className={styles.totals} aria-busy={error === null} data-failed={error !== null || undefined}>
      <TotalsSkeleton />
      {error ? (
        <div className={styles.failure} role="alert">
          <p>
            <b>{t('channel-report:failed.totals')}</b> {error.message}
          </p>
          <Button onClick={asked.reload}>{t('reports:failed.retry')}</Button>
        </div>
      ) : (
        <p className="visually-hidden" role="status">
          {t('reports:loading')}
        </p>
      )}
    </div>
  )
}
