import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import {
  type ChartFormat,
  type ChartSeries,
  columnsOf,
  isBars,
  labelledSlots,
  loneSlots,
  slotCount,
} from './chart-data.ts'
import { type ChartPaints, paintsIn } from './chart-paints.ts'
import { $cursor, type ChartView, zoomTo } from './chart-view.ts'

export type Plot = uPlot

/** Draws a view into an element until the returned function is called; owns uPlot. */
export function drawPlot(
  element: HTMLElement,
  view: ChartView,
  format: ChartFormat,
  onReady: (plot: Plot) => void,
): () => void {
  const paints = paintsIn(element)
  const options = plotOptions(element, view, format, paints)
  const plot = new uPlot(options, columnsOf(view.shown), element)
  plot.hooks.ready = [onReady]
  const leave = followPage(element, plot, paints)
  return () => {
    leave()
    plot.destroy()
  }
}

/** Moves the plot's cursor without telling the other charts; −1 takes it away. */
export function pointAt(plot: uPlot, slot: number): void {
  if ((plot.cursor.idx ?? -1) === slot) return
  plot.setCursor(slot < 0 ? { left: -10, top: -10 } : { left: plot.valToPos(slot, 'x'), top: 0 }, false)
}

/** In CSS pixels: what fits between the margins of A4 and of Letter. A page says too late how wide its paper is. */
const onPaper = { width: 660, height: 176 }

/** Size and colours follow the page, and the paper while it is printed, until the returned function is called. */
function followPage(element: HTMLElement, plot: uPlot, { forget }: ChartPaints): () => void {
  const root = document.documentElement
  const stretch = () => plot.setSize({ width: element.clientWidth, height: element.clientHeight })
  function repaint() {
    forget()
    plot.redraw(false)
  }
  function turn({ type }: Event) {
    const printing = type === 'beforeprint'
    root.toggleAttribute('data-paper', printing)
    repaint()
    if (printing) plot.setSize(onPaper)
    else stretch()
  }
  const left = new AbortController()
  const { signal } = left
  addEventListener('beforeprint', turn, { signal })
  addEventListener('afterprint', turn, { signal })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint, { signal })
  const painted = new MutationObserver(repaint)
  painted.observe(root, { attributeFilter: ['style'] })
  const sized = new ResizeObserver(stretch)
  sized.observe(element)
  return () => {
    left.abort()
    painted.disconnect()
    sized.disconnect()
  }
}

/** The pointer moves what all charts read, and selects what they show. */
function plotOptions(
  element: HTMLElement,
  view: ChartView,
  format: ChartFormat,
  paints: ChartPaints,
): uPlot.Options {
  const { shown: series } = view
  const bars = isBars(series)
  const last = slotCount(series) - 1
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: !bars, y: false, setScale: false, dist: 8 },
      move: snapped,
      points: pointsOn(series, paints),
    },
    scales: {
      x: { time: false, range: () => (bars ? [-0.6, last + 0.6] : [0, Math.max(1, last)]) },
      y: { range: (_, min, max) => valueRange(min, max) },
    },
    axes: axesOf(element, series, format, paints),
    series: [{}, ...series.map((one) => (bars ? barOf(one, paints) : lineOf(one, paints)))],
    hooks: {
      setCursor: [(plot) => readUnder(plot, view)],
      setSelect: [(plot) => showSelected(plot, view)],
    },
  }
}

function readUnder({ cursor: { event, idx } }: uPlot, { places, from }: ChartView): void {
  // Without an event the plot only put itself in order.
  if (event) $cursor.set(idx == null ? null : (places[from + idx] ?? null))
}

function showSelected(plot: uPlot, view: ChartView): void {
  const { left, width } = plot.select
  const [first, last] = [plot.posToIdx(left), plot.posToIdx(left + width)]
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  zoomTo(view, view.from + first, view.from + last, { replace: false })
}

/** Where the cursor crosses the lines; bars need none. */
function pointsOn(series: readonly ChartSeries[], paints: ChartPaints): uPlot.Cursor.Points {
  if (isBars(series)) return { show: false }
  return {
    size: 9,
    width: 2,
    stroke: (_, at) => paints.of(series[at - 1]?.color ?? 'transparent'),
    fill: () => paints.of('var(--card)'),
  }
}

/** The cursor stands on days only. */
const snapped: uPlot.Cursor.MousePosRefiner = (plot, left, top) =>
  left < 0 ? [left, top] : [plot.valToPos(plot.posToIdx(left), 'x'), top]

/** Counts and amounts are whole numbers, so the axis has no parts of one. */
const wholeSteps = Array.from({ length: 16 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat()

const isFlat = (series: readonly ChartSeries[]) =>
  series.every(({ values }) => values.every((value) => !value))

function valueRange(min: number | null, max: number | null): uPlot.Range.MinMax {
  const low = Math.min(0, min ?? 0)
  const high = Math.max(0, max ?? 0)
  if (low === high) return [0, 1]
  return [low * 1.08, high * 1.08]
}

function lineOf({ label, color, muted, filled, values }: ChartSeries, { of }: ChartPaints): uPlot.Series {
  const stroke = () => of(color)
  return {
    label,
    stroke,
    fill: filled ? () => of(`color-mix(in srgb, ${color} 10%, transparent)`) : undefined,
    width: muted ? 1.5 : 2,
    dash: muted ? [4, 4] : undefined,
    // A day between gaps has no line.
    points: { show: false, filter: () => loneSlots(values), size: 6, width: 0, fill: stroke },
  }
}

function barOf({ label, color }: ChartSeries, { of }: ChartPaints): uPlot.Series {
  return {
    label,
    fill: () => of(color),
    width: 0,
    paths: uPlot.paths.bars?.({ size: [0.5, 96], radius: 0.06 }),
    points: { show: false },
  }
}

/** Days where the bars differ by them, else what each counts. */
function barNames(series: readonly ChartSeries[], format: ChartFormat): string[] {
  const days = series.map(({ days }) => days[0] ?? '')
  return new Set(days).size === days.length && days.length > 1
    ? days.map(format.dayShort)
    : series.map(({ label }) => label)
}

function axesOf(
  element: HTMLElement,
  series: readonly ChartSeries[],
  format: ChartFormat,
  { of }: ChartPaints,
): uPlot.Axis[] {
  const font = `12px ${getComputedStyle(element).fontFamily}`
  const stroke = () => of('var(--ink-3)')
  const days = series[0]?.days ?? []
  const names = isBars(series) ? barNames(series, format) : days.map(format.dayShort)
  const axis: uPlot.Axis = { font, stroke, ticks: { show: false }, gap: 8 }
  return [
    {
      ...axis,
      grid: { show: false },
      size: 32,
      splits: (plot) =>
        isBars(series) ? names.map((_, slot) => slot) : labelledSlots(days, plot.width / 80),
      values: (_, slots) => slots.map((slot) => names[slot] ?? ''),
    },
    {
      ...axis,
      grid: { stroke: () => of('var(--line)'), width: 1 },
      space: 32,
      incrs: wholeSteps,
      splits: isFlat(series) ? () => [0] : undefined,
      size: (plot, texts) => widest(plot, texts ?? [], font) + 12,
      values: (_, values) =>
        values.map(format.tick).map((text, at, all) => (all.indexOf(text) === at ? text : '')),
    },
  ]
}

function widest(plot: uPlot, texts: readonly string[], font: string): number {
  plot.ctx.save()
  plot.ctx.font = font
  const width = Math.max(0, ...texts.map((text) => plot.ctx.measureText(text).width))
  plot.ctx.restore()
  return Math.ceil(width)
}
