import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, selectMember, test } from '#tests/support/e2e.ts'
import { findSmallTargets } from '#tests/support/touch-targets.ts'

test.use({ as: 'manager' })

const button = (page: Page) => page.locator('[data-views]:visible')
const item = (page: Page, name: string) => page.locator('[data-view]').filter({ hasText: name })

const readParams = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

/** The views of the account are those of every test. */
const createName = () => `View ${Math.random().toString(36).slice(2)}`

test('a manager saves a view by keys and opens it from another screen on another device', {
  tag: '@main',
}, async ({ page, browser, baseURL }) => {
  const name = createName()
  await page.goto('/report-video?period=28-days&compare=year&sort=profit')
  await expect(page.locator('[data-video]').first()).toBeVisible()
  await selectMember(page, '한입')
  await page.locator('h1').focus()
  await page.keyboard.press('v')
  const save = page.getByRole('button', { name: '이 보기 저장' })
  await expect(save).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await save.focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: '보기 이름' })
  await expect(field).toHaveValue('최근 28일 · 작년 같은 기간과 비교 · 한입 · 수익 높은 순')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(item(page, name).getByRole('link')).toHaveAttribute('aria-current', 'true')
  const params = readParams(page)

  const phone = await browser.newContext({
    ...(baseURL && { baseURL }),
    storageState: await page.context().storageState(),
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
  })
  const other = await phone.newPage()
  await other.goto('/en/notices')
  await expect(other.locator('main [data-notice]').first()).toBeVisible()
  await button(other).tap()
  await expect(item(other, name)).toContainText(
    'Last 28 days · compared with a year ago · 한입 · Highest profit',
  )
  expect(await findSmallTargets(other)).toEqual([])
  expect(await findAccessibilityViolations(other)).toEqual([])
  expect(await other.evaluate(() => innerWidth)).toBe(360)
  await item(other, name).getByRole('link').tap()
  await other.waitForURL('**/en/report-video?**')
  expect(readParams(other)).toEqual(params)
  await expect(other.locator('[data-video]').first()).toBeVisible()
  await button(other).tap()
  await expect(item(other, name).getByRole('link')).toHaveAttribute('aria-current', 'true')
  await item(other, name).getByRole('button').tap()
  await other.getByRole('menuitem', { name: 'Delete' }).tap()
  await other.getByRole('button', { name: 'Delete' }).tap()
  await expect(item(other, name)).toHaveCount(0)
  await phone.close()
})

test('a view of a member who is gone opens, and the screen says so', async ({ page }) => {
  const name = createName()
  await page.goto('/report-video?member=99999999')
  await expect(page.getByText('이 네트워크에 없는 멤버입니다')).toBeVisible()
  await button(page).click()
  await page.getByRole('button', { name: '이 보기 저장' }).click()
  await page.getByRole('textbox', { name: '보기 이름' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(item(page, name)).toContainText('없는 멤버')
  await page.goto('/dashboard')
  await button(page).click()
  await item(page, name).getByRole('link').click()
  await expect(page.getByText('이 네트워크에 없는 멤버입니다')).toBeVisible()
  await button(page).click()
  await item(page, name).getByRole('button').click()
  await page.getByRole('menuitem', { name: '삭제' }).click()
  await page.getByRole('button', { name: '삭제', exact: true }).click()
  await expect(item(page, name)).toHaveCount(0)
})
