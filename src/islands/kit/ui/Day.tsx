import { formatLocalDay } from '#lib/format/day.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { locale } from '#lib/i18n/strings.ts'

interface DayProps {
  /** ISO 8601. */
  moment: string
}

export const Day = ({ moment }: DayProps) => (
  <time dateTime={moment} title={formatFullMoment(moment, locale())}>
    {formatLocalDay(moment, locale())}
  </time>
)
