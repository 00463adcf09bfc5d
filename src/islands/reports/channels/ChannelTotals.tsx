import { useStore } from '@nanostores/react'
import { Button } from '#islands/kit/ui/Button.tsx'
import report from '#islands/reports/frame/Report.module.css'
import { Totals, TotalsSkeleton } from '#islands/reports/metrics/Totals.tsx'
import { report as asked } from '#islands/reports/state/store.ts'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './ChannelReport.module.css'

export function ChannelTotals() {
  const { shown, stale, error } = useDisplayedReport()
  const channels = useStore(asked.$state).result?.key.channels
  if (shown) {
    return (
      <div className={report.report} aria-busy={stale} data-stale={stale || undefined}>
        <div>
          <SelectionNote channels={channels} />
          <Totals shown={shown} />
        </div>
      </div>
    )
  }
  return (
    <div className={report.report} aria-busy={error === null} data-failed={error !== null || undefined}>
      <div>
        <SelectionNote channels={channels} />
        <TotalsSkeleton />
      </div>
      {error ? (
        <div className={styles.failure} role="alert">
          <p className="muted">
            <b>{t('channel-report:failed.totals')}</b> {error.message}
          </p>
          <Button onClick={asked.reload}>{t('common:retry')}</Button>
        </div>
      ) : (
        <p className="visually-hidden" role="status">
          {t('reports:loading')}
        </p>
      )}
    </div>
  )
}

/** Says whose totals the cards show: those of the same channels as the charts. */
const SelectionNote = ({ channels }: { channels: string | undefined }) => (
  <p className={`note ${styles.selectionNote}`} role="status">
    {channels
      ? t('channel-report:chosen.totals', { count: channels.split(',').length })
      : t('channel-report:chosen.allTotals')}
  </p>
)
