import { readMe } from '#contract/people/session.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import {
  demoPassword,
  expect,
  joinAccount,
  joinedPassword,
  managerEmail,
  openAccountMenu,
  playlistOrigin,
  readPendingLogouts,
  readToken,
  siteUrl,
  submitLogin,
  test,
} from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

test('the login form reports errors at its fields and works by keyboard alone', async ({ page }) => {
  await page.goto('/login')
  await page.locator('button[type=submit]').click()
  await expect(page.getByText('아이디와 비밀번호를 입력해 주세요.').first()).toBeVisible()
  await submitLogin(page, managerEmail, 'not this one')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  expect(page.url()).toContain('/login')
  await page.locator('input[name=id]').fill('')
  await page.locator('input[name=id]').focus()
  await page.keyboard.type(managerEmail)
  await page.keyboard.press('Tab')
  await page.locator('input[name=password]').fill('')
  await page.keyboard.type(demoPassword)
  const show = page.getByRole('button', { name: '비밀번호 표시' })
  for (const type of ['text', 'password']) {
    await show.press('Space')
    await expect(page.locator('input[name=password]')).toHaveAttribute('type', type)
  }
  await expect(page.locator('input[name=password]')).toHaveValue(demoPassword)
  await page.locator('input[name=password]').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})

test('a visitor joins, after errors at the fields, and is signed in', async ({ page }) => {
  const email = `new-${Date.now()}@hookline.example`
  const passwords = page.locator('input[type=password]')
  const submit = page.locator('button[type=submit]')
  await page.goto('/join')
  await submit.click()
  for (const message of ['이메일을 입력해 주세요.', '비밀번호를 입력해 주세요.', '닉네임을 입력해 주세요.'])
    await expect(page.getByText(message).first()).toBeVisible()
  for (const name of ['password', 'confirmation'])
    await expect(page.locator(`input[name=${name}]`)).toHaveAttribute('aria-invalid', 'true')
  await page.locator('input[name=email]').fill(managerEmail)
  await passwords.nth(0).fill('1234')
  await passwords.nth(1).fill('12345')
  await page.locator('input[name=nickname]').fill('새사람')
  await submit.click()
  await expect(page.getByText('비밀번호와 비밀번호 확인이 일치하지 않습니다.').first()).toBeVisible()
  await passwords.nth(1).fill('1234')
  await submit.click()
  await expect(page.getByText('이미 사용 중인 이메일입니다.').first()).toBeVisible()
  await expect(page.locator('input[name=email]')).toHaveAttribute('aria-invalid', 'true')
  await page.locator('input[name=email]').fill(email)
  await submit.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('회원가입이 완료되었습니다')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: '대시보드로 가기' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('대시보드')
})

test('login returns to the requested screen, and never to another site', async ({ page }) => {
  await page.goto('/en/dashboard?period=latest')
  await page.waitForURL('**/en/login?fromUrl=*')
  await submitLogin(page, managerEmail)
  await page.waitForURL('**/en/dashboard?period=latest')
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/login?fromUrl=${encodeURIComponent('/.//evil.test/x')}`)
  await submitLogin(page, managerEmail)
  await page.waitForURL('**/dashboard')
  expect(new URL(page.url()).hostname).toBe('localhost')
})

test('signing out asks first, then ends the session in every tab', { tag: '@main' }, async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await submitLogin(page, await joinAccount(), joinedPassword)
  await page.waitForURL('**/dashboard')
  const other = await context.newPage()
  await other.goto('/config-account')
  await expect(other.locator('[data-session]').first()).toBeVisible()
  const signOut = page.getByRole('button', { name: '로그아웃' })
  const dialog = page.getByRole('dialog')
  await openAccountMenu(page)
  await signOut.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(signOut).toBeFocused()
  await signOut.click()
  await dialog.getByRole('button', { name: '로그아웃' }).click()
  await page.waitForURL('**/login*')
  await other.waitForURL('**/login*')
})

test('signing out while the API is away leaves at once, and ends the session after a reload', async ({
  page,
}) => {
  await page.goto('/login')
  await submitLogin(page, await joinAccount(), joinedPassword)
  await page.waitForURL('**/dashboard')
  const token = await readToken(page)
  const isAlive = async () => {
    const me = callRemote(siteUrl().origin, readMe, { token, domain: 'localhost' })
    return me.then(
      () => true,
      () => false,
    )
  }
  await page.route('**/member/logout', (route) => route.fulfill({ status: 503 }))
  await openAccountMenu(page)
  await page.getByRole('button', { name: '로그아웃' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click()
  await page.waitForURL('**/login')
  const stored = await page.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => !/^(site|device):/.test(key)),
  )
  expect(stored.filter(([, value]) => value !== '')).toEqual([
    ['logouts:localhost', expect.stringMatching(new RegExp(`^\\d+ ${token}$`))],
  ])
  await page.goto('/dashboard')
  await page.waitForURL('**/login?*')
  expect(await isAlive()).toBe(true)
  await page.unroute('**/member/logout')
  await page.reload()
  await expect.poll(() => readPendingLogouts(page)).toBeNull()
  expect(await isAlive()).toBe(false)
})

test.describe('with a session', () => {
  test.use({ as: 'manager' })

  test('an unknown token leads to login, and shows nobody’s data', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page.locator('[data-figure=profit]')).toBeVisible()
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage)) {
        if (/^[\w-]{43}$/.test(value)) localStorage.setItem(key, 'A'.repeat(43))
      }
    })
    await page.goto('/config-account')
    await page.waitForURL('**/login?fromUrl=%2Fconfig-account')
    await expect(page.getByText(managerEmail)).toHaveCount(0)
  })

  test('an API that cannot answer does not end the session', async ({ page }) => {
    await page.route('**/api/member/me', (route) => route.fulfill({ status: 500 }))
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: '다시 시도' })).toBeVisible({ timeout: 20_000 })
    await page.unroute('**/api/member/me')
    await page.getByRole('button', { name: '다시 시도' }).click()
    await expect(page.locator('[data-figure=profit]')).toBeVisible()
  })

  test('a refused profile ends the session, and the login page returns to the same section', async ({
    page,
  }) => {
    await page.route('**/api/member/me', (route) => route.fulfill({ status: 403 }))
    await page.goto('/dashboard?period=latest#videos')
    await page.waitForURL('**/login?fromUrl=%2Fdashboard%3Fperiod%3Dlatest%23videos')
    expect(await readToken(page)).toBe('')
  })
})

test('a site has its own name, colors, language and currency', { tag: '@main' }, async ({ page }) => {
  await page.goto(`${playlistOrigin()}/login`)
  await page.waitForURL('**/en/login')
  await expect(page).toHaveTitle(/Playlane/)
  const primary = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--primary').trim(),
  )
  expect(primary).toBe('#0f7b6c')
  await submitLogin(page, 'manager@playlane.example')
  await page.waitForURL('**/en/dashboard')
  await expect(page.locator('[data-figure=profit]')).toContainText('$')
})
