import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import { getProfit } from '#contract/reports/reports.ts'
import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'
import { roundMoney } from '#lib/format/number.ts'

/** `early`: there is no forecast yet. `missed` and `surpassed` are of months that have ended. */
export type TargetState = 'reached' | 'onCourse' | 'short' | 'early' | 'missed' | 'surpassed'

export interface TargetProgress {
  amount: number
  soFar: number
  /** Whole percent, rounded down: 100 only when the target is reached. */
  percent: number
  state: TargetState
  /** Between the target and what the state says has come or will come, in the middle of the forecast; never negative. */
  difference: number
}

export interface ShownTarget {
  month: string
  /** Null: there is none yet. */
  progress: TargetProgress | null
}

interface TargetReport extends Pick<DisplayedReport, 'currency'> {
  report: Pick<DisplayedReport['report'], 'target' | 'totals' | 'range' | 'forecast'>
}

/** Null where no target can be set or shown. Amounts are compared as they are shown, so that the words agree with them. */
export function describeTarget({ report, currency }: TargetReport): ShownTarget | null {
  const { target, totals, range, forecast } = report
  if (!target) return null
  const isOver = range.to === addDays(getMonthStart(range.to, 1), -1)
  const { month, amount } = target
  if (amount === null) return isOver || !forecast ? null : { month, progress: null }
  const profit = getProfit(totals)
  const soFar = roundMoney(profit, currency)
  const expected =
    forecast &&
    roundMoney(
      forecast.expected.reduce((sum, day) => sum + day, profit),
      currency,
    )
  return {
    month,
    progress: {
      amount,
      soFar,
      percent: getWholePercent(soFar, amount),
      ...judge(soFar, expected, amount, isOver),
    },
  }
}

function judge(
  soFar: number,
  expected: number | null,
  amount: number,
  isOver: boolean,
): Pick<TargetProgress, 'state' | 'difference'> {
  if (isOver) return { state: soFar < amount ? 'missed' : 'surpassed', difference: Math.abs(soFar - amount) }
  if (soFar >= amount) return { state: 'reached', difference: soFar - amount }
  if (expected === null) return { state: 'early', difference: amount - soFar }
  return { state: expected < amount ? 'short' : 'onCourse', difference: Math.abs(expected - amount) }
}

function getWholePercent(part: number, whole: number): number {
  const hundredfold = Math.max(0, part) * 100
  return (hundredfold - (hundredfold % whole)) / whole
}
