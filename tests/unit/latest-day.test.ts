import { expect, test } from 'vitest'
import type { LatestDay } from '#contract/reports/latest-day.ts'
import { explainChange } from '#islands/reports/dashboard/latest-day/changes.ts'
import { createDayScale } from '#lib/format/day-scale.ts'
import { computeUsualRange } from '#server/reports/dashboard/usual-range.ts'

const won = 1000

type Report = NonNullable<LatestDay['report']>

const figures = (views: number, profit: number) => ({ views, grossProfit: null, netProfit: profit })

const mover = (id: string, previous: number, current: number) => ({
  id,
  channelId: 'channel',
  name: id,
  thumbnail: null,
  musicId: null,
  cover: null,
  previous: { grossProfit: null, netProfit: previous },
  current: { grossProfit: null, netProfit: current },
})

const build = (change: Partial<Report>): Report => ({
  latest: { day: '2026-11-24', ...figures(220, 68_914.4 * won) },
  weekBefore: { day: '2026-11-17', ...figures(150, 46_271.5 * won) },
  days: [],
  unusual: null,
  reasons: {
    by: 'video',
    movers: [mover('a', 6_440.3 * won, 24_380.5 * won), mover('b', 7_386.5 * won, 13_641.4 * won)],
  },
  ...change,
})

test('movers and the rest add up to the change as shown, and so do views and price', () => {
  const shown = explainChange(build({}), 'KRW')
  expect(shown).toMatchObject({ change: 22_643 * won })
  const movers = shown?.movers.reduce((sum, { change }) => sum + change, 0) ?? 0
  expect(shown?.movers.every(({ before, now, change }) => now - before === change)).toBe(true)
  expect(movers + (shown?.rest ?? 0)).toBe(shown?.change)
  expect((shown?.split?.byViews ?? 0) + (shown?.split?.byPrice ?? 0)).toBe(shown?.change)
  for (const amount of [shown?.change, shown?.rest, shown?.split?.byViews, shown?.split?.byPrice])
    expect(Math.abs((amount ?? 1) % won)).toBe(0)
})

test('nothing is explained without the day a week before, and views only if there were some', () => {
  expect(explainChange(build({ weekBefore: null, reasons: null }), 'KRW')).toBeNull()
  const weekBefore = { day: '2026-11-17', ...figures(0, 0) }
  expect(explainChange(build({ weekBefore }), 'KRW')).toMatchObject({ split: null })
})

test('the usual range is the middle half, widened by its width, and at least a tenth around the median', () => {
  expect(computeUsualRange([1, 2, 3])).toBeNull()
  expect(computeUsualRange([100, 100, 100, 100])).toEqual({ low: 90, high: 110 })
  // Quartiles are the second and the seventh of eight values.
  expect(computeUsualRange([1, 100, 110, 120, 130, 140, 150, 900])).toEqual({ low: 50, high: 200 })
  expect(computeUsualRange([0, 0, 0, 0, 300, 500])).toEqual({ low: 0, high: 600 })
  expect(computeUsualRange([-50, 0, 10, 20])).toEqual({ low: -50, high: 90 })
})

test('bars start at 0, and a range far above them does not flatten them', () => {
  const day = (profit: number | null, high = 0) => ({
    day: '2026-11-24',
    profit,
    usual: { low: 0, high },
  })
  const { zero, drawBar, drawBand } = createDayScale([day(100, 900), day(null), day(-40)])
  expect(zero).toBe('20.00%')
  expect(drawBar(100)).toEqual({ insetBlockEnd: '20.00%', blockSize: '50.00%' })
  expect(drawBar(-40)).toEqual({ insetBlockEnd: '0.00%', blockSize: '20.00%' })
  expect(drawBand({ low: 0, high: 900 })).toEqual({ insetBlockEnd: '20.00%', blockSize: '80.00%' })
  expect(createDayScale([day(0)]).drawBar(0)).toEqual({ insetBlockEnd: '0.00%', blockSize: '0.00%' })
})
