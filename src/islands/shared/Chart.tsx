import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './Chart.module.css'
import {
  type ChartFormat,
  type ChartSeries,
  columnsOf,
  isBars,
  labelledSlots,
  readingsAt,
  slotCount,
} from './chart-data.ts'
import { Readout } from './Readout.tsx'

interface ChartProps {
  /** Names the chart and says that arrow keys move along it. */
  label: string
  series: readonly ChartSeries[]
  format: ChartFormat
}

/** Lines over days, or bars for a single day, in the page's colours. Owns uPlot; load it lazily. */
export function Chart({ label, series, format }: ChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const [slot, setSlot] = useState<number | null>(null)
  const last = slotCount(series) - 1

  useEffect(() => {
    const element = host.current
    if (!element) return
    const made = new uPlot(plotOptions(element, series, format, setSlot), columnsOf(series), element)
    plot.current = made
    const forget = followPage(element, made)
    return () => {
      forget()
      made.destroy()
      plot.current = null
      setSlot(null)
    }
  }, [series, format])

  function onKeyDown(event: KeyboardEvent) {
    const to = nextSlot(event.key, slot ?? last, last)
    if (to === null) return
    event.preventDefault()
    moveTo(to)
  }

  function moveTo(to: number | null) {
    const left = to === null ? -10 : (plot.current?.valToPos(to, 'x') ?? -10)
    plot.current?.setCursor({ left, top: to === null ? -10 : 0 })
  }

  const readings = readingsAt(series, slot ?? last)
  return (
    <div className={styles.frame}>
      <div
        ref={host}
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={slot ?? last}
        aria-valuetext={readings.map((one) => spoken(one.label, one.day, one.value, format)).join(', ')}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && moveTo(slot ?? last)}
        onBlur={() => moveTo(null)}
      />
      {slot !== null && plot.current && (
        <Readout
          readings={readings}
          format={format}
          left={slotLeft(plot.current, slot)}
          width={plot.current.width}
        />
      )}
    </div>
  )
}

const spoken = (label: string, day: string, value: number | null, format: ChartFormat) =>
  `${label} ${format.day(day)} ${value === null ? '–' : format.value(value)}`

function nextSlot(key: string, slot: number, last: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, slot - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, slot + 1)
  if (key === 'PageDown') return Math.max(0, slot - 7)
  if (key === 'PageUp') return Math.min(last, slot + 7)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

const slotLeft = (plot: uPlot, slot: number) => plot.over.offsetLeft + plot.valToPos(slot, 'x')

/** Size and colours follow the page until the returned function is called. */
function followPage(element: HTMLElement, plot: uPlot): () => void {
  const redraw = () => plot.redraw(false)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const root = new MutationObserver(redraw)
  const size = new ResizeObserver(() => {
    plot.setSize({ width: element.clientWidth, height: element.clientHeight })
  })
  dark.addEventListener('change', redraw)
  root.observe(document.documentElement, { attributes: true })
  size.observe(element)
  return () => {
    dark.removeEventListener('change', redraw)
    root.disconnect()
    size.disconnect()
  }
}

/** A canvas knows nothing of custom properties: the element's own colour resolves them. */
function resolved(element: HTMLElement, color: string): string {
  const probe = element.appendChild(document.createElement('i'))
  probe.style.color = color
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}

function plotOptions(
  element: HTMLElement,
  series: readonly ChartSeries[],
  format: ChartFormat,
  onSlot: (slot: number | null) => void,
): uPlot.Options {
  const bars = isBars(series)
  const last = slotCount(series) - 1
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      move: snapped,
      points: pointsOn(element, series),
    },
    scales: {
      x: { time: false, range: () => (bars ? [-0.6, last + 0.6] : [0, Math.max(1, last)]) },
      y: { range: (_, min, max) => valueRange(min, max) },
    },
    axes: axesOf(element, series, format),
    series: [{}, ...series.map((one) => (bars ? barOf(element, one) : lineOf(element, one)))],
    hooks: { setCursor: [(plot) => onSlot(plot.cursor.idx ?? null)] },
  }
}

/** Where the cursor crosses the lines; bars need none. */
function pointsOn(element: HTMLElement, series: readonly ChartSeries[]): uPlot.Cursor.Points {
  if (isBars(series)) return { show: false }
  return {
    size: 9,
    width: 2,
    stroke: (_, at) => resolved(element, series[at - 1]?.color ?? 'transparent'),
    fill: () => resolved(element, 'var(--card)'),
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

function lineOf(element: HTMLElement, { label, color, muted, filled }: ChartSeries): uPlot.Series {
  return {
    label,
    stroke: () => resolved(element, color),
    fill: filled ? () => resolved(element, `color-mix(in srgb, ${color} 10%, transparent)`) : undefined,
    width: muted ? 1.5 : 2,
    dash: muted ? [4, 4] : undefined,
    points: { show: false },
  }
}

function barOf(element: HTMLElement, { label, color }: ChartSeries): uPlot.Series {
  return {
    label,
    fill: () => resolved(element, color),
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

function axesOf(element: HTMLElement, series: readonly ChartSeries[], format: ChartFormat): uPlot.Axis[] {
  const font = `12px ${getComputedStyle(element).fontFamily}`
  const stroke = () => resolved(element, 'var(--ink-3)')
  const line = { stroke: () => resolved(element, 'var(--line)'), width: 1 }
  const days = series[0]?.days ?? []
  const names = isBars(series) ? barNames(series, format) : days.map(format.dayShort)
  return [
    {
      font,
      stroke,
      grid: { show: false },
      ticks: { show: false },
      gap: 8,
      size: 32,
      splits: (plot) =>
        isBars(series) ? names.map((_, slot) => slot) : labelledSlots(days, plot.width / 80),
      values: (_, slots) => slots.map((slot) => names[slot] ?? ''),
    },
    {
      font,
      stroke,
      grid: line,
      ticks: { show: false },
      gap: 8,
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
