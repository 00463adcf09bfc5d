import { expect, type Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { test } from '#tests/support/e2e.ts'
import { signInOperator } from '#tests/support/operators.ts'

const hasSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

const languages = [
  {
    prefix: '',
    width: 1440,
    locale: 'ko-KR',
    heading: '공지',
    write: '공지 쓰기',
    titleLabel: '한국어 제목',
    textLabel: '한국어 글',
    obstacle: '사이트를 하나 이상',
    problem: '3번째 줄',
    publish: '올리기',
    withdrawn: '내렸습니다',
    more: '작업',
    withdraw: '내리기',
    undo: '되돌리기',
  },
  {
    prefix: '/en',
    width: 390,
    locale: 'en-US',
    heading: 'Notices',
    write: 'Write a notice',
    titleLabel: 'Title in English',
    textLabel: 'Text in English',
    obstacle: 'Choose at least one site',
    problem: 'Line 3',
    publish: 'Publish',
    withdrawn: 'is withdrawn',
    more: 'Actions for',
    withdraw: 'Withdraw',
    undo: 'Undo',
  },
] as const

for (const text of languages)
  test.describe(`notices of the desk at ${text.width} px, ${text.locale}`, () => {
    test.use({ viewport: { width: text.width, height: 900 }, locale: text.locale })

    test('are written with a preview, published on a site, withdrawn and restored', async ({ page }) => {
      await signInOperator(page)
      await page.goto(`${text.prefix}/desk/notices`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.heading)
      await expect(page.locator('[data-notice]').first()).toBeVisible()
      expect(await findAccessibilityViolations(page, 'main')).toEqual([])
      expect(await hasSidewaysScroll(page)).toBe(false)

      await page.getByRole('button', { name: text.write }).press('Enter')
      if (text.prefix === '/en')
        await page.getByRole('radio', { name: 'English', exact: true }).check({ force: true })
      const title = `Desk ${text.width} ${Date.now()}`
      await page.getByLabel(text.titleLabel).fill(title)
      await page.getByLabel(text.textLabel).fill('**Hello**, everyone.\n\n<b>no tags</b>')
      const preview = page.getByRole('article').filter({ hasText: 'Hello' }).first()
      await expect(preview.locator('strong')).toHaveText('Hello')
      await expect(page.getByRole('button', { name: text.problem })).toBeVisible()
      expect(await findAccessibilityViolations(page, 'main')).toEqual([])
      expect(await hasSidewaysScroll(page)).toBe(false)

      const publish = page.getByRole('main').getByRole('button', { name: text.publish })
      await publish.click()
      await expect(page.getByRole('alert').filter({ hasText: text.obstacle })).toBeVisible()
      await page.locator('form').getByRole('checkbox').first().press('Space')
      await publish.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: text.undo })).toBeVisible()
      const row = page.locator('[data-notice]').filter({ hasText: title }).first()
      await expect(row).toHaveAttribute('data-state', 'published')

      await row.getByRole('button', { name: text.more }).press('Enter')
      await page.getByRole('menuitem', { name: text.withdraw, exact: true }).press('Enter')
      await expect(page.getByRole('status').filter({ hasText: text.withdrawn })).toBeVisible()
      await expect(row).toHaveAttribute('data-state', 'withdrawn')
      await page.getByRole('button', { name: text.undo }).press('Enter')
      await expect(row).toHaveAttribute('data-state', 'published')
    })
  })

test('auditors read notices, and change none', async ({ page }) => {
  await signInOperator(page, { role: 'auditor' })
  await page.goto('/en/desk/notices')
  await expect(page.locator('[data-notice]').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Write a notice' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Actions for' })).toHaveCount(0)
  await page.locator('[data-notice] button').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View notice')
  await expect(page.getByLabel('Title in 한국어')).not.toBeEditable()
})
