import { amountUnits } from '#contract/platform/currency.ts'
import { type CsvCell, formatDecimal } from '#server/platform/http/response/csv.ts'
import { yieldOnce } from '#server/platform/http/response/csv-columns.ts'
import { selectWithheldTaxes, type WithheldTax } from '#server/settlement/statements/statement-queries.ts'
import { createCommand, type Schedule, UsageError } from './command.ts'
import { buildFileName, writeCsvFile } from './csv-file.ts'
import { formatAmount, formatColumns, formatCount, formatResult } from './format.ts'
import { requireSite } from './lookups.ts'
import { parseMonthArgument } from './month-format.ts'
import { parseDomain } from './parsers.ts'
import { getNumber } from './statement-format.ts'

export const withholdingTotalsCommand = (schedule: Schedule) =>
  createCommand('totals', {
    summary: 'print what was withheld by statement, and in all, for the tax office',
    help: `The gross amount is what was payable before tax. --csv writes a file that only you can read; an existing file is never
overwritten.`,
    examples: [
      'withholding totals --month 2026-04',
      'withholding totals --month 2026-04 --site studio.example --csv',
    ],
  })
    .option('--month <month>', 'only statements of this month', parseMonthArgument)
    .option('--site <domain>', 'only of this site', parseDomain)
    .option('--csv [file]', 'write a CSV file')
    .option('--json', 'print JSON')
    .action(({ month, site, csv, json }) => {
      if (csv !== undefined && json) throw new UsageError('Choose --csv or --json.')
      schedule(async ({ db, cwd, print }) => {
        if (site !== undefined) await requireSite(db, site)
        const taxes = (await selectWithheldTaxes(db, { month, site })).map(addGross)
        if (csv === undefined) return print(formatResult(json, taxes, formatTaxes))
        const table = {
          fileName: buildFileName('withholding', site, month?.slice(0, 7)),
          columns: ['statement', 'site', 'account', 'email', 'currency', ...amountColumns, 'paid on'],
          rows: yieldOnce(taxes.map(toCells)),
        }
        print(`${await writeCsvFile(cwd, csv, table)}: ${formatCount(taxes.length, 'row')}`)
      })
    })

const amountColumns = ['gross', 'income tax', 'local income tax', 'payable']

type Withheld = WithheldTax & { grossAmount: number }

const addGross = (tax: WithheldTax): Withheld => ({
  ...tax,
  grossAmount: tax.payableAmount + tax.incomeTaxAmount + tax.localTaxAmount,
})

const getAmounts = ({ grossAmount, incomeTaxAmount, localTaxAmount, payableAmount }: Withheld) => [
  grossAmount,
  incomeTaxAmount,
  localTaxAmount,
  payableAmount,
]

const getStatementNumber = ({ month, statementId }: WithheldTax) => getNumber({ month, id: statementId })

const toCells = (tax: Withheld): CsvCell[] => [
  getStatementNumber(tax),
  tax.site,
  tax.accountId,
  tax.email,
  tax.currency,
  ...getAmounts(tax).map((amount) => formatDecimal(amount, amountUnits[tax.currency])),
  tax.paidOn,
]

function formatTaxes(taxes: readonly Withheld[]): string[] {
  if (taxes.length === 0) return ['Nothing was withheld.']
  const totals = Map.groupBy(taxes, ({ currency }) => currency)
  return formatColumns(
    [
      ['statement', 'account', 'paid on', ...amountColumns],
      ...taxes.map((tax) => [
        getStatementNumber(tax),
        tax.email ?? `account ${tax.accountId}`,
        tax.paidOn ?? '–',
        ...getAmounts(tax).map((amount) => formatAmount(amount, tax.currency)),
      ]),
      ...[...totals].map(([currency, own]) => [
        'total',
        '',
        '',
        ...amountColumns.map((_, at) =>
          formatAmount(
            own.reduce((sum, tax) => sum + (getAmounts(tax)[at] ?? 0), 0),
            currency,
          ),
        ),
      ]),
    ],
    3,
  )
}
