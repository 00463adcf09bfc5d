import { expect, test } from 'vitest'
import { type ChartSeries, isBars, readingsAt, slotCount } from '#shared/chart-data.ts'
import { viewOf } from '#shared/chart-view.ts'

const series = (key: string, month: string, count: number): ChartSeries => {
  const days = Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
  return { key, label: key, color: 'red', days, values: days.map((_, at) => at) }
}
/** March beside February. */
const months = [series('now', '2026-03', 31), series('before', '2026-02', 28)]

test('a shorter series alone stands where it stood beside the others', () => {
  const { shown } = viewOf(months, '', 'now')
  expect(slotCount(shown)).toBe(31)
  expect(readingsAt(shown, 27)).toMatchObject([{ key: 'before', day: '2026-02-28', value: 27 }])
  expect(readingsAt(shown, 30)).toEqual([])
})

test('days in sight that the shown series hardly has are no bars', () => {
  for (const zoom of ['2026-03-28_2026-03-30', '2026-03-29_2026-03-31']) {
    const { shown, zoomed } = viewOf(months, zoom, 'now')
    expect({ zoomed, bars: isBars(shown), slots: slotCount(shown) }).toEqual({
      zoomed: true,
      bars: false,
      slots: 3,
    })
  }
})

test('a huge or hostile address counts as not given', () => {
  for (const odd of ['_'.repeat(100_000), '2026-03-09_2026-03-02', '__proto__', '2026-03-01_'])
    expect(viewOf(months, odd, ','.repeat(100_000))).toMatchObject({ from: 0, to: 30, zoomed: false })
})
