import { formatRow } from '#server/platform/http/response/csv.ts'
import { formatCents } from './dollars.ts'
import type { BankFileWriter, Transfer } from './transfers.ts'

/** Wise's limits, https://wise.com/us/blog/everything-about-batch-payments */
const maxRows = 1_000
const maxReference = 21

/** Columns of “Send to bank accounts”, https://wise.com/help/articles/2663302/how-do-i-fill-in-my-batch-template */
const columns = [
  'name',
  'recipientEmail',
  'paymentReference',
  'receiverType',
  'amountCurrency',
  'amount',
  'sourceCurrency',
  'targetCurrency',
  'IBAN',
  'swiftCode',
  'accountNumber',
  'addressCountryCode',
]

/** `target`: the recipient gets the exact amount, and the sender pays the fee. */
const formatTransfer = ({ reference, amount, payee }: Transfer): string =>
  formatRow([
    payee.name,
    null,
    { text: reference },
    payee.kind === 'business' ? 'INSTITUTION' : 'PERSON',
    'target',
    formatCents(amount),
    'USD',
    'USD',
    payee.method === 'iban' ? { text: payee.account } : null,
    payee.swift === null ? null : { text: payee.swift },
    payee.method === 'account' ? { text: payee.account } : null,
    payee.country === null ? null : { text: payee.country },
  ])

export const wiseWriter: BankFileWriter = {
  format: 'wise',
  type: 'text/csv; charset=utf-8',
  extension: 'csv',
  maxRows,
  maxReference,
  check({ payee: { method, name, swift } }) {
    if (method !== 'iban' && method !== 'account') return 'method'
    if (!/^[\p{Script=Latin}\d][\p{Script=Latin}\d\p{P}\p{Zs}]*$/u.test(name)) return 'holder'
    return method === 'account' && swift === null ? 'swift' : undefined
  },
  write: async (transfers) => Buffer.from([formatRow(columns), ...transfers.map(formatTransfer)].join('')),
}
