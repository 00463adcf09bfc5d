import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { dialog, expect, joinAccount, siteUrl, snackbar, test } from '#tests/support/e2e.ts'
import { signInOperator } from '#tests/support/operators.ts'

test('an operator looks at a mail and stops mail to its address, in Korean, with the keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const email = await joinAccount(siteUrl().hostname)
  await signInOperator(page)
  await page.goto('/desk/mail')
  await expect(page.getByRole('heading', { level: 1, name: '메일' })).toBeVisible()
  await page.getByLabel('이메일 주소 검색').fill(email)
  await expect(page).toHaveURL(/search=/)
  const opener = page.getByRole('button', { name: email }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('이메일 확인')
  await expect(dialog(page).getByText(/https?:/)).toHaveCount(0)
  expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
  await dialog(page).getByRole('button', { name: '발송 중단' }).click()
  await expect(snackbar(page, `${email} 주소로 더 이상 메일을 보내지 않습니다.`)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: '발송 중단 주소' }).check()
  await expect(page).toHaveURL(/view=suppressions/)
  await page.getByRole('button', { name: `${email} 발송 재개` }).click()
  await expect(snackbar(page, `${email} 주소로 다시 메일을 보냅니다.`)).toBeVisible()
  await expect(page.getByText('발송이 중단된 주소가 없습니다')).toBeVisible()
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
})

test('an auditor sees mail on a phone, in English, and no buttons that change it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const email = await joinAccount(siteUrl().hostname)
  await signInOperator(page, { role: 'auditor' })
  await page.goto('/en/desk/mail')
  await page.getByRole('button', { name: email }).first().click()
  await expect(dialog(page)).toContainText('Confirm email')
  await expect(dialog(page).getByRole('button', { name: 'Stop mail' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
  await page.getByRole('radio', { name: /^Failed/ }).check()
  await expect(page).toHaveURL(/state=failed/)
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
})
