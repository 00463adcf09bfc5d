import type { Page } from '@playwright/test'
import { getProfit } from '#contract/reports/reports.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { dialog, expect, parseDigits, readToken, test, toWon } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

test.use({ as: 'manager' })

const titleLink = (page: Page) => page.locator('[data-video]').first().getByRole('link').first()
const profit = (page: Page) => page.locator('main [data-figure=profit]')

test('a video’s page opens from the dashboard by its address and by its link', { tag: '@main' }, async ({
  page,
  baseURL,
}) => {
  await page.goto('/dashboard?period=last-month')
  const href = (await titleLink(page).getAttribute('href')) ?? ''
  expect(href).toMatch(/^\/report-video\/[\w-]{11}\?period=last-month&/)
  const title = (await titleLink(page).textContent()) ?? ''
  await page.goto(href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle(new RegExp(title.slice(0, 8)))
  const video = new URL(href, baseURL).pathname.split('/').at(-1) ?? ''
  const { totals } = await callRemote(baseURL ?? '', readVideo, {
    token: await readToken(page),
    query: { video, period: 'last-month' },
  })
  await expect.poll(async () => parseDigits(await profit(page).textContent())).toBe(toWon(getProfit(totals)))
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: '영상 보고서' }).first().click()
  await page.waitForURL('**/report-video?period=last-month')

  await page.goto('/dashboard?period=last-month')
  await titleLink(page).click()
  await dialog(page).locator(`a[href="${href}"]`).click()
  await page.waitForURL(`**${href}`)
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('a click with the Control key opens the page in a new tab', async ({ page, context }) => {
  await page.goto('/dashboard')
  const href = (await titleLink(page).getAttribute('href')) ?? ''
  const opened = context.waitForEvent('page')
  await titleLink(page).click({ modifiers: ['ControlOrMeta'] })
  await expect((await opened).locator('main [data-figure=profit]')).toBeVisible()
  expect((await opened).url()).toContain(href)
  await expect(dialog(page)).toHaveCount(0)
})

test('a video of no channel of the network has a way back', async ({ page }) => {
  await page.goto('/report-video/nothing-no1?period=latest')
  await expect(page.getByRole('alert')).toContainText('이 영상을 찾을 수 없습니다')
  await page.getByRole('link', { name: '영상 보고서로 이동' }).click()
  await page.waitForURL('**/report-video?period=latest')
})
