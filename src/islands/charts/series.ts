/** One value per day. A comparison has other days, so each series has its own. */
export interface ChartSeries {
  key: string
  label: string
  color: string
  days: readonly string[]
  /** null: no data, a gap in the line. */
  values: readonly (number | null)[]
  range?: string
  /** A background series: thinner, dashed, never filled. */
  muted?: boolean
  filled?: boolean
}

export interface ChartFormat {
  value: (value: number) => string
  tick: (value: number) => string
  day: (day: string) => string
  dayShort: (day: string) => string
}

export interface ChartPoint {
  key: string
  label: string
  color: string
  day: string
  value: number | null
}

export const isBarChart = (series: readonly ChartSeries[]) => series.every(({ values }) => values.length <= 1)

export const countSlots = (series: readonly ChartSeries[]) =>
  isBarChart(series) ? series.length : Math.max(...series.map(({ values }) => values.length))

/** uPlot's column format: x positions, then the values of each series. */
export function toPlotColumns(series: readonly ChartSeries[]): [number[], ...(number | null)[][]] {
  const slots = Array.from({ length: countSlots(series) }, (_, slot) => slot)
  if (isBarChart(series)) {
    return [
      slots,
      ...series.map((one, at) => slots.map((slot) => (slot === at ? (one.values[0] ?? null) : null))),
    ]
  }
  return [slots, ...series.map(({ values }) => slots.map((slot) => values[slot] ?? null))]
}

export function getPointsAt(series: readonly ChartSeries[], slot: number): ChartPoint[] {
  const bars = isBarChart(series)
  return series.flatMap(({ key, label, color, days, values }, at) => {
    const index = bars ? (at === slot ? 0 : -1) : slot
    const day = days[index]
    return day === undefined ? [] : [{ key, label, color, day, value: values[index] ?? null }]
  })
}

export const findIsolatedSlots = (values: readonly (number | null | undefined)[]) =>
  values.flatMap((value, at) =>
    value != null && values[at - 1] == null && values[at + 1] == null ? [at] : [],
  )

const labelSteps = [1, 2, 3, 5, 7, 10, 14, 21, 28]

/** Picks the firsts of months in long ranges, otherwise evenly spaced slots up to the last. */
export function pickLabelSlots(days: readonly string[], maxLabels: number): number[] {
  const max = Math.max(2, maxLabels)
  const slots = days.map((_, slot) => slot)
  if (days.length > 62) {
    const monthStarts = slots.filter((slot) => days[slot]?.endsWith('-01'))
    const interval = Math.ceil(monthStarts.length / max)
    return monthStarts.filter((_, at) => at % interval === 0)
  }
  const step = labelSteps.find((size) => Math.ceil(days.length / size) <= max) ?? Math.ceil(days.length / max)
  return slots.filter((slot) => (slots.length - 1 - slot) % step === 0)
}
