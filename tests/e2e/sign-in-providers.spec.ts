import { devices, type Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import {
  expect,
  joinAccount,
  joinedPassword,
  openAccountMenu,
  runOperator,
  siteUrl,
  test,
} from '#tests/support/e2e.ts'
import { type FakeOidcProvider, startFakeOidcProvider } from '#tests/support/fake-oidc-provider.ts'
import { writeSecretFile } from '#tests/support/sign-in-providers.ts'

let provider: FakeOidcProvider
test.beforeAll(async () => {
  provider = await startFakeOidcProvider()
})
test.afterAll(() => provider.close())

/** A site of its own, which has the provider. @returns its origin */
async function addSite(domain: string): Promise<string> {
  const origin = `http://${domain}:${siteUrl().port}`
  await runOperator('site', 'add', domain, '--name', 'Studio')
  provider.redirectUris.push(`${origin}/external/provider`)
  await runOperator(
    ...['provider', 'add', domain, provider.issuer, '--name', 'Studio ID', '--client-id', provider.client.id],
    ...['--client-secret-file', writeSecretFile(provider.client.secret)],
  )
  return origin
}

async function expectFine(page: Page): Promise<void> {
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('a person proves the account, signs in with the provider, unlinks it and links it again', async ({
  page,
}) => {
  const domain = 'linked.localhost'
  const origin = await addSite(domain)
  const email = await joinAccount(domain)
  await runOperator('account', 'confirm', email, '--site', domain)
  provider.user = { sub: 'linked', email, email_verified: true, name: 'Kim' }

  await page.goto(`${origin}/login`)
  const button = page.getByRole('button', { name: 'Studio ID 계정으로 계속하기' })
  await expect(button).toBeVisible()
  await expectFine(page)
  await button.focus()
  await button.press('Enter')
  await expect(page.getByRole('heading', { name: '이미 만든 계정이 있습니다' })).toBeFocused()
  // Neither the code nor the state stays in the address.
  expect(new URL(page.url()).search).toBe('')
  await expectFine(page)
  await page.locator('input[name=password]').fill(joinedPassword)
  await page.locator('main button[type=submit]').click()
  await expect(page.getByRole('heading', { name: 'Studio ID 계정을 연결했습니다' })).toBeVisible()
  await expectFine(page)

  await page.goto(`${origin}/dashboard`)
  await openAccountMenu(page)
  await page.locator('[data-menu=account]').getByText('로그아웃', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'))
  await page.goto(`${origin}/login`)
  await button.click()
  await page.waitForURL(`${origin}/dashboard`)

  await page.goto(`${origin}/config-account`)
  const row = page.locator('[data-field^=provider-]')
  await expect(row).toContainText(email)
  await expectFine(page)
  await row.getByRole('button', { name: '연결 해제' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name=password]').fill(joinedPassword)
  await dialog.locator('button[type=submit]').click()
  await expect(row).toContainText('연결되지 않음')
  await row.getByRole('button', { name: 'Studio ID 계정 연결' }).click()
  await dialog.locator('input[name=password]').fill(joinedPassword)
  await dialog.locator('button[type=submit]').click()
  await expect(page.getByRole('heading', { name: 'Studio ID 계정을 연결했습니다' })).toBeVisible()
})

test.describe('on a phone in English', () => {
  const { viewport, hasTouch, isMobile, userAgent } = devices['Pixel 7']
  test.use({ viewport, hasTouch, isMobile, userAgent, locale: 'en-US' })

  test('somebody new joins with the provider, and a canceled sign-in says so', async ({ page }) => {
    const domain = 'joined.localhost'
    const origin = await addSite(domain)
    const email = `new-${Math.random().toString(36).slice(2)}@hookline.example`
    provider.user = { sub: email, email, email_verified: true, name: 'Mina Park' }

    await page.goto(`${origin}/en/join`)
    const button = page.getByRole('button', { name: 'Continue with Studio ID' })
    await expect(button).toBeVisible()
    await expectFine(page)
    await page.goto(`${origin}/en/login`)
    provider.faults = { error: 'access_denied' }
    await button.click()
    await expect(page.getByRole('alert')).toContainText('The sign-in was canceled.')
    await expectFine(page)
    provider.faults = {}
    await page.goto(`${origin}/en/join`)
    await button.click()
    await expect(page.getByText(`You are signing up with Studio ID as ${email}.`)).toBeVisible()
    await expect(page.locator('input[name=nickname]')).toHaveValue('Mina Park')
    await expectFine(page)
    await page.locator('main button[type=submit]').click()
    await page.waitForURL(`${origin}/en/dashboard`)
  })

  test('an answer without a beginning signs nobody in', async ({ page }) => {
    const origin = await addSite('started.localhost')
    await page.goto(`${origin}/en/external/provider?code=stolen&state=other`)
    await expect(page.getByRole('alert')).toContainText('the browser and tab where you started')
    expect(new URL(page.url()).search).toBe('')
    await page.goto(`${siteUrl().origin}/en/login`)
    await expect(page.locator('input[name=password]')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
  })
})
