import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMembers } from '#contract/people/members.ts'
import { getWeekday } from '#contract/reports/calendar.ts'
import { type LatestDay, readLatestDay } from '#contract/reports/latest-day.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { formatDayOfWeek, formatWeekday } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { renderDashboard, type Shown, type Wanted } from './render-dashboard.tsx'

let shown: Shown
const realFetch = window.fetch

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  shown.close()
})

const readFigure = (key: string) => document.querySelector(`[data-figure="${key}"]`)?.textContent
const readReasons = () =>
  [...document.querySelectorAll('[data-reason] b')].map((amount) => amount.textContent ?? '')
const toNumber = (text: string) => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''))

/** Changes the reply before it arrives. */
function changeReply(change: (report: NonNullable<LatestDay['report']>) => void): void {
  window.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    if (!String(input).includes('/reports/latest-day')) return response
    const body = (await response.json()) as LatestDay
    if (body.report) change(body.report)
    return new Response(JSON.stringify(body))
  }
}

const formatWeekdayOf = (day: string | undefined, length: 'long' | 'short') =>
  formatWeekday(getWeekday(day ?? ''), 'ko', length)

async function renderWith(options?: Wanted) {
  shown = await renderDashboard(options)
  const { report, currency } = await shown.call(readLatestDay, {})
  if (!report) throw new Error('The demonstration has figures.')
  return { report, currency }
}

test('the latest day is that of the API, and its reasons add up to the change', async () => {
  const { report, currency } = await renderWith()
  await expect.poll(() => readFigure('latest')).toBe(formatMoney(getProfit(report.latest), currency, 'ko'))
  await expect.element(page.getByText(formatDayOfWeek(report.latest.day, 'ko')).first()).toBeVisible()
  const weekday = formatWeekdayOf(report.latest.day, 'long')
  expect(readFigure('latestChange')).toContain(`지난주 ${weekday} 대비`)
  const change = toNumber(readFigure('latestChange')?.split(' ')[0] ?? '')
  expect(
    readReasons()
      .map(toNumber)
      .reduce((sum, amount) => sum + amount, 0),
  ).toBe(change)
  const split = /조회수 변화로 (\S+), 단가 변화로 (\S+)/.exec(document.body.textContent ?? '')
  expect(toNumber(split?.[1] ?? '') + toNumber(split?.[2] ?? '')).toBe(change)
})

test('a day outside its usual range is called unusual, in words and on a strip', async () => {
  changeReply((report) => {
    const last = report.days.at(-1)
    if (last) last.usual = { low: 1000, high: 2000 }
    report.unusual = { direction: 'above', sameWeekdays: 9, isExtreme: true }
  })
  const { report } = await renderWith()
  await expect.element(page.getByText('평소와 다름')).toBeVisible()
  const weekday = formatWeekdayOf(report.latest.day, 'long')
  await expect.element(page.getByText(`최근 ${weekday} 9번 중 가장 많습니다`)).toBeVisible()
  expect(readFigure('usual')).toBe('평소 ₩1~₩2')
})

test.each([
  ['below', false, '평소 ○요일보다 적습니다'],
  ['below', true, '최근 ○요일 7번 중 가장 적습니다'],
  ['above', false, '평소 ○요일보다 많습니다'],
] as const)('unusually %s (extreme: %s): %s', async (direction, isExtreme, text) => {
  changeReply((report) => {
    report.unusual = { direction, sameWeekdays: 7, isExtreme }
  })
  const { report } = await renderWith()
  const weekday = formatWeekdayOf(report.latest.day, 'long')
  await expect.element(page.getByText(text.replace('○요일', weekday))).toBeVisible()
})

test('nothing is unusual while too few weekdays are known, and nothing compared with an incomplete one', async () => {
  changeReply((report) => {
    report.weekBefore = null
    report.reasons = null
    report.unusual = null
    for (const day of report.days) day.usual = null
    const [first] = report.days
    if (first) first.profit = null
  })
  const { report } = await renderWith()
  await expect.element(page.getByText('같은 요일이 4번 집계되면 평소와 비교해 드립니다')).toBeVisible()
  expect(readFigure('latestChange')).toBe(
    `지난주 ${formatWeekdayOf(report.latest.day, 'long')}이 집계되지 않아 비교할 수 없습니다`,
  )
  expect(readReasons()).toEqual([])
  expect(document.body.textContent).not.toContain('평소와 다름')
  const bars = page.getByRole('slider', { name: /^최근 14일 그래프/ })
  bars.element().focus()
  await userEvent.keyboard('{Home}')
  await expect.element(bars).toHaveAttribute('aria-valuetext', expect.stringContaining('집계되지 않은 날'))
})

test('keys and pointer choose a day, whose value and range stand above; a table has all', async () => {
  const { report, currency } = await renderWith()
  const bars = page.getByRole('slider', { name: /^최근 14일 그래프/ })
  await expect.element(bars).toHaveAttribute('aria-valuenow', '14')
  const expectDay = async (at: number) => {
    const day = report.days.at(at)
    const profit = formatMoney(day?.profit ?? -1, currency, 'ko')
    await expect.poll(() => readFigure('chosenDay')).toContain(profit)
    expect(readFigure('chosenDay')).toContain(formatDayOfWeek(day?.day ?? '', 'ko'))
    expect(bars.element().ariaValueText).toContain(profit)
  }
  await expectDay(-1)
  bars.element().focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expectDay(-3)
  await userEvent.keyboard('{Home}{ArrowLeft}{ArrowRight}')
  await expectDay(1)
  await userEvent.click(
    page.getByText(formatWeekdayOf(report.days[0]?.day, 'short'), { exact: true }).first(),
  )
  await expectDay(0)
  const rows = page
    .getByRole('table', { name: '최근 14일의 예상 수익과 평소 범위' })
    .getByRole('row')
    .elements()
  expect(rows).toHaveLength(15)
  expect(rows.at(-1)?.textContent).toContain(formatMoney(getProfit(report.latest), currency, 'ko'))
})

test('a manager who chose a member sees both profits of that member, and a member the net', async () => {
  shown = await renderDashboard()
  const { members } = await shown.call(listMembers, {})
  const member = members.find(({ user_id }) => user_id === 'hanip@hookline.example')?.id ?? 0
  shown.close()
  shown = await renderDashboard({ search: `member=${member}` })
  const { report, currency } = await shown.call(readLatestDay, { query: { member } })
  if (!report) throw new Error('The member has figures.')
  const { grossProfit, netProfit } = report.latest
  await expect.poll(() => readFigure('latest')).toBe(formatMoney(grossProfit ?? -1, currency, 'ko'))
  await expect.element(page.getByText(formatMoney(netProfit ?? -1, currency, 'ko')).first()).toBeVisible()
  shown.close()
  const own = await renderWith({ email: 'hanip@hookline.example' })
  expect(own.report.latest.grossProfit).toBeNull()
  await expect.poll(() => readFigure('latest')).toBe(formatMoney(netProfit ?? -1, currency, 'ko'))
})

test.each(['channel', 'video'] as const)('long names of a %s end before the amounts', async (by) => {
  changeReply(({ reasons }) => {
    if (!reasons) throw new Error('The demonstration has reasons.')
    reasons.by = by
    for (const mover of reasons.movers) mover.name = '서울의 밤을 걷다 #'.repeat(20)
  })
  await renderWith()
  await expect.poll(() => document.querySelectorAll('[data-reason] a').length).toBeGreaterThan(1)
  for (const row of document.querySelectorAll('[data-reason]:not([data-reason="rest"])')) {
    const getBox = (selector: string) => row.querySelector(selector)?.getBoundingClientRect()
    expect(getBox('a')?.right).toBeLessThanOrEqual(getBox('b')?.left ?? 0)
  }
})
