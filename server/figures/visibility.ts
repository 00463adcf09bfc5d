import * as z from 'zod/mini'
import type { Figures } from '#contract/reports.ts'
import { Integer } from '#server/db/rows.ts'
import type { Scope } from './scope.ts'

/** Counts and profits in units of a currency. Net is gross without the fee of the scope's account. */
export const GrossAndNet = z.object({
  views: Integer,
  premiumViews: Integer,
  grossProfit: Integer,
  grossPremiumProfit: Integer,
  netProfit: Integer,
  netPremiumProfit: Integer,
})
export type GrossAndNet = z.output<typeof GrossAndNet>

/** Only managers see gross. */
export const isGrossVisible = ({ netOnly }: Pick<Scope, 'netOnly'>): boolean => !netOnly

/** Net exists where one account's fee applies: for a member, or for a manager who chose one. */
export const isNetVisible = ({ feeAccountId }: Pick<Scope, 'feeAccountId'>): boolean => feeAccountId !== null

/** Replaces the profits that the account must not see by null. */
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

/** The visible figures of the sum of some days. */
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
