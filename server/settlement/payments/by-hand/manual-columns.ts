import type { Currency } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { ManualEntry } from '#contract/settlement/payments.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { type Column, createMoneyFormat } from '#server/platform/http/response/csv-columns.ts'
import { translate } from '#server/platform/texts.ts'
import { verbatim } from '#server/settlement/statements/export-columns.ts'

interface ColumnOptions {
  currency: Currency
  /** Of the days. */
  timeZone: string
  locale: Locale
}

export function getManualColumns({ currency, timeZone, locale }: ColumnOptions): Column<ManualEntry>[] {
  const { amount } = createMoneyFormat(currency)
  return [
    ['day', ({ createdAt }) => verbatim(toLocalDay(createdAt, timeZone))],
    ['member', ({ account }) => account.nickname],
    ['email', ({ account }) => account.email],
    ['kind', ({ kind }) => translate(`settlement:manualKinds.${kind}`, locale)],
    ['amount', (entry) => amount(entry.amount)],
    ['currency', () => currency],
    ['reason', ({ reason }) => reason],
    ['enteredBy', ({ createdBy }) => createdBy],
    ['statementNumber', ({ statement }) => verbatim(statement?.number ?? null)],
  ]
}
