import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readDashboard } from '#contract/reports.ts'
import { formatMoney } from '#lib/format.ts'
import { type Shown, showDashboard } from './demo-dashboard.tsx'

let shown: Shown
const realFetch = window.fetch

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  shown.close()
})

/** Puts something between the site and the network for calls whose address has a part. */
function between(part: string, act: (go: () => Promise<Response>) => Promise<Response>): void {
  window.fetch = (input, init) =>
    String(input).includes(part) ? act(() => realFetch(input, init)) : realFetch(input, init)
}

const refused = (code: string, status: number, message: string) =>
  new Response(JSON.stringify({ success: false, code, message }), { status })

const profit = () => document.querySelector('[data-figure="profit"]')?.textContent

test('a slow old reply never takes the place of a new one', async () => {
  shown = await showDashboard()
  const { report, currency } = await shown.call(readDashboard, { query: { period: 'latest' } })
  await expect.poll(profit).toBeTruthy()
  const late: (() => void)[] = []
  between('period=last-month', async (go) => {
    const response = await go()
    await new Promise<void>((resolve) => late.push(resolve))
    return response
  })
  await userEvent.click(page.getByRole('radio', { name: '지난달' }))
  await expect.poll(() => late.length).toBeGreaterThan(0)
  await userEvent.click(page.getByRole('radio', { name: '최근일' }))
  const newest = formatMoney(report?.totals.profit ?? -1, currency, 'ko')
  await expect.poll(profit).toBe(newest)
  for (const arrive of late) arrive()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(profit()).toBe(newest)
})

test('figures stay in sight, dimmed, while those of another period load', async () => {
  shown = await showDashboard()
  await expect.poll(profit).toBeTruthy()
  const before = profit()
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  between('period=last-month', async (go) => {
    await held
    return go()
  })
  await userEvent.click(page.getByRole('radio', { name: '지난달' }))
  await expect.poll(() => document.querySelectorAll('[data-stale]').length).toBe(2)
  expect(profit()).toBe(before)
  arrive()
  await expect.poll(() => document.querySelectorAll('[data-stale]').length).toBe(0)
  expect(profit()).not.toBe(before)
})

test('a failure says what happened and can be tried again', async () => {
  const message = '지금은 보여 드릴 수 없습니다.'
  between('v2/mcn/reports/', async () => refused('internal', 400, message))
  shown = await showDashboard()
  await expect.element(page.getByText('합계와 추이를 불러오지 못했습니다')).toBeVisible()
  await expect.element(page.getByText('영상 목록을 불러오지 못했습니다')).toBeVisible()
  await expect.element(page.getByText(message).first()).toBeVisible()
  window.fetch = realFetch
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }).first())
  await expect.poll(profit).toBeTruthy()
  await expect.element(page.getByText('영상 목록을 불러오지 못했습니다')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(() => document.querySelectorAll('[data-video]').length).toBeGreaterThan(0)
})

test('before the first reply there are skeletons, and the names of the totals', async () => {
  between('v2/mcn/reports/', () => new Promise(() => {}))
  shown = await showDashboard()
  await expect.element(page.getByText('총 조회수').first()).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('불러오는 중입니다')
  expect(profit()).toBeUndefined()
})

test('a member without figures is told so, and the way back to all', async () => {
  shown = await showDashboard()
  between('v2/mcn/reports/dashboard', async (go) => {
    const reply = await (await go()).json()
    return new Response(JSON.stringify({ ...reply, report: null }))
  })
  await expect.element(page.getByRole('option', { name: '한입' })).toBeInTheDocument()
  await userEvent.selectOptions(page.getByRole('combobox', { name: '멤버' }), '한입')
  await expect.element(page.getByText('이 멤버의 채널에는 아직 집계된 내용이 없습니다')).toBeVisible()
  window.fetch = realFetch
  await userEvent.click(page.getByRole('button', { name: '전체 멤버 보기' }))
  await expect.poll(profit).toBeTruthy()
})
