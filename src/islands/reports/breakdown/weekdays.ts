import { getWeekday } from '#contract/reports/calendar.ts'

/** Fewer known days say nothing about weekdays. */
export const minWeekdayDays = 14

export interface WeekdayMean {
  /** 0 is Sunday. */
  weekday: number
  /** Rounded to the unit of the values; null without a known day. */
  mean: number | null
}

/** Starts on Monday. Unknown days are left out. Null for fewer than 14 known days. */
export function computeWeekdayMeans(
  days: readonly string[],
  values: readonly (number | null)[],
): WeekdayMean[] | null {
  const known = values.flatMap((value, at) => {
    const day = days[at]
    return value === null || day === undefined ? [] : [{ weekday: getWeekday(day), value }]
  })
  if (known.length < minWeekdayDays) return null
  return [1, 2, 3, 4, 5, 6, 0].map((weekday) => {
    const some = known.filter((one) => one.weekday === weekday)
    const sum = some.reduce((total, { value }) => total + value, 0)
    return { weekday, mean: some.length === 0 ? null : Math.round(sum / some.length) }
  })
}
