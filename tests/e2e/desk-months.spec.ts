import type { Page } from '@playwright/test'
import { readWaitingPayees } from '#contract/settlement/desk/waiting-payees.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/e2e.ts'
import { signInOperator } from '#tests/support/operators.ts'

// tests/e2e/months.spec.ts closes and opens a month here.

const cells = (page: Page) => page.locator('td a[data-state]')
const chosen = (page: Page) => page.locator('[data-chosen-month]')

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

test('an operator sees where each site’s month is, and opens one with the keyboard', {
  tag: '@main',
}, async ({ page }) => {
  await signInOperator(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/desk/months')
  await expect(page.getByRole('heading', { level: 1, name: '월 정산' })).toBeVisible()
  const board = page.getByRole('region', { name: '사이트별 월 정산 현황' })
  await expect(board.getByRole('columnheader')).toHaveCount(7)
  await expect(chosen(page)).toBeVisible()
  await expect(page.getByRole('region', { name: '전체 마감' }).locator('[data-month-state]')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await expectNoSidewaysScrolling(page)

  const paid = cells(page).filter({ hasText: '지급' }).first()
  const address = (await paid.getAttribute('href')) ?? ''
  await paid.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${address.replace('?', '\\?')}$`))
  await expect(paid).toHaveAttribute('aria-current', 'true')
  const month = new URLSearchParams(address.split('?')[1]).get('month') ?? ''
  await expect(chosen(page)).toHaveAttribute('data-chosen-month', month)
  await expect(page.locator(`[data-payments="${month}"]`)).toBeVisible()
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL(/\/desk\/months$/)
})

test('a phone shows the last three months, in English', async ({ page }) => {
  await signInOperator(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en/desk/months')
  await expect(page.getByRole('heading', { level: 1, name: 'Months' })).toBeVisible()
  const board = page.getByRole('region', { name: 'Months by site' })
  await expect(board.locator('thead th:visible')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'Closing for everyone' })).toBeVisible()
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
  await expectNoSidewaysScrolling(page)
})

test('an auditor reads it, and is told who closes months', async ({ page }) => {
  await signInOperator(page, { role: 'auditor' })
  await page.goto('/desk/months')
  const panel = page.getByRole('region', { name: '전체 마감' })
  await expect(panel.getByText('마감과 발행은 전체를 담당하는 운영자만 할 수 있습니다.')).toBeVisible()
  await expect(panel.getByRole('button', { name: /마감하기$|발행하기$|마감 취소하기/ })).toHaveCount(0)
})

test('an operator opens a payout account that waits to be confirmed', async ({ page }) => {
  // The demonstration has none, so the reply is invented.
  const waiting = {
    accountId: 7,
    nickname: '김지우',
    email: 'kim@studio.example',
    site: 'localhost',
    network: null,
    account: '•••• 3444',
    version: 1,
    enteredAt: '2026-11-20T10:00:00.000Z',
    isNameMatch: false,
    isOwn: false,
  }
  await page.route(`**/api/${readWaitingPayees.path}`, (route) =>
    route.fulfill({ json: { success: true, message: '', total: 1, payees: [waiting] } }),
  )
  await signInOperator(page)
  await page.goto('/desk/months')
  const row = page.locator('[data-payee="7"]')
  await expect(row).toContainText('•••• 3444')
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
  await row.getByRole('button', { name: '김지우 님의 정산 계좌 확인하기' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('김지우')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
