import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contract/reports/calendar.ts'
import type { ChannelRow } from '#contract/reports/channel-report.ts'
import type { ReportEvent } from '#contract/reports/report-events.ts'
import { computeShares, maxShares } from '#islands/reports/breakdown/shares.ts'
import { computeWeekdayMeans } from '#islands/reports/breakdown/weekdays.ts'
import { createMarks, maxPlotted } from '#islands/reports/metrics/events.ts'
import { setStrings } from '#lib/i18n/strings.ts'

const anyAmounts = fc.array(fc.option(fc.integer({ min: -1_000, max: 1_000_000 })), { maxLength: 90 })
const anyStart = fc.integer({ min: 0, max: 800 }).map((after) => addDays('2024-12-30', after))

test('the mean of a weekday is that of its known days, and takes two weeks of them', () => {
  fc.assert(
    fc.property(anyStart, anyAmounts, (start, amounts) => {
      const days = amounts.map((_, at) => addDays(start, at))
      const knownCount = amounts.filter((amount) => amount !== null).length
      const means = computeWeekdayMeans(days, amounts)
      expect(means === null).toBe(knownCount < 14)
      if (!means) return
      expect(means.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 0])
      for (const { weekday, mean } of means) {
        let [sum, count] = [0, 0]
        days.forEach((day, at) => {
          const amount = amounts[at] ?? null
          if (amount === null || new Date(`${day}T00:00:00Z`).getUTCDay() !== weekday) return
          sum += amount
          count += 1
        })
        expect(mean).toBe(count === 0 ? null : Math.round(sum / count))
      }
    }),
  )
})

const buildRow = (grossProfit: number, at: number) =>
  ({ channelId: `UC${at}`, name: `채널 ${at}`, thumbnail: null, grossProfit, netProfit: null }) as ChannelRow

test('shares of channels and of all others add up to the total', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 10_000 }), { maxLength: 12 }), (profits) => {
      const sorted = profits.toSorted((a, b) => b - a)
      const total = sorted.reduce((sum, profit) => sum + profit, 0)
      const shares = computeShares(sorted.slice(0, maxShares).map(buildRow), sorted.length, total)
      expect(shares.reduce((sum, { profit }) => sum + profit, 0)).toBe(total)
      expect(shares.length).toBe(Math.min(sorted.length, maxShares + 1))
      const shown = shares.flatMap(({ share }) => (share === null ? [] : [share]))
      if (shown.length === 0)
        expect(total <= 0 || shares.some(({ profit }) => profit < 0) || sorted.length === 0).toBe(true)
      else expect(shown.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
    }),
  )
})

const texts = {
  incomplete: { separator: ', ' },
  events: {
    video: '공개',
    channel: '승인',
    fee: '수수료율',
    of: '{{event}}: {{names}}',
    more: '{{names}} 외 {{count}}',
  },
}

test('a mark stands for all that happened in its day, week or month; the busiest are on the line', () => {
  setStrings('ko', { reports: texts })
  const range = { from: '2026-09-01', to: '2026-11-21' }
  const events = Array.from({ length: 82 }, (_, at): ReportEvent => {
    const count = 1 + (at % 5)
    const names = ['가', '나', '다'].slice(0, count)
    return { day: addDays(range.from, at), kind: 'video', count, names, permille: null }
  })
  const fee: ReportEvent = { day: '2026-10-06', kind: 'fee', count: 1, names: ['하린'], permille: 150 }
  const daily = createMarks([...events, fee], range, 'day', false)
  expect(daily.length).toBe(83)
  const plotted = daily.filter(({ kind, isPlotted }) => kind === 'video' && isPlotted)
  expect(plotted.map(({ day }) => day)).toEqual(
    events
      .filter(({ count }) => count === 5)
      .slice(-maxPlotted)
      .map(({ day }) => day),
  )
  expect(daily[4]?.text).toBe('공개: 가, 나, 다 외 2')
  const weekly = createMarks([...events, fee], range, 'week', false)
  expect(weekly.filter(({ kind }) => kind === 'fee')).toEqual([
    { day: '2026-10-05', kind: 'fee', text: '수수료율: 하린 15.0%', isPlotted: true },
  ])
  expect(new Set(weekly.map(({ day }) => day)).size).toBe(12)
})
