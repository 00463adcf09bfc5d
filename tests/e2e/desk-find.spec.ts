import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/e2e.ts'
import { signInOperator } from '#tests/support/operators.ts'

const isWiderThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('somebody types part of a name, opens the card of the channel, and sees its days', async ({
    page,
  }) => {
    await signInOperator(page)
    await page.goto('/desk/search')
    await expect(page.getByRole('heading', { level: 1, name: '찾기' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /로그인하지 못하는 사람/ })).toBeVisible()
    await expect(page.locator('[data-hits=blocked] :is(li, p)').first()).toBeVisible()
    await page.keyboard.press('/')
    const box = page.getByRole('searchbox')
    await expect(box).toBeFocused()
    await page.keyboard.type('하루기타')
    const channels = page.locator('[data-hits=channels]')
    await expect(channels.getByText('하루기타', { exact: true })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('q')).toBe('하루기타')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await channels.getByRole('link').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '하루기타' })).toBeVisible()
    await expect(page.getByText('승인되어 수익이 집계되는 채널입니다.')).toBeVisible()
    await expect(page.locator('[data-lane=state]')).toContainText('승인')
    await expect(page.locator('[data-lane=network]')).toContainText('훅라인 네트워크')
    expect(await isWiderThanScreen(page)).toBe(false)
    expect(await findAccessibilityViolations(page)).toEqual([])
  })

  test('the dialog of a release says what happens before it asks', async ({ page }) => {
    await signInOperator(page)
    await page.goto('/desk/search?q=하루기타')
    await page.locator('[data-hits=channels]').getByRole('link').click()
    await page.getByRole('button', { name: '등록 해제…' }).click()
    const dialog = page.getByRole('dialog', { name: '등록 해제' })
    await expect(dialog).toContainText('되돌릴 수 없습니다')
    await dialog.getByRole('button', { name: '등록 해제하기' }).click()
    await expect(dialog).toContainText('이유를 입력해 주세요.')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('auditors read it all and find no action', async ({ page }) => {
    await signInOperator(page, { role: 'auditor' })
    await page.goto('/desk/search?q=하루기타')
    await page.locator('[data-hits=channels]').getByRole('link').click()
    await expect(page.getByRole('heading', { name: '날짜로 보는 이력' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '할 수 있는 일' })).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the top bar leads to the search, in English', async ({ page }) => {
    await signInOperator(page)
    await page.goto('/en/desk')
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
    await page.getByRole('searchbox').fill('hanip@hookline.example')
    await expect(page.locator('[data-hits=people]')).toContainText('Member')
    await page.getByRole('searchbox').fill('nothing is called this')
    await expect(page.getByText('Nothing was found')).toBeVisible()
    await page.goto('/en/desk/search?q=하루기타')
    await page.locator('[data-hits=channels]').getByRole('link').click()
    await expect(page.getByText('This channel is approved and earns.')).toBeVisible()
    await expect(page.getByText(/Subscribers: \d/)).toBeVisible()
    // A key without its text.
    await expect(page.getByText('desk-channel:')).toHaveCount(0)
    expect(await isWiderThanScreen(page)).toBe(false)
    expect(await findAccessibilityViolations(page)).toEqual([])
  })
})
