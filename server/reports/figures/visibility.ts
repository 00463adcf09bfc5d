import * as z from 'zod/mini'
import type { Figures } from '#contract/reports/reports.ts'
import { Integer } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
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

/** The profit of a row that the account is shown: gross where it may see it. `sums` has gross and net of both. */
export const shownProfit = (scope: Pick<Scope, 'netOnly'>, sums: Sql): Sql =>
  isGrossVisible(scope) ? sql`${sums}.gross_profit` : sql`${sums}.net_profit`

export const shownPremiumProfit = (scope: Pick<Scope, 'netOnly'>, sums: Sql): Sql =>
  isGrossVisible(scope) ? sql`${sums}.gross_premium_profit` : sql`${sums}.net_premium_profit`

/** Sums all `rows` as in `GrossAndNet`; 0 without any. */
export const sumGrossAndNet = (rows: Sql): Sql =>
  sql`coalesce(sum(${rows}.views), 0)::bigint as views,
      coalesce(sum(${rows}.premium_views), 0)::bigint as "premiumViews",
      coalesce(sum(${rows}.gross_profit), 0)::bigint as "grossProfit",
      coalesce(sum(${rows}.gross_premium_profit), 0)::bigint as "grossPremiumProfit",
      coalesce(sum(${rows}.net_profit), 0)::bigint as "netProfit",
      coalesce(sum(${rows}.net_premium_profit), 0)::bigint as "netPremiumProfit"`

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
