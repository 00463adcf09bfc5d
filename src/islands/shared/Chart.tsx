import { useStore } from '@nanostores/react'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import styles from './Chart.module.css'
import { type ChartFormat, type Reading, readingsAt } from './chart-data.ts'
import { drawPlot, type Plot, pointAt } from './chart-plot.ts'
import { $cursor, type ChartView, indexOf, pressKey, resetZoom } from './chart-view.ts'
import { Readout } from './Readout.tsx'

interface ChartProps {
  /** Names the chart and says that arrow keys move along it. */
  label: string
  view: ChartView
  format: ChartFormat
}

/** Lines over days, or bars for a single day, in the page's colours. Load it lazily. */
export function Chart({ label, view, format }: ChartProps) {
  const { shown, places, from, to } = view
  const host = useRef<HTMLDivElement>(null)
  const [plot, setPlot] = useState<Plot | null>(null)
  const cursor = indexOf(view, useStore($cursor))
  const at = cursor < 0 ? to : cursor

  useEffect(() => {
    return host.current ? drawPlot(host.current, view, format, setPlot) : undefined
  }, [view, format])

  useEffect(() => {
    if (plot) pointAt(plot, cursor - from)
  }, [plot, cursor, from])

  useEffect(() => {
    addEventListener('pointerdown', leave)
    return () => {
      removeEventListener('pointerdown', leave)
      $cursor.set(null)
    }
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !pressKey(view, event.key, at)) return
    event.preventDefault()
    // Escape would also close what the chart stands in.
    event.stopPropagation()
  }

  /** A finger reads as it goes; the mouse is uPlot's. */
  function onTouch({ pointerType, clientX }: PointerEvent) {
    if (pointerType === 'mouse' || !plot) return
    const left = clientX - plot.over.getBoundingClientRect().left
    $cursor.set(places[from + plot.posToIdx(left)] ?? null)
  }

  function onFocus({ currentTarget }: FocusEvent) {
    if (currentTarget.matches(':focus-visible')) $cursor.set(places[at] ?? null)
  }

  const readings = readingsAt(shown, at - from)
  return (
    <div className={styles.frame}>
      <div
        ref={host}
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={places.length - 1}
        aria-valuenow={at}
        aria-valuetext={spoken(readings, format)}
        onKeyDown={onKeyDown}
        onPointerDown={onTouch}
        onPointerMove={onTouch}
        onDoubleClick={() => resetZoom(view)}
        onFocus={onFocus}
        onBlur={() => $cursor.set(null)}
      />
      {cursor >= 0 && plot && (
        <Readout
          readings={readings}
          format={format}
          left={plot.over.offsetLeft + plot.valToPos(at - from, 'x')}
          width={plot.width}
        />
      )}
    </div>
  )
}

/** What a finger has read stays until it touches something else. */
function leave({ target }: Event): void {
  if (!(target instanceof Element && target.closest('[role=slider]'))) $cursor.set(null)
}

function spoken(readings: readonly Reading[], format: ChartFormat): string {
  const [first] = readings
  const values = readings.map(({ label, value }) => `${label} ${value === null ? '–' : format.value(value)}`)
  return first ? [format.day(first.day), ...values].join(', ') : ''
}
