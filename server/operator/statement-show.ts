import { formatWon } from '#server/reports/rates/exchange-rates.ts'
import { formatMonth } from '#server/settlement/files/sources.ts'
import {
  type EntryRow,
  isIntact,
  type StatementRow,
  selectStatementEntries,
} from '#server/settlement/statements/statement-queries.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatAmount, formatColumns, formatResult } from './format.ts'
import {
  describeEntry,
  describeState,
  flattenMoney,
  getNumber,
  parseStatementNumber,
  requireStatement,
} from './statement-format.ts'

export const statementShowCommand = (schedule: Schedule) =>
  createCommand('show', {
    summary: 'print a statement with all its lines, and check that it is as it was frozen',
    examples: ['statement show 202603-000012', 'statement show 202603-000012 --json'],
    exitStatus: '0 success, 1 the statement is not as it was frozen, 2 it could not run',
  })
    .argument('<number>', 'number of the statement', parseStatementNumber)
    .option('--json', 'print JSON')
    .action((number, { json }) =>
      schedule(async ({ db, print }) => {
        const statement = await requireStatement(db, number)
        const entries = await selectStatementEntries(db, statement.id)
        const intact = isIntact(statement, entries)
        const value = { number: number.text, ...flattenMoney(statement), intact, entries }
        print(formatResult(json, value, () => formatStatement(statement, entries, intact)))
        return intact ? 0 : 1
      }),
    )

function formatStatement(statement: StatementRow, entries: readonly EntryRow[], intact: boolean): string[] {
  const { currency } = statement
  const toRow = (text: string, amount: number) => [text, formatAmount(amount, currency)]
  return [
    `${getNumber(statement)}  ${formatMonth(statement.month)}  ${statement.email ?? `account ${statement.accountId}`}  ${describeState(statement)}`,
    `${formatWon(statement.krwMicros)} won per dollar; SHA-256 ${statement.sha256}`,
    ...(intact ? [] : ['ITS ENTRIES ARE NOT THOSE THAT WERE FROZEN.']),
    ...formatColumns(
      [
        toRow('opening balance', statement.opening.amount),
        toRow('payments', statement.payments.amount),
        ...entries.map((entry) => toRow(`  ${describeEntry(entry)}`, entry.amount)),
        toRow('closing balance', statement.closing.amount),
        toRow('to be paid', statement.payable.amount),
        ...(statement.lacksDetails
          ? [['', 'the site withholds tax, and no payment details were confirmed']]
          : []),
      ],
      1,
    ),
  ]
}
