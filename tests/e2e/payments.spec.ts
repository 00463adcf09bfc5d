import type { Page } from '@playwright/test'
import { readPayments } from '#contract/settlement/payments.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { dialog, expect, readToken, siteUrl, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

test.use({ as: 'manager' })

const text = {
  pay: '지급 완료로 표시',
  returned: '반송 기록',
  mistake: '잘못된 기록 바로잡기',
  withdraw: '기록 취소',
  reason: '반송 사유',
  reference: '송금 번호',
  wrong: '무엇이 잘못되었는지',
  selected: '선택한 지급',
}

const column = (page: Page, group: string) => page.locator(`section[data-group="${group}"]`)
const bar = (page: Page) => page.getByRole('region', { name: text.selected })

async function readBoard(page: Page) {
  await page.goto('/guides')
  return callRemote(siteUrl().origin, readPayments, { token: await readToken(page) })
}

/** Unfolds every day of what was paid. */
async function openDays(page: Page): Promise<void> {
  const closed = column(page, 'paid').locator('details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
}

/** The two oldest payments that have not come back: no other story pays them. */
async function findPaid(page: Page) {
  const { payouts } = await readBoard(page)
  const paid = payouts.filter(({ state, payment }) => state === 'paid' && payment !== null).slice(-2)
  expect(paid).toHaveLength(2)
  return paid.map(({ payment, statementId, account }) => ({
    key: `payment-${payment?.id}`,
    statementId,
    name: account.nickname ?? '',
  }))
}

test('an accountant records that two payments came back, pays them again, and corrects a reference', {
  tag: '@main',
}, async ({ page }) => {
  const paid = await findPaid(page)
  await page.goto('/payments')
  await expect(page.locator('[data-figure=due]')).toBeVisible()
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])

  await openDays(page)
  for (const { key } of paid) await page.locator(`[data-payout="${key}"] input`).check()
  await bar(page).getByRole('button', { name: text.returned }).click()
  await dialog(page).getByLabel(text.reason).fill('예금주 불일치')
  expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
  await dialog(page).getByRole('button', { name: text.returned }).click()
  const returned = paid.map(({ statementId }) =>
    column(page, 'returned').locator(`[data-payout="payout-${statementId}"]`),
  )
  for (const item of returned) await expect(item).toContainText('예금주 불일치')

  for (const item of returned) await item.locator('input').check()
  await bar(page).getByRole('button', { name: text.pay }).click()
  await dialog(page).getByLabel(text.reference, { exact: true }).fill('AGAIN-1')
  expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
  await dialog(page).getByRole('button', { name: text.pay }).click()
  for (const item of returned) await expect(item).toHaveCount(0)

  await openDays(page)
  const [first] = paid
  const again = column(page, 'paid')
    .locator('[data-payout]', { hasText: 'AGAIN-1' })
    .filter({ hasText: first?.name ?? '' })
  await again.getByRole('button').click()
  await page.getByRole('menuitem', { name: text.mistake }).click()
  await dialog(page).getByLabel(text.wrong).fill('송금 번호를 잘못 적음')
  await dialog(page).getByRole('button', { name: text.withdraw }).click()
  await expect(dialog(page)).toContainText('1명의 지급 내역')
  await dialog(page).getByLabel(text.reference, { exact: true }).fill('RIGHT-1')
  await dialog(page).getByRole('button', { name: text.pay }).click()
  await expect(column(page, 'paid')).toContainText('RIGHT-1')
  await page.reload()
  await expect(page.locator('[data-figure=due]')).toBeVisible()
  expect(
    (await readBoard(page)).payouts.filter(({ payment }) => payment?.reference === 'RIGHT-1'),
  ).toHaveLength(1)
})

test('the board fits a phone and dark pages', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const width of [360, 820]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/payments')
    await expect(page.locator('[data-payout]').first()).toBeVisible()
    expect(await findAccessibilityViolations(page, 'main')).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  }
})
