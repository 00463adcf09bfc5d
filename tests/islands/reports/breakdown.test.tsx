// @module-tag extended
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listChannels } from '#contract/channels/channels.ts'
import { listMembers } from '#contract/people/members.ts'
import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readReportEvents } from '#contract/reports/report-events.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatMoney, formatMoneyShort, formatPercent } from '#lib/format/number.ts'
import { renderDashboard, type Shown } from './render-dashboard.tsx'

let renderedView: Shown
const renderForTest = async (options?: Parameters<typeof renderDashboard>[0]) => {
  renderedView = await renderDashboard(options)
  return renderedView.call
}

beforeEach(() => page.viewport(1280, 900))
afterEach(() => renderedView.close())

const readText = (selector: string) => document.querySelector(selector)?.textContent ?? ''
const queryArticle = (title: string) => page.getByRole('article').filter({ hasText: title })

test('shares of the channels are those of the API and add up to all of the profit', async () => {
  const call = await renderForTest()
  const { report, currency } = await call(readDashboard, {})
  const { channels, total } = await call(listChannelFigures, { query: { size: 5 } })
  if (!report) throw new Error('the demonstration has figures')
  const profit = getProfit(report.totals)
  for (const channel of channels)
    await expect
      .poll(() => readText(`[data-share="${channel.channelId}"]`))
      .toBe(channel.name + formatPercent(getProfit(channel) / profit, 'ko'))
  const rest = profit - channels.reduce((sum, channel) => sum + getProfit(channel), 0)
  expect(readText('[data-share="other"]')).toBe(
    `그 외 ${total - channels.length}개${formatPercent(rest / profit, 'ko')}`,
  )
  const premium = report.totals.grossPremiumProfit ?? 0
  expect(queryArticle('프리미엄 비중').element().textContent).toContain(
    `${formatPercent(premium / profit, 'ko')} ${formatMoneyShort(profit, currency, 'ko')} 중 ${formatMoneyShort(premium, currency, 'ko')}`,
  )
})

test('the steps from gross to net are those of the selected member', async () => {
  const call = await renderForTest()
  const { members } = await call(listMembers, { query: { figures: 'month', sort: 'net', order: 'desc' } })
  const member = members[0]?.id ?? 0
  renderedView.close()
  await renderForTest({ search: `member=${member}` })
  const { report, currency } = await call(readDashboard, { query: { member } })
  const { grossProfit = null, netProfit = null } = report?.totals ?? {}
  if (grossProfit === null || netProfit === null) throw new Error('a manager sees both')
  const money = (amount: number) => formatMoney(amount, currency, 'ko')
  await expect.poll(() => readText('[data-step="gross"] b')).toBe(money(grossProfit))
  const won = (amount: number) => Math.round(amount / 1000)
  expect(readText('[data-step="fee"] b')).toBe(money((won(netProfit) - won(grossProfit)) * 1000))
  expect(readText('[data-step="net"] b')).toBe(money(netProfit))
  expect(document.querySelector('[data-share]')).toBeNull()
})

test('a period of less than two weeks has no means of weekdays, a longer one has seven', async () => {
  await renderForTest({ search: 'period=7-days' })
  await expect.element(page.getByText(/14일 이상인 기간을 고르면/)).toBeVisible()
  renderedView.close()
  await renderForTest({ search: 'period=28-days' })
  await expect.poll(() => document.querySelectorAll('[data-weekday]').length).toBe(7)
  expect(document.querySelectorAll('[data-best]').length).toBe(1)
})

test('what needs attention has its reason and the way there', async () => {
  const call = await renderForTest()
  const { total, channels } = await call(listChannels, { query: { state: 'held', size: 1 } })
  await expect.element(page.getByText(`채널 ${total}개가 보류되었습니다`)).toBeVisible()
  await expect.element(page.getByText(channels[0]?.reason ?? 'no reason', { exact: false })).toBeVisible()
  expect(page.getByRole('link', { name: '사유 보기' }).element().getAttribute('href')).toBe(
    '/manage-channel?state=held',
  )
})

test('what happened on a day is in the chart’s table, in its value and in its legend', async () => {
  const call = await renderForTest({ search: 'period=90-days&grain=day' })
  const { events } = await call(readReportEvents, { query: { period: '90-days' } })
  const fee = events.find(({ kind }) => kind === 'fee')
  if (!fee) throw new Error('a fee of the demonstration changed lately')
  await expect.element(page.getByRole('columnheader', { name: '주요 변경' })).toBeInTheDocument()
  const rate = formatPercent((fee.permille ?? 0) / 1000, 'ko')
  const rows = [...document.querySelectorAll('tr')].map((row) => row.textContent)
  expect(rows.find((row) => row.startsWith(formatDay(fee.day, 'ko')))).toContain(
    `수수료율 변경: ${fee.names[0]} ${rate}`,
  )
  await expect.element(page.getByRole('listitem').filter({ hasText: '수수료율 변경' })).toBeVisible()
})

const realFetch = window.fetch

/** Intercepts calls whose path ends like this. */
function interceptFetch(path: string, handler: (go: () => Promise<Response>) => Promise<Response>): void {
  window.fetch = (input, init) => {
    const go = () => realFetch(input, init)
    return new URL(String(input), location.href).pathname.endsWith(path) ? handler(go) : go()
  }
}

test('weekdays of losses have bars, below the line of zero', async () => {
  interceptFetch('/reports/dashboard', async (go) => {
    const { report, ...body } = await (await go()).json()
    const grossProfit = report.series.grossProfit.map((amount: number | null) => amount && -amount)
    return new Response(
      JSON.stringify({ ...body, report: { ...report, series: { ...report.series, grossProfit } } }),
    )
  })
  await renderForTest({ search: 'period=28-days' })
  await expect.poll(() => document.querySelectorAll('[data-weekday]').length).toBe(7)
  const bars = [...document.querySelectorAll('[data-weekday] rect')]
  expect(bars.map((bar) => Number(bar.getAttribute('height')) > 0)).toEqual(bars.map(() => true))
  expect(bars.map((bar) => bar.getAttribute('y'))).toEqual(bars.map(() => '0'))
  window.fetch = realFetch
})

test('what needs attention is asked for again after a failure', async () => {
  let isFailing = true
  interceptFetch('/v2/mcn/channels', (go) =>
    isFailing
      ? Promise.resolve(
          new Response(JSON.stringify({ success: false, code: 'internal', message: '지금은 안 됩니다' }), {
            status: 400,
          }),
        )
      : go(),
  )
  await renderForTest()
  const card = queryArticle('확인할 일')
  await expect.element(card.getByText('지금은 안 됩니다')).toBeVisible()
  isFailing = false
  await card.getByRole('button', { name: '다시 시도' }).click()
  await expect.element(page.getByRole('link', { name: '사유 보기' })).toBeVisible()
  window.fetch = realFetch
})
