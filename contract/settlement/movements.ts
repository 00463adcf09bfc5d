import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, Month } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'
import { ownerQuery, StatementAccount } from './statements.ts'

export const movementKinds = [
  'income',
  'adjustment',
  'tax',
  'fee',
  'correction',
  'withholding',
  'manual',
  'payment',
  'return',
  'forfeit',
] as const
export const MovementKind = z.enum(movementKinds)
export type MovementKind = z.infer<typeof MovementKind>

/** All entries of a kind on a statement, or one that was booked after it. */
export const Movement = z.object({
  kind: MovementKind,
  month: Month,
  /** Both null: something came to a network that has no statement yet. */
  statementId: z.nullable(z.int()),
  number: z.nullable(z.string()),
  amount: z.int(),
  /** Includes the movement. */
  balance: z.int(),
  /** Of a payment, its return or a forfeit; otherwise null. */
  paidOn: z.nullable(Day),
  /** Or the reason, also of what was booked by hand. */
  reference: z.nullable(z.string()),
})
export type Movement = z.infer<typeof Movement>

export const readMovements = defineEndpoint({
  name: 'readMovements',
  summary: 'All movements on a ledger by month and kind, with the balance after each, newest first.',
  method: 'GET',
  path: 'v2/mcn/statements/movements',
  access: 'account',
  query: z.object(ownerQuery),
  output: z.object({
    currency: Currency,
    account: StatementAccount,
    balance: z.int(),
    /** Newest first; at most eight for each month. */
    movements: z.array(Movement),
  }),
  refusals: ['forbidden', 'not_found'],
})

export const exportMovements = defineEndpoint({
  ...csvEndpoint,
  name: 'exportMovements',
  summary: 'All movements on a ledger as CSV, oldest first.',
  path: 'v2/mcn/statements/movements/export',
  query: z.object(ownerQuery),
})

/** Accounts of the journal, from a network's point of view. */
export const journalAccounts = [
  'youtube',
  'payable',
  'own',
  'fee_income',
  'tax_payable',
  'unallocated',
  'clearing',
  'conversion',
  'bank',
] as const
export type JournalAccount = (typeof journalAccounts)[number]

/** Two years, so that a year can be compared with the one before. */
export const maxJournalDays = 732

export const exportJournal = defineEndpoint({
  ...csvEndpoint,
  access: 'money.read',
  name: 'exportJournal',
  summary:
    'The ledger of a network as a double-entry journal for bookkeeping: day, accounts, amount, person and text of each entry.',
  path: 'v2/mcn/ledger/journal/export',
  query: z.object({ from: Day, to: Day }),
})
