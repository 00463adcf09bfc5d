import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMembers } from '#contract/people/members.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { readCountries } from '#contract/reports/countries.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readMovers } from '#contract/reports/movers.ts'
import { getProfit, getRelativeChange, premiumPrice } from '#contract/reports/reports.ts'
import { formatVideoKey, listVideos, readVideoTrends } from '#contract/reports/videos.ts'
import { formatDay, formatDayRange } from '#lib/format/day.ts'
import {
  formatCount,
  formatMoney,
  formatMoneyChange,
  formatMoneyShort,
  formatNumber,
  formatPercent,
  formatPrice,
} from '#lib/format/number.ts'
import { renderDashboard, type Shown } from './render-dashboard.tsx'
import { formatPrices, readShareBar } from './report-cells.ts'

let renderedView: Shown
const renderForTest = async (options?: Parameters<typeof renderDashboard>[0]) => {
  renderedView = await renderDashboard(options)
  return renderedView.call
}

beforeEach(() => page.viewport(1280, 900))
afterEach(() => renderedView.close())

const readFigure = (key: string) => document.querySelector(`[data-figure="${key}"]`)?.textContent
const getElement = (selector: string) => {
  const found = document.querySelector(selector)
  if (!found) throw new Error(`Nothing is ${selector}`)
  return found
}
const readVideoIds = () =>
  [...document.querySelectorAll('[data-video]')].map((row) => row.getAttribute('data-video'))
const readParams = () => Object.fromEntries(new URLSearchParams(location.search))

describe('the totals', () => {
  test('are those of the API, with the change against the same days of last month', async () => {
    const call = await renderForTest()
    const { report, currency } = await call(readDashboard, {})
    if (!report?.previous) throw new Error('the demonstration has figures to compare with')
    const { totals, previous } = report
    await expect.poll(() => readFigure('profit')).toBe(formatMoney(getProfit(totals), currency, 'ko'))
    expect(readFigure('views')).toBe(formatCount(totals.views, 'ko') + formatNumber(totals.views, 'ko'))
    expect(readFigure('premiumViews')).toContain(formatCount(totals.premiumViews, 'ko'))
    expect(readFigure('premiumPrice')).toBe(formatPrice(premiumPrice(totals), currency, 'ko'))
    const change = Math.abs(getRelativeChange(getProfit(totals), getProfit(previous.totals)) ?? 0)
    const card = getElement('[data-figure="profit"]').parentElement
    expect(card?.textContent).toContain(formatPercent(change, 'ko'))
    const difference = getProfit(totals) - getProfit(previous.totals)
    const arrow = difference > 0 ? '▲' : '▼'
    expect(card?.textContent).toContain(`${formatMoneyChange(difference, currency, 'ko')} ${arrow}`)
    expect(card?.textContent).toContain('지난달 같은 기간 대비')
    const notice = `${formatDay(report.range.to, 'ko')}까지 집계 · 예상 수익은 실제 정산과 다를 수 있습니다`
    expect(getElement('header p').textContent).toContain(notice)
  })

  test('follow the period, which is in the address, back and forward', async () => {
    const call = await renderForTest()
    const profitOf = async (period: 'month' | 'last-month') => {
      const { report, currency } = await call(readDashboard, { query: { period } })
      return formatMoney(report ? getProfit(report.totals) : 0, currency, 'ko')
    }
    const [month, lastMonth] = [await profitOf('month'), await profitOf('last-month')]
    const profit = () => readFigure('profit')
    await expect.poll(profit).toBe(month)
    await userEvent.click(page.getByRole('radio', { name: '지난달' }))
    expect(readParams()).toEqual({ period: 'last-month' })
    await expect.poll(profit).toBe(lastMonth)
    history.back()
    await expect.poll(profit).toBe(month)
    expect(readParams()).toEqual({})
    history.forward()
    await expect.poll(profit).toBe(lastMonth)
    await expect.element(page.getByRole('radio', { name: '지난달' })).toBeChecked()
  })

  test('show gross and net of a member that a manager chooses', async () => {
    const call = await renderForTest()
    const { members } = await call(listMembers, {})
    const member = members.find(({ nickname }) => nickname === '한입')
    if (!member) throw new Error('the demonstration has this member')
    const { report, currency } = await call(readDashboard, { query: { member: member.id } })
    await userEvent.click(page.getByRole('combobox', { name: '멤버' }))
    await userEvent.click(page.getByRole('option', { name: /^한입/ }))
    expect(readParams()).toEqual({ member: String(member.id) })
    await expect
      .poll(() => readFigure('memberProfit'))
      .toBe(`멤버 수익(수수료 차감 후) ${formatMoney(report?.totals.netProfit ?? -1, currency, 'ko')}`)
    expect(readFigure('profit')).toBe(formatMoney(report ? getProfit(report.totals) : -1, currency, 'ko'))
    expect(document.querySelector('[data-figure="profit"]')?.parentElement?.textContent).toContain(
      '수수료 차감 전 기준',
    )
    expect(document.body.textContent?.match(/수수료 차감 전 기준/g)).toHaveLength(1)
  })

  test('are a member’s own, net, without a choice of members', async () => {
    const call = await renderForTest({ email: 'hanip@hookline.example', locale: 'en', search: 'member=1' })
    const { report, currency } = await call(readDashboard, {})
    await expect
      .poll(() => readFigure('profit'))
      .toBe(formatMoney(report ? getProfit(report.totals) : -1, currency, 'en'))
    await expect.element(page.getByRole('combobox', { name: 'Member' })).not.toBeInTheDocument()
    await expect.element(page.getByText('Shown after the fee', { exact: false })).toBeVisible()
  })
})

describe('the charts', () => {
  test('say every day in a table and by the arrow keys', async () => {
    const call = await renderForTest()
    const { report, currency } = await call(readDashboard, {})
    if (!report) throw new Error('the demonstration has figures')
    const { series } = report
    const table = page.getByRole('table', { name: /^수익 추이 표/ })
    await expect.element(table).toBeInTheDocument()
    const forecastDays = report.forecast?.days.length ?? 0
    const last = series.days.length - 1
    const spoken = (at: number) =>
      `${formatDay(series.days[at] ?? '', 'ko')}, 예상 수익 ${formatMoney(getProfit(series)[at] ?? 0, currency, 'ko')}`
    expect(table.element().querySelectorAll('tbody tr')).toHaveLength(series.days.length + forecastDays)
    const chart = page.getByRole('slider', { name: /^수익 추이 그래프/ })
    await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringContaining(spoken(last)))
    ;(chart.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringContaining(spoken(last - 1)))
    await userEvent.keyboard('{Home}')
    await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringContaining(spoken(0)))
  })

  test('of a single day have the 14 days that end with it, and say what that day is compared with', async () => {
    const call = await renderForTest({ search: 'period=latest' })
    const { report, currency } = await call(readDashboard, { query: { period: 'latest' } })
    const chart = page.getByRole('slider', { name: /^수익 추이 그래프/ })
    await expect.element(chart).toHaveAttribute('aria-valuemax', '13')
    const profit = formatMoney(report ? getProfit(report.totals) : -1, currency, 'ko')
    await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringContaining(profit))
    expect(getElement('[data-figure="profit"]').parentElement?.textContent).toContain('지난주 같은 요일 대비')
    expect(report?.previous?.range.from).toBe(addDays(report?.range.from ?? '', -7))
  })
})

describe('the chart', () => {
  test('of views follows that of the profit, and the other way round', async () => {
    await renderForTest()
    const charts = () =>
      page
        .getByRole('slider', { name: /추이 그래프/ })
        .elements()
        .map((chart) => chart.ariaLabel?.split(' 그래프')[0])
    await expect.poll(charts).toEqual(['수익 추이', '조회수 추이'])
    await userEvent.click(page.getByRole('radio', { name: /^총 조회수/ }))
    await expect.poll(charts).toEqual(['조회수 추이', '수익 추이'])
  })

  test('shows the metric whose card is selected, by day, week or month, in the address', async () => {
    const call = await renderForTest({ search: 'period=six-months' })
    const { report, currency } = await call(readDashboard, { query: { period: 'six-months' } })
    if (!report) throw new Error('the demonstration has figures')
    await userEvent.click(page.getByRole('radio', { name: /^총 조회수/ }))
    expect(readParams()).toEqual({ period: 'six-months', metric: 'views' })
    await userEvent.click(page.getByRole('radio', { name: '월', exact: true }))
    expect(readParams()).toEqual({ period: 'six-months', metric: 'views', grain: 'month' })
    const rows = () => [...(document.querySelector('figure')?.querySelectorAll('table tbody tr') ?? [])]
    const months = new Set(report.series.days.map((day) => day.slice(0, 7)))
    await expect.poll(() => rows().length).toBe(months.size)
    const firstMonth = report.series.days.findIndex((day) => day.endsWith('-01'))
    const month = report.series.days[firstMonth]?.slice(0, 7)
    const views = report.series.views.reduce<number>(
      (sum, value, at) => sum + (report.series.days[at]?.startsWith(month ?? '') ? (value ?? 0) : 0),
      0,
    )
    expect(rows()[0]?.textContent).toContain(formatNumber(views, 'ko'))
    await userEvent.click(page.getByRole('radio', { name: '일', exact: true }))
    await expect.poll(() => rows().length).toBe(report.series.days.length)
    await userEvent.click(page.getByRole('radio', { name: /^예상 수익/ }))
    await expect.element(page.getByRole('slider', { name: /^수익 추이 그래프/ })).toBeVisible()
    expect(readParams()).toEqual({ period: 'six-months', grain: 'day' })
    expect(currency).toBe('KRW')
  })

  test('goes on with what the rest of the month is likely to bring', async () => {
    const call = await renderForTest()
    const { report, currency } = await call(readDashboard, {})
    if (!report?.forecast) throw new Error('the demonstration has a forecast')
    const { low, high } = report.forecast
    const addTo = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, getProfit(report.totals))
    const range = `${formatMoneyShort(addTo(low), currency, 'ko')}~${formatMoneyShort(addTo(high), currency, 'ko')}`
    await expect.poll(() => readFigure('pace')).toBe(range)
    const [lowest = 0, highest = 0] = [low.at(-1), high.at(-1)]
    const lastRow = () =>
      [...(document.querySelector('figure')?.querySelectorAll('table tbody tr') ?? [])].at(-1)?.textContent
    expect(lastRow()).toContain(
      `${formatMoney(lowest, currency, 'ko')}~${formatMoney(highest, currency, 'ko')}`,
    )
  })

  test('is beside those whose profit rose and fell most', async () => {
    const call = await renderForTest()
    const readMoverIds = () =>
      [...document.querySelectorAll('[data-mover]')].map((one) => one.getAttribute('data-mover'))
    for (const [by, name] of [
      ['channel', '채널'],
      ['video', '영상'],
      ['track', '음악'],
    ] as const) {
      const { comparison } = await call(readMovers, { query: { by } })
      if (!comparison) throw new Error('the demonstration has figures to compare with')
      const ids = [...comparison.risers, ...comparison.fallers].map(({ id }) => id)
      await userEvent.click(page.getByRole('radio', { name, exact: true }))
      await expect.poll(readMoverIds).toEqual(ids)
    }
    expect(readParams()).toEqual({ movers: 'track' })
  })
})

describe('the period', () => {
  test('steps back and forth, and is any range of days', async () => {
    const call = await renderForTest()
    const { report } = await call(readDashboard, {})
    if (!report) throw new Error('the demonstration has figures')
    const next = page.getByRole('button', { name: '다음 기간' })
    await expect.element(page.getByRole('button', { name: '이전 기간' })).toBeEnabled()
    await expect.element(next).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(page.getByRole('button', { name: '이전 기간' }))
    await expect.poll(readParams).toEqual({ period: 'last-month' })
    await expect.element(next).not.toHaveAttribute('aria-disabled')
    await userEvent.click(next)
    await expect.poll(readParams).toEqual({})
    const { from, to } = { from: addDays(report.range.to, -9), to: addDays(report.range.to, -2) }
    await userEvent.click(
      page.getByRole('button', { name: formatDayRange(report.range.from, report.range.to, 'ko') }),
    )
    await userEvent.fill(page.getByLabelText('시작일'), from)
    await userEvent.fill(page.getByLabelText('종료일'), to)
    await userEvent.click(page.getByRole('button', { name: '적용' }))
    expect(readParams()).toEqual({ period: 'custom', from, to })
    const own = await call(readDashboard, { query: { period: 'custom', from, to } })
    await expect
      .poll(() => readFigure('profit'))
      .toBe(formatMoney(own.report ? getProfit(own.report.totals) : -1, own.currency, 'ko'))
    await userEvent.click(page.getByRole('button', { name: formatDayRange(from, to, 'ko') }))
    await userEvent.click(page.getByRole('radio', { name: '비교하지 않음' }))
    expect(readParams()).toEqual({ period: 'custom', from, to, compare: 'none' })
    await expect.poll(() => getElement('[data-metric="profit"]').textContent).not.toContain('직전')
    await expect.element(page.getByText('비교 대상을 고르면', { exact: false })).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByLabelText('시작일')).not.toBeInTheDocument()
  })

  test.each([
    ['without figures', '1990-01-01', '1990-01-31', '집계가 없습니다'],
    ['partly without figures', '1990-01-01', '2099-12-31', '집계가 있는 날만'],
  ])('%s says which days are shown instead', async (_, from, to, text) => {
    const call = await renderForTest({ search: `period=custom&from=${from}&to=${to}` })
    const { report } = await call(readDashboard, { query: { period: 'custom', from, to } })
    if (!report) throw new Error('the demonstration has figures')
    const note = page.getByText('고른 기간', { exact: false })
    await expect.element(note).toBeVisible()
    for (const words of [
      text,
      formatDayRange(from, to, 'ko'),
      formatDayRange(report.range.from, report.range.to, 'ko'),
    ])
      expect(note.element().textContent).toContain(words)
  })

  test('that has figures of all its days says nothing of them', async () => {
    const call = await renderForTest({ search: 'period=month' })
    const { report } = await call(readDashboard, {})
    const { from = '', to = '' } = report?.range ?? {}
    renderedView.close()
    await renderForTest({ search: `period=custom&from=${from}&to=${to}` })
    await expect.poll(() => readFigure('profit')).not.toBe('')
    expect(document.body.textContent).not.toContain('고른 기간')
  })
})

describe('the table of videos', () => {
  test('has the rows and figures of the API', async () => {
    const call = await renderForTest()
    const { videos, currency } = await call(listVideos, {})
    await expect.poll(readVideoIds).toEqual(videos.map(({ videoId }) => videoId))
    const [first] = videos
    if (!first) throw new Error('the demonstration has videos')
    const readCell = (column: string) => getElement(`[data-video] [data-column="${column}"]`).textContent
    expect(readCell('views')).toContain(formatNumber(first.views, 'ko'))
    expect(readCell('profit')).toContain(formatMoney(getProfit(first), currency, 'ko'))
    expect(readCell('price')).toBe(formatPrices(first, currency))
    expect(readCell('premiumPrice')).toBe(formatPrice(premiumPrice(first), currency, 'ko'))
    const rate = Number.parseFloat(readCell('premiumRate') ?? '')
    expect(readShareBar(`[data-video="${first.videoId}"]`)).toBeCloseTo(rate, 0)
    await expect.element(page.getByText(first.title ?? '').first()).toBeVisible()
  })

  test('has a line and a change in each row', async () => {
    const call = await renderForTest({ search: 'period=7-days' })
    const { videos } = await call(listVideos, { query: { period: '7-days' } })
    const keys = videos.map(formatVideoKey).join()
    const { trends } = await call(readVideoTrends, { query: { period: '7-days', videos: keys } })
    await expect
      .poll(() => document.querySelectorAll('[data-video] [data-column="trend"] path').length)
      .toBe(videos.length)
    const changes = videos.map((video) => {
      const previous = trends.find(({ videoId }) => videoId === video.videoId)?.previous
      const change = previous && getRelativeChange(getProfit(video), getProfit(previous))
      return typeof change === 'number' ? formatPercent(Math.abs(change), 'ko') : ''
    })
    const shown = [...document.querySelectorAll('[data-video] [data-column="profit"]')].map(
      (one) => one.textContent,
    )
    expect(changes.some((change) => change !== '')).toBe(true)
    for (const [at, change] of changes.entries()) expect(shown[at]).toContain(change)
  })

  test('is sorted by its headers and by the list of sorts', async () => {
    const call = await renderForTest()
    const idsOf = async (sort: 'price' | 'date', order: 'asc' | 'desc') =>
      (await call(listVideos, { query: { sort, order } })).videos.map(({ videoId }) => videoId)
    const header = page.getByRole('columnheader', { name: '조회당 단가' })
    const button = header.getByRole('button')
    await expect.element(button).toBeVisible()
    await userEvent.click(button)
    expect(readParams()).toEqual({ sort: 'price' })
    await expect.poll(readVideoIds).toEqual(await idsOf('price', 'desc'))
    await expect.element(header).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(button)
    await expect.poll(readVideoIds).toEqual(await idsOf('price', 'asc'))
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.selectOptions(page.getByRole('combobox', { name: '정렬' }), '먼저 게시한 순')
    expect(readParams()).toEqual({ sort: 'date', order: 'asc' })
    await expect.poll(readVideoIds).toEqual(await idsOf('date', 'asc'))
    await expect.element(header).not.toHaveAttribute('aria-sort')
  })

  test('is paged by cursor, forth and back, and begins anew with another filter', async () => {
    const call = await renderForTest({ search: 'period=six-months' })
    const first = await call(listVideos, { query: { period: 'six-months' } })
    const cursor = first.nextCursor ?? ''
    const second = await call(listVideos, { query: { period: 'six-months', cursor } })
    const ids = ({ videos }: typeof first) => videos.map(({ videoId }) => videoId)
    await expect.poll(readVideoIds).toEqual(ids(first))
    await userEvent.click(page.getByRole('button', { name: '다음' }))
    expect(readParams()).toEqual({ period: 'six-months', cursor })
    await expect.poll(readVideoIds).toEqual(ids(second))
    await expect.element(page.getByRole('heading', { name: '내 영상' })).toHaveFocus()
    await userEvent.click(page.getByRole('button', { name: '이전' }))
    await expect.poll(readVideoIds).toEqual(ids(first))
    await expect.element(page.getByRole('button', { name: '이전' })).toBeDisabled()
    history.back()
    await expect.poll(readVideoIds).toEqual(ids(second))
    await userEvent.click(page.getByRole('radio', { name: '이번 달' }))
    expect(readParams()).toEqual({})
  })

  test('is ten compact rows with profit and its change on a phone, and a link to all', async () => {
    await page.viewport(390, 844)
    const call = await renderForTest({ search: 'sort=profit' })
    const { videos, currency } = await call(listVideos, { query: { sort: 'profit' } })
    await expect.poll(readVideoIds).toEqual(videos.slice(0, 10).map(({ videoId }) => videoId))
    await expect
      .element(page.getByRole('link', { name: '영상 모두 보기' }))
      .toHaveAttribute('href', '/report-video?sort=profit')
    await expect.element(page.getByRole('button', { name: '다음' })).not.toBeInTheDocument()
    const [first] = videos
    if (!first) throw new Error('the demonstration has videos')
    expect(getElement('[data-video] [data-column="profit"]').textContent).toContain(
      formatMoney(getProfit(first), currency, 'ko'),
    )
    expect(getElement('[data-video]').clientHeight).toBeLessThan(100)
    await expect.element(page.getByRole('columnheader', { name: '조회당 단가' })).not.toBeInTheDocument()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('the countries', () => {
  test('are those of the network, and asked for only where somebody scrolls to them', async () => {
    const requested = () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('/reports/countries?'))
        .length
    const before = requested()
    const call = await renderForTest({ search: 'period=last-month' })
    await expect.poll(() => readVideoIds().length, { timeout: 15_000 }).toBeGreaterThan(0)
    expect(requested()).toBe(before)
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    await expect
      .poll(() => document.querySelectorAll('[data-country]').length, { timeout: 15_000 })
      .toBeGreaterThan(0)
    const query = { period: 'last-month' } as const
    const { report, currency } = await call(readCountries, { query })
    const cells = [...document.querySelectorAll('[data-country]')].map((row) => row.children[3]?.textContent)
    expect(cells).toEqual(report?.countries.map((country) => formatMoney(getProfit(country), currency, 'ko')))
    const totals = (await call(readDashboard, { query })).report?.totals
    expect(report?.countries.reduce((sum, country) => sum + getProfit(country), 0)).toBe(
      totals && getProfit(totals),
    )
  })
})
