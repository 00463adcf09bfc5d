import { describe, expect, test } from 'vitest'
import type { Figures } from '#contract/reports/reports.ts'
import { getPointsAt, pickLabelSlots, toPlotColumns } from '#islands/kit/charts/series.ts'
import { buildLinePath } from '#islands/kit/charts/small/Sparkline.tsx'
import { parseFilter, toParams } from '#islands/reports/state/filter.ts'
import { computeChange, getTotals } from '#islands/reports/state/totals.ts'
import { videoSortings } from '#islands/reports/state/video-sorting.ts'

const buildFigures = (views: number): Figures => ({
  views,
  premiumViews: 0,
  grossProfit: views * 2,
  grossPremiumProfit: 0,
  netProfit: null,
  netPremiumProfit: null,
})

const buildPart = (day: string, views: number) => ({
  range: { from: day, to: day },
  totals: buildFigures(views),
  series: {
    days: [day],
    views: [views],
    premiumViews: [0],
    grossProfit: [views * 2],
    grossPremiumProfit: [0],
    netProfit: null,
    netPremiumProfit: null,
  },
})

const rest = {
  incompleteDays: [],
  lastDays: null,
  bounds: { from: '2026-01-01', to: '2026-11-18' },
  forecast: null,
  target: null,
}

describe('a total', () => {
  test('says by which share it changed, or why that cannot be said', () => {
    expect(computeChange(120, 100)).toBeCloseTo(0.2)
    expect(computeChange(5, undefined)).toBe('none')
    expect(computeChange(5, 0)).toBe('noBase')
    expect(computeChange(null, 3)).toBe('missing')
  })

  test('has no figure for a day without data', () => {
    const series = {
      days: ['2026-11-17', '2026-11-18'],
      views: [null, 5],
      premiumViews: [null, 0],
      grossProfit: [null, -3],
      grossPremiumProfit: [null, 0],
      netProfit: null,
      netPremiumProfit: null,
    }
    const totals = getTotals({
      ...buildPart('2026-11-18', 5),
      ...rest,
      series,
      previous: null,
    })
    expect(totals.map(({ key, trend }) => [key, trend])).toEqual([
      ['profit', [null, -3]],
      ['views', [null, 5]],
      ['premiumViews', [null, 0]],
      ['premiumPrice', [null, null]],
    ])
  })

  test('over no views is missing, not zero', () => {
    const report = {
      ...buildPart('2026-11-18', 0),
      ...rest,
      previous: buildPart('2026-11-17', 10),
    }
    const price = getTotals(report).find(({ key }) => key === 'premiumPrice')
    expect(price).toMatchObject({ value: null, change: 'missing', trend: [null] })
    expect(getTotals({ ...report, previous: null }).map(({ change }) => change)).toEqual(
      Array(4).fill('none'),
    )
  })
})

describe('the address', () => {
  test('says only what is not the default, and every other change begins with the first page', () => {
    expect(toParams({ period: 'month' })).toEqual({ period: undefined, zoom: undefined, cursor: undefined })
    expect(toParams({ member: undefined })).toEqual({ member: undefined, cursor: undefined })
    expect(toParams({ sort: 'date', order: 'asc' })).toEqual({
      sort: 'date',
      order: 'asc',
      cursor: undefined,
    })
    expect(toParams({ cursor: 'abc' })).toEqual({ cursor: 'abc' })
  })

  test('with anything unknown in it counts as without', () => {
    const plain = {
      period: 'month',
      from: undefined,
      to: undefined,
      compare: 'previous',
      member: undefined,
      channel: undefined,
      search: undefined,
      sort: 'views',
      order: 'desc',
      cursor: undefined,
    }
    expect(
      parseFilter(
        { period: 'decade', from: '2026-11-01', sort: 'name', order: 'up', member: '-1', cursor: '' },
        true,
      ),
    ).toEqual(plain)
    expect(parseFilter({ member: '7' }, false).member).toBeUndefined()
    expect(parseFilter({ member: '7' }, true).member).toBe(7)
  })

  test('gives back each of the sorts, both ways', () => {
    expect(videoSortings).toHaveLength(16)
    for (const sorting of videoSortings) {
      const params = Object.entries(toParams(sorting)).filter(
        (entry): entry is [string, string] => !!entry[1],
      )
      expect(parseFilter(Object.fromEntries(params), false)).toMatchObject(sorting)
    }
  })
})

describe('a chart', () => {
  const one = { key: 'now', label: 'Now', color: 'red', days: ['2026-11-18'], values: [3] }
  const other = { key: 'before', label: 'Before', color: 'gray', days: ['2026-11-17'], values: [2] }

  test('of single days has a place for each bar', () => {
    expect(toPlotColumns([other, one])).toEqual([
      [0, 1],
      [2, null],
      [null, 3],
    ])
    expect(getPointsAt([other, one], 1)).toMatchObject([{ key: 'now', day: '2026-11-18', value: 3 }])
  })

  test('keeps a compared series of another length beside it, each with its own days', () => {
    const long = { ...one, days: ['2026-03-01', '2026-03-02'], values: [1, 2] }
    expect(toPlotColumns([long, other])).toEqual([
      [0, 1],
      [1, 2],
      [2, null],
    ])
    expect(getPointsAt([long, other], 1).map(({ key }) => key)).toEqual(['now'])
  })

  test('labels the firsts of months where there are many days', () => {
    const days = Array.from({ length: 170 }, (_, at) =>
      new Date(Date.UTC(2026, 5, 1 + at)).toISOString().slice(0, 10),
    )
    expect(pickLabelSlots(days, 8).map((slot) => days[slot])).toEqual(
      ['06', '07', '08', '09', '10', '11'].map((month) => `2026-${month}-01`),
    )
    expect(pickLabelSlots(days.slice(0, 18), 6)).toEqual([0, 3, 6, 9, 12, 17])
  })

  test('leaves a gap in a sparkline where a day has no figure', () => {
    expect(buildLinePath([1, null, 3])).toBe('M0.0 30.0h0M100.0 2.0h0')
    expect(buildLinePath([2, 2])).toBe('M0.0 16.0L100.0 16.0')
  })
})
