import { Option } from '@commander-js/extra-typings'
import {
  type StatementRow,
  selectStatements,
  statementStates,
} from '#server/settlement/statements/statement-queries.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatAmount, formatColumns } from './format.ts'
import { parseMonthArgument } from './month-format.ts'
import { describeState, flattenMoney, getNumber } from './statement-format.ts'

export const statementListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list statements of closed months, and their state',
    help: 'With --json, amounts are in millionths of a dollar, and in thousandths of a won or millionths of a dollar.',
    examples: ['statement list --month 2026-03', 'statement list --state "awaiting payment"'],
  })
    .option('--month <month>', 'only of this month', parseMonthArgument)
    .addOption(new Option('--state <state>', 'only in this state').choices(statementStates))
    .option('--json', 'print JSON')
    .action(({ month, state, json }) =>
      schedule(async ({ db, print }) => {
        const statements = await selectStatements(db, { month, state })
        const listed = statements.map((row) => ({ number: getNumber(row), ...flattenMoney(row) }))
        print(json ? JSON.stringify(listed, null, 1) : formatStatements(statements))
      }),
    )

const formatStatements = (statements: readonly StatementRow[]): string[] =>
  statements.length === 0
    ? ['There are no such statements.']
    : formatColumns(
        [
          ['number', 'site', 'account', 'state', 'balance', 'to be paid'],
          ...statements.map((row) => [
            getNumber(row),
            row.site,
            row.email ?? `account ${row.accountId}`,
            describeState(row),
            formatAmount(row.closing.amount, row.currency),
            formatAmount(row.payable.amount, row.currency),
          ]),
        ],
        4,
      )
