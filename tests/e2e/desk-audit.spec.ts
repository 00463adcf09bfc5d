import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, runOperator, siteUrl, test } from '#tests/support/e2e.ts'
import { signInOperator } from '#tests/support/operators.ts'

const pageOf = { ko: '/desk/audit', en: '/en/desk/audit' }

test('an operator finds a change by its person and subject, in Korean, with the keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInOperator(page)
  await page.goto(pageOf.ko)
  await expect(page.getByRole('heading', { level: 1, name: '감사 기록' })).toBeVisible()
  const granted = page.locator('[data-entry]', { hasText: 'account grant-operator' }).first()
  await expect(granted).toContainText('명령줄 운영자')
  await granted.getByRole('button', { name: /기록만 보기/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/subject=account\+\d+/)
  await expect(page.locator('[data-entry]').filter({ hasText: 'account grant-operator' })).toHaveCount(1)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: /조건 지우기/ }).click()
  await expect(page).not.toHaveURL(/subject=/)
  await page.getByLabel('작업').selectOption('account grant-operator')
  await expect(page).toHaveURL(/action=account\+grant-operator/)
  await expect(page.locator('[data-entry]').filter({ hasNotText: 'account grant-operator' })).toHaveCount(0)
  await page.getByLabel('사람의 이름이나 이메일').fill('nobody of that name')
  await expect(page.getByText('조건에 맞는 기록이 없습니다')).toBeVisible()
  await page.getByRole('button', { name: '조건 모두 지우기' }).click()
  await expect(page.locator('[data-entry]').first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '감사 기록 CSV 내보내기' }).click()
  expect((await download).suggestedFilename()).toBe('감사-기록.csv')
  await page.getByRole('radio', { name: '보안 기록' }).check()
  await expect(page).toHaveURL(/view=events/)
  await expect(page.locator('[data-event]', { hasText: '데이터 내려받기' }).first()).toContainText(
    'exportAuditLog',
  )
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
})

test('an auditor reads it on a phone, in English, and turns pages', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInOperator(page, { role: 'auditor' })
  await page.goto(pageOf.en)
  const entries = page.locator('[data-entry]')
  await expect(entries.first()).toBeVisible()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
  const first = await entries.first().getAttribute('data-entry')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/before=\d+/)
  await expect(entries.first()).not.toHaveAttribute('data-entry', first ?? '')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page).toHaveURL(/after=\d+/)
  await expect(entries.first()).toHaveAttribute('data-entry', first ?? '')
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('somebody with a role for one site sees nothing of another', async ({ page }) => {
  const domain = 'mcn2.localhost'
  await runOperator('site', 'set', domain, '--default-fee', '0')
  await signInOperator(page, { scope: ['--for-site', domain] })
  await page.goto(pageOf.ko)
  await expect(page.locator('[data-entry]').first()).toBeVisible()
  await expect(
    page.locator('[data-entry]').filter({ hasText: siteUrl().hostname }).filter({ hasNotText: domain }),
  ).toHaveCount(0)
  await expect(page.getByLabel('사이트')).toHaveCount(0)
})
