import type { Page } from '@playwright/test'
import type { VideoPage, VideoRow } from '#contract/reports.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, signIn, test } from '#tests/support/e2e.ts'

const totalRows = 10_000

const buildVideo = (index: number): VideoRow => ({
  videoId: `made${String(index).padStart(7, '0')}`,
  channelId: 'UCmade',
  channelName: '만든 채널',
  title: `${index + 1}번째 영상`,
  publishedAt: '2026-11-01T00:00:00Z',
  lengthSeconds: 30,
  // The tests’ server draws it; one of YouTube would be asked for in vain.
  thumbnail: 'demo/thumbnails/demo-000000.svg',
  views: 2_000_000 - index,
  premiumViews: 1_000,
  profit: 3_000_000 - index,
  premiumProfit: 9_000,
  memberProfit: null,
})

/** Answers the list as an API with very many videos would; told of every page that is asked for. */
async function stubVideoList(page: Page): Promise<number[]> {
  const requestedOffsets: number[] = []
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

async function openReport(page: Page, search = ''): Promise<void> {
  await signIn(page)
  await page.goto(`/report-video${search}`)
  await expect(page.locator('[data-at]').first()).toBeVisible()
  await expect(page.locator('[data-extreme]').first()).toBeVisible()
}

const readRowPositions = (page: Page) =>
  page.locator('[data-at]').evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.at)))

test('of ten thousand rows few are drawn, each in its place, and each page is asked for once', async ({
  page,
}) => {
  test.slow()
  await signIn(page)
  const asked = await stubVideoList(page)
  await page.goto('/report-video')
  const table = page.getByRole('table', { name: /영상별 조회수와 수익/ })
  await expect(table).toHaveAttribute('aria-rowcount', '-1')
  await expect
    .poll(
      async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        return table.getAttribute('aria-rowcount')
      },
      { timeout: 90_000, intervals: [20] },
    )
    .toBe(String(totalRows + 1))
  expect(asked).toEqual(Array.from({ length: totalRows / 100 }, (_, at) => at * 100))
  for (const part of [0.9, 0.25, 0.5]) {
    await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), part)
    await expect
      .poll(async () => Math.abs(Math.max(...(await readRowPositions(page))) / totalRows - part))
      .toBeLessThan(0.01)
    const at = Math.max(...(await readRowPositions(page))) - 12
    const row = page.locator(`[data-at="${at}"]`)
    await expect(row).toContainText(`${at + 1}번째 영상`)
    await expect(row).toHaveAttribute('aria-rowindex', String(at + 2))
    await expect(row).toBeInViewport()
    expect(await page.locator('[data-at]').count()).toBeLessThan(60)
  }
})

/** Waits until the page stands still: Chrome drops a key that would scroll while a scroll is being drawn. */
async function scrolledOut(page: Page): Promise<void> {
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

test('the keyboard goes through the rows, by page and to the end', async ({ page }) => {
  await stubVideoList(page)
  await openReport(page)
  await page.locator('[data-at="0"] button').focus()
  for (let at = 1; at <= 25; at += 1) {
    await page.keyboard.press('Tab')
    await expect(page.locator(`[data-at="${at}"] button`)).toBeFocused()
  }
  await expect(page.locator('[data-at="25"]')).toBeInViewport()
  await page.keyboard.press('PageDown')
  await expect.poll(async () => Math.max(...(await readRowPositions(page)))).toBeGreaterThan(35)
  await scrolledOut(page)
  await page.keyboard.press('End')
  await expect.poll(async () => Math.max(...(await readRowPositions(page)))).toBeGreaterThan(95)
  // The focus is where it was, though its row is far away.
  await expect(page.locator('[data-at="25"] button')).toBeFocused()
})

test('the place in the list stays under the details and after them, and for Back', async ({ page }) => {
  await stubVideoList(page)
  await openReport(page)
  for (let step = 0; step < 3; step += 1) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForTimeout(300)
  }
  await page.evaluate(() => scrollBy(0, -2_000))
  await page.waitForTimeout(300)
  const at = await page.evaluate(() => {
    const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
    return Number(middle?.closest<HTMLElement>('[data-at]')?.dataset.at)
  })
  expect(at).toBeGreaterThan(60)
  const row = page.locator(`[data-at="${at}"]`)
  const top = await page.evaluate(() => scrollY)
  await row.locator('button').click()
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

test('what is being composed is not searched for', async ({ page }) => {
  await openReport(page)
  const field = page.getByRole('searchbox', { name: '영상 제목 검색' })
  await field.focus()
  const cdp = await page.context().newCDPSession(page)
  const searches: string[] = []
  page.on('request', (request) => {
    const search = new URL(request.url()).searchParams.get('search')
    if (search) searches.push(search)
  })
  await cdp.send('Input.imeSetComposition', { text: '하', selectionStart: 1, selectionEnd: 1 })
  await page.waitForTimeout(700)
  expect(searches).toEqual([])
  await cdp.send('Input.insertText', { text: '하루' })
  await expect.poll(() => searches).toEqual(['하루'])
  await expect(page).toHaveURL(/search=/)
})

for (const width of [1440, 390]) {
  test(`axe finds nothing at ${width} px, in light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openReport(page)
    await page.getByRole('combobox', { name: '채널' }).click()
    await expect(page.locator('[role=option]').first()).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
  })
}
