import type { Payday, PaydayEstimate } from '#contract/settlement/payday.ts'
import { parseDay, toLocalDay } from '#lib/format/date-math.ts'

/** What the card says first: what is final, else what is likely, else only the day. */
export type PaydayHeadline =
  | { kind: 'final'; day: string; amount: number }
  | { kind: 'estimated'; estimate: PaydayEstimate; range: { low: number; high: number } }
  | { kind: 'day'; day: string; estimate: PaydayEstimate | null }

export interface DescribedPayday {
  headline: PaydayHeadline
  /** Those that the headline leaves. */
  estimates: readonly PaydayEstimate[]
}

export function describePayday({ payday, nextPayday, estimates, minimum }: Payday): DescribedPayday {
  if (payday) return { headline: { kind: 'final', ...payday }, estimates }
  const [first, ...others] = estimates
  if (first?.range && first.range.high >= minimum)
    return { headline: { kind: 'estimated', estimate: first, range: first.range }, estimates: others }
  return {
    headline: { kind: 'day', day: first?.day ?? nextPayday, estimate: first ?? null },
    estimates: others,
  }
}

export type PaydayStep = 'confirm' | 'enter' | 'correct' | 'verify'

/** The one thing that the person can do to be paid; null: nothing. */
export function findStep(
  { payoutAccount }: Pick<Payday, 'payoutAccount'>,
  unverifiedCount: number,
): PaydayStep | null {
  switch (payoutAccount) {
    case 'unconfirmed':
      return 'confirm'
    case 'missing':
      return 'enter'
    case 'rejected':
      return 'correct'
    default:
      return unverifiedCount > 0 ? 'verify' : null
  }
}

const dayMs = 86_400_000

/** Negative: the day has passed. */
export const countDaysUntil = (day: string): number =>
  Math.round((parseDay(day).getTime() - parseDay(toLocalDay(new Date().toISOString())).getTime()) / dayMs)
