import { useDisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

/** Names the displayed days of a custom period that includes days without figures. */
export function RangeNote() {
  const { shown } = useDisplayedReport()
  if (shown?.time.period !== 'custom') return null
  const { from = '', to = '' } = shown.time
  const { range, bounds } = shown.report
  if (from === range.from && to === range.to) return null
  const isOutside = to < bounds.from || from > bounds.to
  return (
    <p className="panel" data-tone={isOutside ? 'warn' : undefined} role="status">
      {t(`reports:time.${isOutside ? 'outside' : 'limited'}`, {
        requested: formatDayRange(from, to, locale()),
        shown: formatDayRange(range.from, range.to, locale()),
      })}
    </p>
  )
}
