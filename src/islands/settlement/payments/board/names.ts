import type { StatementAccount } from '#contract/settlement/statements.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay, formatDayShort } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export const getName = ({ nickname }: Pick<StatementAccount, 'nickname'>): string =>
  nickname ?? t('payments:removed')

/** Omits this year. */
export function formatBoardDay(day: string): string {
  const isThisYear = day.slice(0, 4) === toLocalDay(new Date().toISOString()).slice(0, 4)
  return (isThisYear ? formatDayShort : formatDay)(day, locale())
}
