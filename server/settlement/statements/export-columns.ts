import { amountUnits } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { Currency } from '#contract/platform/params.ts'
import type { MonthRow } from '#contract/settlement/months.ts'
import type { Movement } from '#contract/settlement/movements.ts'
import type { StatementAmounts } from '#contract/settlement/statements.ts'
import { movementTexts } from '#lib/texts/settlement-names.ts'
import { formatDecimal, formatRatio } from '#server/platform/http/response/csv.ts'
import { type Column, createMoneyFormat } from '#server/platform/http/response/csv-columns.ts'
import { translate } from '#server/platform/texts.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import type { DescribeChannel } from './channels.ts'
import type { EntryRow } from './statement-queries.ts'

export const verbatim = (text: string | null) => (text === null ? null : { text })

const beforeConversion: readonly Column<EntryRow>[] = [
  ['dollars', ({ micros }) => formatDecimal(micros, amountUnits.USD)],
]

const getMovementKind = ({ kind, earnedMonth, month }: EntryRow) =>
  kind !== 'withholding' && earnedMonth < month ? 'correction' : kind === 'rounding' ? 'adjustment' : kind

export function getEntryColumns(
  currency: Currency,
  locale: Locale,
  describe: DescribeChannel,
): Column<EntryRow>[] {
  const { amount } = createMoneyFormat(currency)
  return [
    ['entry', ({ id }) => id],
    ['kind', (entry) => translate(movementTexts[getMovementKind(entry)], locale)],
    ['earnedMonth', ({ earnedMonth }) => verbatim(formatMonth(earnedMonth))],
    [
      'source',
      ({ kind, source }) => {
        if (source !== '') return translate(`settlement:sources.${source}`, locale)
        if (kind === 'rounding') return translate('settlement:sources.rounding', locale)
        return translate(movementTexts[kind === 'fee' || kind === 'manual' ? kind : 'withholding'], locale)
      },
    ],
    ['channelId', ({ channelId }) => channelId],
    ['channel', ({ channelId }) => describe(channelId).name],
    ['entryFeeRate', ({ feePermille }) => formatRatio(feePermille === null ? null : feePermille / 10, 1)],
    ...(currency === 'USD' ? [] : beforeConversion),
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
    ['kind', ({ kind }) => translate(movementTexts[kind], locale)],
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
    ['manual', of('manual')],
    ['net', of('net')],
    ['withholding', of('withholding')],
    ['closing', of('closing')],
    ['payable', of('payable')],
    ['currency', () => currency],
    ['stage', ({ state }) => translate(`settlement:states.${state}`, locale)],
    ['paidOn', ({ paidOn }) => verbatim(paidOn)],
    ['reference', ({ reference }) => reference],
  ]
}
