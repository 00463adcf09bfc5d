/** One line or bar of a chart: a value a day. Days of a compared series differ, so each series has its own. */
export interface ChartSeries {
  key: string
  label: string
  /** A CSS color, such as `var(--primary)`. */
  color: string
  days: readonly string[]
  /** null is a day without data: a gap in the line, '–' in words. */
  values: readonly (number | null)[]
  /** Its days in words, for the legend. */
  range?: string
  /** Stands in the background: thinner, dashed, never filled. */
  muted?: boolean
  filled?: boolean
}

export interface ChartFormat {
  value: (value: number) => string
  /** Short, for the axis. */
  tick: (value: number) => string
  day: (day: string) => string
  dayShort: (day: string) => string
}

/** What a reader sees of one position along the chart. */
export interface ChartPoint {
  key: string
  label: string
  color: string
  day: string
  value: number | null
}

/** One day of each series says little as a line: then every series is a bar of its own, side by side. */
export const isBarChart = (series: readonly ChartSeries[]) => series.every(({ values }) => values.length <= 1)

export const countSlots = (series: readonly ChartSeries[]) =>
  isBarChart(series) ? series.length : Math.max(...series.map(({ values }) => values.length))

/** Columns for the plot: positions first, then one of values for each series. */
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

/** The readings at a slot; a series that has no such day is left out. */
export function getPointsAt(series: readonly ChartSeries[], slot: number): ChartPoint[] {
  const bars = isBarChart(series)
  return series.flatMap(({ key, label, color, days, values }, at) => {
    const index = bars ? (at === slot ? 0 : -1) : slot
    const day = days[index]
    return day === undefined ? [] : [{ key, label, color, day, value: values[index] ?? null }]
  })
}

/** Slots whose value has no neighbor to be joined to by a line. */
export const findIsolatedSlots = (values: readonly (number | null | undefined)[]) =>
  values.flatMap((value, at) =>
    value != null && values[at - 1] == null && values[at + 1] == null ? [at] : [],
  )

const labelSteps = [1, 2, 3, 5, 7, 10, 14, 21, 28]

/** Slots that get a label: the firsts of months where there are many, else evenly spaced up to the last. */
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
