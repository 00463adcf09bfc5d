/** One line or bar of a chart: a value a day. Days of a compared series differ, so each series has its own. */
export interface ChartSeries {
  key: string
  label: string
  /** A CSS colour, such as `var(--primary)`. */
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
export interface Reading {
  key: string
  label: string
  color: string
  day: string
  value: number | null
}

/** One day of each series says little as a line: then every series is a bar of its own, side by side. */
export const isBars = (series: readonly ChartSeries[]) => series.every(({ values }) => values.length <= 1)

export const slotCount = (series: readonly ChartSeries[]) =>
  isBars(series) ? series.length : Math.max(...series.map(({ values }) => values.length))

/** Columns for the plot: positions first, then one of values for each series. */
export function columnsOf(series: readonly ChartSeries[]): [number[], ...(number | null)[][]] {
  const slots = Array.from({ length: slotCount(series) }, (_, slot) => slot)
  if (isBars(series)) {
    return [
      slots,
      ...series.map((one, at) => slots.map((slot) => (slot === at ? (one.values[0] ?? null) : null))),
    ]
  }
  return [slots, ...series.map(({ values }) => slots.map((slot) => values[slot] ?? null))]
}

/** The readings at a slot; a series that has no such day is left out. */
export function readingsAt(series: readonly ChartSeries[], slot: number): Reading[] {
  const bars = isBars(series)
  return series.flatMap(({ key, label, color, days, values }, at) => {
    const index = bars ? (at === slot ? 0 : -1) : slot
    const day = days[index]
    return day === undefined ? [] : [{ key, label, color, day, value: values[index] ?? null }]
  })
}

/** Slots whose value has no neighbour to be joined to by a line. */
export const loneSlots = (values: readonly (number | null | undefined)[]) =>
  values.flatMap((value, at) =>
    value != null && values[at - 1] == null && values[at + 1] == null ? [at] : [],
  )

const steps = [1, 2, 3, 5, 7, 10, 14, 21, 28]

/** Slots that get a label: the firsts of months where there are many, else evenly spaced up to the last. */
export function labelledSlots(days: readonly string[], room: number): number[] {
  const most = Math.max(2, room)
  const slots = days.map((_, slot) => slot)
  if (days.length > 62) {
    const firsts = slots.filter((slot) => days[slot]?.endsWith('-01'))
    const every = Math.ceil(firsts.length / most)
    return firsts.filter((_, at) => at % every === 0)
  }
  const step = steps.find((size) => Math.ceil(days.length / size) <= most) ?? Math.ceil(days.length / most)
  return slots.filter((slot) => (slots.length - 1 - slot) % step === 0)
}
