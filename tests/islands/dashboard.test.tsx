import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMembers } from '#contract/members.ts'
import { getProfit, premiumPrice, pricePerView, readDashboard } from '#contract/reports.ts'
import { listVideos } from '#contract/videos.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatCount, formatMoney, formatNumber, formatPercent, formatPrice } from '#lib/format/number.ts'
import { getRelativeChange } from '#lib/format/period.ts'
import { renderDashboard, type Shown } from './render-dashboard.tsx'

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
    expect(card?.textContent).toContain('지난달 같은 기간')
    const notice = `${formatDay(report.range.to, 'ko')}까지 집계 · 예상 수익은 실제 정산과 다를 수 있습니다`
    await expect.element(page.getByText(notice)).toBeVisible()
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
    await expect.element(page.getByRole('option', { name: '한입' })).toBeInTheDocument()
    await userEvent.selectOptions(page.getByRole('combobox', { name: '멤버' }), '한입')
    expect(readParams()).toEqual({ member: String(member.id) })
    await expect
      .poll(() => readFigure('memberProfit'))
      .toBe(`멤버 순수익 ${formatMoney(report?.totals.netProfit ?? -1, currency, 'ko')}`)
    expect(readFigure('profit')).toBe(formatMoney(report ? getProfit(report.totals) : -1, currency, 'ko'))
  })

  test('are a member’s own, net, without a choice of members', async () => {
    const call = await renderForTest({ email: 'hanip@hookline.example', locale: 'en', search: 'member=1' })
    const { report, currency } = await call(readDashboard, {})
    await expect
      .poll(() => readFigure('profit'))
      .toBe(formatMoney(report ? getProfit(report.totals) : -1, currency, 'en'))
    await expect.element(page.getByRole('combobox', { name: 'Member' })).not.toBeInTheDocument()
    await expect.element(page.getByText('Shown after fees', { exact: false })).toBeVisible()
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
    const last = series.days.length - 1
    const spoken = (at: number) =>
      `${formatDay(series.days[at] ?? '', 'ko')}, 예상 수익 ${formatMoney(getProfit(series)[at] ?? 0, currency, 'ko')}`
    expect(table.element().querySelectorAll('tbody tr')).toHaveLength(series.days.length)
    const chart = page.getByRole('slider', { name: /^수익 추이 그래프/ })
    await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringContaining(spoken(last)))
    ;(chart.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringContaining(spoken(last - 1)))
    await userEvent.keyboard('{Home}')
    await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringContaining(spoken(0)))
  })

  test('of a single day are bars side by side, also for the day before', async () => {
    const call = await renderForTest({ search: 'period=latest' })
    const { report, currency } = await call(readDashboard, { query: { period: 'latest' } })
    const chart = page.getByRole('slider', { name: /^수익 추이 그래프/ })
    await expect.element(chart).toHaveAttribute('aria-valuemax', '1')
    const profit = formatMoney(report ? getProfit(report.totals) : -1, currency, 'ko')
    await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringContaining(profit))
  })
})

describe('the table of videos', () => {
  test('has the rows and figures of the API', async () => {
    const call = await renderForTest()
    const { videos, currency } = await call(listVideos, {})
    await expect.poll(readVideoIds).toEqual(videos.map(({ videoId }) => videoId))
    const [first] = videos
    if (!first) throw new Error('the demonstration has videos')
    const facts = [...getElement('[data-video]').querySelectorAll('td')].map((cell) => cell.textContent)
    expect(facts[0]).toContain(formatNumber(first.views, 'ko'))
    expect(facts[1]).toBe(formatMoney(getProfit(first), currency, 'ko'))
    expect(facts[2]).toBe(formatPrice(pricePerView(first), currency, 'ko'))
    expect(facts[5]).toBe(formatPrice(premiumPrice(first), currency, 'ko'))
    await expect.element(page.getByText(first.title ?? '').first()).toBeVisible()
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
    await userEvent.selectOptions(page.getByRole('combobox', { name: '정렬' }), '오래된 게시순')
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

  test('is cards with the same facts in the same order on a mobile', async () => {
    await page.viewport(390, 844)
    const call = await renderForTest()
    const { videos } = await call(listVideos, {})
    await expect.poll(readVideoIds).toEqual(videos.map(({ videoId }) => videoId))
    const names = [...getElement('[data-video]').querySelectorAll('dt')].map((name) => name.textContent)
    expect(names).toEqual([
      '총 조회수',
      '예상 수익',
      '조회당 단가',
      '프리미엄 조회수',
      '프리미엄 비율',
      '프리미엄 단가',
    ])
    await expect.element(page.getByRole('columnheader', { name: '조회당 단가' })).not.toBeInTheDocument()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
