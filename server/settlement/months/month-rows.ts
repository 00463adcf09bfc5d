import * as z from 'zod/mini'
import { type MonthRow, noStates, type StateCounts, stateCountKeys } from '#contract/settlement/months.ts'
import type { StatementState } from '#contract/settlement/statements.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { empty, sql } from '#server/platform/db/sql.ts'
import type { DraftStatement } from '#server/settlement/closing/month-draft.ts'
import { type KindAmount, sumAmounts } from '#server/settlement/ledger/amounts.ts'
import { readStatements } from '#server/settlement/statements/statement-amounts.ts'

type Reader = Pick<Queryable, 'query'>

/** A statement, or its draft, without whose it is. */
type AccountRow = Omit<MonthRow, 'account'> & { accountId: number }

export async function readClosedRows(db: Reader, networkId: number, month: string): Promise<AccountRow[]> {
  const statements = await readStatements(db, { networkId, month })
  return statements.map(({ row: { accountId }, statement: { id, month: _, ...rest } }) => ({
    accountId,
    statementId: id,
    ...rest,
    previousNet: null,
    isJump: false,
  }))
}

export const toKindAmounts = ({ lines, month }: Pick<DraftStatement, 'lines' | 'month'>): KindAmount[] =>
  lines.map(({ kind, earnedMonth, amount }) => ({ kind, isCorrection: earnedMonth < month, amount }))

/** Matches `selectStatements`, which serves closed months; `confirmed`: accounts with a confirmed payout account. */
const getDraftState = (
  { accountId, payable, lacksDetails }: DraftStatement,
  confirmed: ReadonlySet<number>,
): StatementState => {
  if (lacksDetails) return 'details_required'
  if (payable.amount === 0) return 'carried_over'
  return confirmed.has(accountId) ? 'awaiting_payment' : 'details_required'
}

/** More than twice or less than half of the month before is worth a look, unless it is about small amounts. */
export function isJump({ previousNet, minimumAmount }: DraftStatement, net: number): boolean {
  if (previousNet === null || Math.abs(net - previousNet) <= minimumAmount) return false
  return net > 2 * previousNet || 2 * net < previousNet
}

const addNet = (draft: DraftStatement) => {
  const amounts = sumAmounts(toKindAmounts(draft))
  return { ...amounts, previousNet: draft.previousNet, isJump: isJump(draft, amounts.net) }
}

export const toDraftRow = (draft: DraftStatement, confirmed: ReadonlySet<number>): AccountRow => ({
  accountId: draft.accountId,
  statementId: null,
  number: null,
  opening: draft.opening.amount,
  payments: draft.payments.amount,
  ...addNet(draft),
  closing: draft.closing.amount,
  payable: draft.payable.amount,
  state: getDraftState(draft, confirmed),
  outstanding: 0,
  paidOn: null,
  reference: null,
})

const PersonRow = z.object({
  id: Id,
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isMatch: z.boolean(),
  isConfirmed: z.boolean(),
})

export interface People {
  /** By nickname in natural order. */
  people: z.output<typeof PersonRow>[]
  confirmed: ReadonlySet<number>
}

export async function selectPeople(db: Reader, ids: readonly number[], search: string): Promise<People> {
  const people = await db.query(
    PersonRow,
    sql`select a.id,
      a.nickname,
      a.email,
      y.account_id is not null as "isConfirmed",
      true ${search ? sql`and coalesce(normalize_search(a.nickname || ' ' || a.email) like all (search_like_patterns(${search})), false)` : empty} as "isMatch"
    from accounts a
    left join payee_states y on y.account_id = a.id
      and y.state = 'confirmed'
    where a.id = any(${ids}::integer[])
    order by natural_sort_key(a.nickname) collate "C", a.id`,
  )
  return {
    people,
    confirmed: new Set(people.filter(({ isConfirmed }) => isConfirmed).map(({ id }) => id)),
  }
}

/** Rows in the order of the people. */
export function joinPeople(rows: readonly AccountRow[], { people }: People, networkId: number) {
  const byAccount = new Map(rows.map((row) => [row.accountId, row]))
  return people.flatMap(({ id, nickname, email, isMatch }) => {
    const found = byAccount.get(id)
    if (!found) return []
    const { accountId: _, ...rest } = found
    const row: MonthRow = { account: { id, nickname, email, isNetwork: id === networkId }, ...rest }
    return [{ row, isMatch }]
  })
}

export function countStates(rows: readonly Pick<MonthRow, 'state'>[]): StateCounts {
  const counts: StateCounts = { ...noStates }
  for (const { state } of rows) counts[stateCountKeys[state]] += 1
  return counts
}
