import type { Browser, BrowserContext, Page } from '@playwright/test'
import { pushDialog } from '#islands/kit/ui/feedback/stack.ts'
import { demoPassword, expect, managerEmail, memberEmail, siteUrl, test } from '#tests/support/e2e.ts'
import { signInToDemo } from '#tests/support/remote-api.ts'
import { swipe } from '#tests/support/swipe.ts'
import { listTests, type SentencesOf } from './sentences.ts'

// In a browser, as a manager. Sentences about one screen share a page.

test.describe.configure({ mode: 'default' })

type Session = { name: string; value: string }[]

interface Fixtures {
  readonly browser: Browser
}

let session: Session
let shared: Page
const contexts: BrowserContext[] = []

async function createPage(browser: Browser, localStorage = session, options: object = {}): Promise<Page> {
  const { origin } = siteUrl()
  const storageState = { cookies: [], origins: [{ origin, localStorage }] }
  const context = await browser.newContext({
    baseURL: origin,
    storageState,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  contexts.push(context)
  return context.newPage()
}

test.beforeAll(async ({ browser, getSession }) => {
  session = await getSession('manager')
  shared = await createPage(browser)
})
test.afterEach(async () => {
  for (const context of contexts.splice(1)) await context.close()
})
test.afterAll(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** Opens a screen in the shared page, unless it is open. */
async function visit(path: string): Promise<Page> {
  if (new URL(shared.url(), 'http://none').pathname !== path) {
    await shared.goto(path)
    await expect(shared.locator('[data-skeleton], main [aria-busy=true]')).toHaveCount(0)
  }
  return shared
}

/** Opens a dialog by its flag, as the app itself does. */
async function openDialog(path: string, flag: string, page = shared) {
  if (page === shared) await visit(path)
  await page.evaluate((query) => {
    history.pushState(null, '', query ? `?${query}` : location.pathname)
    dispatchEvent(new PopStateEvent('popstate'))
  }, flag)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

async function closeDialog(page = shared): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const expectAll = async (page: Page, texts: readonly (string | RegExp)[]) => {
  for (const text of texts) await expect(page.getByText(text).first(), String(text)).toBeVisible()
}

async function openVideo() {
  const page = await visit('/en/dashboard')
  const id = await page.locator('[data-video]').first().getAttribute('data-video')
  return openDialog('/en/dashboard', `videoDetail=${id}`)
}

const readChannelId = async (state: string) => {
  const page = await visit('/en/manage-channel')
  return page.locator('tr[data-channel]', { hasText: state }).first().getAttribute('data-channel')
}

/** Lets the build be six minutes old, and answers the question for the newest. */
async function passSixMinutes(page: Page, answer: 'another' | 'none'): Promise<string> {
  await page.clock.install()
  await page.goto('/en/language')
  // The app has started once Astro has removed this attribute.
  await expect(page.locator('astro-island')).not.toHaveAttribute('ssr')
  await page.route('**/version.json?t=*', (route) =>
    answer === 'none' ? route.abort() : route.fulfill({ json: { build: answer } }),
  )
  const asked = page.waitForRequest('**/version.json?t=*')
  await page.clock.runFor(6 * 60 * 1000)
  return (await asked).url()
}

const tests: Record<SentencesOf<'manager'>, (fixtures: Fixtures) => Promise<void>> = {
  '1 revenue is an estimate that may differ from the settlement': async () => {
    await expectAll(await visit('/en/dashboard'), ['Estimated profit may differ from the actual settlement'])
  },
  '1 an unverified channel suspends use and payment': async () => {
    await expectAll(await visit('/en/dashboard'), [
      /Use of the service and payment of audio revenue are suspended/,
    ])
  },
  '2 dashboard: member selector with all': async () => {
    const page = await visit('/en/dashboard')
    await page.getByRole('combobox', { name: 'Member' }).click()
    await expect(page.getByRole('option', { name: 'All members' })).toBeVisible()
    await expect(page.getByRole('option').nth(4)).toBeVisible()
    await page.keyboard.press('Escape')
  },
  '2 dashboard: views, premium views, price of premium views, profit': async () => {
    const page = await visit('/en/dashboard')
    for (const figure of ['views', 'premiumViews', 'premiumPrice', 'profit'])
      await expect(page.locator(`[data-figure=${figure}]`)).toHaveText(/\d/)
  },
  '2 dashboard: chart of the revenue': async () => {
    const page = await visit('/en/dashboard')
    await expect(page.getByRole('slider', { name: /^Profit trend/ })).toBeVisible()
  },
  '2 dashboard: chart of the views': async () => {
    const page = await visit('/en/dashboard')
    await expect(page.getByRole('slider', { name: /^Views trend/ })).toBeVisible()
  },
  '2 dashboard: table of videos with eight columns': async () => {
    const page = await visit('/en/dashboard')
    for (const name of [
      /^Video/,
      /^Total views/,
      /^Profit/,
      /^Price per view/,
      /^Premium views/,
      /^Premium rate/,
      /^Premium price/,
    ])
      await expect(page.getByRole('columnheader', { name }).first()).toBeVisible()
    await expect(page.locator('[data-video] img').first()).toBeVisible()
  },
  '2 four periods': async () => {
    const page = await visit('/en/dashboard')
    for (const name of ['Latest day', 'This month', 'Last month', '6 months'])
      await expect(page.getByRole('radio', { name, exact: true })).toBeAttached()
  },
  '2 video modal: period, music, video, profit, premium viewers, countries with the rest': async () => {
    const dialog = await openVideo()
    for (const name of [/^This month/, 'Music used', 'Video', 'Profit', 'Premium viewers', 'Countries'])
      await expect(dialog.getByRole('heading', { name }).or(dialog.getByText(name)).first()).toBeVisible()
    await expect(dialog.getByText('Other', { exact: true }).first()).toBeVisible()
    await closeDialog()
  },
  '4 a modal closes by Escape': async () => {
    await openVideo()
    await closeDialog()
  },
  '4 a modal closes by a click outside': async () => {
    await openVideo()
    await shared.mouse.click(3, 3)
    await expect(shared.getByRole('dialog')).toHaveCount(0)
    const form = await openDialog('/en/manage-channel', 'addChannel=1')
    await form.locator('input').first().fill('@some')
    await shared.mouse.click(3, 3)
    await expect(form).toBeVisible()
    await closeDialog()
  },
  '4 a modal closes by a swipe': async ({ browser }) => {
    const page = await createPage(browser, session, { hasTouch: true, viewport: { width: 390, height: 800 } })
    await page.goto('/en/language')
    await page.getByRole('button', { name: 'Menu' }).first().tap()
    const menu = page.getByRole('dialog')
    await expect(menu).toBeVisible()
    await swipe(page, { x: 240, y: 400 }, { x: 120, y: 400 }, 600)
    await expect(menu).toBeHidden()
  },
  '9 z-index from 1000 in steps of 2': async () => {
    await expect(await openVideo()).toHaveCSS('z-index', '1000')
    await closeDialog()
    const dialogs = [1, 2, 3].map(() => pushDialog({} as HTMLDialogElement))
    expect(dialogs).toEqual([1000, 1002, 1004])
  },
  '3 the token is in local storage': async () => {
    await visit('/en/dashboard')
    expect(await shared.evaluate(() => localStorage.getItem('token:localhost'))).toMatch(/^[\w-]{43}$/)
  },
  '7 the domain of the response is stored': async () => {
    await visit('/en/dashboard')
    const site = await shared.evaluate(() => localStorage.getItem('site:localhost'))
    expect(JSON.parse(site ?? '{}')).toMatchObject({ domain: 'localhost' })
  },
  '7 five headers on all calls except that for the site': async () => {
    const call = shared.waitForRequest('**/api/member/me')
    await shared.goto('/en/payment-info')
    const headers = await (await call).allHeaders()
    expect(headers).toMatchObject({
      'accept-language': 'en',
      'x-domain': 'localhost',
      'x-playlist': '0',
      'x-currency': 'KRW',
    })
    expect(headers['x-auth-token']).toMatch(/^[\w-]{43}$/)
  },
  '7 the call for the site has domain and Accept-Language only': async () => {
    const call = shared.waitForRequest('**/api/v2/mcn/meta?*')
    await shared.goto('/en/payment-info')
    const request = await call
    const headers = await request.allHeaders()
    expect(new URL(request.url()).search).toBe('?domain=localhost')
    expect(headers['accept-language']).toBe('en')
    for (const name of ['x-domain', 'x-auth-token', 'x-playlist', 'x-currency'])
      expect(headers[name]).toBeUndefined()
  },
  '2 payment info: six fields': async () => {
    await expectAll(await visit('/en/payment-info'), [
      'Company name',
      'Company address',
      'Business number',
      'Company mail',
      'Account manager’s name',
      'Account manager’s contact',
    ])
  },
  '2 questions about settlements go to the account manager': async () => {
    await expectAll(await visit('/en/payment-info'), ['Please ask your account manager about settlements.'])
  },
  '2 channel report: table': async () => {
    const page = await visit('/en/report-channel')
    await expect(page.locator('[data-channel] img, [data-channel] svg').first()).toBeVisible()
    for (const name of [/^Channel/, /views/i, /profit/i, /Shorts/, /^Price per view/])
      await expect(page.getByRole('columnheader', { name }).first()).toBeVisible()
  },
  '2 channel report: charts': async () => {
    const page = await visit('/en/report-channel')
    for (const name of [/^Profit by channel/, /^Views by channel/])
      await expect(page.getByRole('slider', { name })).toBeVisible()
  },
  '2 video report: chart of the average price': async () => {
    const page = await visit('/en/report-video')
    await expect(page.getByRole('slider', { name: /^Average price per view/ })).toBeVisible()
  },
  '2 video report: filter of channels and search': async () => {
    const page = await visit('/en/report-video')
    await expect(page.getByRole('combobox', { name: /channel/i }).first()).toBeVisible()
    await expect(page.getByRole('searchbox').first()).toBeVisible()
  },
  '2 video report: highest and lowest videos': async () => {
    await expectAll(await visit('/en/report-video'), ['Highest price per view', 'Lowest price per view'])
  },
  '2 video report: table': async () => {
    const page = await visit('/en/report-video')
    await expect(page.locator('[data-video]').first()).toBeVisible()
  },
  '2 manage channel: add, verify, assign, unassign, delete, re-review': async () => {
    const page = await visit('/en/manage-channel')
    for (const name of [/Add channel/, /^Verify/, /Request review/])
      await expect(page.getByRole('button', { name }).first()).toBeVisible()
    for (const [flag, title] of [
      ['assign', 'Assign channel'],
      ['unassign', 'Unassign channel'],
      ['delete', 'Delete channel'],
    ] as const) {
      const dialog = await openDialog('/en/manage-channel', `${flag}=${await readChannelId('몽이네')}`)
      await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
      await closeDialog()
    }
  },
  '2 manage channel: guide to verification': async () => {
    const dialog = await openDialog('/en/manage-channel', `verify=${await readChannelId('Not verified')}`)
    await expect(dialog.getByRole('link', { name: /guide/ })).toHaveAttribute('href', /\/en\/guides\/auths/)
    await closeDialog()
  },
  '4 unverified channels have a label of their own': async () => {
    await expectAll(await visit('/en/manage-channel'), ['Not verified'])
  },
  '4 adding: link, category, register': async () => {
    const dialog = await openDialog('/en/manage-channel', 'addChannel=1')
    await expect(dialog.getByLabel('Channel link')).toBeVisible()
    await expect(dialog.getByLabel('Category')).toBeVisible()
    await expect(dialog.locator('button[type=submit]')).toBeVisible()
    await closeDialog()
  },
  '4 deleting: acknowledgement, password': async () => {
    const dialog = await openDialog('/en/manage-channel', `delete=${await readChannelId('몽이네')}`)
    await dialog.locator('button[type=submit]').click()
    await expect(dialog.getByText('Please confirm the notes.').first()).toBeVisible()
    await expect(dialog.getByLabel('Manager password')).toBeVisible()
    await closeDialog()
  },
  '2 manage member: create, delete, password, fee': async () => {
    const page = await visit('/en/manage-member')
    await expect(page.getByRole('button', { name: /Create member/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /Change fee rate/ }).first()).toBeVisible()
    const id = await page.locator('[data-member]').first().getAttribute('data-member')
    for (const [flag, title] of [
      ['delete', 'Delete member'],
      ['password', 'Change password'],
    ] as const) {
      const dialog = await openDialog('/en/manage-member', `${flag}=${id}`)
      await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
      await closeDialog()
    }
  },
  '2 account: email and nickname': async () => {
    await expectAll(await visit('/en/config-account'), [managerEmail, 'Nickname'])
  },
  '2 account: change of the password with three fields': async () => {
    const dialog = await openDialog('/en/config-account', 'password=1')
    for (const name of ['Current password', 'New password', 'Confirm new password'])
      await expect(dialog.getByLabel(name, { exact: true })).toBeVisible()
    await closeDialog()
  },
  '2 account: withdrawal': async () => {
    const dialog = await openDialog('/en/config-account', 'withdraw=1')
    await expect(dialog.getByRole('heading', { name: 'Delete account' })).toBeVisible()
    // It would be refused while the network has members or channels.
    await expect(dialog.getByRole('link', { name: 'Manage members' })).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Manage channels' })).toBeVisible()
    await expect(dialog.getByLabel('Current password')).toHaveCount(0)
    await closeDialog()
  },
  '2 language picker': async () => {
    const page = await visit('/en/language')
    await expect(page.locator('main a[data-language]')).toHaveText([
      '한국어',
      'English',
      '简体中文',
      '繁體中文',
    ])
  },
  '2 logout asks first': async () => {
    const dialog = await openDialog('/en/language', 'logout=1')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await closeDialog()
  },
  '2 music: weekly popular and favorites': async () => {
    const page = await visit('/en/musics')
    for (const name of [/^Favorites/, /^Popular this week/])
      await expect(page.getByRole('heading', { name })).toBeVisible()
  },
  '2 music: tabs home, all, moods, shopping': async () => {
    const page = await visit('/en/musics/all')
    await expect(page.getByRole('navigation', { name: 'Music pages' }).getByRole('link')).toHaveText([
      'Home',
      'All',
      'Mood tags',
      'Shopping',
    ])
  },
  '2 music: search and copy of the ISRC': async () => {
    const page = await visit('/en/musics/all')
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Copy ISRC/ }).first()).toBeVisible()
  },
  '2 a failed profile clears the user and leads to /login': async ({ browser }) => {
    const page = await createPage(browser, [{ name: 'token:localhost', value: 'x'.repeat(43) }])
    await page.goto('/en/dashboard')
    await page.waitForURL('**/en/login?fromUrl=*')
    expect(await page.evaluate(() => localStorage.getItem('token:localhost'))).toBeFalsy()
    const other = await createPage(browser)
    await other.route('**/api/member/me', (route) => route.abort())
    await other.goto('/en/dashboard')
    await expect(other.getByRole('alert').first()).toBeVisible()
    expect(new URL(other.url()).pathname).toBe('/en/dashboard')
  },
  '2 a white spinner covers what needs the site, a dim one the rest': async ({ browser }) => {
    const page = await createPage(browser)
    await page.route('**/en/dashboard', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(id="site"[^>]*>)[^<]+/, '$1')
      await route.fulfill({ response, body })
    })
    await page.route('**/api/v2/mcn/meta?*', () => {})
    await page.goto('/en/dashboard')
    await expect(page.locator('[data-spinner=full]')).toBeVisible()
    const other = await createPage(browser)
    await other.route('**/_astro/AddChannelDialog*.js', () => {})
    await other.goto('/en/manage-channel')
    await other
      .getByRole('button', { name: /Add channel/ })
      .first()
      .click()
    await expect(other.locator('[data-spinner=dim]')).toBeVisible()
  },
  '4 logged in with a profile, out without': async ({ browser }) => {
    const token = await signInToDemo(siteUrl().origin, memberEmail)
    const page = await createPage(browser, [{ name: 'token:localhost', value: token }])
    await page.goto('/en/payment-info')
    await expectAll(page, [memberEmail])
    const dialog = await openDialog('', 'logout=1', page)
    await dialog.locator('[data-kind=primary]').click()
    await page.waitForURL('**/en/login')
    expect(await page.evaluate(() => localStorage.getItem('token:localhost'))).toBeFalsy()
  },
  '4 a new deploy reloads the page at the next navigation': async ({ browser }) => {
    const page = await createPage(browser)
    await passSixMinutes(page, 'another')
    await page.evaluate(() => Object.assign(window, { isOldPage: true }))
    await page.locator('a[href="/en/notices"]:visible').first().click()
    await page.waitForURL('**/en/notices')
    await expect.poll(() => page.evaluate(() => 'isOldPage' in window)).toBe(false)
  },
  '7 file of the latest build with a timestamp': async ({ browser }) => {
    expect(await passSixMinutes(await createPage(browser), 'another')).toMatch(/\/version\.json\?t=\d{13}$/)
  },
  '8 a missing file of the build is only logged': async ({ browser }) => {
    const page = await createPage(browser)
    const logged = page.waitForEvent('console', (message) => message.type() === 'info')
    await passSixMinutes(page, 'none')
    expect((await logged).text()).toContain('The published version could not be read.')
    await expect(page.locator('.snackbars li')).toHaveCount(0)
  },
  '6 a manager’s list of accounts loads after login and with a new token': async ({ browser }) => {
    const page = await createPage(browser, [])
    await page.goto('/en/login')
    await page.locator('input[name=id]').fill(managerEmail)
    await page.locator('input[name=password]').fill(demoPassword)
    const asked = page.waitForRequest('**/api/member/mcn/accounts?page=0&size=50')
    await page.locator('main button[type=submit]').click()
    await asked
  },
  '8 a refused list of accounts is an error snackbar': async ({ browser }) => {
    const page = await createPage(browser)
    const message = 'There is no list today.'
    await page.route('**/api/member/mcn/accounts*', (route) =>
      route.fulfill({ status: 400, json: { success: false, code: 'internal', message } }),
    )
    await page.goto('/en/language')
    await expect(page.locator('.snackbars [data-type=error]')).toHaveText(message)
    await page.goto('/en/manage-member')
    await expect(page.locator('.snackbars [data-type=error]')).toHaveText(message)
    await expect(page.getByText(message)).toHaveCount(1)
  },
}

/** They open pages of their own; the rest of `npm test` has their main paths. */
const expensive: readonly SentencesOf<'manager'>[] = [
  '2 a failed profile clears the user and leads to /login',
  '2 a white spinner covers what needs the site, a dim one the rest',
  '4 a modal closes by a swipe',
  '4 logged in with a profile, out without',
  '4 a new deploy reloads the page at the next navigation',
  '7 file of the latest build with a timestamp',
  '8 a missing file of the build is only logged',
]

for (const { title, body, tag } of listTests('manager', tests, expensive))
  test(title, { tag }, ({ browser }) => body({ browser }))
