import { PaymentError, payStatement } from '#server/settlement/statements/statement-queries.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatAmount } from './format.ts'
import { parseDayArgument, parseLine } from './parsers.ts'
import { parseStatementNumber, requireStatement } from './statement-format.ts'

export const statementPayCommand = (schedule: Schedule) =>
  createCommand('pay', {
    summary: 'record that a statement was paid',
    help: 'The whole amount, once. It cannot be undone.',
    examples: ['statement pay 202603-000012 --date 2026-04-25 --reference "Bank 4711"'],
  })
    .argument('<number>', 'number of the statement', parseStatementNumber)
    .requiredOption('--date <day>', 'day of the payment', parseDayArgument)
    .requiredOption('--reference <text>', 'what the payment is found by', parseLine(200))
    .action((number, { date, reference }) =>
      schedule(async ({ db, print }) => {
        const { id } = await requireStatement(db, number)
        const paid = await payStatement(db, id, { paidOn: date, reference, now: new Date() }).catch(
          (error) => {
            throw error instanceof PaymentError ? new OperatorError(error.message) : error
          },
        )
        print(`${number.text}: ${formatAmount(paid.payable.amount, paid.currency)} paid on ${date}`)
      }),
    )
