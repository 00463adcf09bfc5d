import type { Page } from '@playwright/test'
import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { dialog, expect, parseDigits, readToken, test, toWon } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

test.use({ as: 'manager' })

const nameLink = (page: Page) => page.locator('[data-channel] a[href*="/report-channel/"]').first()
const profit = (page: Page) => page.locator('main [data-figure=profit]')

test('a channel’s page opens from the report by its name and by its address', { tag: '@main' }, async ({
  page,
  baseURL,
}) => {
  test.slow()
  await page.goto('/report-channel?period=last-month')
  const href = (await nameLink(page).getAttribute('href')) ?? ''
  expect(href).toMatch(/^\/report-channel\/[\w-]+\?period=last-month&list=profit-desc$/)
  const name = (await nameLink(page).textContent()) ?? ''
  await nameLink(page).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${href}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goto(href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page).toHaveTitle(new RegExp(name))
  const channel = new URL(href, baseURL).pathname.split('/').at(-1) ?? ''
  const { report } = await callRemote(baseURL ?? '', readDashboard, {
    token: await readToken(page),
    query: { channel, period: 'last-month' },
  })
  if (!report) throw new Error('The channel has no figures.')
  await expect
    .poll(async () => parseDigits(await profit(page).textContent()))
    .toBe(toWon(getProfit(report.totals)))
  await expect(page.locator('[data-country]').first()).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  // The keyboard selects a chart's metric and the kind of changes, and opens a video's quick look.
  await page.locator('[data-metric=profit] input').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/metric=views/)
  await page.locator('input[type=radio][value=video]').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/movers=track/)
  await page.locator('[data-video] a').first().focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('link', { name: '이 채널의 영상 모두 보기' }).click()
  await page.waitForURL(`**/report-video?period=last-month&channel=${channel}`)
  await page.goBack()
  await page.getByRole('link', { name: '채널 보고서' }).first().click()
  await page.waitForURL('**/report-channel?period=last-month')
})

test('a click with the Control key opens the page in a new tab, and the charts keep their channels', async ({
  page,
  context,
}) => {
  await page.goto('/report-channel')
  const href = (await nameLink(page).getAttribute('href')) ?? ''
  const opened = context.waitForEvent('page')
  await nameLink(page).click({ modifiers: ['ControlOrMeta'] })
  await expect(profit(await opened)).toBeVisible()
  expect((await opened).url()).toContain(href)
  await page.locator('[data-channel] button[aria-pressed]').first().click()
  await expect(page).toHaveURL(/channels=/)
})

test('a channel of nobody in the network has a way back', async ({ page }) => {
  await page.goto('/report-channel/UCnothingnothingnothing0?period=latest')
  await expect(page.getByRole('alert')).toContainText('이 채널을 찾을 수 없습니다')
  await page.getByRole('link', { name: '채널 보고서로 이동' }).click()
  await page.waitForURL('**/report-channel?period=latest')
})

test.describe('a member', () => {
  test.use({ as: 'member' })

  test('has the page of an own channel on a phone, after the fee, without other members', async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/report-channel?period=last-month')
    const { channels } = await callRemote(baseURL ?? '', listChannelFigures, {
      token: await readToken(page),
      query: { period: 'last-month' },
    })
    const [channel] = channels
    await page.goto(`/report-channel/${channel?.channelId}?period=last-month`)
    await expect
      .poll(async () => parseDigits(await profit(page).textContent()))
      .toBe(toWon(channel?.netProfit ?? -1))
    await expect(page.getByText('첫 수익')).toBeVisible()
    await expect(page.locator('main a[href*="manage-"]')).toHaveCount(0)
    expect(await findAccessibilityViolations(page)).toEqual([])
  })
})
