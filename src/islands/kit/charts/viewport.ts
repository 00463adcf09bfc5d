import { useStore } from '@nanostores/react'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createContext, useContext, useMemo } from 'react'
import { $params, setParams } from '#lib/navigation/router.ts'
import { type ChartSeries, isBarChart } from './series.ts'

/** Key of the slot under the crosshair, shared by all charts of the page. */
export const $crosshair = atom<string | null>(null)

let lastCrosshair: string | null = null
$crosshair.listen((place) => {
  lastCrosshair = place ?? lastCrosshair
})

interface ChartStateChange {
  /** `<day>_<day>` */
  zoom?: string | undefined
  /** `<key>,…`: of series that are hidden, or shown although they start hidden. */
  hide?: string | undefined
}

interface ChartState {
  $zoom: ReadableAtom<string>
  $hide: ReadableAtom<string>
  update: (change: ChartStateChange, moved: HistoryOptions) => void
}

const urlChartState: ChartState = {
  $zoom: computed($params, ({ zoom = '' }) => zoom),
  $hide: computed($params, ({ hide = '' }) => hide),
  update: (change, moved) => setParams({ ...change }, moved),
}

/** Local state for charts in dialogs, which do not use the URL. */
export function createChartState(): ChartState {
  const [$zoom, $hide] = [atom(''), atom('')]
  return {
    $zoom,
    $hide,
    update(change) {
      if ('zoom' in change) $zoom.set(change.zoom ?? '')
      if ('hide' in change) $hide.set(change.hide ?? '')
    },
  }
}

export const ChartStateContext = createContext(urlChartState)

export interface ChartViewport {
  /** One key per x position: the first series' days, or day and key of each bar. */
  slotKeys: readonly string[]
  from: number
  to: number
  isZoomed: boolean
  visibleSeries: readonly ChartSeries[]

  state: ChartState
}

/** Parses `zoom=<day>_<day>` and `hide=<key>,…`; ignores unknown days and keys. */
export function useChartViewport(series: readonly ChartSeries[]): ChartViewport {
  const state = useContext(ChartStateContext)
  const zoom = useStore(state.$zoom)
  const hide = useStore(state.$hide)
  return useMemo(() => ({ ...computeViewport(series, zoom, hide), state }), [series, zoom, hide, state])
}

export function computeViewport(
  series: readonly ChartSeries[],
  zoom: string,
  hide: string,
): Omit<ChartViewport, 'state'> {
  const hidden = hide.split(',')
  const notHidden = series.filter(({ key, startsHidden = false }) => hidden.includes(key) === startsHidden)
  const visible = notHidden.length > 0 ? notHidden : series.slice(0, 1)
  const isBars = isBarChart(series)
  const slotKeys = isBars ? visible.map(({ days, key }) => `${days[0]} ${key}`) : (series[0]?.days ?? [])
  const [from = -1, to = -1] = isBars ? [] : zoom.split('_', 2).map((day) => slotKeys.indexOf(day))
  if (from < 0 || to <= from) {
    const visibleSeries = isBars ? visible : visible.map((one) => padWithGaps(one, slotKeys.length))
    return { slotKeys, from: 0, to: slotKeys.length - 1, isZoomed: false, visibleSeries }
  }
  const sliceVisible = <T>(all: readonly T[]) => all.slice(from, to + 1)
  const shown = visible.map((one) => ({
    ...one,
    days: sliceVisible(one.days),
    values: sliceVisible(one.values),
    ...(one.band && { band: { low: sliceVisible(one.band.low), high: sliceVisible(one.band.high) } }),
  }))
  return {
    slotKeys,
    from,
    to,
    isZoomed: true,
    visibleSeries: shown.map((one) => padWithGaps(one, to - from + 1)),
  }
}

function padWithGaps(series: ChartSeries, slots: number): ChartSeries {
  const missing = Math.max(0, slots - series.values.length)
  return missing === 0 ? series : { ...series, values: [...series.values, ...Array(missing).fill(null)] }
}

/** Index of a visible slot, otherwise -1. Slots of other charts are matched by day. */
export function findVisibleIndex({ slotKeys, from, to }: ChartViewport, slotKey: string | null): number {
  if (slotKey === null) return -1
  const exactIndex = slotKeys.indexOf(slotKey)
  const at = exactIndex >= 0 ? exactIndex : slotKeys.findIndex((one) => one.startsWith(slotKey.slice(0, 10)))
  return at < from || at > to ? -1 : at
}

interface HistoryOptions {
  replace: boolean
}

export function zoomTo(
  { slotKeys, state }: ChartViewport,
  from: number,
  to: number,
  history: HistoryOptions,
): void {
  if (to <= from) return
  const isWholeRange = from === 0 && to === slotKeys.length - 1
  state.update({ zoom: isWholeRange ? undefined : `${slotKeys[from]}_${slotKeys[to]}` }, history)
}

export const resetZoom = ({ state }: ChartViewport) => state.update({ zoom: undefined }, { replace: false })

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

function zoomBy(viewport: ChartViewport, factor: number, at: number): void {
  const { slotKeys, from, to, isZoomed } = viewport
  const size = clamp(Math.round((to - from + 1) * factor), 2, slotKeys.length)
  const first = clamp(at - Math.floor(size / 2), 0, slotKeys.length - size)
  zoomTo(viewport, first, first + size - 1, { replace: isZoomed })
}

export function zoomIn(viewport: ChartViewport): void {
  const at = findVisibleIndex(viewport, lastCrosshair)
  zoomBy(viewport, 0.5, at < 0 ? viewport.to : at)
}

const keySteps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
}

const keyZoomFactors: Record<string, number> = { '+': 0.5, '=': 0.5, '-': 2 }

/** Keyboard control of a chart; false for unhandled keys. */
export function handleChartKey(viewport: ChartViewport, key: string, at: number): boolean {
  const step = keySteps[key]
  const factor = keyZoomFactors[key]
  const canZoom = viewport.slotKeys.length > 2 && !viewport.slotKeys[0]?.includes(' ')
  if (step !== undefined) moveCrosshair(viewport, clamp(at + step, 0, viewport.slotKeys.length - 1))
  else if (factor && canZoom) zoomBy(viewport, factor, at)
  else if (viewport.isZoomed && (key === 'Escape' || key === '0')) resetZoom(viewport)
  else return false
  return true
}

function moveCrosshair(viewport: ChartViewport, at: number): void {
  const shift = at < viewport.from ? at - viewport.from : Math.max(0, at - viewport.to)
  if (shift !== 0) zoomTo(viewport, viewport.from + shift, viewport.to + shift, { replace: true })
  $crosshair.set(viewport.slotKeys[at] ?? null)
}

export function toggleSeries({ state }: ChartViewport, key: string): void {
  const hidden = state.$hide.get().split(',').filter(Boolean)
  const others = hidden.filter((one) => one !== key)
  const hide = others.length < hidden.length ? others : [...hidden, key]
  state.update({ hide: hide.join(',') }, { replace: true })
}
