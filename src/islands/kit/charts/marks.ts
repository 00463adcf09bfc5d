import type { CanvasColors } from './canvas-colors.ts'
import type { ChartMark } from './series.ts'
import type { ChartViewport } from './viewport.ts'

/** CSS pixels. */
const radius = 4.5
const gap = 4

export const markColors: Readonly<Record<ChartMark['kind'], string>> = {
  video: 'var(--primary-ink)',
  channel: 'var(--good)',
  fee: 'var(--warn)',
}

/** uPlot's plot area, in device pixels. */
interface PlotArea {
  ctx: CanvasRenderingContext2D
  bbox: { top: number }
  valToPos: (value: number, scale: string, isCanvas: boolean) => number
}

/** Draws marks on the first series, and stacks those of the same day. */
export function drawMarks(
  plot: PlotArea,
  { slotKeys, from, to, visibleSeries }: ChartViewport,
  marks: readonly ChartMark[],
  { resolve }: CanvasColors,
): void {
  const { ctx, bbox } = plot
  const pxRatio = devicePixelRatio
  const counts = new Map<number, number>()
  ctx.save()
  ctx.lineWidth = 2 * pxRatio
  ctx.fillStyle = resolve('var(--card)')
  for (const { day, kind, isPlotted } of marks) {
    const slot = slotKeys.indexOf(day)
    if (!isPlotted || slot < from || slot > to) continue
    const below = counts.get(slot) ?? 0
    counts.set(slot, below + 1)
    const value = visibleSeries[0]?.values[slot - from] ?? 0
    const x = plot.valToPos(slot - from, 'x', true)
    const y = plot.valToPos(value, 'y', true) - below * (2 * radius + gap) * pxRatio
    ctx.strokeStyle = resolve(markColors[kind])
    ctx.beginPath()
    traces[kind](ctx, x, Math.max(bbox.top + radius * pxRatio, y), radius * pxRatio)
    ctx.fill()
    ctx.stroke()
  }
  ctx.restore()
}

type Trace = (ctx: CanvasRenderingContext2D, x: number, y: number, size: number) => void

const traces: Readonly<Record<ChartMark['kind'], Trace>> = {
  video: (ctx, x, y, size) => ctx.arc(x, y, size, 0, 2 * Math.PI),
  channel(ctx, x, y, size) {
    const side = size * 0.9
    ctx.rect(x - side, y - side, 2 * side, 2 * side)
  },
  fee(ctx, x, y, size) {
    const tip = size * 1.25
    ctx.moveTo(x, y - tip)
    ctx.lineTo(x + tip, y)
    ctx.lineTo(x, y + tip)
    ctx.lineTo(x - tip, y)
    ctx.closePath()
  },
}
