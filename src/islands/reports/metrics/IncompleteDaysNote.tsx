import { formatDayRange } from '#lib/format/day.ts'
import { groupDays } from '#lib/format/day-groups.ts'
import { locale, t } from '#lib/i18n/strings.ts'

const maxRanges = 3

/** Names the days that charts leave out. */
export function IncompleteDaysNote({ days }: { days: readonly string[] }) {
  if (days.length === 0) return null
  const ranges = groupDays(days)
  const named = ranges.slice(-maxRanges).map(({ from, to }) => formatDayRange(from, to, locale()))
  const text = named.join(t('reports:incomplete.separator'))
  return (
    <p className="note">
      {ranges.length > maxRanges
        ? t('reports:incomplete.many', { days: text, count: days.length })
        : t('reports:incomplete.days', { days: text })}
    </p>
  )
}
