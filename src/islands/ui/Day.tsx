import { formatLocalDay } from '#lib/format/day.ts'
import { locale } from '#lib/i18n/strings.ts'

interface DayProps {
  /** ISO 8601. */
  moment: string
}

export function Day({ moment }: DayProps) {
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={moment} title={time.format(new Date(moment))}>
      {formatLocalDay(moment, locale())}
    </time>
  )
}
