import type { Figures } from '#contract/reports.ts'
import type { Scope } from './scope.ts'

/** Figures in units of a currency; `net` is what the fee leaves of the gross. */
export interface GrossAndNet {
  views: number
  premiumViews: number
  profit: number
  premiumProfit: number
  net: number
  premiumNet: number
}

/** What may be seen: a member the net in place of the gross, a manager who chose a member both. */
export function applyVisibility<R extends GrossAndNet>(
  scope: Scope,
  { net, premiumNet, ...row }: R,
): Omit<R, 'net' | 'premiumNet'> & Figures {
  if (scope.netOnly) return { ...row, profit: net, premiumProfit: premiumNet, memberProfit: null }
  return { ...row, memberProfit: scope.feeAccountId === null ? null : net }
}

/** The sum of days, as what may be seen of it. */
export function sumVisibleFigures(scope: Scope, days: readonly GrossAndNet[]): Figures {
  const sum = (getValue: (day: GrossAndNet) => number) =>
    days.reduce((total, day) => total + getValue(day), 0)
  return applyVisibility(scope, {
    views: sum((day) => day.views),
    premiumViews: sum((day) => day.premiumViews),
    profit: sum((day) => day.profit),
    premiumProfit: sum((day) => day.premiumProfit),
    net: sum((day) => day.net),
    premiumNet: sum((day) => day.premiumNet),
  })
}
