import type { Statement, StatementAmounts } from '#contract/settlement/statements.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { sumAmounts } from '#server/settlement/ledger/amounts.ts'
import { selectEntrySums } from '#server/settlement/ledger/entry-sums.ts'
import { formatStatementNumber } from './statement-content.ts'
import { type StatementFilter, type StatementRow, selectStatements } from './statement-queries.ts'

type Reader = Pick<Queryable, 'query'>

export interface ReadStatement {
  row: StatementRow
  statement: Statement
}

/** Sorts by number. */
export async function readStatements(db: Reader, filter: StatementFilter): Promise<ReadStatement[]> {
  const rows = await selectStatements(db, filter)
  return addAmounts(db, rows)
}

export async function addAmounts(db: Reader, rows: readonly StatementRow[]): Promise<ReadStatement[]> {
  const sums = await selectEntrySums(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    row,
    statement: {
      id: row.id,
      number: formatStatementNumber(row.month, row.id),
      month: formatMonth(row.month),
      opening: row.opening.amount,
      payments: row.payments.amount,
      ...sumAmounts(sums.get(row.id) ?? []),
      closing: row.closing.amount,
      payable: row.payable.amount,
      state: row.state,
      outstanding: row.outstanding.amount,
      paidOn: row.paidOn,
      reference: row.reference,
    },
  }))
}

const amountKeys = [
  ...([
    'opening',
    'payments',
    'income',
    'adjustments',
    'tax',
    'fee',
    'corrections',
    'manual',
    'net',
  ] as const),
  ...(['withholding', 'closing', 'payable'] as const),
]

export function sumStatements(all: readonly StatementAmounts[]): StatementAmounts {
  const sum = (key: keyof StatementAmounts) => all.reduce((total, amounts) => total + amounts[key], 0)
  return Object.fromEntries(amountKeys.map((key) => [key, sum(key)])) as StatementAmounts
}
