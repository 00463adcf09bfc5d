import { formatRow } from '#server/platform/http/response/csv.ts'
import { formatCents } from './dollars.ts'
import type { BankFileWriter } from './transfers.ts'

/** PayPal's limits, https://developer.paypal.com/docs/payouts/standard/payouts-web/ */
const maxRows = 5_000
const maxReference = 30
const maxNote = 400

/** Payouts Web: recipient, amount, currency, customer id, note, wallet. The file has no header, and no byte order mark. */
export const paypalWriter: BankFileWriter = {
  format: 'paypal',
  type: 'text/csv; charset=utf-8',
  extension: 'csv',
  maxRows,
  maxReference,
  check: ({ payee: { method, account } }) => {
    if (method !== 'paypal') return 'method'
    return /^[A-Za-z\d][^\s,"]*@[^\s,"]+$/.test(account) ? undefined : 'account'
  },
  write: async (transfers, { sender }) =>
    Buffer.from(
      transfers
        .map(({ reference, amount, payee }) =>
          formatRow([
            { text: payee.account },
            formatCents(amount),
            'USD',
            { text: reference },
            `${sender} ${reference}`.slice(0, maxNote),
            'PAYPAL',
          ]),
        )
        .join(''),
    ),
}
