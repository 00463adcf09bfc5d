import { mixColors, type Rgb, white } from '#contract/platform/color.ts'
import { getLineHeight, type Rectangle } from './canvas.ts'
import { column, drawRule, type Flow, gain, hairline, loss, reserve, styles } from './flow.ts'
import type { WaterfallBlock, WaterfallStep } from './model.ts'

const labelWidth = 168
const valueWidth = 118
const gap = 14
const rowPadding = 4
const barHeight = 9
/** Keeps an amount visible that is small beside the others. */
const minBarWidth = 1
const bars = {
  x: column.x + labelWidth + gap,
  width: column.width - labelWidth - valueWidth - 2 * gap,
}

interface Row extends WaterfallStep {
  y: number
  height: number
}

/** A bar for each step, which begins where the one above ends, between its name and its amount. */
export function drawWaterfall(flow: Flow, { columns, alt, steps }: WaterfallBlock): void {
  const { canvas } = flow
  const heights = steps.map(
    ({ label, tone }) =>
      canvas.wrap(label, { width: labelWidth, style: getStyle(tone) }).length * getLineHeight(styles.body) +
      2 * rowPadding,
  )
  const height = heights.reduce((sum, one) => sum + one, 0)
  reserve(flow, height)
  let y = flow.y
  const rows = steps.map((step, index) => {
    const row = { ...step, y, height: heights[index] ?? 0 }
    y += row.height
    return row
  })
  drawBars(flow, rows, alt)
  drawAmounts(flow, rows, columns)
  flow.y = y
}

const getStyle = (tone: WaterfallStep['tone']) => (tone === 'total' ? styles.strong : styles.body)

function drawBars(flow: Flow, rows: readonly Row[], alt: string): void {
  const { canvas } = flow
  const ends = rows.flatMap(({ from, to }) => [from, to])
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const scale = high > low ? bars.width / (high - low) : 0
  const toX = (value: number) => bars.x + (value - low) * scale
  const figure = canvas.createTag(canvas.root, 'Figure', { alt, bbox: getBounds(rows) })
  canvas.mark(figure, () => {
    const [first, last] = [rows.at(0), rows.at(-1)]
    if (first && last)
      canvas.fill({ x: toX(0), y: first.y, width: 0.6, height: last.y + last.height - first.y }, hairline)
    for (const row of rows) canvas.fill(getBar(row, toX), getColor(flow, row.tone), 1.5)
  })
}

function getBar({ from, to, y, height }: Row, toX: (value: number) => number): Rectangle {
  const [left, right] = [toX(Math.min(from, to)), toX(Math.max(from, to))]
  return {
    x: left,
    y: y + (height - barHeight) / 2,
    width: from === to ? 0 : Math.max(minBarWidth, right - left),
    height: barHeight,
  }
}

const getBounds = (rows: readonly Row[]): [number, number, number, number] => [
  bars.x,
  rows.at(0)?.y ?? 0,
  bars.x + bars.width,
  (rows.at(-1)?.y ?? 0) + (rows.at(-1)?.height ?? 0),
]

const getColor = ({ palette }: Flow, tone: WaterfallStep['tone']): Rgb =>
  ({ total: mixColors(palette.primaryInk, white, 0.12), gain, loss })[tone]

function drawAmounts(flow: Flow, rows: readonly Row[], columns: WaterfallBlock['columns']): void {
  const { canvas } = flow
  const table = canvas.createTag(canvas.root, 'Table', { title: columns.join(', ') })
  for (const { label, value, tone, y, height } of rows) {
    const style = getStyle(tone)
    const row = canvas.createTag(table, 'TR')
    if (tone === 'total') drawRule(flow, y, hairline)
    canvas.mark(canvas.createTag(row, 'TH', { scope: 'Row' }), () =>
      canvas.drawText(label, { x: column.x, y: y + rowPadding, width: labelWidth, style }),
    )
    canvas.mark(canvas.createTag(row, 'TD'), () =>
      canvas.drawText(value, {
        x: column.x + column.width - valueWidth,
        y: y + (height - getLineHeight(style)) / 2,
        width: valueWidth,
        style,
        align: 'right',
      }),
    )
  }
}
