import { locales } from '#contract/locale.ts'
import { demoPassword, expect, managerEmail, signIn, submitLogin, test } from '#tests/support/e2e.ts'

const localePrefix = (locale: string) => (locale === 'ko' ? '' : `/${locale}`)
const readMessages = async (locale: string) =>
  (await import(`../../contract/messages/${locale}.json`, { with: { type: 'json' } })).default

for (const locale of locales) {
  test(`login says in ${locale} what is missing and what is wrong`, async ({ page }) => {
    const { fields, refusals } = await readMessages(locale)
    await page.goto(`${localePrefix(locale)}/login`)
    await page.locator('button[type=submit]').click()
    await expect(page.getByText(fields.login_required).first()).toBeVisible()
    await submitLogin(page, managerEmail, 'not this one')
    await expect(page.getByText(refusals.wrong_credentials)).toBeVisible()
    expect(page.url()).toContain('/login')
  })

  test(`join says in ${locale} what is missing and what is wrong`, async ({ page }) => {
    const { fields } = await readMessages(locale)
    await page.goto(`${localePrefix(locale)}/join`)
    await page.locator('button[type=submit]').click()
    for (const code of ['email_required', 'password_required', 'nickname_required']) {
      await expect(page.getByText(fields[code]).first()).toBeVisible()
    }
    const [one, two] = [
      page.locator('input[type=password]').nth(0),
      page.locator('input[type=password]').nth(1),
    ]
    await page.locator('input[name=email]').fill('no-at-sign')
    await one.fill('1234')
    await two.fill('12345')
    await page.locator('input[name=nickname]').fill('가')
    await page.locator('button[type=submit]').click()
    for (const code of ['email_invalid', 'password_mismatch', 'nickname_length']) {
      await expect(page.getByText(fields[code]).first()).toBeVisible()
    }
  })
}

test('whoever joins is told so and can sign in', async ({ page }) => {
  const email = `new-${Date.now()}@hookline.example`
  await page.goto('/join')
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[type=password]').nth(0).fill('1234')
  await page.locator('input[type=password]').nth(1).fill('1234')
  await page.locator('input[name=nickname]').fill('새사람')
  await page.locator('button[type=submit]').click()
  await expect(page.getByText('가입이 완료되었습니다').first()).toBeVisible()
  await page.getByRole('link', { name: '로그인' }).last().click()
  await page.waitForURL('**/login')
  await submitLogin(page, email, '1234')
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('대시보드')
})

test('an email that is in use is refused at its field', async ({ page }) => {
  await page.goto('/join')
  await page.locator('input[name=email]').fill(managerEmail)
  await page.locator('input[type=password]').nth(0).fill('1234')
  await page.locator('input[type=password]').nth(1).fill('1234')
  await page.locator('input[name=nickname]').fill('또한번')
  await page.locator('button[type=submit]').click()
  await expect(page.getByText('이미 사용 중인 이메일입니다.').first()).toBeVisible()
  await expect(page.locator('input[name=email]')).toHaveAttribute('aria-invalid', 'true')
})

test('who is not signed in goes to login, and from there to where they wanted', async ({ page }) => {
  await page.goto('/en/dashboard?period=latest')
  await page.waitForURL('**/en/login?fromUrl=*')
  await submitLogin(page, managerEmail)
  await page.waitForURL('**/en/dashboard?period=latest')
})

for (const evil of [
  'https://evil.test/',
  '//evil.test',
  '/.//evil.test/x',
  '/\\evil.test',
  'javascript:alert(1)',
]) {
  test(`login never leads to ${evil}`, async ({ page }) => {
    await page.goto(`/login?fromUrl=${encodeURIComponent(evil)}`)
    await submitLogin(page, managerEmail)
    await page.waitForURL('**/dashboard')
    expect(new URL(page.url()).hostname).toBe('localhost')
  })
}

test('signing out asks first, then ends the session in every tab', async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.locator('[data-figure=profit]')).toBeVisible()
  await page.getByRole('button', { name: '로그아웃' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: '로그아웃' })).toBeFocused()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await dialog.getByRole('button', { name: '로그아웃' }).click()
  await page.waitForURL('**/login*')
  await other.waitForURL('**/login*')
})

test('a token that is no longer known leads to login', async ({ page }) => {
  await signIn(page)
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (/^[\w-]{43}$/.test(value)) localStorage.setItem(key, 'A'.repeat(43))
    }
  })
  await page.goto('/dashboard')
  await page.waitForURL('**/login*')
})

test('an API that does not answer does not sign anybody out', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/member/me', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('button', { name: '다시 시도' })).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/member/me')
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect(page.locator('[data-figure=profit]')).toBeVisible()
})

test('the keyboard alone is enough to sign in', async ({ page }) => {
  await page.goto('/login')
  await page.locator('input[name=id]').focus()
  await page.keyboard.type(managerEmail)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})
