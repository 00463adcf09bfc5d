// The only module that uses uPlot.

import uPlot from 'uplot'
import { countDays, getWeekday } from '#contract/reports/calendar.ts'
import { type CanvasColors, createCanvasColors } from './canvas-colors.ts'
import { drawMarks } from './marks.ts'
import {
  type ChartContent,
  type ChartFormat,
  type ChartMark,
  type ChartSeries,
  countSlots,
  findIsolatedSlots,
  isBarChart,
  listBandEdges,
  pickLabelSlots,
  toPlotColumns,
} from './series.ts'
import { $crosshair, type ChartViewport, zoomTo } from './viewport.ts'

export type Plot = uPlot

/** Draws in a task of its own, because several charts are shown at once. Returns the cleanup. */
export function drawPlot(...args: Parameters<typeof drawNow>): () => void {
  let clear: (() => void) | undefined
  const timer = setTimeout(() => {
    clear = drawNow(...args)
  })
  return () => {
    clearTimeout(timer)
    clear?.()
  }
}

function drawNow(
  element: HTMLElement,
  viewport: ChartViewport,
  content: ChartContent,
  onReady: (plot: Plot) => void,
): () => void {
  const colors = createCanvasColors(element)
  const options = createPlotOptions(element, viewport, content, colors)
  const plot = new uPlot(options, toPlotColumns(viewport.visibleSeries), element)
  plot.hooks.ready = [onReady]
  const stopSync = syncWithPage(element, plot, colors)
  return () => {
    stopSync()
    plot.destroy()
  }
}

/** Marks arrive after the series. Returns the cleanup. */
export function showMarks(plot: uPlot, viewport: ChartViewport, marks: readonly ChartMark[]): () => void {
  if (isBarChart(viewport.visibleSeries) || marks.length === 0) return () => {}
  const colors = createCanvasColors(plot.root)
  plot.hooks.draw = [
    () => {
      // The theme may have changed.
      colors.clear()
      drawMarks(plot, viewport, marks, colors)
    },
  ]
  plot.redraw(false)
  return () => {
    plot.hooks.draw = []
  }
}

/** Moves the cursor without notifying other charts; −1 hides it. */
export function setPlotCursor(plot: uPlot, slot: number): void {
  if ((plot.cursor.idx ?? -1) === slot) return
  plot.setCursor(slot < 0 ? { left: -10, top: -10 } : { left: plot.valToPos(slot, 'x'), top: 0 }, false)
}

/** CSS pixels, within the margins of A4 and Letter. Fixed: the paper's width is known too late. */
const printSize = { width: 660, height: 176 }

function syncWithPage(element: HTMLElement, plot: uPlot, { clear }: CanvasColors): () => void {
  const root = document.documentElement
  const resize = () => plot.setSize({ width: element.clientWidth, height: element.clientHeight })
  function repaint() {
    clear()
    plot.redraw(false)
  }
  function onPrint({ type }: Event) {
    const printing = type === 'beforeprint'
    root.toggleAttribute('data-print', printing)
    repaint()
    if (printing) plot.setSize(printSize)
    else resize()
  }
  const controller = new AbortController()
  const { signal } = controller
  addEventListener('beforeprint', onPrint, { signal })
  addEventListener('afterprint', onPrint, { signal })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint, { signal })
  const styleObserver = new MutationObserver(repaint)
  styleObserver.observe(root, { attributeFilter: ['style'] })
  const resizeObserver = new ResizeObserver(resize)
  resizeObserver.observe(element)
  return () => {
    controller.abort()
    styleObserver.disconnect()
    resizeObserver.disconnect()
  }
}

function createPlotOptions(
  element: HTMLElement,
  viewport: ChartViewport,
  { format, incompleteDays, markedDays = [] }: ChartContent,
  colors: CanvasColors,
): uPlot.Options {
  const { visibleSeries: series } = viewport
  const bars = isBarChart(series)
  const last = countSlots(series) - 1
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: !bars, y: false, setScale: false, dist: 8 },
      move: snapToSlot,
      points: createCursorPoints(series, colors),
    },
    scales: {
      x: { time: false, range: () => (bars ? [-0.6, last + 0.6] : [0, Math.max(1, last)]) },
      y: { range: (_, min, max) => computeValueRange(min, max) },
    },
    axes: createAxes(element, series, format, colors),
    series: [
      {},
      ...series.map((one) => (bars ? createBar(one, colors) : createLine(one, colors))),
      ...listBandEdges(series).map((): uPlot.Series => ({ width: 0, points: { show: false } })),
    ],
    bands: createBands(series, colors),
    hooks: {
      drawClear: [
        (plot) => {
          if (!bars) markDays(plot, viewport, listWeekends(viewport.slotKeys), colors, weekendColor)
          markDays(plot, viewport, incompleteDays, colors, 'var(--line)')
          markDays(plot, viewport, markedDays, colors, markedColor)
        },
      ],
      setCursor: [(plot) => updateCrosshair(plot, viewport)],
      setSelect: [(plot) => zoomToSelection(plot, viewport)],
    },
  }
}

/** Weekends exist only where every slot is one day. */
const listWeekends = (days: readonly string[]) =>
  days.length > 1 && countDays({ from: days[0] ?? '', to: days.at(-1) ?? '' }) === days.length
    ? days.filter((day) => getWeekday(day) % 6 === 0)
    : []

const markedColor = 'color-mix(in srgb, var(--primary-ink) 26%, transparent)'
const weekendColor = 'color-mix(in srgb, var(--line) 34%, transparent)'

function createBands(series: readonly ChartSeries[], { resolve }: CanvasColors): uPlot.Band[] {
  let edge = series.length + 1
  return series.flatMap(({ band, color }) => {
    if (!band) return []
    const edges: [number, number] = [edge, edge + 1]
    edge += 2
    return [{ series: edges, fill: () => resolve(`color-mix(in srgb, ${color} 14%, transparent)`) }]
  })
}

/** Draws a band behind each day, as wide as its slot. */
function markDays(
  { ctx, bbox, valToPos }: uPlot,
  { slotKeys, from, to }: ChartViewport,
  days: readonly string[],
  { resolve }: CanvasColors,
  color: string,
): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  ctx.fillStyle = resolve(color)
  for (const day of days) {
    const slot = slotKeys.indexOf(day)
    if (slot < from || slot > to) continue
    const [start = 0, end = 0] = [-0.5, 0.5].map((edge) =>
      Math.round(valToPos(slot - from + edge, 'x', true)),
    )
    ctx.fillRect(start, bbox.top, end - start, bbox.height)
  }
  ctx.restore()
}

function updateCrosshair({ cursor: { event, idx } }: uPlot, { slotKeys, from }: ChartViewport): void {
  // Without an event, uPlot has only redrawn itself.
  if (event) $crosshair.set(idx == null ? null : (slotKeys[from + idx] ?? null))
}

function zoomToSelection(plot: uPlot, viewport: ChartViewport): void {
  const { left, width } = plot.select
  const [first, last] = [plot.posToIdx(left), plot.posToIdx(left + width)]
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  zoomTo(viewport, viewport.from + first, viewport.from + last, { replace: false })
}

function createCursorPoints(series: readonly ChartSeries[], colors: CanvasColors): uPlot.Cursor.Points {
  if (isBarChart(series)) return { show: false }
  return {
    size: 9,
    width: 2,
    stroke: (_, at) => colors.resolve(series[at - 1]?.color ?? 'transparent'),
    fill: () => colors.resolve('var(--card)'),
  }
}

const snapToSlot: uPlot.Cursor.MousePosRefiner = (plot, left, top) =>
  left < 0 ? [left, top] : [plot.valToPos(plot.posToIdx(left), 'x'), top]

/** Counts and amounts are integers, so the axis has no fractions. */
const integerSteps = Array.from({ length: 16 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat()

const isFlat = (series: readonly ChartSeries[]) =>
  series.every(({ values }) => values.every((value) => !value))

function computeValueRange(min: number | null, max: number | null): uPlot.Range.MinMax {
  const low = Math.min(0, min ?? 0)
  const high = Math.max(0, max ?? 0)
  if (low === high) return [0, 1]
  return [low * 1.08, high * 1.08]
}

function createLine(
  { label, color, muted, filled, band, values }: ChartSeries,
  { resolve }: CanvasColors,
): uPlot.Series {
  const stroke = () => resolve(color)
  return {
    label,
    stroke,
    fill: filled ? () => resolve(`color-mix(in srgb, ${color} 10%, transparent)`) : undefined,
    width: muted ? 1.5 : 2,
    dash: muted ? [2, 4] : band ? [6, 4] : undefined,
    points: { show: false, filter: () => findIsolatedSlots(values), size: 6, width: 0, fill: stroke },
  }
}

function createBar({ label, color }: ChartSeries, { resolve }: CanvasColors): uPlot.Series {
  return {
    label,
    fill: () => resolve(color),
    width: 0,
    paths: uPlot.paths.bars?.({ size: [0.5, 96], radius: 0.06 }),
    points: { show: false },
  }
}

function getBarLabels(series: readonly ChartSeries[], format: ChartFormat): string[] {
  const days = series.map(({ days }) => days[0] ?? '')
  return new Set(days).size === days.length && days.length > 1
    ? days.map(format.dayShort)
    : series.map(({ label }) => label)
}

function createAxes(
  element: HTMLElement,
  series: readonly ChartSeries[],
  format: ChartFormat,
  { resolve }: CanvasColors,
): uPlot.Axis[] {
  const font = `12px ${getComputedStyle(element).fontFamily}`
  const stroke = () => resolve('var(--ink-3)')
  const days = series[0]?.days ?? []
  const labels = isBarChart(series) ? getBarLabels(series, format) : days.map(format.dayShort)
  const axis: uPlot.Axis = { font, stroke, ticks: { show: false }, gap: 8 }
  return [
    {
      ...axis,
      grid: { show: false },
      size: 32,
      splits: (plot) =>
        isBarChart(series) ? labels.map((_, slot) => slot) : pickLabelSlots(days, plot.width / 80),
      values: (_, slots) => slots.map((slot) => labels[slot] ?? ''),
    },
    {
      ...axis,
      grid: { stroke: () => resolve('var(--line)'), width: 1 },
      space: 32,
      incrs: integerSteps.filter((step) => step >= (format.minStep ?? 1)),
      splits: isFlat(series) ? () => [0] : undefined,
      size: (plot, texts) => measureMaxWidth(plot, texts ?? [], font) + 12,
      values: (_, values) =>
        values
          .map((value) => format.tick(value, values))
          .map((text, at, all) => (all.indexOf(text) === at ? text : '')),
    },
  ]
}

function measureMaxWidth(plot: uPlot, texts: readonly string[], font: string): number {
  plot.ctx.save()
  plot.ctx.font = font
  const width = Math.max(0, ...texts.map((text) => plot.ctx.measureText(text).width))
  plot.ctx.restore()
  return Math.ceil(width)
}
