import { expect, test } from 'vitest'
import {
  type ChartSeries,
  countSlots,
  getPointsAt,
  isBarChart,
  toPlotColumns,
} from '#islands/kit/charts/series.ts'
import { computeViewport } from '#islands/kit/charts/viewport.ts'

const buildSeries = (key: string, month: string, count: number): ChartSeries => {
  const days = Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
  return { key, label: key, color: 'red', days, values: days.map((_, at) => at) }
}
/** Compares March with February. */
const months = [buildSeries('now', '2026-03', 31), buildSeries('before', '2026-02', 28)]

test('a shorter series alone stands where it stood beside the others', () => {
  const { visibleSeries } = computeViewport(months, '', 'now')
  expect(countSlots(visibleSeries)).toBe(31)
  expect(getPointsAt(visibleSeries, 27)).toMatchObject([{ key: 'before', day: '2026-02-28', value: 27 }])
  expect(getPointsAt(visibleSeries, 30)).toEqual([])
})

test('days in sight that the shown series hardly has are no bars', () => {
  for (const zoom of ['2026-03-28_2026-03-30', '2026-03-29_2026-03-31']) {
    const { visibleSeries, isZoomed } = computeViewport(months, zoom, 'now')
    expect({ isZoomed, bars: isBarChart(visibleSeries), slots: countSlots(visibleSeries) }).toEqual({
      isZoomed: true,
      bars: false,
      slots: 3,
    })
  }
})

test('a huge or hostile address counts as not given', () => {
  for (const odd of ['_'.repeat(100_000), '2026-03-09_2026-03-02', '__proto__', '2026-03-01_'])
    expect(computeViewport(months, odd, ','.repeat(100_000))).toMatchObject({
      from: 0,
      to: 30,
      isZoomed: false,
    })
})

test('a stacked series is drawn on the other while that is visible, and keeps its values', () => {
  const [below, above] = [
    buildSeries('below', '2026-03', 3),
    { ...buildSeries('above', '2026-03', 3), stackedOn: 'below' },
  ]
  expect(toPlotColumns([above, below])).toEqual([
    [0, 1, 2],
    [0, 2, 4],
    [0, 1, 2],
  ])
  expect(
    toPlotColumns([
      { ...above, values: [1, null, 3] },
      { ...below, values: [1, 1, null] },
    ])[1],
  ).toEqual([2, null, 3])
  expect(toPlotColumns(computeViewport([above, below], '', 'below').visibleSeries)[1]).toEqual([0, 1, 2])
  expect(getPointsAt([above, below], 2)).toMatchObject([{ value: 2 }, { value: 2 }])
})
