import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/e2e.ts'
import { signInOperator } from '#tests/support/operators.ts'

test('an operator sees what doctor finds and checks again, in Korean, with the keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInOperator(page)
  await page.goto('/desk/health')
  await expect(page.getByRole('heading', { level: 1, name: '상태' })).toBeVisible()
  await expect(page.locator('[data-finding=YouTube]')).toContainText('there is no API key')
  await expect(page.locator('[data-job=send-mail]')).toContainText('메일 발송')
  await page.getByText(/가지 보기/).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-finding=schema]')).toBeVisible()
  await page.getByRole('button', { name: '다시 점검' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-finding=YouTube]')).toBeVisible()
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
})

test('an auditor sees it on a phone, in English; a role for one site does not', async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInOperator(page, { role: 'auditor' })
  await page.goto('/en/desk/health')
  await expect(page.getByRole('heading', { name: 'Background jobs' })).toBeVisible()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
  const context = await browser.newContext()
  const other = await context.newPage()
  await signInOperator(other, { scope: ['--for-site', 'mcn2.localhost'] })
  await other.goto('/en/desk/health')
  await expect(other.getByText('This screen is for roles that cover the whole installation')).toBeVisible()
  await context.close()
})
