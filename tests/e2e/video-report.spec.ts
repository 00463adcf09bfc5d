import type { Page } from '@playwright/test'
import type { VideoPage, VideoRow, VideoTotals } from '#contract/reports/videos.ts'
import { expect, test } from '#tests/support/e2e.ts'

test.use({ as: 'manager' })

const totalRows = 1_500

const buildVideo = (index: number): VideoRow => ({
  videoId: `made${String(index).padStart(7, '0')}`,
  channelId: 'UCmade',
  channelName: '만든 채널',
  title: `${index + 1}번째 영상`,
  publishedAt: '2026-11-01T00:00:00Z',
  lengthSeconds: 30,
  // The tests’ server draws it.
  thumbnail: 'demo/thumbnails/demo-000000.svg',
  views: 2_000_000 - index,
  premiumViews: 1_000,
  grossProfit: 3_000_000 - index,
  grossPremiumProfit: 9_000,
  netProfit: null,
  netPremiumProfit: null,
})

const totals: VideoTotals & { success: boolean; message: string } = {
  success: true,
  message: '',
  currency: 'KRW',
  revision: 1,
  range: { from: '2026-11-01', to: '2026-11-19' },
  total: totalRows,
  totals: {
    views: 2_998_875_750,
    premiumViews: 1_500_000,
    grossProfit: 4_498_875_750,
    grossPremiumProfit: 13_500_000,
    netProfit: null,
    netPremiumProfit: null,
  },
}

/** Responds to the list like an API with many videos. @returns the offset of every requested page */
async function stubVideoList(page: Page): Promise<number[]> {
  const requestedOffsets: number[] = []
  await page.route('**/v2/mcn/reports/videos/totals?*', (route) => route.fulfill({ json: totals }))
  await page.route('**/v2/mcn/reports/videos?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    const from = Number(searchParams.get('cursor') ?? 0)
    const size = Number(searchParams.get('size'))
    requestedOffsets.push(from)
    const body: VideoPage & { success: boolean; message: string } = {
      success: true,
      message: '',
      currency: 'KRW',
      revision: 1,
      range: { from: '2026-11-01', to: '2026-11-19' },
      videos: Array.from({ length: size }, (_, at) => buildVideo(from + at)),
      nextCursor: from + size < totalRows ? String(from + size) : null,
    }
    return route.fulfill({ json: body })
  })
  return requestedOffsets
}

async function openReport(page: Page): Promise<void> {
  await page.goto('/report-video')
  await expect(page.locator('[data-index]').first()).toBeVisible()
  await expect(page.locator('[data-extreme]').first()).toBeVisible()
}

const readRowPositions = (page: Page) =>
  page
    .locator('[data-index]')
    .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.index)))

test('a long list draws few rows, each in its place, and fetches each page once', async ({ page }) => {
  const requestedOffsets = await stubVideoList(page)
  await page.goto('/report-video')
  const table = page.getByRole('table', { name: /영상별 조회수와 수익/ })
  await expect(table).toHaveAttribute('aria-rowcount', String(totalRows + 2))
  await expect
    .poll(
      async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        return requestedOffsets.length * 100
      },
      { timeout: 40_000, intervals: [20] },
    )
    .toBe(totalRows)
  expect(requestedOffsets).toEqual(Array.from({ length: totalRows / 100 }, (_, at) => at * 100))
  for (const part of [0.9, 0.25, 0.5]) {
    await expect
      .poll(async () => {
        await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), part)
        return Math.abs(Math.max(...(await readRowPositions(page))) / totalRows - part)
      })
      .toBeLessThan(0.03)
    const at = Math.max(...(await readRowPositions(page))) - 12
    const row = page.locator(`[data-index="${at}"]`)
    await expect(row).toContainText(`${at + 1}번째 영상`)
    await expect(row).toHaveAttribute('aria-rowindex', String(at + 3))
    await expect(row).toBeInViewport()
    expect(await page.locator('[data-index]').count()).toBeLessThan(60)
  }
})

/** Waits for the scroll to end: Chrome drops a scrolling key while another scroll is drawn. */
async function waitForScrollEnd(page: Page): Promise<void> {
  let before = -1
  await expect
    .poll(
      async () => {
        const was = before
        before = await page.evaluate(() => scrollY)
        return before === was
      },
      { intervals: [200] },
    )
    .toBe(true)
}

test('the keyboard moves through the rows, by page and to the end', async ({ page }) => {
  await stubVideoList(page)
  await openReport(page)
  await page.locator('[data-index="0"] a').focus()
  for (let at = 1; at <= 25; at += 1) {
    await page.keyboard.press('Tab')
    await expect(page.locator(`[data-index="${at}"] a`)).toBeFocused()
  }
  await expect(page.locator('[data-index="25"]')).toBeInViewport()
  await page.keyboard.press('PageDown')
  await expect.poll(async () => Math.max(...(await readRowPositions(page)))).toBeGreaterThan(35)
  await waitForScrollEnd(page)
  await page.keyboard.press('End')
  await expect.poll(async () => Math.max(...(await readRowPositions(page)))).toBeGreaterThan(95)
  // The focus has not moved, although its row is far away.
  await expect(page.locator('[data-index="25"] a')).toBeFocused()
})

test('the scroll position survives the details, and Back from another screen', async ({ page }) => {
  await stubVideoList(page)
  await openReport(page)
  for (let step = 0; step < 3; step += 1) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await waitForScrollEnd(page)
  }
  await page.evaluate(() => scrollBy(0, -2_000))
  await waitForScrollEnd(page)
  const at = await page.evaluate(() => {
    const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
    return Number(middle?.closest<HTMLElement>('[data-index]')?.dataset.index)
  })
  expect(at).toBeGreaterThan(60)
  const row = page.locator(`[data-index="${at}"]`)
  const top = await page.evaluate(() => scrollY)
  await row.getByRole('link').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(Math.abs((await page.evaluate(() => scrollY)) - top)).toBeLessThan(120)
  await expect(row).toBeInViewport()
  await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href$="/dashboard"]')?.click())
  await page.waitForURL('**/dashboard**')
  await expect(page.locator('[data-figure=profit]')).toBeVisible()
  await page.goBack()
  await expect(row).toBeInViewport()
})
