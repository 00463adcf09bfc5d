import { useStore } from '@nanostores/react'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useLazyComponent } from '#islands/kit/hooks/use-lazy-component.ts'
import { listFacts } from '#lib/i18n/phrases.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import styles from './Chart.module.css'
import './plot.css'
import { ChartTooltip } from './ChartTooltip.tsx'
import type { Plot } from './plot.ts'
import {
  type ChartContent,
  type ChartFormat,
  type ChartMark,
  type ChartPoint,
  type ChartSeries,
  countSlots,
  formatPoint,
  getPointsAt,
} from './series.ts'
import { $crosshair, type ChartViewport, findVisibleIndex, handleChartKey, resetZoom } from './viewport.ts'

/** The figures beside a chart do not wait for the library that draws it. */
const lazyPlotting = lazyComponent(() => import('./plot.ts'))
if (!import.meta.env.SSR) void lazyPlotting.load()

interface ChartProps extends ChartContent {
  label: string
  viewport: ChartViewport
  marks: readonly ChartMark[]
}

export function Chart({ label, viewport, format, incompleteDays, markedDays, marks }: ChartProps) {
  const { visibleSeries, slotKeys, from } = viewport
  const container = useRef<HTMLDivElement>(null)
  const plotting = useLazyComponent(lazyPlotting)
  const [plot, setPlot] = useState<Plot | null>(null)
  const crosshair = findVisibleIndex(viewport, useStore($crosshair))
  const at = crosshair < 0 ? from + findStart(visibleSeries) : crosshair

  useEffect(() => {
    return plotting && container.current
      ? plotting.drawPlot(
          container.current,
          viewport,
          { format, incompleteDays, ...(markedDays && { markedDays }) },
          setPlot,
        )
      : undefined
  }, [plotting, viewport, format, incompleteDays, markedDays])

  useEffect(
    () => (plotting && plot ? plotting.showMarks(plot, viewport, marks) : undefined),
    [plotting, plot, viewport, marks],
  )

  useEffect(() => {
    if (plotting && plot) plotting.setPlotCursor(plot, crosshair - from)
  }, [plotting, plot, crosshair, from])

  useEffect(() => {
    addEventListener('pointerdown', clearCrosshairOutside)
    return () => {
      removeEventListener('pointerdown', clearCrosshairOutside)
      $crosshair.set(null)
    }
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !handleChartKey(viewport, event.key, at)) return
    event.preventDefault()
    // Escape must not close the dialog around the chart.
    event.stopPropagation()
  }

  /** Touch only; uPlot handles the mouse. */
  function onPointer({ pointerType, clientX }: PointerEvent) {
    if (pointerType === 'mouse' || !plot) return
    const left = clientX - plot.over.getBoundingClientRect().left
    $crosshair.set(slotKeys[from + plot.posToIdx(left)] ?? null)
  }

  function onFocus({ currentTarget }: FocusEvent) {
    if (currentTarget.matches(':focus-visible')) $crosshair.set(slotKeys[at] ?? null)
  }

  const points = getPointsAt(visibleSeries, at - from)
  const marksHere = marks.filter(({ day }) => day === slotKeys[at])
  return (
    <div className={styles.frame}>
      <div
        ref={container}
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={slotKeys.length - 1}
        aria-valuenow={at}
        aria-valuetext={formatValueText(points, marksHere, format)}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onDoubleClick={() => resetZoom(viewport)}
        onFocus={onFocus}
        onBlur={() => $crosshair.set(null)}
      />
      {crosshair >= 0 && plot && (
        <ChartTooltip
          points={points}
          marks={marksHere}
          format={format}
          left={plot.over.offsetLeft + plot.valToPos(at - from, 'x')}
          isBelow={isInUpperHalf(plot, points)}
          width={plot.width}
        />
      )}
    </div>
  )
}

/** A tooltip at the top would hide a line in the upper half. */
function isInUpperHalf(plot: Plot, points: readonly ChartPoint[]): boolean {
  const highest = Math.max(...points.map(({ value }) => value ?? -Infinity))
  return Number.isFinite(highest) && plot.valToPos(highest, 'y') < plot.over.clientHeight / 2
}

/** The keyboard starts at the last slot, or at the last known one if a forecast follows. */
function findStart(series: readonly ChartSeries[]): number {
  const last = countSlots(series) - 1
  if (!series.some(({ band }) => band)) return last
  const known = series[0]?.values.findLastIndex((value) => value !== null) ?? -1
  return known < 0 ? last : known
}

function clearCrosshairOutside({ target }: Event): void {
  if (!(target instanceof Element && target.closest('[role=slider]'))) $crosshair.set(null)
}

function formatValueText(
  points: readonly ChartPoint[],
  marks: readonly ChartMark[],
  format: ChartFormat,
): string {
  const [first] = points
  const values = points.map((point) => `${point.label} ${formatPoint(point, format)}`)
  return first ? listFacts([format.day(first.day), ...values, ...marks.map(({ text }) => text)]) : ''
}
