import * as z from 'zod/mini'
import type { Figures } from '#contract/reports.ts'
import { Integer } from '#server/db/rows.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import type { Scope } from './scope.ts'

/** Counts, and profits in currency units. Net is gross minus the fee of the scope's account. */
export const GrossAndNet = z.object({
  views: Integer,
  premiumViews: Integer,
  grossProfit: Integer,
  grossPremiumProfit: Integer,
  netProfit: Integer,
  netPremiumProfit: Integer,
})
export type GrossAndNet = z.output<typeof GrossAndNet>

export const isGrossVisible = ({ netOnly }: Pick<Scope, 'netOnly'>): boolean => !netOnly

/** Net requires one account's fee: a member's own, or that of the member a manager selected. */
export const isNetVisible = ({ feeAccountId }: Pick<Scope, 'feeAccountId'>): boolean => feeAccountId !== null

/** The profit of a row that the account is shown: gross where it may see it. Of the columns of `channel_sums`. */
export const shownProfit = (scope: Pick<Scope, 'netOnly'>): Sql =>
  isGrossVisible(scope) ? sql`gross_profit` : sql`net_profit`

/** Nulls out the profits that the account may not see. */
export function applyVisibility<R extends GrossAndNet>(
  scope: Scope,
  row: R,
): Omit<R, keyof GrossAndNet> & Figures {
  const [gross, net] = [isGrossVisible(scope), isNetVisible(scope)]
  return {
    ...row,
    grossProfit: gross ? row.grossProfit : null,
    grossPremiumProfit: gross ? row.grossPremiumProfit : null,
    netProfit: net ? row.netProfit : null,
    netPremiumProfit: net ? row.netPremiumProfit : null,
  }
}

export function sumVisibleFigures(scope: Scope, days: readonly GrossAndNet[]): Figures {
  const sum = (getValue: (day: GrossAndNet) => number) =>
    days.reduce((total, day) => total + getValue(day), 0)
  return applyVisibility(scope, {
    views: sum((day) => day.views),
    premiumViews: sum((day) => day.premiumViews),
    grossProfit: sum((day) => day.grossProfit),
    grossPremiumProfit: sum((day) => day.grossPremiumProfit),
    netProfit: sum((day) => day.netProfit),
    netPremiumProfit: sum((day) => day.netPremiumProfit),
  })
}
