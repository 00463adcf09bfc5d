import { test as base, expect, type Page } from '@playwright/test'

/** Messages of the browser itself about replies that a test provokes; everything else on the console is a fault. */
const expected = /Failed to load resource|net::ERR_/

/**
 * Fails a test in whose pages something unforeseen was thrown, logged as an error, or stopped by the policy. A test
 * that provokes a fault says which: `test.use({ provoked })`.
 */
export const test = base.extend<{ faults: string[]; provoked: RegExp }>({
  provoked: [/^$/, { option: true }],
  // Each from an address of its own: one may sign in a hundred times in ten minutes.
  extraHTTPHeaders: async ({ provoked: _ }, use) => {
    const part = () => 1 + Math.floor(Math.random() * 254)
    await use({ 'X-Forwarded-For': `10.${part()}.${part()}.${part()}` })
  },
  faults: [
    async ({ context, provoked }, use) => {
      const faults: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text())
      })
      context.on('weberror', (error) => faults.push(String(error.error())))
      // Pictures of the world outside are not asked for.
      await context.route(/^https?:\/\/(?!(?:([\w-]+\.)?localhost|studio\.test)[:/])/, (route) =>
        route.abort(),
      )
      await use(faults)
      expect(faults.filter((fault) => !provoked.test(fault))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Where the tests' server is, and its playlist site. */
export const site = () => new URL(test.info().project.use.baseURL ?? '')
export const playlist = () => `http://playlist.localhost:${site().port}`

export const manager = 'manager@hookline.example'
export const member = 'hanip@hookline.example'
export const password = 'hookline-demo'

export async function fillLogin(page: Page, id: string, secret = password): Promise<void> {
  await page.locator('input[name=id]').fill(id)
  await page.locator('input[name=password]').fill(secret)
  await page.locator('button[type=submit]').click()
}

/** Signs in and waits for the dashboard's figures. `prefix` is the language's part of the path. */
export async function signIn(page: Page, id = manager, prefix = ''): Promise<void> {
  await page.goto(`${prefix}/login`)
  await fillLogin(page, id)
  await page.waitForURL(`**${prefix}/dashboard`)
  await expect(page.locator('[data-figure=profit]')).toBeVisible()
}

/** The token of whoever is signed in, as the site keeps it. */
export const tokenOf = (page: Page) =>
  page.evaluate(() => Object.values(localStorage).find((value) => /^[\w-]{43}$/.test(value)) ?? '')
