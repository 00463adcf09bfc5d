import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import type { HeldBalance, Payout, readPayments } from '#contract/settlement/payments.ts'

export type PaymentList = EndpointOutput<typeof readPayments>

/** In the order of the money. */
export const groupNames = ['blocked', 'ready', 'sent', 'paid', 'returned', 'partly'] as const
export type GroupName = (typeof groupNames)[number]

const groupByState: Readonly<Partial<Record<Payout['state'], GroupName>>> = {
  details_required: 'blocked',
  awaiting_payment: 'ready',
  exported: 'sent',
  paid: 'paid',
  returned: 'returned',
  partly_paid: 'partly',
}

/** `payout`: null of a balance that is held. */
export interface BoardRow {
  readonly key: string
  readonly group: GroupName
  readonly account: Payout['account']
  readonly statementId: number
  readonly month: string
  /** What is left to be paid; of paid ones, what was paid last; before tax if `payout` is null. */
  readonly amount: number
  readonly payout: Payout | null
}

export interface BoardGroup {
  readonly name: GroupName
  readonly rows: readonly BoardRow[]
  readonly sum: number
  /** Number of people. */
  readonly people: number
}

/** A statement has at most one payout that is open. */
const toRow = (payout: Payout, group: GroupName): BoardRow => ({
  key: group === 'paid' ? `payment-${payout.payment?.id}` : `payout-${payout.statementId}`,
  group,
  account: payout.account,
  statementId: payout.statementId,
  month: payout.month,
  amount: group === 'paid' ? (payout.payment?.amount ?? payout.amount) : payout.outstanding,
  payout,
})

const toHeldRow = ({ account, amount, month, statementId }: HeldBalance): BoardRow => ({
  key: `held-${account.id}`,
  group: 'blocked',
  account,
  statementId,
  month,
  amount,
  payout: null,
})

export function listRows({ payouts, held }: PaymentList): BoardRow[] {
  const rows = payouts.flatMap((payout) => {
    const group = groupByState[payout.state]
    return group ? [toRow(payout, group)] : []
  })
  return [...held.map(toHeldRow), ...rows]
}

const normalize = (text: string) => text.normalize('NFC').toLowerCase()

export function filterRows(rows: readonly BoardRow[], search: string): readonly BoardRow[] {
  const wanted = normalize(search)
  if (wanted === '') return rows
  return rows.filter(({ account, payout }) =>
    [account.nickname, account.email, payout?.number, payout?.payment?.reference].some(
      (text) => text != null && normalize(text).includes(wanted),
    ),
  )
}

export const sumAmounts = (rows: readonly BoardRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
export const countPeople = (rows: readonly BoardRow[]) => new Set(rows.map(({ account }) => account.id)).size

/** Who has asked comes first, then who waits longest, then the largest amount. Paid ones: newest first. */
function compareRows(a: BoardRow, b: BoardRow): number {
  if (a.group === 'paid')
    return (
      (b.payout?.payment?.paidOn ?? '').localeCompare(a.payout?.payment?.paidOn ?? '') || b.amount - a.amount
    )
  if (a.group === 'blocked') return b.amount - a.amount
  const isRequested = (row: BoardRow) => (row.payout?.requestedAt ? 0 : 1)
  return (
    isRequested(a) - isRequested(b) ||
    (a.payout?.payday ?? '').localeCompare(b.payout?.payday ?? '') ||
    b.amount - a.amount
  )
}

function toGroup(rows: readonly BoardRow[], name: GroupName): BoardGroup {
  const own = rows.filter(({ group }) => group === name).toSorted(compareRows)
  return { name, rows: own, sum: sumAmounts(own), people: countPeople(own) }
}

export const groupRows = (rows: readonly BoardRow[]): Record<GroupName, BoardGroup> => ({
  blocked: toGroup(rows, 'blocked'),
  ready: toGroup(rows, 'ready'),
  sent: toGroup(rows, 'sent'),
  paid: toGroup(rows, 'paid'),
  returned: toGroup(rows, 'returned'),
  partly: toGroup(rows, 'partly'),
})

const payableGroups: readonly GroupName[] = ['ready', 'sent', 'returned', 'partly']

export const isPayable = ({ group }: BoardRow) => payableGroups.includes(group)

/** Paid ones, and parts, can come back. */
export const canReturn = ({ group, payout }: BoardRow) =>
  (group === 'paid' || group === 'partly') && payout?.payment != null

interface Due {
  readonly amount: number
  readonly people: number
  /** What should have been paid before today, of that. */
  readonly overdue: { readonly amount: number; readonly people: number }
  /** What is paid after the next payday, as a whole. */
  readonly later: number
}

/** What the next payday takes, with all that has not been paid before. */
export function findDue(rows: readonly BoardRow[], nextPayday: string, today: string): Due {
  const payable = rows.filter(isPayable)
  const due = payable.filter(({ payout }) => (payout?.payday ?? '') <= nextPayday)
  const overdue = due.filter(({ payout }) => (payout?.payday ?? '') < today)
  return {
    amount: sumAmounts(due),
    people: countPeople(due),
    overdue: { amount: sumAmounts(overdue), people: countPeople(overdue) },
    later: sumAmounts(payable) - sumAmounts(due),
  }
}

export interface PaidDay {
  readonly day: string
  readonly rows: readonly BoardRow[]
  readonly sum: number
}

export function groupByDay(rows: readonly BoardRow[]): PaidDay[] {
  const days = Map.groupBy(rows, ({ payout }) => payout?.payment?.paidOn ?? '')
  return [...days].map(([day, own]) => ({ day, rows: own, sum: sumAmounts(own) }))
}
