import { globSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { toPagePath } from '#contract/platform/page-path.ts'
import { dialog, expect, openAccountMenu, test } from '#tests/support/e2e.ts'

// The policy of each page, with Trusted Types, must block nothing that the site itself does.

const dist = new URL('../../dist', import.meta.url).pathname
const koreanPaths = globSync('**/*.html', { cwd: dist })
  .filter((file) => !/^(en|zh-CN|zh-TW)[/.]/.test(file))
  .map((file) => toPagePath(`/${file}`))

/** Collects violations of the policy on every page that is opened. */
async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation(text: string): void }
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      reportViolation(`${location.pathname}: ${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
  return violations
}

/** Navigation is repeated: the previous page may be for visitors, and its redirect would interrupt it. */
const openPath = (page: Page, path: string) => expect(async () => void (await page.goto(path))).toPass()

async function openEveryPage(page: Page): Promise<void> {
  expect(koreanPaths.length).toBeGreaterThan(20)
  for (const path of koreanPaths) {
    await openPath(page, path)
    await expect(page.locator('h1').first()).toBeVisible()
    // An open event stream is no reason to wait.
    await page.waitForLoadState('load')
  }
}

test.describe.configure({ timeout: 180_000 })

test('visitors meet no violation on any page', async ({ page }) => {
  const violations = await collectViolations(page)
  await openEveryPage(page)
  await page.goto('/login')
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  expect(violations).toEqual([])
})

test.describe('as a manager', () => {
  test.use({ as: 'manager' })

  test('nor do people who are signed in', async ({ page }) => {
    const violations = await collectViolations(page)
    await openEveryPage(page)
    await openPath(page, '/dashboard')
    await expect(page.locator('.uplot canvas').first()).toBeVisible()
    await page.goto('/notices')
    await openAccountMenu(page)
    await page.getByRole('button', { name: '로그아웃' }).first().click()
    await expect(dialog(page)).toBeVisible()
    expect(violations).toEqual([])
  })

  test('nor while a screen loads slowly', async ({ page }) => {
    const violations = await collectViolations(page)
    await page.route(/\/_astro\/[^/]*(notices|musics)[^/]*\.js$/i, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.continue()
    })
    for (const path of ['/notices', '/musics']) {
      await page.goto(path)
      await expect(page.locator('#main h1').first()).toBeVisible()
      await page.waitForLoadState('load')
    }
    expect(violations).toEqual([])
  })
})

test.describe('an injected script', () => {
  test.use({ expectedErrors: /Trusted ?Type|TrustedHTML/ })

  test('can neither set text as HTML nor allow itself to', async ({ page }) => {
    await page.goto('/login')
    const errors = await page.evaluate(() => {
      const attempt = (work: () => void) => {
        try {
          work()
          return 'done'
        } catch (error) {
          return (error as Error).name
        }
      }
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): void }
      }
      return [
        attempt(() => {
          document.createElement('div').innerHTML = '<img src="x" onerror="alert(1)">'
        }),
        attempt(() => trustedTypes.createPolicy('mine', {})),
      ]
    })
    expect(errors).toEqual(['TypeError', 'TypeError'])
  })
})
