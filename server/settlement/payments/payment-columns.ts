import type { Currency } from '#contract/platform/currency.ts'
import { type Column, createMoneyFormat } from '#server/platform/http/response/csv-columns.ts'
import { verbatim } from '#server/settlement/statements/export-columns.ts'
import type { PaymentRow } from './recipients.ts'

/** Managers fill in the file; `parsePaymentsFile` reads it back. */
export function getPaymentColumns(currency: Currency): Column<PaymentRow>[] {
  const { amount } = createMoneyFormat(currency)
  return [
    ['statementNumber', ({ row }) => verbatim(row.number)],
    ['member', ({ row }) => row.account.nickname],
    ['email', ({ row }) => row.account.email],
    ['payable', ({ row }) => amount(row.outstanding)],
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
