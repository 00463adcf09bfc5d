import type { ManualEntry, Payout } from '#contract/settlement/payments.ts'

// Replies of the API about payments, in thousandths of a won.

const year = new Date().getFullYear()

/** The board omits this year. */
export const thisYear = (day: string) => `${year}-${day}`

export const buildAccount = (id: number, nickname: string | null = `멤버 ${id}`) => ({
  id,
  nickname,
  email: nickname && `member${id}@hookline.example`,
  isNetwork: false,
})

export const buildPayout = (id: number, overrides: Partial<Payout> = {}): Payout => ({
  statementId: 1_000 + id,
  number: `202610-${String(id).padStart(6, '0')}`,
  month: '2026-10',
  account: buildAccount(id),
  cause: 'statement',
  state: 'awaiting_payment',
  amount: 100_000_000,
  outstanding: 100_000_000,
  payday: '2020-11-25',
  requestedAt: null,
  paidTo: '•••• 4821',
  payment: null,
  returned: null,
  exportedAt: null,
  ...overrides,
})

export const buildPaid = (id: number, overrides: Partial<Payout> = {}): Payout =>
  buildPayout(id, {
    state: 'paid',
    outstanding: 0,
    payment: { id: 5_000 + id, paidOn: thisYear('11-20'), reference: `TR-${id}`, amount: 100_000_000 },
    ...overrides,
  })

export const buildGone = (id: number, overrides: Partial<Payout> = {}): Payout =>
  buildPayout(id, { account: buildAccount(id, null), ...overrides })

export const buildHeld = (id: number, amount: number) => ({
  account: buildAccount(id),
  amount,
  month: '2026-10',
  statementId: 1_000 + id,
})

export const buildEntry = (id: number, overrides: Partial<ManualEntry> = {}): ManualEntry => ({
  id,
  account: buildAccount(1),
  kind: 'bonus',
  amount: 30_000_000,
  reason: '챌린지 1위',
  createdAt: '2026-11-20T02:00:00.000Z',
  createdBy: '네트워크',
  statement: null,
  ...overrides,
})

export const buildBoard = (
  payouts: readonly Payout[],
  held: readonly ReturnType<typeof buildHeld>[] = [],
) => ({
  currency: 'KRW',
  nextPayday: '2999-12-25',
  payouts,
  held,
})

export const buildEntries = (entries: readonly ManualEntry[]) => ({ currency: 'KRW', entries })
