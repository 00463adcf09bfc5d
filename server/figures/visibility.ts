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

/** Reduces figures to those that the account may see: a member the net, a manager the gross and a chosen member's net. */
export function applyVisibility<R extends GrossAndNet>(
  scope: Scope,
  { grossProfit, grossPremiumProfit, netProfit, netPremiumProfit, ...row }: R,
): Omit<R, 'grossProfit' | 'grossPremiumProfit' | 'netProfit' | 'netPremiumProfit'> & Figures {
  if (scope.netOnly) return { ...row, profit: netProfit, premiumProfit: netPremiumProfit, memberProfit: null }
  return {
    ...row,
    profit: grossProfit,
    premiumProfit: grossPremiumProfit,
    memberProfit: scope.feeAccountId === null ? null : netProfit,
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
