import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Dashboard, readDashboard } from '#contract/reports/dashboard.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { readTargetSuggestions } from '#contract/reports/targets/month-targets.ts'
import { renderDashboard, type Shown } from './render-dashboard.tsx'

let view: Shown | undefined
const realFetch = window.fetch

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  view?.close()
})

type Report = NonNullable<Dashboard['report']>

/** Changes what the dashboard answers. */
function answer(change: (report: Report) => void): void {
  window.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    if (!String(input).includes(`${readDashboard.path}?`) && !String(input).endsWith(readDashboard.path))
      return response
    const reply = (await response.json()) as Dashboard
    if (reply.report) change(reply.report)
    return new Response(JSON.stringify(reply), response)
  }
}

/** In thousandths of what the month has brought so far. */
const aim = (thousandths: number) => (report: Report) => {
  const soFar = Math.round(getProfit(report.totals) / 1_000)
  report.target = {
    month: report.range.from.slice(0, 7),
    amount: Math.round((soFar * thousandths) / 1_000) * 1_000,
  }
}

const readState = () => document.querySelector('[data-figure="target-state"]')?.textContent
const findCard = () => document.querySelector<HTMLElement>('[data-target]')
const findBar = () => findCard()?.querySelector('svg')

for (const [state, text, change] of [
  ['reached', '목표를 달성했습니다', aim(900)],
  ['onCourse', '목표 달성이 예상됩니다', aim(1_000 + 1)],
  ['short', /^₩[\d,.천만]+쯤 모자랍니다$/, aim(9_000)],
  [
    'early',
    '아직 예상하기에는 이릅니다',
    (report: Report) => {
      aim(2_000)(report)
      report.forecast = null
    },
  ],
] as const)
  test(`a month whose target is ${state} says so, in words, in numbers and in its bar`, async () => {
    answer(change)
    view = await renderDashboard()
    await expect.poll(readState).toMatch(text)
    expect(findCard()?.dataset.target).toBe(state)
    expect(findCard()?.textContent).toMatch(/목표 ₩[\d,]+ 중 \d+%|\d+% 달성/)
    expect(findBar()?.getAttribute('aria-label')).toMatch(
      state === 'early'
        ? /^\d+월 목표 ₩[\d,]+ 중 ₩[\d,]+\(\d+%\) 달성$/
        : /^\d+월 목표 ₩[\d,]+ 중 ₩[\d,]+\(\d+%\) 달성, 예상 범위 ₩[\d,]+~₩[\d,]+$/,
    )
    expect(findBar()?.querySelectorAll('path[class*="tick"]')).toHaveLength(1)
    await expect.element(page.getByRole('button', { name: '변경' })).toBeVisible()
  })

test('a month that has ended says by how much it reached or missed its target, and cannot be changed', async () => {
  answer(aim(1_250))
  view = await renderDashboard({ search: 'period=last-month', locale: 'en' })
  await expect.poll(readState).toMatch(/^Missed the target by ₩[\d,]+$/)
  expect(findCard()?.textContent).toMatch(/^\w+ target₩/)
  expect(findCard()?.textContent).toContain('80% reached')
  expect(document.querySelectorAll('[data-target] button')).toHaveLength(0)
})

test('what is no month, or a part of the whole, has no target', async () => {
  view = await renderDashboard({ search: 'period=six-months' })
  await expect.poll(() => document.querySelector('[data-figure="profit"]')?.textContent).toBeTruthy()
  expect(document.body.textContent).not.toContain('목표')
})

test('a person chooses a suggestion, keeps it for the months that follow, and removes it', async () => {
  // Slower than a closed dialog waits for its reply: it opens again with what it knew before.
  window.fetch = async (input, init) => {
    if (String(input).includes(readTargetSuggestions.path))
      await new Promise((resolve) => setTimeout(resolve, 1_500))
    return realFetch(input, init)
  }
  view = await renderDashboard({ email: 'hanip@hookline.example' })
  const { call } = view
  const set = page.getByRole('button', { name: '목표 정하기' })
  await userEvent.click(set)
  const field = page.getByRole('textbox', { name: '목표 금액' })
  await expect.element(field).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '목표 저장' }))
  await expect.element(page.getByText(/^목표 금액은 100억 원이나/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: /10% 더/ }))
  const chosen = (field.element() as HTMLInputElement).value
  expect(chosen).toMatch(/^[\d,]+0$/)
  await userEvent.click(page.getByRole('checkbox', { name: /다음 달부터도/ }))
  await userEvent.click(page.getByRole('button', { name: '목표 저장' }))
  await expect.element(page.getByText('목표를 저장했습니다.')).toBeVisible()
  await expect.poll(() => findCard()?.textContent).toContain(`목표 ₩${chosen} 중`)
  const { report } = await call(readDashboard, {})
  const month = report?.target?.month ?? ''
  expect(report?.target?.amount).toBe(Number(chosen.replaceAll(',', '')) * 1_000)
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1))
  const { isOnward, amount } = await call(readTargetSuggestions, {
    query: { month: next.toISOString().slice(0, 7) },
  })
  expect({ isOnward, amount }).toEqual({ isOnward: true, amount: report?.target?.amount })
  await userEvent.click(page.getByRole('button', { name: '변경' }))
  await expect.element(page.getByRole('checkbox', { name: /다음 달부터도/ })).toBeChecked()
  await expect.element(field).toHaveValue(chosen)
  await userEvent.click(page.getByRole('button', { name: '이 달부터 목표 지우기' }))
  await expect.element(set).toBeVisible()
  expect((await call(readDashboard, {})).report?.target?.amount).toBeNull()
})
