import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/e2e.ts'
import { findSmallTargets } from '#tests/support/touch-targets.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } })

const bar = (page: Page, name: string) => page.getByRole('navigation', { name })
/** Lists of the role that is signed in, in order. */
const barNames = (page: Page, name: string) => bar(page, name).locator('ul:visible a > span').allInnerTexts()

/** Scrolls through the page, so that what loads late is there. */
async function loadAll(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
  })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

const screens = {
  member: [
    ...([
      '/dashboard',
      '/report-channel',
      '/report-video',
      '/musics',
      '/musics/all',
      '/musics/tags',
    ] as const),
    ...(['/statements', '/payment-info', '/config-account', '/notices', '/notices/1'] as const),
    ...(['/manage-channel', '/language', '/guides'] as const),
  ],
  manager: [
    ...(['/dashboard', '/report-channel', '/report-video', '/manage-channel', '/manage-member'] as const),
    ...(['/months', '/payments', '/statements', '/config-account'] as const),
  ],
}

for (const as of ['member', 'manager'] as const)
  test.describe(`a ${as}`, () => {
    test.use({ as })

    test('taps nothing that is smaller than a finger', async ({ page }) => {
      test.setTimeout(180_000)
      for (const path of screens[as]) {
        await page.goto(path)
        await expect(page.locator('main h1').first()).toBeAttached()
        await loadAll(page)
        expect(await findSmallTargets(page), path).toEqual([])
      }
    })

    test('finds the filters of reports within the screen in every language', async ({ page }) => {
      for (const locale of ['', '/en', '/zh-CN', '/zh-TW'])
        for (const path of ['/dashboard', '/report-channel', '/report-video']) {
          await page.goto(locale + path)
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          // A browser on a phone widens the page for what does not fit.
          expect(await page.evaluate(() => innerWidth), locale + path).toBe(360)
        }
    })
  })

test.describe('the legend of a chart', () => {
  test.use({ as: 'manager' })

  test('is shown whole, with what its marks mean', async ({ page }) => {
    for (const [locale, name, mark] of [
      ['', '표시할 항목', '수수료율 변경'],
      ['/en', 'Series shown', 'Fee rate'],
    ] as const) {
      await page.goto(`${locale}/dashboard`)
      const legend = page.getByRole('list', { name }).first()
      await expect(legend.getByText(mark)).toBeVisible()
      const isScrollable = (list: Element) => {
        const { scrollHeight = 0, clientHeight = 0 } = list.parentElement ?? {}
        return scrollHeight > clientHeight
      }
      expect(await legend.evaluate(isScrollable), locale).toBe(false)
    }
  })
})

test.describe('the bar at the bottom', () => {
  test.describe('of a member', () => {
    test.use({ as: 'member' })

    test('leads to what creators open most, and the menu has the rest', { tag: '@main' }, async ({
      page,
    }) => {
      await page.goto('/dashboard')
      expect(await barNames(page, '바로 가기')).toEqual(['홈', '영상', '음악', '정산', '계정'])
      for (const [name, path] of [
        ['영상', '/report-video'],
        ['음악', '/musics'],
        ['정산', '/statements'],
        ['계정', '/config-account'],
        ['홈', '/dashboard'],
      ] as const) {
        const link = bar(page, '바로 가기').getByRole('link', { name: new RegExp(`^${name}`) })
        await link.tap()
        await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`))
        await expect(link).toHaveAttribute('aria-current', 'page')
        await expect(bar(page, '바로 가기').locator('a[aria-current]:visible')).toHaveCount(1)
      }
      await page.getByRole('button', { name: '메뉴' }).first().tap()
      await expect(page.getByRole('dialog').getByRole('link', { name: '정산 문의처' })).toBeVisible()
      await page.keyboard.press('Escape')
      expect(await findAccessibilityViolations(page)).toEqual([])
    })

    test('covers neither the end of the page nor a field that is being filled in', async ({ page }) => {
      await page.goto('/musics/all')
      await loadAll(page)
      const { end, top } = await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight)
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
        const last = [...document.querySelectorAll('#main li')].at(-1)?.getBoundingClientRect()
        return { end: last?.bottom ?? 0, top: box('nav[data-audience]')?.top ?? 0 }
      })
      expect(end).toBeLessThanOrEqual(top)
      await page.locator('#main input[type=search]:visible').first().focus()
      await expect(bar(page, '바로 가기')).toBeHidden()
      await page.locator('h1').focus()
      await expect(bar(page, '바로 가기')).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(bar(page, '바로 가기')).toBeHidden()
    })
  })

  test.describe('of a manager in English', () => {
    test.use({ as: 'manager' })

    test('leads to the network', async ({ page }) => {
      await page.goto('/en/dashboard')
      expect(await barNames(page, 'Quick links')).toEqual([
        'Home',
        'Channels',
        'Members',
        'Closing',
        'Account',
      ])
      await bar(page, 'Quick links').getByRole('link', { name: 'Members' }).tap()
      await expect(page).toHaveURL(/\/en\/manage-member$/)
      // Guides are static pages with the same bar.
      await page.goto('/en/guides')
      expect(await barNames(page, 'Quick links')).toEqual([
        'Home',
        'Channels',
        'Members',
        'Closing',
        'Account',
      ])
    })
  })

  test('is not for visitors', async ({ page }) => {
    await page.goto('/guides')
    await expect(page.getByRole('navigation', { name: '바로 가기' })).toBeHidden()
  })
})

test.describe('a message', () => {
  test.use({ as: 'member' })

  test('has the sign of its kind, and stands above the bar', async ({ page }) => {
    await page.goto('/musics/all')
    await loadAll(page)
    await page
      .getByRole('button', { name: /^ISRC 복사/ })
      .first()
      .tap()
    const message = page.locator('.snackbars li').first()
    await expect(message).toBeVisible()
    // The mark is within the circle that is drawn around it.
    const { sign, icon, bottom, top } = await message.evaluate((element) => {
      const box = (part: Element | null) => part?.getBoundingClientRect() ?? new DOMRect()
      const svg = element.querySelector('svg')
      const nav = [...document.querySelectorAll('nav')].find((one) => one.matches('main ~ nav')) ?? null
      return {
        sign: svg?.querySelector('path')?.getBBox().width ?? 0,
        icon: svg?.viewBox.baseVal.width ?? 0,
        bottom: box(element).bottom,
        top: box(nav).top,
      }
    })
    expect(sign).toBeLessThanOrEqual(icon)
    expect(bottom).toBeLessThanOrEqual(top)
  })
})

test.describe('the first number', () => {
  test.use({ as: 'member' })

  for (const [width, height] of [
    [412, 900],
    [360, 780],
  ] as const)
    test(`has only the bar before it at ${width} px, from the second visit on`, async ({ page, context }) => {
      await page.setViewportSize({ width, height })
      await page.goto('/dashboard')
      await expect(page.locator('[data-attention=open]')).toBeVisible()
      // Another tab is another visit.
      const visit = await context.newPage()
      await visit.setViewportSize({ width, height })
      await visit.goto('/dashboard')
      const mark = visit.locator('[data-attention=collapsed]:visible')
      await expect(mark).toBeVisible()
      await expect(visit.locator('[data-attention=open]')).toBeHidden()
      await expect(visit.locator('[data-payday] [data-figure]').first()).toBeVisible()
      const top = await visit.evaluate(() =>
        Math.min(
          ...[...document.querySelectorAll('#main [data-figure]')].map(
            (figure) => figure.getBoundingClientRect().top,
          ),
        ),
      )
      expect(top).toBeLessThan(130)
      await mark.tap()
      await expect(visit.locator('[data-attention=open]')).toContainText('인증')
    })
})

test.describe('the next payday', () => {
  test.use({ as: 'member' })

  for (const [prefix, title, after, button] of [
    ['', /지급 예정/, /수수료·세금 차감 후|수수료 차감 후|세금 차감 전/, '채널 인증하기'],
    ['/en', /To be paid on/, /after fee|before tax/, 'Verify channels'],
  ] as const)
    test(`is on the dashboard, with what is likely after it (${prefix || '/ko'})`, async ({ page }) => {
      await page.goto(`${prefix}/dashboard`)
      const card = page.locator('[data-payday]')
      await expect(card.getByRole('heading', { level: 2 })).toHaveText(title)
      await expect(card.locator('[data-estimate]').first()).toContainText(after)
      expect(await findAccessibilityViolations(page, '[data-payday]')).toEqual([])
      await card.getByRole('link', { name: button }).tap()
      await expect(page).toHaveURL(`${prefix}/manage-channel?state=unverified`)
      await page.goto(`${prefix}/statements`)
      await expect(page.locator('main [data-estimate]').first()).toContainText(after)
      await page.goto(`${prefix}/payment-info`)
      await page.locator('main a[href$="/config-account"]').tap()
      await expect(page.locator('[data-payday]')).toBeVisible()
    })
})
