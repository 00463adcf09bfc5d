import type { Page } from '@playwright/test'
import { createScreenTables, loadScreens } from '#build/bundle/screens.ts'
import { expect, test } from '#tests/support/e2e.ts'

// Compares the requests of each screen's first load with its manifest.

test.use({ as: 'manager' })

const screens = await loadScreens()
const { preloadRequests } = createScreenTables(screens)
const paths = screens
  .filter(({ screen }) => screen.load)
  .flatMap(({ screen }) => screen.paths ?? [`/${screen.name}`])

const commonRequests = ['/api/member/me', '/api/v2/mcn/meta?domain=localhost']

/** Lists the requests that the manifest promises for a manager, without parameters in the address. */
function listExpected(pattern: string, path: string): string[] {
  const requests = (preloadRequests[pattern] ?? []).map(([endpoint, query]) => {
    const entries = query.flatMap(([key, defaultValue, name]) => {
      const value = name === '*' ? path.split('/').at(-1) : defaultValue
      return value === null || value === undefined ? [] : [[key, value]]
    })
    return normalize(`/api/${endpoint}?${new URLSearchParams(entries)}`)
  })
  return [...commonRequests, ...requests].sort()
}

function normalize(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.sort()
  return `${pathname}${searchParams.size > 0 ? '?' : ''}${searchParams}`
}

function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Records requests to the API; delays the application, and all responses except the common ones, until released. */
async function recordRequests(page: Page) {
  const scripts = createGate()
  const responses = createGate()
  const sent: string[] = []
  await page.route('**/_astro/AppIsland*.js', async (route) => {
    await scripts.opened
    await route.continue()
  })
  await page.route('**/api/**', async (route) => {
    const url = normalize(route.request().url())
    sent.push(url)
    if (!commonRequests.includes(url)) await responses.opened
    await route.continue()
  })
  return { sent, scripts, responses }
}

const waitForIdle = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('idle-preload').length > 0)

test('every screen makes its first requests early, each once, and no others before their responses', async ({
  page: firstPage,
  context,
}) => {
  test.slow()
  // A hidden page does not subscribe to the changes of channels, whose events would reload the list.
  await context.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  await firstPage.goto('/notices')
  const noticeLink = firstPage.locator('main a[href*="/notices/"]').first()
  const notice = new URL((await noticeLink.getAttribute('href')) ?? '', firstPage.url()).pathname
  await firstPage.goto('/dashboard')
  const videoLink = firstPage.locator('[data-video] a[href*="/report-video/"]').first()
  const video = new URL((await videoLink.getAttribute('href')) ?? '', firstPage.url()).pathname
  await firstPage.goto('/report-channel')
  const channelLink = firstPage.locator('[data-channel] a[href*="/report-channel/"]').first()
  const channel = new URL((await channelLink.getAttribute('href')) ?? '', firstPage.url()).pathname
  await firstPage.goto('/statements')
  const statementLink = firstPage.locator('[data-statement] a').first()
  const statement = new URL((await statementLink.getAttribute('href')) ?? '', firstPage.url()).pathname
  await firstPage.goto('/months')
  const monthLink = firstPage.locator('main a[href*="/months/"]').first()
  const month = new URL((await monthLink.getAttribute('href')) ?? '', firstPage.url()).pathname
  const examples: Readonly<Record<string, string>> = {
    '/months/*': month,
    '/musics/*': '/musics/1',
    '/notices/*': notice,
    '/report-video/*': video,
    '/report-channel/*': channel,
    '/statements/*': statement,
  }
  await firstPage.close()
  for (const pattern of paths) {
    const path = examples[pattern] ?? pattern
    await test.step(path, async () => {
      const page = await context.newPage()
      const { sent, scripts, responses } = await recordRequests(page)
      const expected = listExpected(pattern, path)
      await page.goto(path, { waitUntil: 'commit' })
      // Visitors get a static page at /musics and below it, which loads the application after its own script.
      if (pattern !== '/musics' && pattern !== '/musics/*')
        await expect.poll(() => sent.toSorted(), `${path}: before any script`).toEqual(expected)
      scripts.open()
      await waitForIdle(page)
      expect(sent.toSorted(), `${path}: before the first response`).toEqual(expected)
      responses.open()
      await page.waitForTimeout(700)
      const repeated = sent.filter((url, index) => sent.indexOf(url) !== index)
      expect(repeated, `${path}: requested twice`).toEqual([])
      await page.close()
    })
  }
})
