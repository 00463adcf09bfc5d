import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#styles/global.css'
import type { ChartFormat, ChartSeries } from '#islands/kit/charts/series.ts'
import { findIsolatedSlots } from '#islands/kit/charts/series.ts'
import { TrendChart } from '#islands/kit/charts/TrendChart.tsx'
import { computeViewport } from '#islands/kit/charts/viewport.ts'
import { setStrings } from '#lib/i18n/strings.ts'
import common from '#locales/en/kit/common.json'
import reports from '#locales/en/reports/reports.json'

const days = Array.from({ length: 12 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)
const growingValues = days.map((_, at) => 100 + at * 10)

const buildSeries = (key: string, overrides: Partial<ChartSeries> = {}): ChartSeries => ({
  key,
  label: key.toUpperCase(),
  color: 'var(--chart-1)',
  days,
  values: growingValues,
  ...overrides,
})

const format: ChartFormat = {
  value: (value) => `${value} won`,
  tick: String,
  day: (day) => day,
  dayShort: (day) => day.slice(5),
}

let incompleteDays: string[] = []

let unmount = () => {}

function renderCharts(...charts: (readonly ChartSeries[])[]): void {
  const place = document.body.appendChild(document.createElement('main'))
  place.style.setProperty('--trend-height', '320px')
  const root = createRoot(place)
  root.render(
    charts.map((series, at) => (
      <TrendChart
        key={series[0]?.key}
        title={`Chart ${at}`}
        label={`Chart ${at}`}
        caption={`Table ${at}`}
        dayLabel="Day"
        series={series}
        format={format}
        incompleteDays={incompleteDays}
        actions={
          <button type="button" className="button small">
            Export {at}
          </button>
        }
      />
    )),
  )
  unmount = () => {
    root.unmount()
    place.remove()
  }
}

function navigateTo(search: string): void {
  history.replaceState(null, '', `${location.pathname}?${search}`)
  dispatchEvent(new PopStateEvent('popstate'))
}

beforeEach(async () => {
  await page.viewport(900, 900)
  setStrings('en', { common, reports })
  navigateTo('')
})
afterEach(() => {
  unmount()
  incompleteDays = []
})

const readParams = () => Object.fromEntries(new URLSearchParams(location.search))
const getSlider = (index: number) => page.getByRole('slider', { name: `Chart ${index}` })
const readSpokenValue = (index: number) => getSlider(index).element().getAttribute('aria-valuetext')
const getPlot = (index: number) =>
  getSlider(index).element().querySelector<HTMLElement>('.u-over') as HTMLElement
const readReadouts = () =>
  [...document.querySelectorAll('figure [aria-hidden] dl')].map((one) => one.textContent)
const waitUntilDrawn = () => expect.poll(() => document.querySelectorAll('.u-over').length).toBeGreaterThan(0)

describe('what a chart shows', () => {
  const series = [buildSeries('a'), buildSeries('b')]

  test('is the days of the address, where the chart has them', () => {
    const { from, to, isZoomed, visibleSeries } = computeViewport(series, '2026-11-03_2026-11-05', '')
    expect({ from, to, isZoomed }).toEqual({ from: 2, to: 4, isZoomed: true })
    expect(visibleSeries[1]?.values).toEqual([120, 130, 140])
    for (const odd of ['', 'x', '2026-10-03_2026-11-05', '2026-11-05_2026-11-03', '2026-11-05_2026-11-05']) {
      expect(computeViewport(series, odd, '')).toMatchObject({ from: 0, to: 11, isZoomed: false })
    }
  })

  test('is never nothing', () => {
    const keys = (hide: string) => computeViewport(series, '', hide).visibleSeries.map(({ key }) => key)
    expect(keys('a')).toEqual(['b'])
    expect(keys('a,c')).toEqual(['b'])
    expect(keys('a,b')).toEqual(['a'])
  })
})

test('the pointer reads the same day in all charts, and takes it away', async () => {
  renderCharts([buildSeries('a')], [buildSeries('b', { values: growingValues.map((value) => value * 2) })])
  await waitUntilDrawn()
  await userEvent.hover(getPlot(0), { position: { x: 2, y: 40 } })
  await expect.poll(readReadouts).toEqual(['A 100 won', 'B 200 won'])
  await userEvent.hover(page.getByRole('heading', { name: 'Chart 0' }))
  await expect.poll(readReadouts).toEqual([])
})

test('a finger reads as it goes along, and what it read stays until it touches something else', async () => {
  renderCharts([buildSeries('a')], [buildSeries('b')])
  await waitUntilDrawn()
  const plot = getPlot(1)
  const { left, width, top } = plot.getBoundingClientRect()
  const touch = (type: string, share: number, target: Element = plot) =>
    target.dispatchEvent(
      new PointerEvent(type, {
        pointerType: 'touch',
        bubbles: true,
        clientX: left + width * share,
        clientY: top + 20,
      }),
    )
  // A chart is drawn a moment before it can be read.
  const touchFirstDay = () => {
    touch('pointerdown', 0)
    return readReadouts()
  }
  await expect.poll(touchFirstDay).toEqual(['A 100 won', 'B 100 won'])
  touch('pointermove', 1)
  touch('pointerup', 1)
  await expect.poll(readReadouts).toEqual(['A 210 won', 'B 210 won'])
  touch('pointerdown', 0, document.querySelector('h2') as Element)
  await expect.poll(readReadouts).toEqual([])
})

test('keys read days, go beyond what is in sight, zoom and reset', async () => {
  renderCharts([buildSeries('a')], [buildSeries('b')])
  await waitUntilDrawn()
  const element = getSlider(0).element() as HTMLElement
  element.focus()
  await userEvent.keyboard('{Home}{ArrowRight}{PageUp}')
  await expect.poll(() => readSpokenValue(0)).toBe('2026-11-09, A 180 won')
  expect(readSpokenValue(1)).toBe('2026-11-09, B 180 won')
  await userEvent.keyboard('+')
  await expect.poll(readParams).toEqual({ zoom: '2026-11-06_2026-11-11' })
  await userEvent.keyboard('+')
  await expect.poll(readParams).toEqual({ zoom: '2026-11-08_2026-11-10' })
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.poll(readParams).toEqual({ zoom: '2026-11-09_2026-11-11' })
  expect(readSpokenValue(0)).toBe('2026-11-11, A 200 won')
  await expect.element(getSlider(0)).toHaveAttribute('aria-valuenow', '10')
  await userEvent.keyboard('-')
  await expect.poll(readParams).toEqual({ zoom: '2026-11-07_2026-11-12' })
  await userEvent.keyboard('{Escape}')
  await expect.poll(readParams).toEqual({})
  await userEvent.keyboard('{Control>}+{/Control}')
  expect(readParams()).toEqual({})
})

test('a drag selects days in all charts; the button and a double click show all again', async () => {
  renderCharts([buildSeries('a', { range: 'all days' })], [buildSeries('b')])
  await waitUntilDrawn()
  const at = (plot: HTMLElement, share: number) => ({
    x: Math.round(plot.clientWidth * share),
    y: 50,
  })
  await userEvent.dragAndDrop(getPlot(0), getPlot(0), {
    sourcePosition: at(getPlot(0), 3 / 11),
    targetPosition: at(getPlot(0), 6 / 11),
  })
  await expect.poll(readParams).toEqual({ zoom: '2026-11-04_2026-11-07' })
  await expect.element(page.getByRole('button', { name: 'A Nov 4 – 7, 2026' })).toBeVisible()
  await expect.element(page.getByText(reports.charts.note).first()).toBeVisible()
  const whole = page.getByRole('button', { name: reports.charts.whole })
  expect(whole.elements()).toHaveLength(2)
  await userEvent.click(whole.last())
  await expect.poll(readParams).toEqual({})
  expect(whole.elements()).toHaveLength(0)
  await userEvent.click(page.getByRole('button', { name: 'Zoom in on Chart 1' }))
  await expect.poll(() => readParams().zoom).toBeTruthy()
  await userEvent.dblClick(getPlot(1))
  await expect.poll(readParams).toEqual({})
})

test('a legend hides and shows series, but for the last', async () => {
  renderCharts([buildSeries('a'), buildSeries('b'), buildSeries('c')])
  await waitUntilDrawn()
  const item = (name: string) => page.getByRole('button', { name, exact: true })
  await userEvent.click(item('A'))
  await userEvent.click(item('B'))
  expect(readParams()).toEqual({ hide: 'a,b' })
  await expect.element(item('A')).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => readSpokenValue(0)).toBe('2026-11-12, C 210 won')
  await expect.element(item('C')).toHaveAttribute('aria-disabled', 'true')
  item('C')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(readParams()).toEqual({ hide: 'a,b' })
  await userEvent.click(item('A'))
  await expect.poll(() => readSpokenValue(0)).toBe('2026-11-12, A 210 won, C 210 won')
  for (const button of document.querySelectorAll('figcaption button')) {
    expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
  }
})

test('a legend says the days in sight, of what is hidden too, and none that are not', async () => {
  navigateTo('zoom=2026-11-10_2026-11-12&hide=b')
  const older = (at: number) => days.slice(0, at).map((day) => day.replace('-11-', '-10-'))
  renderCharts([
    buildSeries('a', { range: 'all' }),
    buildSeries('b', { range: 'all', days: older(11) }),
    buildSeries('c', { range: 'all', days: older(5) }),
  ])
  await waitUntilDrawn()
  const items = [...document.querySelectorAll('figcaption li button')]
  expect(items.map(({ textContent }) => textContent?.trim())).toEqual([
    'A Nov 10 – 12, 2026',
    'B Oct 10 – 11, 2026',
    'C',
  ])
})

test('days without data are gaps, one between gaps is a point', async () => {
  const values = [null, null, 100, 100, null, 100, null, 100, 100, 100, 100, 100]
  expect(findIsolatedSlots(values)).toEqual([5])
  renderCharts([buildSeries('a', { values, color: 'rgb(255, 0, 0)' })])
  await waitUntilDrawn()
  const inked = (slot: number) => {
    const canvas = document.querySelector('canvas') as HTMLCanvasElement
    const over = getPlot(0)
    const ratio = canvas.width / canvas.clientWidth
    const x = (over.offsetLeft + (over.clientWidth * slot) / 11) * ratio
    const strip = canvas.getContext('2d')?.getImageData(Math.round(x), 0, 1, canvas.height).data ?? []
    return Array.from(strip).some((red, at) => at % 4 === 0 && red > 200 && strip[at + 2] === 0)
  }
  await expect.poll(() => inked(2.5)).toBe(true)
  const shares = [0, 1, 2.5, 3.5, 4.5, 5, 5.5, 6.5, 8]
  expect(shares.map(inked)).toEqual([false, false, true, false, false, true, false, false, true])
  ;(getSlider(0).element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => readSpokenValue(0)).toBe('2026-11-01, A –')
  await expect.poll(readReadouts).toEqual(['A –'])
  expect(document.querySelector('tbody td')?.textContent).toBe('–')
})

test('an incomplete day has a band behind it, as wide as its slot', async () => {
  incompleteDays = ['2026-11-03', '2026-11-12', '2026-10-01']
  document.body.style.setProperty('--line', 'rgb(0, 0, 255)')
  renderCharts([buildSeries('a', { values: growingValues.map(() => null) })])
  await waitUntilDrawn()
  const isMarked = (slot: number) => {
    const canvas = document.querySelector('canvas') as HTMLCanvasElement
    const over = getPlot(0)
    const ratio = canvas.width / canvas.clientWidth
    const x = Math.round((over.offsetLeft + (over.clientWidth * slot) / 11) * ratio)
    // Samples between the grid lines, which have the same color.
    const [red, , blue, alpha] = canvas.getContext('2d')?.getImageData(x, 12 * ratio, 1, 1).data ?? []
    return red === 0 && blue === 255 && alpha === 255
  }
  await expect.poll(() => isMarked(2)).toBe(true)
  expect([1.4, 1.6, 2, 2.4, 2.6, 10.4, 10.6, 10.9].map(isMarked)).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
    true,
    true,
  ])
  document.body.style.removeProperty('--line')
})

test('thirty-one series keep their room: the legend scrolls, the highest are read', async () => {
  const many = Array.from({ length: 31 }, (_, at) =>
    buildSeries(`s${at}`, {
      color: at < 30 ? `var(--chart-${at + 1})` : 'var(--ink-3)',
      values: growingValues.map((value) => value + at),
    }),
  )
  renderCharts(many)
  await waitUntilDrawn()
  expect(document.querySelectorAll('figcaption li button')).toHaveLength(31)
  expect(getPlot(0).clientHeight).toBeGreaterThan(120)
  await userEvent.hover(getPlot(0), { position: { x: 2, y: 40 } })
  await expect.poll(() => readReadouts()[0]).toMatch(/^S30 130 wonS29 129 won/)
  expect(document.querySelectorAll('figure [aria-hidden] dl > div')).toHaveLength(8)
  await expect.element(page.getByText('+ 23')).toBeVisible()
})
