import { describe, expect, test } from 'vitest'
import type { Figures } from '#contract/reports.ts'
import { filterOf, paramsOf, sortings } from '#islands/reports/filter.ts'
import { changeBetween, totalsOf } from '#islands/reports/totals.ts'
import { columnsOf, labelledSlots, readingsAt } from '#shared/chart-data.ts'
import { linePath } from '#shared/Sparkline.tsx'

const figures = (views: number): Figures => ({
  views,
  premiumViews: 0,
  profit: views * 2,
  premiumProfit: 0,
  memberProfit: null,
})

const part = (day: string, views: number) => ({
  range: { from: day, to: day },
  totals: figures(views),
  series: { days: [day], views: [views], premiumViews: [0], profit: [views * 2], premiumProfit: [0] },
})

describe('a total', () => {
  test('says by which share it changed, or why that cannot be said', () => {
    expect(changeBetween(120, 100)).toBeCloseTo(0.2)
    expect(changeBetween(5, undefined)).toBe('none')
    expect(changeBetween(5, 0)).toBe('noBase')
    expect(changeBetween(null, 3)).toBe('missing')
  })

  test('has no figure for a day without data', () => {
    const series = {
      days: ['2026-11-17', '2026-11-18'],
      views: [null, 5],
      premiumViews: [null, 0],
      profit: [null, -3],
      premiumProfit: [null, 0],
    }
    const totals = totalsOf({ ...part('2026-11-18', 5), series, previous: null })
    expect(totals.map(({ key, trend }) => [key, trend])).toEqual([
      ['views', [null, 5]],
      ['premiumViews', [null, 0]],
      ['premiumPrice', [null, null]],
      ['profit', [null, -3]],
    ])
  })

  test('over no views is missing, not zero', () => {
    const report = { ...part('2026-11-18', 0), previous: part('2026-11-17', 10) }
    const price = totalsOf(report).find(({ key }) => key === 'premiumPrice')
    expect(price).toMatchObject({ value: null, change: 'missing', trend: [null] })
    expect(totalsOf({ ...report, previous: null }).map(({ change }) => change)).toEqual(Array(4).fill('none'))
  })
})

describe('the address', () => {
  test('says only what is not the default, and every other change begins with the first page', () => {
    expect(paramsOf({ period: 'month' })).toEqual({ period: undefined, cursor: undefined })
    expect(paramsOf({ member: null })).toEqual({ member: undefined, cursor: undefined })
    expect(paramsOf({ sort: 'date', order: 'asc' })).toEqual({
      sort: 'date',
      order: 'asc',
      cursor: undefined,
    })
    expect(paramsOf({ cursor: 'abc' })).toEqual({ cursor: 'abc' })
  })

  test('with anything unknown in it counts as without', () => {
    const plain = {
      period: 'month',
      member: null,
      channel: null,
      search: '',
      sort: 'views',
      order: 'desc',
      cursor: null,
    }
    expect(filterOf({ period: 'year', sort: 'name', order: 'up', member: '-1', cursor: '' }, true)).toEqual(
      plain,
    )
    expect(filterOf({ member: '7' }, false).member).toBeNull()
    expect(filterOf({ member: '7' }, true).member).toBe(7)
  })

  test('gives back each of the eight sorts', () => {
    expect(sortings).toHaveLength(8)
    for (const sorting of sortings) {
      const params = Object.entries(paramsOf(sorting)).filter(
        (entry): entry is [string, string] => !!entry[1],
      )
      expect(filterOf(Object.fromEntries(params), false)).toMatchObject(sorting)
    }
  })
})

describe('a chart', () => {
  const one = { key: 'now', label: 'Now', color: 'red', days: ['2026-11-18'], values: [3] }
  const other = { key: 'before', label: 'Before', color: 'grey', days: ['2026-11-17'], values: [2] }

  test('of single days has a place for each bar', () => {
    expect(columnsOf([other, one])).toEqual([
      [0, 1],
      [2, null],
      [null, 3],
    ])
    expect(readingsAt([other, one], 1)).toMatchObject([{ key: 'now', day: '2026-11-18', value: 3 }])
  })

  test('keeps a compared series of another length beside it, each with its own days', () => {
    const long = { ...one, days: ['2026-03-01', '2026-03-02'], values: [1, 2] }
    expect(columnsOf([long, other])).toEqual([
      [0, 1],
      [1, 2],
      [2, null],
    ])
    expect(readingsAt([long, other], 1).map(({ key }) => key)).toEqual(['now'])
  })

  test('labels the firsts of months where there are many days', () => {
    const days = Array.from({ length: 170 }, (_, at) =>
      new Date(Date.UTC(2026, 5, 1 + at)).toISOString().slice(0, 10),
    )
    expect(labelledSlots(days, 8).map((slot) => days[slot])).toEqual(
      ['06', '07', '08', '09', '10', '11'].map((month) => `2026-${month}-01`),
    )
    expect(labelledSlots(days.slice(0, 18), 6)).toEqual([2, 5, 8, 11, 14, 17])
  })

  test('leaves a gap in a sparkline where a day has no figure', () => {
    expect(linePath([1, null, 3])).toBe('M0.0 30.0h0M100.0 2.0h0')
    expect(linePath([2, 2])).toBe('M0.0 16.0L100.0 16.0')
  })
})
