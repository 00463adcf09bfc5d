import { expect, test } from 'vitest'
import { channelSortings } from '#islands/reports/channels/state/filter.ts'
import { formatChannelOrder, parseChannelOrder } from '#islands/reports/state/channel-order.ts'
import { findNeighbors } from '#islands/reports/state/neighbors.ts'
import {
  type Curve,
  countUsualVideos,
  listCurveDays,
  readCurve,
} from '#islands/reports/video-page/curve-reading.ts'

const buildCurve = (values: (number | null)[], usual: Partial<Curve['usual']> = {}): Curve => ({
  publishedDay: '2026-11-01',
  grossProfit: values,
  netProfit: null,
  recent: null,
  usual: {
    low: Array(60).fill(null),
    median: Array(60).fill(null),
    high: Array(60).fill(null),
    videos: Array(60).fill(0),
    ...usual,
  },
})
const always = <V>(value: V): V[] => Array(60).fill(value)

test('the first three days are a share of all so far, from the seventh day on', () => {
  const values = [10, 40, 60, 70, 80, 90, 100]
  expect(readCurve(buildCurve(values)).early).toEqual({ share: 0.6, days: 7 })
  expect(readCurve(buildCurve(values.slice(0, 6))).early).toBeNull()
  expect(readCurve(buildCurve([...values, null])).early).toEqual({ share: 0.6, days: 7 })
})

test.each([
  ['an unknown third day', [10, 40, null, 70, 80, 90, 100]],
  ['a loss', [10, 40, 60, 70, 80, 90, -100]],
  ['days that took profit back', [10, 40, 160, 70, 80, 90, 100]],
])('%s has no such share', (_, values) => {
  expect(readCurve(buildCurve(values)).early).toBeNull()
})

test('a day now is the mean of the last seven', () => {
  const curve = { ...buildCurve([1]), recent: { grossProfit: 700, netProfit: null } }
  expect(readCurve(curve).now).toEqual({ amount: 100, days: 7 })
  expect(readCurve(buildCurve([1])).now).toBeNull()
})

test('the comparison is with the median at the last known age', () => {
  const median = [50, 80, 200, ...always<number | null>(null)].slice(0, 60)
  const compare = (values: (number | null)[]) => readCurve(buildCurve(values, { median })).against
  expect(compare([10, 100])).toEqual({ key: 'above', share: 0.25, days: 2 })
  expect(compare([10, 200])).toEqual({ key: 'times', share: 2.5, days: 2 })
  expect(compare([10, 60])).toMatchObject({ key: 'below', days: 2 })
  expect(compare([10, 80])).toMatchObject({ key: 'equal' })
  expect(compare([10, 100, null])).toEqual({ key: 'above', share: 0.25, days: 2 })
  expect(compare([10, 20, 30, 40])).toBeNull()
  expect(readCurve(buildCurve([10], { median: always(0) })).against).toBeNull()
})

test('the chart of a young video goes on with what is usual', () => {
  const usual = { median: always(1), videos: always(6) }
  expect(listCurveDays(buildCurve([1, 2, 3], usual))).toHaveLength(30)
  expect(listCurveDays(buildCurve(Array(40).fill(1), usual))).toHaveLength(60)
  expect(listCurveDays(buildCurve([1, 2, 3]))).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
  expect(countUsualVideos(buildCurve([1], { ...usual, videos: [...always(6).slice(1), 9] }))).toBe(9)
  expect(countUsualVideos(buildCurve([1], { videos: always(4) }))).toBe(0)
})

test('neighbors are those of the row itself, and unknown beyond the page', () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ id }))
  const find = (id: string) => findNeighbors(rows, (row) => row.id === id)
  expect(find('a')).toEqual({ rank: 1, previous: null, next: rows[1] })
  expect(find('b')).toEqual({ rank: 2, previous: rows[0], next: rows[2] })
  expect(find('c')).toEqual({ rank: 3, previous: rows[1], next: null })
  expect(find('d')).toBeNull()
})

test('every order of the channel list survives an address, and nothing else is one', () => {
  expect(channelSortings.map(formatChannelOrder).map(parseChannelOrder)).toEqual(channelSortings)
  for (const text of [undefined, '', 'channel', 'profit', 'profit-up', 'date-desc', 'profit-desc-1'])
    expect(parseChannelOrder(text)).toBeNull()
})
