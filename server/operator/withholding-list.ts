import { selectAllRates, type WithholdingRate } from '#server/settlement/ledger/withholding.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatColumns, formatResult } from './format.ts'

export const withholdingListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list the rates of local tax that sites withhold',
    examples: ['withholding list', 'withholding list --json'],
  })
    .option('--json', 'print JSON')
    .action(({ json }) =>
      schedule(async ({ db, print }) => print(formatResult(json, await selectAllRates(db), formatRates))),
    )

const formatRates = (rates: readonly WithholdingRate[]): string[] =>
  rates.length === 0
    ? ['No site withholds tax.']
    : formatColumns(
        [
          ['site', 'kind', 'from', 'income tax', 'local income tax'],
          ...rates.map(({ domain, kind, fromMonth, incomeTaxPermille, localTaxPermille }) => [
            domain,
            kind,
            fromMonth.slice(0, 7),
            `${incomeTaxPermille / 10} %`,
            `${localTaxPermille / 10} % of it`,
          ]),
        ],
        3,
      )
