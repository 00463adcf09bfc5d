import { useStore } from '@nanostores/react'
import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { $user } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'

/** Appears while figures are overdue, so that nobody looks for a fault in their own channels. */
export function LateNote() {
  const { shown } = useDisplayedReport()
  const dueDay = useStore($user)?.report_due_day ?? null
  if (!shown || dueDay === null || shown.report.bounds.to >= dueDay) return null
  return (
    <p className="note" role="status" data-note="late">
      {t('reports:late')}
    </p>
  )
}
