import { amountUnits, type Currency } from '#contract/platform/currency.ts'
import type { StatementState } from '#contract/settlement/statements.ts'
import * as cli from '#server/platform/command-line/command.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { getFieldMessage, getRefusalMessage } from '#server/platform/messages.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type StatementRow, selectStatements } from '#server/settlement/statements/statement-queries.ts'

/** As commands take and print them. */
export const stateNames = {
  carried_over: 'carried over',
  details_required: 'account required',
  awaiting_payment: 'awaiting payment',
  exported: 'exported',
  partly_paid: 'partly paid',
  paid: 'paid',
  returned: 'returned',
  forfeited: 'forfeited',
} as const satisfies Record<StatementState, string>

export const parseStatementNumber = cli.matching(
  /^20\d\d(0[1-9]|1[0-2])-\d{6,9}$/,
  'the number of a statement, for example 202603-000012',
)

/** @throws {OperatorError} */
export async function requireStatement(db: Queryable, number: string): Promise<StatementRow> {
  const [, year, month, id] = /^(\d{4})(\d\d)-(\d+)$/.exec(number) ?? []
  const [found] = await selectStatements(db, { id: Number(id), month: `${year}-${month}-01` })
  if (!found) throw new cli.OperatorError(`There is no statement ${number}. See: statement list`)
  return found
}

/** Resolves to an existing statement. */
export const statement: cli.Parameter<StatementRow, string> = {
  flags: '<number>',
  description: 'number of the statement',
  parse: parseStatementNumber,
  resolve: requireStatement,
}

/** Whole won, or dollars with cents; its currency is known later. */
export const parseMoney = cli.matching(
  /^[1-9]\d{0,11}$|^\d{1,9}\.\d\d$/,
  'an amount in whole won, or in dollars and cents: 30000 or 12.50',
)

/** @throws {OperatorError} won have no cents */
export function toAmount(text: string, currency: Currency): number {
  if (currency === 'KRW' && text.includes('.')) throw new cli.OperatorError('Won have no cents.')
  return Math.round(Number(text) * amountUnits[currency])
}

/** @throws {OperatorError} */
export function describeRefusal(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const problems = Object.entries(error.fields ?? {}).map(([field, code]) => {
    const [, line] = /^lines\.(.+)$/.exec(field) ?? []
    return `${line === undefined ? '' : `line ${line}: `}${getFieldMessage(code, 'en')}`
  })
  throw new cli.OperatorError(problems.length > 0 ? problems.join('\n') : getRefusalMessage(error.code, 'en'))
}
