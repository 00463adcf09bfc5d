import type { Page } from '@playwright/test'
import { deleteTag, listTags } from '#contract/channels/channel-tags.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { dialog, expect, playlistOrigin, readToken, siteUrl, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

/** Other tests expect an account without tags. */
async function deleteTags(page: Page, domain = 'localhost'): Promise<void> {
  const options = { token: await readToken(page), domain }
  const { tags } = await callRemote(siteUrl().origin, listTags, options)
  for (const { id } of tags) await callRemote(siteUrl().origin, deleteTag, { ...options, body: { id } })
}

/** Since the page was loaded. */
const readLayoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 500)
      }),
  )

const expectAccessible = async (page: Page, selector?: string) =>
  expect(await findAccessibilityViolations(page, selector)).toEqual([])

test.describe('in Korean, a member', () => {
  test.use({ as: 'member' })

  test('tags a channel, filters a report, and keeps the tag in the next one and after a reload', async ({
    page,
  }) => {
    await page.goto('/manage-channel?sort=profit')
    const row = page.locator('[data-channel]').first()
    await row.getByRole('button', { name: /작업$/ }).click()
    await page.getByRole('menuitem', { name: '태그' }).click()
    await dialog(page).getByLabel('새 태그 이름').fill('요리')
    await dialog(page).getByRole('button', { name: '만들기' }).click()
    await expect(dialog(page).getByRole('checkbox', { name: /^요리/ })).toBeChecked()
    await expectAccessible(page, 'dialog')
    await dialog(page).getByRole('button', { name: '저장', exact: true }).click()
    await expect(row.getByText('태그: 요리')).toBeAttached()
    await page.getByRole('link', { name: '대시보드' }).first().click()
    const filter = page.getByRole('combobox', { name: '태그' })
    await filter.click()
    await page.getByRole('option', { name: /^요리/ }).click()
    await expect(page).toHaveURL(/\/dashboard\?tag=\d+$/)
    await expect(filter).toHaveValue('요리')
    await page.getByRole('link', { name: '채널 보고서' }).first().click()
    await expect(page).toHaveURL(/\/report-channel\?tag=\d+$/)
    await expect(page.locator('[data-channel]')).toHaveCount(1)
    await expect(page.getByText('필터에 맞는 채널의 합계')).toBeVisible()
    await expectAccessible(page, 'main')
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('tag=')) requests.push(new URL(request.url()).pathname)
    })
    await page.reload()
    await expect(filter).toHaveValue('요리')
    await expect(page.locator('[data-channel]')).toHaveCount(1)
    const api = requests.filter((path) => path.startsWith('/api/'))
    // The preloaded replies are those that the view reads.
    expect(api).toEqual([...new Set(api)])
    expect(api.length).toBeGreaterThan(1)
    expect(await readLayoutShift(page)).toBeLessThan(0.01)
    await deleteTags(page)
  })
})

test.describe('in English, a manager', () => {
  test.use({ as: 'playlistManager' })

  test('tags several channels at once, and deletes the tag', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${playlistOrigin()}/en/manage-channel`)
    const boxes = page.locator('[data-channel] input[type=checkbox]')
    await boxes.nth(0).check({ force: true })
    await boxes.nth(1).check({ force: true })
    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    await expect(dialog(page).getByText(/^Choose tags for the 2 selected channels/)).toBeVisible()
    await dialog(page).getByLabel('Name of a new tag').fill('Team Kim')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('checkbox', { name: /^Team Kim/ })).toBeChecked()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Tags: Team Kim')).toHaveCount(2)
    await expectAccessible(page, 'main')
    await page
      .locator('[data-channel]')
      .first()
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Tags' }).click()
    await dialog(page).getByRole('button', { name: 'Rename or delete “Team Kim”' }).click()
    await dialog(page).getByRole('button', { name: 'Delete tag' }).click()
    await expect(dialog(page).getByText(/removed from 2 channels/)).toBeVisible()
    await expectAccessible(page, 'dialog')
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog(page).getByText('You have no tags yet.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Tags: Team Kim')).toHaveCount(0)
    await deleteTags(page, 'playlist.localhost')
  })
})
