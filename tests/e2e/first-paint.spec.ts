import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e.ts'

/** Screens, each with a text in its skeleton. */
const screens = {
  '/dashboard': '예상 수익',
  '/en/report-channel': 'Channel report',
  '/report-video': '영상 보고서',
  '/report-video/abcdefghijk': '영상 정보를 불러오는',
  '/manage-channel': '채널 관리',
  '/manage-member': '멤버 관리',
  '/notices': '공지사항',
  '/notices/1': '공지사항',
  '/payments': '지급 현황',
  '/payment-info': '정산 문의처',
  '/questions': '문의',
  '/shared-reports': '공유 링크',
  '/statements': '정산서',
  '/statements/1': '정산서를 불러오는',
  '/config-account': '계정 설정',
  '/musics/all': '음악',
}

/** Keeps every script file from arriving; the scripts of the page itself run. */
const blockScripts = (page: Page) => page.route(/\.js$/, (route) => route.abort())

test.describe('before any script file has arrived', () => {
  test.use({ as: 'manager', expectedErrors: /Error hydrating/ })

  test('each screen shows its frame and its skeleton, and nothing of another one', async ({ page }) => {
    await blockScripts(page)
    for (const [path, text] of Object.entries(screens)) {
      await page.goto(path)
      await expect(page.getByRole('navigation').first(), path).toBeVisible()
      const skeleton = page.locator('[data-skeleton]:visible')
      await expect(skeleton, path).toHaveCount(1)
      await expect(skeleton, path).toContainText(text)
      expect(await page.locator('h1:visible').count(), path).toBe(1)
    }
  })
})

/** Bars and bands as they are drawn, below the figure and its day. */
const readLatestDay = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('main section')].filter((card) => card.checkVisibility())
    const answer = cards.find((card) => card.querySelector('[data-fill=amount], [data-figure=latest]'))
    const days = cards.find((card) => card.querySelector('[data-fill=days], [role=slider]:has(> [data-day])'))
    const columns = [
      ...(days?.querySelector('[data-fill=days], [role=slider]:has(> [data-day])')?.children ?? []),
    ]
    return {
      title: answer?.querySelector('h2')?.textContent,
      amount: answer?.querySelector('[data-fill=amount], [data-figure=latest]')?.textContent,
      columns: columns.map((column) => ({
        kind: column.getAttribute('data-kind'),
        text: column.textContent,
        drawn: [...column.querySelectorAll('i:not([hidden])')].map((one) => one.getAttribute('style')),
      })),
    }
  })

test.describe('the latest day', () => {
  test.use({ as: 'manager', expectedErrors: /Error hydrating/ })

  for (const path of ['/dashboard', '/en/dashboard'])
    test(`is in the skeleton of ${path} before any script file has arrived, as the view shows it`, async ({
      page,
    }) => {
      await blockScripts(page)
      await page.goto(path)
      await expect(page.locator('[data-skeleton] [data-kind=latest]')).toBeVisible()
      const early = await readLatestDay(page)
      await page.unroute(/\.js$/)
      await page.goto(path)
      await expect(page.locator('main [data-day][data-kind=latest]')).toBeVisible()
      expect(early.amount).toMatch(/^₩[\d,]+$/)
      expect(early.columns).toHaveLength(14)
      expect(await readLatestDay(page)).toEqual(early)
    })
})

test.describe('the style sheets in a page', () => {
  test.use({ as: 'manager' })

  test('are not requested by the scripts that need them', async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto('/dashboard')
    await expect(page.locator('[data-video]').first()).toBeVisible()
    const inlined = await page
      .locator('link[rel=stylesheet][disabled]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(inlined.length).toBeGreaterThan(1)
    expect(requested.filter((path) => inlined.includes(path))).toEqual([])
  })
})

test.describe('a page of two views', () => {
  test.use({ as: 'manager' })

  for (const [path, first] of [
    ['/report-video', 'VideoReportView'],
    ['/report-video/abcdefghijk', 'VideoPageView'],
  ] as const) {
    test(`loads the scripts of ${first} first at ${path}`, async ({ page }) => {
      const views: string[] = []
      page.on('request', (request) => views.push(...(/Video(?:Page|Report)View/.exec(request.url()) ?? [])))
      await page.goto(path)
      await expect(page.locator('[data-skeleton]')).toHaveCount(0)
      expect(views[0]).toBe(first)
      // No other script could have requested it yet.
      expect(await page.locator(`link[rel=modulepreload][href*=${first}]`).count()).toBe(1)
    })
  }
})

test.describe('the skeleton of a member', () => {
  test.use({ as: 'member', expectedErrors: /Error hydrating/ })

  test('has no filter of members', async ({ page }) => {
    await blockScripts(page)
    await page.goto('/dashboard')
    await expect(page.locator('[data-skeleton=page]')).toContainText('예상 수익')
    await expect(page.locator('[data-skeleton=page] input[role=combobox]')).toBeHidden()
    await expect(page.locator('[data-skeleton=page] p.note').first()).toContainText('수수료 차감 후')
  })
})

test.describe('visitors', () => {
  test.use({ expectedErrors: /Error hydrating/ })

  test('never see the skeleton of a screen that they cannot open', async ({ page }) => {
    const shown = new Set<string>()
    await page.exposeFunction('reportSkeleton', (path: string) => shown.add(path))
    await page.addInitScript(() => {
      const { reportSkeleton } = window as unknown as { reportSkeleton(path: string): void }
      new MutationObserver(() => {
        const skeleton = document.querySelector<HTMLElement>('[data-skeleton]')
        if (skeleton?.checkVisibility()) reportSkeleton(location.pathname)
      }).observe(document, { childList: true, subtree: true })
    })
    await blockScripts(page)
    for (const path of ['/dashboard', '/language']) {
      await page.goto(path, { waitUntil: 'commit' })
      await page.waitForURL('**/login?fromUrl=*')
    }
    expect([...shown]).toEqual([])
    await page.evaluate(() => localStorage.setItem('token:localhost', 'x'))
    await page.goto('/language')
    await expect(page.locator('[data-skeleton]')).toBeVisible()
    await expect.poll(() => [...shown]).toEqual(['/language'])
  })
})

test.describe('layout', () => {
  test.use({ as: 'manager' })

  /** Cases above the limit of a screen, at a width where its header, filter or cards once moved. */
  const cases: [path: string, arrived: string, width: number][] = [
    ['/dashboard', '[data-video]', 412],
    ['/dashboard', '[data-video]', 820],
    ['/dashboard', '[data-video]', 1280],
    ['/report-channel', '[data-channel]', 820],
    ['/report-channel', '[data-channel]', 1120],
    ['/report-video', '[data-index]', 412],
    ['/report-video', '[data-index]', 820],
    ['/report-video', '[data-index]', 1600],
    ['/manage-channel', '[data-channel]', 820],
    ['/manage-member', '[data-member]', 412],
    ['/manage-member', '[data-member]', 1280],
  ]

  for (const [path, arrived, width] of cases)
    test(`${path} does not move at ${width} px while it loads`, ({ page }) =>
      expectNoShift(page, path, arrived, width))
})

test.describe('layout of a phone, with larger controls', () => {
  test.use({ as: 'manager', isMobile: true, hasTouch: true })

  test('a month does not move while it loads', async ({ page }) => {
    const month = await findFirstLink(page, '/months/')
    // The list of months arrives last, and must not widen anything.
    await page.route(/\/months$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800))
      await route.fallback()
    })
    await expectNoShift(page, month, '[data-figure=payable]', 412)
  })
})

async function expectNoShift(page: Page, path: string, arrived: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  // Responses arrive after the scripts, so that every stage is painted.
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.fallback()
  })
  await page.addInitScript(() => {
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.layoutShift += Reflect.get(entry, 'value')
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path)
  await expect(page.locator(arrived).first()).toBeVisible()
  await page.waitForTimeout(1000)
  expect(await page.evaluate(() => window.layoutShift)).toBeLessThanOrEqual(0.01)
}

/** Finds the link to an item in its list. */
async function findFirstLink(page: Page, prefix: string): Promise<string> {
  await page.goto(prefix.slice(0, -1))
  const href = await page.locator(`main a[href*="${prefix}"]`).first().getAttribute('href')
  return href ?? ''
}

/** Script files of other screens, which are only requested ahead of time. */
const otherScreens = /(?:ChannelReportView|VideoReportView|NoticesView|MembersView)\.[^/]+\.js$/

const lines = {
  'on a fast line': { connection: { type: 'wifi', effectiveType: '4g', downlink: 10 }, ahead: 2, hovered: 3 },
  'on a slow line': {
    connection: { type: 'wifi', effectiveType: '4g', downlink: 1.6 },
    ahead: 0,
    hovered: 1,
  },
  'that saves data': { connection: { saveData: true, downlink: 10 }, ahead: 0, hovered: 0 },
}

for (const [name, { connection, ahead, hovered }] of Object.entries(lines)) {
  test.describe(`a browser ${name}`, () => {
    test.use({ as: 'manager' })

    test(`loads ${ahead} likely screens ahead, and ${hovered} with that of a link under the pointer`, async ({
      page,
    }) => {
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'connection', { value })
      }, connection)
      const loaded = new Set<string>()
      page.on('request', (request) => {
        const [file] = otherScreens.exec(request.url()) ?? []
        if (file) loaded.add(file)
      })
      await page.goto('/dashboard')
      await page.waitForFunction(() => performance.getEntriesByName('idle-preload').length > 0)
      if (ahead === 0) await page.waitForTimeout(1500)
      await expect.poll(() => loaded.size).toBe(ahead)
      await page.locator('nav a[href="/manage-member"]').first().hover()
      if (hovered === 0) await page.waitForTimeout(500)
      await expect.poll(() => loaded.size).toBe(hovered)
    })
  })
}
