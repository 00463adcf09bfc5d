import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, joinAccount, siteUrl, test } from '#tests/support/e2e.ts'
import { signInOperator } from '#tests/support/operators.ts'

const isWiderThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

async function openCard(page: Page, path: string, email: string): Promise<void> {
  await page.goto(`${path}?q=${encodeURIComponent(email)}`)
  await page.locator('[data-hits=people]').getByRole('link').first().click()
}

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('an operator finds somebody by address and mails the link again', async ({ page }) => {
    const email = await joinAccount(siteUrl().hostname)
    await signInOperator(page)
    await openCard(page, '/desk/search', email)
    await expect(page.getByText('로그인하지 못할 수 있습니다.')).toBeVisible()
    await expect(page.getByText('이메일을 확인하지 않았습니다')).toBeVisible()
    expect(await isWiderThanScreen(page)).toBe(false)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: '메일 다시 보내기…' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '메일 다시 보내기' })
    await expect(dialog).toContainText(email)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: '보내기' }).click()
    await expect(page.getByText('메일을 보냈습니다.')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  test('taking a member out of the network says what ends and what stays', async ({ page }) => {
    await signInOperator(page)
    await openCard(page, '/desk/search', 'hanip@hookline.example')
    await expect(page.getByRole('heading', { level: 1, name: '한입' })).toBeVisible()
    await page.getByRole('button', { name: '네트워크에서 내보내기' }).click()
    const dialog = page.getByRole('dialog', { name: '네트워크에서 내보내기' })
    await expect(dialog).toContainText('그대로 남는 것')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('auditors read it and find no action but the view', async ({ page }) => {
    await signInOperator(page, { role: 'auditor' })
    await openCard(page, '/desk/search', 'hanip@hookline.example')
    await expect(page.getByRole('button', { name: '이 사람의 화면 보기' })).toBeVisible()
    await expect(page.getByRole('button', { name: '다른 네트워크로 옮기기…' })).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('fits, in English', async ({ page }) => {
    await signInOperator(page)
    await openCard(page, '/en/desk/search', 'hanip@hookline.example')
    await expect(page.getByRole('heading', { name: 'Help with sign-in' })).toBeVisible()
    expect(await isWiderThanScreen(page)).toBe(false)
    expect(await findAccessibilityViolations(page)).toEqual([])
  })
})
