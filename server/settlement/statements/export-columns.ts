import { amountUnits } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { Currency } from '#contract/platform/params.ts'
import type { MonthRow } from '#contract/settlement/months.ts'
import type { Movement } from '#contract/settlement/movements.ts'
import type { StatementAmounts } from '#contract/settlement/statements.ts'
import { formatDecimal, formatRatio } from '#server/platform/http/response/csv.ts'
import { type Column, createMoneyFormat } from '#server/platform/http/response/csv-columns.ts'
import { getEntryKindName, getSourceName, getStatementStateName } from '#server/platform/messages.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import type { PaymentRow } from '#server/settlement/payees/payment-recipients.ts'
import type { DescribeChannel } from './channels.ts'
import type { EntryRow } from './statement-queries.ts'

const verbatim = (text: string | null) => (text === null ? null : { text })

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
    ['kind', (entry) => getEntryKindName(getMovementKind(entry), locale)],
    ['earnedMonth', ({ earnedMonth }) => verbatim(formatMonth(earnedMonth))],
    [
      'source',
      ({ kind, source }) => {
        if (source !== '') return getSourceName(source, locale)
        if (kind === 'rounding') return getSourceName('rounding', locale)
        return getEntryKindName(kind === 'fee' ? 'fee' : 'withholding', locale)
      },
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

/** Managers fill in the file; `parsePaymentsFile` reads it back. */
export function getPaymentColumns(currency: Currency): Column<PaymentRow>[] {
  const { amount } = createMoneyFormat(currency)
  return [
    ['statementNumber', ({ row }) => verbatim(row.number)],
    ['member', ({ row }) => row.account.nickname],
    ['email', ({ row }) => row.account.email],
    ['payable', ({ row }) => amount(row.payable)],
    ['currency', () => currency],
    ['payeeName', ({ payee }) => payee?.name ?? null],
    ['bank', ({ payee }) => payee?.bank ?? null],
    ['accountNumber', ({ payee }) => (payee ? groupDigits(payee.account) : null)],
    ...(currency === 'USD' ? abroad : []),
    ['paidOn', () => null],
    ['reference', () => null],
  ]
}

const abroad: Column<PaymentRow>[] = [
  ['swift', ({ payee }) => payee?.swift ?? null],
  ['country', ({ payee }) => payee?.country ?? null],
]

/** Digits alone would be a number to a spreadsheet, which drops leading zeros and keeps fifteen digits. */
const groupDigits = (account: string): string =>
  /^\d+$/.test(account) ? account.replace(/(?<=^(?:\d{4})+)(?=\d)/g, '-') : account
