import { formatRange } from '#lib/format/range.ts'
import { locale } from '#lib/i18n/strings.ts'

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
  /** Key of the series on which this one is stacked while both are visible; its values stay its own. */
  stackedOn?: string
  /** It is shown once somebody chooses it. */
  startsHidden?: boolean
  /** Range in which the values are expected. The series is then dashed in its own color. */
  band?: { low: readonly (number | null)[]; high: readonly (number | null)[] }
}

export const markKinds = ['video', 'channel', 'fee'] as const

/** An event on a day. Its shape shows its kind: circle, square, diamond. */
export interface ChartMark {
  day: string
  kind: (typeof markKinds)[number]
  text: string
  /** False where the line has too many marks; the mark is listed all the same. */
  isPlotted: boolean
}

export const noMarks: readonly ChartMark[] = []

export interface ChartFormat {
  value: (value: number) => string
  /** `all`: the values of the axis. */
  tick: (value: number, all: readonly number[]) => string
  /** Ticks that are closer would have the same text; 1 by default. */
  minStep?: number
  day: (day: string) => string
  dayShort: (day: string) => string
}

/** Everything that a chart draws besides the series. Memoize the arrays: new ones redraw the chart. */
export interface ChartContent {
  format: ChartFormat
  /** Days that are gaps in the line because a report is missing. */
  incompleteDays: readonly string[]
  /** Days that the chart is about. */
  markedDays?: readonly string[]
}

export interface ChartPoint {
  key: string
  label: string
  color: string
  day: string
  value: number | null
  /** Range of an expected value. */
  range?: readonly [low: number, high: number] | undefined
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
  const columns = [...series.map((one) => stackValues(one, series)), ...listBandEdges(series)]
  return [slots, ...columns.map((values) => slots.map((slot) => values[slot] ?? null))]
}

function stackValues({ values, stackedOn }: ChartSeries, all: readonly ChartSeries[]): ChartSeries['values'] {
  const base = stackedOn === undefined ? undefined : all.find(({ key }) => key === stackedOn)
  return base ? values.map((value, at) => (value === null ? null : value + (base.values[at] ?? 0))) : values
}

/** Columns that follow those of the series: the upper and the lower edge of each band. */
export const listBandEdges = (series: readonly ChartSeries[]): (readonly (number | null)[])[] =>
  series.flatMap(({ band }) => (band ? [band.high, band.low] : []))

export function getPointsAt(series: readonly ChartSeries[], slot: number): ChartPoint[] {
  const bars = isBarChart(series)
  return series.flatMap(({ key, label, color, days, values, band }, at): ChartPoint[] => {
    const index = bars ? (at === slot ? 0 : -1) : slot
    const [day, value = null] = [days[index], values[index]]
    if (day === undefined) return []
    const point = { key, label, color, day, value }
    if (!band) return [point]
    // A forecast says nothing about days that are over.
    const [low = null, high = null] = [band.low[index], band.high[index]]
    return value === null || low === null || high === null || low === high
      ? []
      : [{ ...point, range: [low, high] }]
  })
}

/** Formats the value, the range in which it is expected, or a dash. */
export function formatPoint(
  { value, range }: Pick<ChartPoint, 'value' | 'range'>,
  format: ChartFormat,
): string {
  if (range) return formatRange(format.value(range[0]), format.value(range[1]), locale())
  return value === null ? '–' : format.value(value)
}

export const findIsolatedSlots = (values: readonly (number | null | undefined)[]) =>
  values.flatMap((value, at) =>
    value != null && values[at - 1] == null && values[at + 1] == null ? [at] : [],
  )

const labelSteps = [1, 2, 3, 5, 7, 10, 14, 21, 28]

/** Picks the first of each month in long ranges, otherwise the first, evenly spaced slots, and the last. */
export function pickLabelSlots(days: readonly string[], maxLabels: number): number[] {
  const max = Math.max(2, maxLabels)
  const slots = days.map((_, slot) => slot)
  if (days.length > 62) {
    const monthStarts = slots.filter((slot) => days[slot]?.endsWith('-01'))
    const interval = Math.ceil(monthStarts.length / max)
    return monthStarts.filter((_, at) => at % interval === 0)
  }
  const last = slots.length - 1
  const step = labelSteps.find((size) => Math.ceil(days.length / size) <= max) ?? Math.ceil(days.length / max)
  const even = slots.filter((slot) => slot % step === 0 && last - slot >= step * 0.75)
  return last < 0 ? [] : [...new Set([0, ...even, last])]
}
