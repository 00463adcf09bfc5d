import type { StatementAccount } from '#contract/settlement/statements.ts'
import type { GroupName } from '#islands/settlement/payments/state/board.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay, formatDayShort } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { TextKey } from '#lib/texts/catalog.ts'

export const getName = ({ nickname }: Pick<StatementAccount, 'nickname'>): string =>
  nickname ?? t('lists:deletedAccount')

/** A group whose payouts have one state is named after it. */
export const groupTexts = {
  blocked: 'payout:held',
  ready: 'settlement:states.awaiting_payment',
  sent: 'settlement:states.exported',
  paid: 'settlement:states.paid',
  returned: 'payments:groups.returned',
  partly: 'settlement:states.partly_paid',
} as const satisfies Record<GroupName, TextKey>

/** Omits this year. */
export function formatBoardDay(day: string): string {
  const isThisYear = day.slice(0, 4) === toLocalDay(new Date().toISOString()).slice(0, 4)
  return (isThisYear ? formatDayShort : formatDay)(day, locale())
}
