import { earliestDay } from '#contract/reports/calendar.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

/** Nobody chose the day of a rate that counts from the beginning. */
export const formatFeeDay = (day: string) =>
  day === earliestDay ? t('member-dialogs:fee.beginning') : formatDay(day, locale())
