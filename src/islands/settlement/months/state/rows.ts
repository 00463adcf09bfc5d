import type { MonthRow, MonthState } from '#contract/settlement/months.ts'
import { type StatementState, statementStates } from '#contract/settlement/statements.ts'
import type { MonthFilter } from './filter.ts'

/** States on which a manager can act come first, those that wait for nobody last. */
const stateOrder: readonly StatementState[] = [
  'returned',
  'awaiting_payment',
  'partly_paid',
  'details_required',
  'exported',
  'carried_over',
  'paid',
  'forfeited',
]

const rank = (state: StatementState) => stateOrder.indexOf(state)

/** Rows arrive by name, in natural order, so their position is that order. */
export function sortRows(rows: readonly MonthRow[], { sort, order }: MonthFilter): MonthRow[] {
  const position = new Map(rows.map((row, at) => [row, at]))
  const byName = (a: MonthRow, b: MonthRow) => (position.get(a) ?? 0) - (position.get(b) ?? 0)
  const sign = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    if (sort === 'member') return sign * byName(a, b)
    const difference = sort === 'state' ? rank(a.state) - rank(b.state) : a[sort] - b[sort]
    return sign * difference || byName(a, b)
  })
}

const normalize = (text: string) => text.normalize('NFC').toLowerCase()

export function filterRows(rows: readonly MonthRow[], { search, state }: MonthFilter): MonthRow[] {
  const wanted = normalize(search)
  return rows.filter(
    ({ account, ...row }) =>
      (state === undefined || row.state === state) &&
      (wanted === '' ||
        [account.nickname, account.email].some((text) => text !== null && normalize(text).includes(wanted))),
  )
}

const payableStates: readonly StatementState[] = ['awaiting_payment', 'exported', 'returned', 'partly_paid']

export const canBePaid = ({ state, statementId }: MonthRow): boolean =>
  payableStates.includes(state) && statementId !== null

/** Payments are recorded once members can see what they are for. */
export const hasPayable = ({ state, rows }: { state: MonthState; rows: readonly MonthRow[] }): boolean =>
  state === 'released' && rows.some(canBePaid)

/** Sums the payable amounts of the rows in each state, in `amountUnits`. */
export function sumPayable(rows: readonly MonthRow[]): Record<StatementState, number> {
  const sums = Object.fromEntries(statementStates.map((state) => [state, 0])) as Record<
    StatementState,
    number
  >
  for (const { state, payable } of rows) sums[state] += payable
  return sums
}
