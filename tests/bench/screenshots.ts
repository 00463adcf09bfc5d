import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as browsers,
  type Page,
} from '@playwright/test'
import { locales } from '#contract/platform/locale.ts'
import { guideEntries } from '#lib/guides/manifest.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { chromiumOptions } from '#tests/support/chromium-options.ts'
import { managerEmail, submitLogin } from '#tests/support/e2e.ts'
import { startSite } from '#tests/support/site-server.ts'

// npm run screenshots [-- part of a path] takes pictures of every public page, the reports, a video's details and the
// management screens, at three widths, in four languages, light and dark. It reports pages that are wider than their
// screen or log to the console.

const folder = 'screenshots'
const widths = [390, 820, 1440]
const schemes = ['light', 'dark'] as const
const paths = [
  '/',
  '/login',
  '/join',
  '/language',
  '/external/auth',
  '/musics',
  ...guideEntries.map(({ slug }) => (slug === '' ? '/guides' : `/guides/${slug}`)),
  '/nowhere',
]
/** Dashboard of the manager; with `details`, the first video's details are open. */
const details = '/dashboard?details'
/** Shows all details in one picture. */
const detailsHeight = 2_400
/** This page's stream of changes never ends, so its network is never idle. */
const channels = '/manage-channel'
const signedInPaths = [
  '/dashboard',
  '/report-channel',
  '/report-video',
  details,
  channels,
  '/manage-member',
  '/config-account',
  '/payments',
  '/payment-info',
  '/questions',
  '/shared-reports',
  '/statements',
  '/notices',
  '/musics/all',
  '/musics/tags',
  '/musics/shopping',
]
const pathFilter = process.argv[2] ?? ''
const concurrency = 2

type StorageState = NonNullable<BrowserContextOptions['storageState']>

const needsSession = (path: string) => signedInPaths.some((one) => path.endsWith(one))

interface Screenshot {
  path: string
  width: number
  scheme: (typeof schemes)[number]
}

const problems: string[] = []

async function takeScreenshot(
  context: BrowserContext,
  origin: string,
  { path, width, scheme }: Screenshot,
): Promise<void> {
  const page = await context.newPage()
  const name = `${path === '/' ? 'home' : path.slice(1).replaceAll(/[/?]/g, '_')}@${width}-${scheme}`
  page.on('console', (message) => {
    // YouTube's pictures are not requested.
    const known =
      /ERR_NAME_NOT_RESOLVED/.test(message.text()) ||
      (path.endsWith('/nowhere') && message.text().includes('404'))
    if (message.type() === 'error' && !known) problems.push(`${name}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`${name}: ${error.message}`))
  await openPage(page, origin, path)
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflowPx > 0) problems.push(`${name}: ${overflowPx} px wider than the screen`)
  const file = join(folder, `${name}.png`)
  await page.screenshot({ path: file, fullPage: true })
  await page.close()
}

async function openPage(page: Page, origin: string, path: string): Promise<void> {
  const waitUntil = path.endsWith(channels) ? 'load' : 'networkidle'
  await page.goto(origin + path.replace('?details', ''), { waitUntil })
  if (path.endsWith(channels)) await page.locator('[data-channel] img').last().waitFor()
  if (path.includes('?details')) await openDetails(page)
}

async function openDetails(page: Page): Promise<void> {
  await page.locator('[data-video] a').first().click()
  await page.locator('dialog table').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Returns the browser's storage after signing in. */
async function signIn(browser: Browser, origin: string): Promise<StorageState> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await submitLogin(page, managerEmail)
  await page.locator('[data-figure=profit]').waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

async function takeScreenshots(
  browser: Browser,
  origin: string,
  signedIn: StorageState,
  shots: Screenshot[],
): Promise<void> {
  for (let shot = shots.shift(); shot; shot = shots.shift()) {
    const { path, width, scheme } = shot
    const context = await browser.newContext({
      viewport: { width, height: path.includes('?details') ? detailsHeight : 900 },
      colorScheme: scheme,
      ...(needsSession(path) && { storageState: signedIn }),
    })
    await takeScreenshot(context, origin, shot)
    await context.close()
  }
}

const screenshots = [...paths, ...signedInPaths]
  .flatMap((path) => locales.map((locale) => localizePath(path, locale)))
  .filter((path) => path.includes(pathFilter))
  .flatMap((path) => widths.flatMap((width) => schemes.map((scheme) => ({ path, width, scheme }))))
const total = screenshots.length
await mkdir(folder, { recursive: true })
const site = await startSite()
const browser = await browsers.launch(chromiumOptions)
try {
  const signedIn = await signIn(browser, site.origin)
  await Promise.all(
    Array.from({ length: concurrency }, () => takeScreenshots(browser, site.origin, signedIn, screenshots)),
  )
} finally {
  await browser.close()
  site.stop()
}
for (const problem of problems) console.error(problem)
console.log(`${total} pictures in ${folder}/, ${problems.length} problems.`)
process.exitCode = problems.length > 0 ? 1 : 0
