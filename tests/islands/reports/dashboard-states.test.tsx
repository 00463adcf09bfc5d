import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Dashboard, readDashboard } from '#contract/reports/dashboard.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { formatDay, formatDayRange } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { renderDashboard, type Shown } from './render-dashboard.tsx'

let renderedView: Shown
const realFetch = window.fetch

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
})

/** Intercepts calls whose address contains this part. */
function interceptFetch(pathPart: string, handler: (go: () => Promise<Response>) => Promise<Response>): void {
  window.fetch = (input, init) =>
    String(input).includes(pathPart) ? handler(() => realFetch(input, init)) : realFetch(input, init)
}

const refusalResponse = (code: string, status: number, message: string, requestId?: string) =>
  new Response(JSON.stringify({ success: false, code, message, requestId }), { status })

const readProfit = () => document.querySelector('[data-figure="profit"]')?.textContent

test('a slow old reply never takes the place of a new one', async () => {
  renderedView = await renderDashboard()
  const { report, currency } = await renderedView.call(readDashboard, { query: { period: 'latest' } })
  await expect.poll(readProfit).toBeTruthy()
  const late: (() => void)[] = []
  interceptFetch('period=last-month', async (go) => {
    const response = await go()
    await new Promise<void>((resolve) => late.push(resolve))
    return response
  })
  await userEvent.click(page.getByRole('radio', { name: '지난달' }))
  await expect.poll(() => late.length).toBeGreaterThan(0)
  await userEvent.click(page.getByRole('radio', { name: '최근 1일' }))
  const newest = formatMoney(report ? getProfit(report.totals) : -1, currency, 'ko')
  await expect.poll(readProfit).toBe(newest)
  for (const arrive of late) arrive()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(readProfit()).toBe(newest)
})

test('figures stay in sight, dimmed, while those of another period load', async () => {
  renderedView = await renderDashboard()
  await expect.poll(readProfit).toBeTruthy()
  const before = readProfit()
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  interceptFetch('period=last-month', async (go) => {
    await held
    return go()
  })
  await userEvent.click(page.getByRole('radio', { name: '지난달' }))
  await expect.poll(() => document.querySelectorAll('[data-stale]').length).toBeGreaterThan(1)
  expect(readProfit()).toBe(before)
  arrive()
  await expect.poll(() => document.querySelectorAll('[data-stale]').length).toBe(0)
  expect(readProfit()).not.toBe(before)
})

test('days that lack a report are gaps in the charts, marked and named', async () => {
  interceptFetch('v2/mcn/reports/dashboard', async (go) => {
    const response = await go()
    const reply = (await response.json()) as Dashboard
    if (!reply.report) throw new Error('the demonstration has figures')
    const { series, incompleteDays } = reply.report
    for (const at of [1, 2, 4]) {
      incompleteDays.push(series.days[at] ?? '')
      for (const values of [series.views, series.grossProfit]) values?.splice(at, 1, null)
    }
    return new Response(JSON.stringify(reply), response)
  })
  renderedView = await renderDashboard()
  const { report } = await renderedView.call(readDashboard, {})
  const [, first = '', second = '', , third = ''] = report?.series.days ?? []
  const days = `${formatDayRange(first, second, 'ko')}, ${formatDay(third, 'ko')}`
  const note = `YouTube 보고서가 아직 다 도착하지 않은 날(${days})은 그래프에서 비워 두었습니다. 합계에는 지금까지 도착한 값만 들어 있습니다.`
  await expect.element(page.getByText(note)).toBeVisible()
  await expect.poll(() => document.querySelectorAll('canvas').length).toBe(2)
  const row = [...document.querySelectorAll('tbody tr')].find((one) =>
    one.textContent?.startsWith(formatDay(first, 'ko')),
  )
  expect(row?.querySelector('td')?.textContent).toBe('–')
})

test('a failure says what happened and can be tried again', async () => {
  const message = '지금은 보여 드릴 수 없습니다.'
  interceptFetch('v2/mcn/reports/', async () => refusalResponse('internal', 400, message))
  renderedView = await renderDashboard()
  await expect.element(page.getByText('합계와 추이를 불러오지 못했습니다')).toBeVisible()
  await expect.element(page.getByText('영상 목록을 불러오지 못했습니다')).toBeVisible()
  await expect.element(page.getByText(message).first()).toBeVisible()
  window.fetch = realFetch
  await expect.element(page.getByText('최근 하루의 수익을 불러오지 못했습니다')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }).first())
  await expect.poll(() => document.querySelector('[data-figure="latest"]')?.textContent).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }).first())
  await expect.poll(readProfit).toBeTruthy()
  await expect.element(page.getByText('영상 목록을 불러오지 못했습니다')).toBeVisible()
  // The list of movers above may have failed as well.
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }).last())
  await expect.poll(() => document.querySelectorAll('[data-video]').length).toBeGreaterThan(0)
})

test('a failure hides what moved by another kind, and has a number for support', async () => {
  renderedView = await renderDashboard()
  await expect.poll(() => document.querySelectorAll('[data-mover]').length).toBeGreaterThan(0)
  interceptFetch('v2/mcn/reports/movers', async () => refusalResponse('internal', 400, 'No.', 'a1b2c3'))
  await userEvent.click(page.getByRole('radio', { name: '음악', exact: true }))
  await expect.element(page.getByText('변화를 불러오지 못했습니다')).toBeVisible()
  await expect.element(page.getByText('오류 번호 a1b2c3')).toBeVisible()
  expect(document.querySelectorAll('[data-mover]')).toHaveLength(0)
})

test('before the first reply there are skeletons, and the names of the totals', async () => {
  interceptFetch('v2/mcn/reports/', () => new Promise(() => {}))
  renderedView = await renderDashboard()
  await expect.element(page.getByText('총 조회수').first()).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('불러오는 중입니다')
  expect(readProfit()).toBeUndefined()
})

test('a member without figures is told so, and the way back to all', async () => {
  renderedView = await renderDashboard()
  interceptFetch('v2/mcn/reports/dashboard', async (go) => {
    const reply = await (await go()).json()
    return new Response(JSON.stringify({ ...reply, report: null }))
  })
  await userEvent.click(page.getByRole('combobox', { name: '멤버' }))
  await userEvent.click(page.getByRole('option', { name: /^한입/ }))
  await expect.element(page.getByText('이 멤버의 채널에는 아직 집계된 내용이 없습니다')).toBeVisible()
  window.fetch = realFetch
  await userEvent.click(page.getByRole('button', { name: '전체 멤버 보기' }))
  await expect.poll(readProfit).toBeTruthy()
})

test('a member who is gone is said to be gone, with one way back to all', async () => {
  renderedView = await renderDashboard({ search: 'member=999999&period=last-month' })
  await expect.element(page.getByText('이 네트워크에 없는 멤버입니다')).toBeVisible()
  expect(document.querySelectorAll('main section')).toHaveLength(1)
  await expect.element(page.getByRole('button', { name: '다시 시도' })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: '전체 멤버 보기' }))
  await expect.poll(readProfit).toBeTruthy()
  expect(location.search).toBe('?period=last-month')
})
