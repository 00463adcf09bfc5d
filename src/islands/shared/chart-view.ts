import { useStore } from '@nanostores/react'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createContext, useContext, useMemo } from 'react'
import { $params, setParams } from '#lib/router.ts'
import { type ChartSeries, isBars } from './chart-data.ts'

/** The place that is read in every chart of the page at once; null is none. */
export const $cursor = atom<string | null>(null)

/** Where the reader was last; what has no place of its own goes by it. */
let lastRead: string | null = null
$cursor.listen((place) => {
  lastRead = place ?? lastRead
})

interface Kept {
  /** `<day>_<day>` */
  zoom?: string | undefined
  /** `<key>,…` */
  hide?: string | undefined
}

/** Where charts keep together what is zoomed and hidden. */
interface ChartPlace {
  $zoom: ReadableAtom<string>
  $hide: ReadableAtom<string>
  keep: (change: Kept, moved: Moved) => void
}

const address: ChartPlace = {
  $zoom: computed($params, ({ zoom = '' }) => zoom),
  $hide: computed($params, ({ hide = '' }) => hide),
  keep: (change, moved) => setParams({ ...change }, moved),
}

/** A place of its own, as long as it is kept: for charts above the page, whose address says nothing of them. */
export function chartPlace(): ChartPlace {
  const [$zoom, $hide] = [atom(''), atom('')]
  return {
    $zoom,
    $hide,
    keep(change) {
      if ('zoom' in change) $zoom.set(change.zoom ?? '')
      if ('hide' in change) $hide.set(change.hide ?? '')
    },
  }
}

/** The address, unless something around the charts says otherwise. */
export const ChartPlaceContext = createContext(address)

/** What of its series a chart shows, by the address. */
export interface ChartView {
  /** All along the chart: the first series' days; for bars each one's day and key. */
  places: readonly string[]
  /** The first and last in sight. */
  from: number
  to: number
  zoomed: boolean
  /** What is drawn: the series that are not hidden, over the places in sight. */
  shown: readonly ChartSeries[]
  /** Where zooming and hiding is kept. */
  kept: ChartPlace
}

/** Follows `zoom=<day>_<day>` and `hide=<key>,…`; days or keys that the chart does not have count as not given. */
export function useChartView(series: readonly ChartSeries[]): ChartView {
  const kept = useContext(ChartPlaceContext)
  const zoom = useStore(kept.$zoom)
  const hide = useStore(kept.$hide)
  return useMemo(() => ({ ...viewOf(series, zoom, hide), kept }), [series, zoom, hide, kept])
}

export function viewOf(series: readonly ChartSeries[], zoom: string, hide: string): Omit<ChartView, 'kept'> {
  const hidden = hide.split(',')
  const left = series.filter(({ key }) => !hidden.includes(key))
  const visible = left.length > 0 ? left : series.slice(0, 1)
  const bars = isBars(series)
  const places = bars ? visible.map(({ days, key }) => `${days[0]} ${key}`) : (series[0]?.days ?? [])
  const [from = -1, to = -1] = bars ? [] : zoom.split('_', 2).map((day) => places.indexOf(day))
  if (from < 0 || to <= from) {
    const shown = bars ? visible : visible.map((one) => filledUp(one, places.length))
    return { places, from: 0, to: places.length - 1, zoomed: false, shown }
  }
  const cut = <T>(all: readonly T[]) => all.slice(from, to + 1)
  const shown = visible.map((one) => ({ ...one, days: cut(one.days), values: cut(one.values) }))
  return { places, from, to, zoomed: true, shown: shown.map((one) => filledUp(one, to - from + 1)) }
}

/** Days that a series does not have are gaps: alone, it stands where it stood beside the others. */
function filledUp(series: ChartSeries, slots: number): ChartSeries {
  const missing = Math.max(0, slots - series.values.length)
  return missing === 0 ? series : { ...series, values: [...series.values, ...Array(missing).fill(null)] }
}

/** The index of a place in sight, else -1. A place of another chart is found by its day. */
export function indexOf({ places, from, to }: ChartView, place: string | null): number {
  if (place === null) return -1
  const exact = places.indexOf(place)
  const at = exact >= 0 ? exact : places.findIndex((one) => one.startsWith(place.slice(0, 10)))
  return at < from || at > to ? -1 : at
}

interface Moved {
  /** In place of this entry of the history. */
  replace: boolean
}

/** Shows the places from one to another, in every chart; all of them is no zoom. */
export function zoomTo({ places, kept }: ChartView, from: number, to: number, moved: Moved): void {
  if (to <= from) return
  const whole = from === 0 && to === places.length - 1
  kept.keep({ zoom: whole ? undefined : `${places[from]}_${places[to]}` }, moved)
}

export const resetZoom = ({ kept }: ChartView) => kept.keep({ zoom: undefined }, { replace: false })

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Shows a multiple of the places in sight, around one. Steps of zooming are one entry of the history. */
function zoomBy(view: ChartView, factor: number, at: number): void {
  const { places, from, to, zoomed } = view
  const size = within(Math.round((to - from + 1) * factor), 2, places.length)
  const first = within(at - Math.floor(size / 2), 0, places.length - size)
  zoomTo(view, first, first + size - 1, { replace: zoomed })
}

/** Half of what is in sight, around the place that was read last; else the last half. */
export function zoomIn(view: ChartView): void {
  const at = indexOf(view, lastRead)
  zoomBy(view, 0.5, at < 0 ? view.to : at)
}

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
}

const zooms: Record<string, number> = { '+': 0.5, '=': 0.5, '-': 2 }

/** What a key does to a chart that is read at a place; false where it means nothing to it. */
export function pressKey(view: ChartView, key: string, at: number): boolean {
  const step = steps[key]
  const factor = zooms[key]
  const canZoom = view.places.length > 2 && !view.places[0]?.includes(' ')
  if (step !== undefined) read(view, within(at + step, 0, view.places.length - 1))
  else if (factor && canZoom) zoomBy(view, factor, at)
  else if (view.zoomed && (key === 'Escape' || key === '0')) resetZoom(view)
  else return false
  return true
}

/** Reads a place; what is in sight follows it. */
function read(view: ChartView, at: number): void {
  const beyond = at < view.from ? at - view.from : Math.max(0, at - view.to)
  if (beyond !== 0) zoomTo(view, view.from + beyond, view.to + beyond, { replace: true })
  $cursor.set(view.places[at] ?? null)
}

/** Hides a series in every chart that has it, or shows it again. */
export function toggleSeries({ kept }: ChartView, key: string): void {
  const hidden = kept.$hide.get().split(',').filter(Boolean)
  const others = hidden.filter((one) => one !== key)
  const hide = others.length < hidden.length ? others : [...hidden, key]
  kept.keep({ hide: hide.join(',') }, { replace: true })
}
