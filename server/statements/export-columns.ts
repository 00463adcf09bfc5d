import { amountUnits } from '#contract/currency.ts'
import type { Locale } from '#contract/locale.ts'
import type { MonthRow } from '#contract/months.ts'
import type { Currency } from '#contract/site.ts'
import type { Movement, StatementAmounts } from '#contract/statements.ts'
import { formatDecimal, formatRatio } from '#server/http/csv.ts'
import { type Column, createMoneyFormat } from '#server/http/csv-columns.ts'
import { getEntryKindName, getSourceName, getStatementStateName } from '#server/http/messages.ts'
import { formatMonth } from '#server/months/sources.ts'
import type { EntryRow } from '#server/months/statement-records.ts'
import type { DescribeChannel } from './channels.ts'

const verbatim = (text: string | null) => (text === null ? null : { text })

const getMovementKind = ({ kind, earnedMonth, month }: EntryRow) =>
  kind !== 'withholding' && earnedMonth < month ? 'correction' : kind === 'rounding' ? 'adjustment' : kind

/** Of the entries of a statement. */
export function getEntryColumns(
  currency: Currency,
  locale: Locale,
  describe: DescribeChannel,
): Column<EntryRow>[] {
  const { amount } = createMoneyFormat(currency)
  return [
    ['entry', ({ id }) => id],
    ['kind', (entry) => getEntryKindName(getMovementKind(entry), locale)],
    ['earnedMonth', ({ earnedMonth }) => verbatim(formatMonth(earnedMonth))],
    [
      'source',
      ({ kind, source }) =>
        source === ''
          ? getEntryKindName(kind === 'fee' ? 'fee' : 'withholding', locale)
          : getSourceName(source, locale),
    ],
    ['channelId', ({ channelId }) => channelId],
    ['channel', ({ channelId }) => describe(channelId).name],
    ['entryFeeRate', ({ feePermille }) => formatRatio(feePermille === null ? null : feePermille / 10, 1)],
    ['dollars', ({ micros }) => formatDecimal(micros, amountUnits.USD)],
    ['amount', ({ amount: value }) => amount(value)],
    ['currency', () => currency],
    ['correctedEntry', ({ correctsId }) => correctsId],
  ]
}

export function getMovementColumns(currency: Currency, locale: Locale): Column<Movement>[] {
  const { amount } = createMoneyFormat(currency)
  return [
    ['month', ({ month }) => verbatim(month)],
    ['statementNumber', ({ number }) => verbatim(number)],
    ['kind', ({ kind }) => getEntryKindName(kind, locale)],
    ['amount', (movement) => amount(movement.amount)],
    ['balance', ({ balance }) => amount(balance)],
    ['paidOn', ({ paidOn }) => verbatim(paidOn)],
    ['reference', ({ reference }) => reference],
    ['currency', () => currency],
  ]
}

export function getMonthColumns(currency: Currency, locale: Locale): Column<MonthRow>[] {
  const { amount } = createMoneyFormat(currency)
  const of = (key: keyof StatementAmounts) => (row: MonthRow) => amount(row[key])
  return [
    ['statementNumber', ({ number }) => verbatim(number)],
    ['member', ({ account }) => account.nickname],
    ['email', ({ account }) => account.email],
    ['opening', of('opening')],
    ['payments', of('payments')],
    ['income', of('income')],
    ['adjustments', of('adjustments')],
    ['tax', of('tax')],
    ['networkFee', of('fee')],
    ['corrections', of('corrections')],
    ['net', of('net')],
    ['withholding', of('withholding')],
    ['closing', of('closing')],
    ['payable', of('payable')],
    ['currency', () => currency],
    ['stage', ({ state }) => getStatementStateName(state, locale)],
    ['paidOn', ({ paidOn }) => verbatim(paidOn)],
    ['reference', ({ reference }) => reference],
  ]
}

/** To be filled in, and read back by `parsePaymentsFile`. */
export function getPaymentColumns(currency: Currency): Column<MonthRow>[] {
  const { amount } = createMoneyFormat(currency)
  return [
    ['statementNumber', ({ number }) => verbatim(number)],
    ['member', ({ account }) => account.nickname],
    ['email', ({ account }) => account.email],
    ['payable', ({ payable }) => amount(payable)],
    ['currency', () => currency],
    ['paidOn', () => null],
    ['reference', () => null],
  ]
}
