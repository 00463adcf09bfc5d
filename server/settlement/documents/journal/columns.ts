import { amountUnits } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { movementTexts } from '#lib/texts/settlement-names.ts'
import { formatDecimal } from '#server/platform/http/response/csv.ts'
import type { Column } from '#server/platform/http/response/csv-columns.ts'
import { translate } from '#server/platform/texts.ts'
import type { JournalRow } from './journal.ts'

const verbatim = (text: string | null) => (text === null ? null : { text })

export const getJournalColumns = (locale: Locale): Column<JournalRow>[] => [
  ['day', ({ day }) => verbatim(day)],
  ['entry', ({ id }) => id],
  ['debit', ({ debit }) => translate(`ledger:journalAccounts.${debit}`, locale)],
  ['credit', ({ credit }) => translate(`ledger:journalAccounts.${credit}`, locale)],
  // Its rows may differ in currency, which has a column.
  ['bookedAmount', ({ amount, currency }) => formatDecimal(amount, amountUnits[currency])],
  ['currency', ({ currency }) => currency],
  ['dollars', ({ micros }) => formatDecimal(micros, amountUnits.USD)],
  ['statementNumber', ({ statement }) => verbatim(statement)],
  ['member', ({ person }) => person],
  ['kind', ({ kind }) => translate(movementTexts[kind === 'rounding' ? 'adjustment' : kind], locale)],
  ['channelId', ({ channelId }) => channelId],
  ['reference', ({ reference }) => reference],
]
