import { addDays, listDays } from '#contract/reports/calendar.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { maxCurveDays, recentDays, type VideoCurve } from '#contract/reports/video-detail.ts'

export type Curve = NonNullable<VideoCurve['curve']>

const minSharedDays = 7
const earlyDays = 3
/** A smaller difference from the median counts as equal. */
const minDifference = 0.005
/** From this factor on, “times” are easier to read than percent. */
const minTimes = 2

export interface Reading {
  /** The early part of the profit so far, or of the curve's days. */
  early: { share: number; days: number } | null
  /** Profit of a day, in amount units. */
  now: { amount: number; days: number } | null
  /** Compares with the median of the channel's other videos at the same age: the relative difference, or the factor. */
  against: { key: 'times' | 'above' | 'below' | 'equal'; share: number; days: number } | null
}

/** Interprets a curve as far as its days are known. */
export function readCurve(curve: Curve): Reading {
  const values = getProfit<Curve['usual']['low']>(curve)
  const age = values.findLastIndex((value) => value !== null)
  return {
    early: readEarlyShare(values, age),
    now: curve.recent && { amount: Math.round(getProfit(curve.recent) / recentDays), days: recentDays },
    against: compareWithUsual(values[age] ?? null, curve.usual.median[age] ?? null, age + 1),
  }
}

function readEarlyShare(values: readonly (number | null)[], age: number): Reading['early'] {
  const [early, all] = [values[earlyDays - 1] ?? null, values[age] ?? null]
  if (age + 1 < minSharedDays || early === null || all === null || all <= 0) return null
  const share = early / all
  return share < 0 || share > 1 ? null : { share, days: age + 1 }
}

function compareWithUsual(value: number | null, median: number | null, days: number): Reading['against'] {
  if (value === null || median === null || median <= 0) return null
  const times = value / median
  if (times >= minTimes) return { key: 'times', share: times, days }
  const share = times - 1
  const key = Math.abs(share) < minDifference ? 'equal' : share > 0 ? 'above' : 'below'
  return { key, share: Math.abs(share), days }
}

const shortHorizon = 30

/** Lists the chart's days: those of the curve, and for a young video also those ahead, as usual for the channel. */
export function listCurveDays({ publishedDay, usual, ...curve }: Curve): string[] {
  const age = getProfit(curve).length
  const known = usual.median.findLastIndex((value) => value !== null) + 1
  const horizon = age <= shortHorizon - 7 ? shortHorizon : maxCurveDays
  const count = Math.max(age, Math.min(known, horizon))
  return listDays({ from: publishedDay, to: addDays(publishedDay, count - 1) })
}

/** Counts the most videos that any age in the chart is compared with. */
export const countUsualVideos = ({ usual }: Curve): number =>
  usual.median.reduce<number>(
    (most, median, age) => (median === null ? most : Math.max(most, usual.videos[age] ?? 0)),
    0,
  )
