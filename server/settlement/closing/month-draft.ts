import type { Currency } from '#contract/platform/currency.ts'
import type { Part } from '#server/settlement/payout-shares/allocation.ts'
import type { StatementContent, StatementLine } from '#server/settlement/statements/statement-content.ts'
import type { Obstacle } from './closing-obstacles.ts'
import type { SiteRate } from './closing-rates.ts'

export type DraftLine = StatementLine & { correctsId: number | null }

export type UnallocatedLine = DraftLine & { currency?: Currency }

export interface DraftStatement extends StatementContent {
  siteId: number
  site: string
  email: string | null
  lines: DraftLine[]
  /** The payout account is confirmed. */
  hasDetails: boolean
  /** Net before withholding of the previous month, in `amountUnits`; null: there was no statement. */
  previousNet: number | null
}

export interface MonthDraft {
  /** Identifies all that closing would book. */
  fingerprint: string
  /** Of all sites. */
  rates: (SiteRate & { hasStatements: boolean })[]
  obstacles: Obstacle[]
  statements: DraftStatement[]
  /** Money without an account: in dollars, and withheld tax in the currency that it was withheld in. */
  unallocated: UnallocatedLine[]
  /** The division of each month's money, for channels whose division is not stored yet, or has changed. */
  newParts: Map<string, Map<string, Part[]>>
}
