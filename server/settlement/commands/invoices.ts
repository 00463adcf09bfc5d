import { amountUnits } from '#contract/platform/currency.ts'
import { type InvoicedStatement, TaxInvoiceForm } from '#contract/settlement/filing/tax-invoices.ts'
import { money } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import type { Column } from '#server/platform/command-line/table.ts'
import { month } from './parameters.ts'

const parseWon = cli.expecting('whole won, for example 1000000', (text) =>
  /^\d{1,10}$/.test(text) ? Number(text) * amountUnits.KRW : undefined,
)

const amount = (value: number | undefined) => (value === undefined ? null : money(value, 'KRW'))

const columns: readonly Column<InvoicedStatement>[] = [
  ['statement', 'number'],
  ['member', ({ nickname }) => nickname ?? '–'],
  ['expected', ({ expected }) => amount(expected)],
  ['requested', ({ requestedAt }) => requestedAt?.slice(0, 10) ?? null],
  ['invoice', ({ invoice }) => invoice?.number ?? null],
  ['issued', ({ invoice }) => invoice?.issuedOn ?? null],
  ['supply', ({ invoice }) => amount(invoice?.supply)],
  ['VAT', ({ invoice }) => amount(invoice?.vat)],
  ['supply differs by', ({ difference }) => amount(difference?.supply)],
  ['VAT differs by', ({ difference }) => amount(difference?.vat)],
]

export const commands = [
  cli.defineList('invoice list', {
    summary: 'list the statements of businesses of a released month, and their tax invoices',
    help: `An invoice should name what was payable before local tax as its supply amount, and a tenth of it as VAT; the last columns
say by how much it differs. With --json, amounts are in thousandths of a won.`,
    examples: ['invoice list --month 2026-08'],
    parameters: { month },
    read: async ({ db }, { month: first }) => {
      const { selectInvoicedStatements } = await import('#server/settlement/payees/tax/invoices.ts')
      return selectInvoicedStatements(db, { month: first })
    },
    columns,
    empty: 'There are no statements of businesses.',
  }),
  cli.defineChange('invoice record', {
    summary: 'record the tax invoice of a statement, or correct it',
    examples: [
      'invoice record 202608-000012 --number 20260925-41000012-12345678 --date 2026-09-25 --supply 1000000 --vat 100000',
    ],
    parameters: {
      statement: cli.argument(
        '<number>',
        'number of the statement',
        cli.matching(/^\d{6}-\d{6,9}$/, 'the number of a statement, for example 202608-000012'),
      ),
      number: cli.required('--number <number>', 'number of the invoice', cli.parseLine(40)),
      issuedOn: cli.required('--date <day>', 'day of the invoice', cli.parseDay),
      supply: cli.required('--supply <won>', 'supply amount', parseWon),
      vat: cli.required('--vat <won>', 'VAT', parseWon),
    },
    async change(tx, { statement, ...invoice }) {
      const { saveInvoice, selectInvoicedStatements } = await import(
        '#server/settlement/payees/tax/invoices.ts'
      )
      const form = TaxInvoiceForm.safeParse({ statementId: Number(statement.split('-')[1]), ...invoice })
      if (!form.success)
        throw new cli.OperatorError('The number of an invoice has letters, digits and hyphens.')
      const [found] = await selectInvoicedStatements(tx, { ids: [form.data.statementId] })
      if (found?.number !== statement)
        throw new cli.OperatorError(
          `There is no released statement ${statement} of a business. See: invoice list`,
        )
      const recorded = await saveInvoice(tx, found, form.data, new Date())
      return {
        print: describe(recorded),
        subject: { kind: 'statement', id: statement },
        before: found.invoice,
        after: recorded.invoice,
      }
    },
  }),
]

function describe({ number, difference }: InvoicedStatement): string {
  const parts = [
    difference?.supply && `the supply amount differs by ${difference.supply / amountUnits.KRW} won`,
    difference?.vat && `VAT differs by ${difference.vat / amountUnits.KRW} won`,
  ].filter((part) => typeof part === 'string')
  return `${number}: ${parts.length > 0 ? parts.join(', ') : 'as expected'}`
}
