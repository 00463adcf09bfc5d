import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { Queryable } from '#server/platform/db/database.ts'
import { formatMonth, sourceNames } from '#server/settlement/files/sources.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import type { EntryRow, StatementRow } from '#server/settlement/statements/statement-queries.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { OperatorError } from './command.ts'

export interface StatementNumber {
  /** As it was given. */
  text: string
  month: string
  id: number
}

export function parseStatementNumber(text: string): StatementNumber {
  const [, year, month, id = ''] = /^(20\d\d)(0[1-9]|1[0-2])-(\d{6,9})$/.exec(text) ?? []
  if (!year) throw new InvalidArgumentError('Expected the number of a statement, for example 202603-000012.')
  return { text, month: `${year}-${month}-01`, id: Number(id) }
}

/** @throws {OperatorError} when there is none */
export async function requireStatement(
  db: Queryable,
  { text, month, id }: StatementNumber,
): Promise<StatementRow> {
  const [statement] = await selectStatements(db, { id, month })
  if (!statement) throw new OperatorError(`There is no statement ${text}. See: statement list`)
  return statement
}

/** For JSON: `opening` becomes `openingMicros` and `openingAmount`. */
export const flattenMoney = (row: StatementRow) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value !== null && typeof value === 'object'
        ? [
            [`${name}Micros`, value.micros],
            [`${name}Amount`, value.amount],
          ]
        : [[name, value]],
    ),
  )

export const getNumber = ({ month, id }: Pick<StatementRow, 'month' | 'id'>) =>
  formatStatementNumber(month, id)

export function describeState({ state, paidOn, reference }: StatementRow): string {
  return state === 'paid' ? `paid on ${paidOn}, reference ${reference}` : state
}

/** "fee 20 % of UC…", "correction of 2026-03: ads of UC…" */
export function describeEntry(entry: EntryRow): string {
  const { kind, month, earnedMonth, source, channelId, feePermille, paidOn, reference, paidTo } = entry
  if (kind === 'payment')
    return `payment of ${paidOn}, reference ${reference}${paidTo === null ? '' : `, to ${paidTo}`}`
  if (kind === 'withholding') return describeWithholding(entry)
  const correction = earnedMonth === month ? '' : `correction of ${formatMonth(earnedMonth)}: `
  const what =
    kind === 'fee' ? `fee ${(feePermille ?? 0) / 10} %` : source === '' ? kind : sourceNames[source]
  return `${correction}${what} of ${channelId === '' ? 'no known channel' : channelId}`
}

const describeWithholding = ({ taxName, taxPermille }: EntryRow): string => {
  const percent = `${(taxPermille ?? 0) / 10} %`
  return taxName === 'local-income-tax'
    ? `local income tax withheld, ${percent} of the income tax`
    : `income tax withheld, ${percent}`
}
