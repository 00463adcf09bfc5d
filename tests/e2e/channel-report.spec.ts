import type { Page } from '@playwright/test'
import { listChannelFigures, readChannelSeries } from '#contract/channel-report.ts'
import { listMembers } from '#contract/members.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, memberEmail, readToken, signIn, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

const parseDigits = (text: string | null) => Number((text ?? '').replace(/[^\d-]/g, ''))

const readChannelIds = (page: Page) =>
  page.locator('[data-channel]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-channel')))

const chartToggles = (page: Page) => page.locator('[data-channel] button[aria-pressed]')

async function openReport(page: Page, search = '', id?: string): Promise<string> {
  await signIn(page, id)
  await page.goto(`/report-channel${search}`)
  await expect(page.locator('[data-channel]').first()).toBeVisible()
  return readToken(page)
}

test('the navigation keeps period and member between the reports', async ({ page, baseURL }) => {
  await signIn(page)
  const { members } = await callRemote(baseURL ?? '', listMembers, { token: await readToken(page) })
  const chosen = members.find(({ user_id }) => user_id === memberEmail)
  if (!chosen) throw new Error('the demonstration has no such member')
  await page.locator('input[type=radio][value=last-month]').check({ force: true })
  await page.getByLabel('멤버', { exact: true }).selectOption({ label: chosen.nickname })
  await page.getByRole('link', { name: '채널 보고서' }).click()
  await expect(page).toHaveURL(`/report-channel?period=last-month&member=${chosen.id}`)
  await expect(page.getByLabel('멤버', { exact: true })).toHaveValue(String(chosen.id))
  await expect(page.locator('input[type=radio][value=last-month]')).toBeChecked()
  await chartToggles(page).first().click()
  await page.getByRole('link', { name: '대시보드' }).click()
  await expect(page).toHaveURL(`/dashboard?period=last-month&member=${chosen.id}`)
  await expect(page.getByRole('link', { name: '음악' })).toHaveAttribute('href', '/musics')
})

test('a channel leads to its videos in the same period', async ({ page }) => {
  await openReport(page, '?period=last-month')
  const first = (await readChannelIds(page))[0]
  await page.locator('[data-channel] a[href*="report-video"]').first().click()
  await expect(page).toHaveURL(`/report-video?period=last-month&channel=${first}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('영상 보고서')
})

test('the address leads to the same channels, colours and order in another browser', async ({
  page,
  browser,
  baseURL,
}) => {
  await openReport(page)
  await page.getByRole('columnheader').getByRole('button', { name: '총 조회수' }).click()
  for (const at of [4, 1, 2]) await chartToggles(page).nth(at).click()
  await chartToggles(page).nth(4).click()
  const marksOf = (one: Page) =>
    one
      .locator('[data-channel] button')
      .evaluateAll((all) => all.map((button) => button.querySelector('svg')?.style.color))
  const [colors, rows] = [await marksOf(page), await readChannelIds(page)]
  const other = await browser.newContext({ baseURL: baseURL ?? '', locale: 'ko-KR' })
  const again = await other.newPage()
  await signIn(again)
  await again.goto(page.url())
  await expect.poll(() => readChannelIds(again)).toEqual(rows)
  expect(await marksOf(again)).toEqual(colors)
  await expect(again.locator('[data-channel] button[aria-pressed=true]')).toHaveCount(2)
  await other.close()
})

test('by keyboard alone a row narrows the charts, and Back widens them', async ({ page, baseURL }) => {
  const token = await openReport(page)
  await chartToggles(page).nth(1).focus()
  await page.keyboard.press('Space')
  const id = (await readChannelIds(page))[1] ?? ''
  await expect(page).toHaveURL(new RegExp(`channels=${id}`))
  await expect(chartToggles(page).nth(1)).toBeFocused()
  const { report } = await callRemote(baseURL ?? '', readChannelSeries, { token, query: { channels: id } })
  const sum = (values: (number | null)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0)
  const { channels } = await callRemote(baseURL ?? '', listChannelFigures, { token })
  expect(sum(report?.channels[0]?.views ?? [])).toBe(channels[1]?.views)
  await expect(page.locator('table caption', { hasText: '조회수 추이' })).toHaveCount(1)
  const heads = page.locator('table:has(caption:text("채널별 조회수 추이")) thead th')
  await expect(heads).toHaveText(['날짜', channels[1]?.name ?? '', '그 외 채널'])
  await page.goBack()
  await expect(heads).toHaveCount(7)
  await expect(page.locator('[data-channel] button[aria-pressed=true]')).toHaveCount(0)
})

test('each part fails on its own and can be tried again', async ({ page }) => {
  await signIn(page)
  for (const path of ['reports/dashboard', 'reports/channels', 'reports/channels/series']) {
    await page.route(new RegExp(`/${path}(\\?|$)`), (route) => route.fulfill({ status: 404, body: '' }))
  }
  await page.goto('/report-channel')
  const alerts = page.getByRole('alert')
  await expect(alerts).toHaveCount(3, { timeout: 20_000 })
  await page.unrouteAll()
  for (const left of [2, 1, 0]) {
    await alerts.first().getByRole('button', { name: '다시 시도' }).click()
    await expect(alerts).toHaveCount(left)
  }
  await expect(page.locator('[data-figure=views]')).toBeVisible()
  expect(await readChannelIds(page)).toHaveLength(7)
  await expect(page.getByRole('slider')).toHaveCount(2)
})

test('nothing jumps while it loads', async ({ page }) => {
  await signIn(page)
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/report-channel', { waitUntil: 'networkidle' })
    await expect(page.locator('[data-channel]').first()).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.01)
  }
})

test('views add up to the total', async ({ page, baseURL }) => {
  const token = await openReport(page, '?period=six-months')
  const { channels } = await callRemote(baseURL ?? '', listChannelFigures, {
    token,
    query: { period: 'six-months' },
  })
  const total = parseDigits(await page.locator('[data-figure=views]').getAttribute('title'))
  expect(channels.reduce((sum, { views }) => sum + views, 0)).toBe(total)
})

test('axe finds nothing in light and dark, wide and narrow', async ({ page }) => {
  await openReport(page)
  await chartToggles(page).nth(1).click()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForLoadState('networkidle')
    expect(await findAccessibilityViolations(page)).toEqual([])
  }
})
