import { test as base, expect, type Page } from '@playwright/test'

/** Messages of the browser itself about replies that a test provokes; everything else on the console is a fault. */
const expectedMessage = /Failed to load resource|net::ERR_/

/**
 * Fails a test in whose pages something unforeseen was thrown, logged as an error, or stopped by the policy. A test
 * that provokes a fault says which: `test.use({ expectedErrors })`.
 */
export const test = base.extend<{ faults: string[]; expectedErrors: RegExp }>({
  expectedErrors: [/^$/, { option: true }],
  // Each from an address of its own: one may sign in a hundred times in ten minutes.
  extraHTTPHeaders: async ({ expectedErrors: _ }, use) => {
    const part = () => 1 + Math.floor(Math.random() * 254)
    await use({ 'X-Forwarded-For': `10.${part()}.${part()}.${part()}` })
  },
  faults: [
    async ({ context, expectedErrors }, use) => {
      const faults: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' && !expectedMessage.test(message.text())) faults.push(message.text())
      })
      context.on('weberror', (error) => faults.push(String(error.error())))
      // Pictures of the world outside are not asked for.
      await context.route(/^https?:\/\/(?!(?:([\w-]+\.)?localhost|studio\.test)[:/])/, (route) =>
        route.abort(),
      )
      await use(faults)
      expect(faults.filter((fault) => !expectedErrors.test(fault))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Where the tests' server is, and its playlist site. */
export const siteUrl = () => new URL(test.info().project.use.baseURL ?? '')
export const playlistOrigin = () => `http://playlist.localhost:${siteUrl().port}`

export const managerEmail = 'manager@hookline.example'
export const memberEmail = 'hanip@hookline.example'
export const demoPassword = 'hookline-demo'

export async function submitLogin(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.locator('input[name=id]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
}

/** Signs in and waits for the dashboard's figures. `prefix` is the language's part of the path. */
export async function signIn(page: Page, email = managerEmail, prefix = ''): Promise<void> {
  await page.goto(`${prefix}/login`)
  await submitLogin(page, email)
  await page.waitForURL(`**${prefix}/dashboard`)
  await expect(page.locator('[data-figure=profit]')).toBeVisible()
}

/** The token of whoever is signed in, as the site keeps it. */
export const readToken = (page: Page) =>
  page.evaluate(() => Object.values(localStorage).find((value) => /^[\w-]{43}$/.test(value)) ?? '')
