import { expect, type Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { siteUrl, test } from '#tests/support/e2e.ts'
import { signInOperator } from '#tests/support/operators.ts'

const hasSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

const languages = [
  {
    prefix: '',
    width: 1440,
    locale: 'ko-KR',
    heading: '음악',
    artist: '아티스트:',
    changed: '고쳤습니다',
    undo: '되돌리기',
    open: '자세히',
    withdraw: '목록에서 빼기',
    confirm: '목록과 즐겨찾기에서 빼기',
    withdrawn: '목록에서 뺐습니다',
  },
  {
    prefix: '/en',
    width: 390,
    locale: 'en-US',
    heading: 'Music catalog',
    artist: 'Artist:',
    changed: 'is changed',
    undo: 'Undo',
    open: 'Details of',
    withdraw: 'Withdraw',
    confirm: 'Withdraw, and remove it from favorites',
    withdrawn: 'is withdrawn from the catalog',
  },
] as const

for (const [at, text] of languages.entries())
  test.describe(`the catalog of the desk at ${text.width} px, ${text.locale}`, () => {
    test.use({ viewport: { width: text.width, height: 900 }, locale: text.locale })

    test('is searched, changed in its rows and taken back, by keyboard', async ({ page }) => {
      await signInOperator(page)
      await page.goto(`${text.prefix}/desk/music`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.heading)
      const rows = page.locator('[data-track]')
      await expect(rows.first()).toBeVisible()
      expect(await findAccessibilityViolations(page, 'main')).toEqual([])
      expect(await hasSidewaysScroll(page)).toBe(false)

      // Each language has a track of its own.
      const isrc = (await rows.nth(at).getAttribute('data-track')) ?? ''
      await page.getByRole('searchbox').fill(isrc)
      await expect(rows).toHaveCount(1)
      await expect(page).toHaveURL(new RegExp(`search=${isrc}`))

      const artist = rows.first().getByRole('button', { name: text.artist })
      const before = (await artist.textContent()) ?? ''
      await artist.press('Enter')
      await page.keyboard.type(`Desk ${text.width}`)
      await page.keyboard.press('Enter')
      await expect(artist).toHaveText(`Desk ${text.width}`)
      await expect(page.getByRole('status').filter({ hasText: text.changed })).toBeVisible()
      await page.getByRole('button', { name: text.undo }).press('Enter')
      await expect(artist).toHaveText(before)

      await rows.first().getByRole('button', { name: text.open }).press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
      expect(await hasSidewaysScroll(page)).toBe(false)
      await dialog.getByRole('button', { name: text.withdraw, exact: true }).click()
      await dialog.getByRole('button', { name: text.confirm }).click()
      await expect(page.getByRole('status').filter({ hasText: text.withdrawn })).toBeVisible()
      await expect(rows).toHaveCount(0)
      await page.getByRole('button', { name: text.undo }).press('Enter')
      await expect(rows).toHaveCount(1)
    })
  })

test('a role for one site reads the catalog, and changes nothing', async ({ page }) => {
  await signInOperator(page, { scope: ['--for-site', siteUrl().hostname] })
  await page.goto('/en/desk/music')
  const rows = page.locator('[data-track]')
  await expect(rows.first()).toBeVisible()
  await expect(rows.first().getByRole('button', { name: 'Artist:' })).toHaveCount(0)
  await rows.first().getByRole('button', { name: 'Details of' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toHaveCount(0)
})
