import type { Page } from '@playwright/test'
import { join } from '#contract/auth.ts'
import { createSignInCode } from '#contract/sign-in-codes.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { type DedicatedSite, startDedicatedSite } from '#tests/support/dedicated-site.ts'
import {
  expect,
  memberEmail,
  playlistOrigin,
  readToken,
  signIn,
  siteUrl,
  submitLogin,
  test,
} from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

const initialPassword = 'the first secret'
const widths = [390, 1440]

const dialog = (page: Page) => page.getByRole('dialog')
const snackbar = (page: Page, text: string) => page.getByText(text, { exact: true }).first()
const sessionRows = (page: Page) => page.locator('[data-session]')

/** Somebody who has just joined. @returns the email */
async function createAccount(domain = 'localhost'): Promise<string> {
  const email = `person-${Math.random().toString(36).slice(2)}@hookline.example`
  await callRemote(siteUrl().origin, join, {
    domain,
    body: { email, password: initialPassword, nickname: '새사람' },
  })
  return email
}

async function openAccount(page: Page, email: string, origin = '', prefix = ''): Promise<void> {
  await page.goto(`${origin}${prefix}/login`)
  await submitLogin(page, email, initialPassword)
  await page.waitForURL('**/dashboard')
  await page.goto(`${origin}${prefix}/config-account`)
  await expect(sessionRows(page).first()).toBeVisible()
}

test.describe('the account', () => {
  for (const [locale, words] of Object.entries({
    ko: {
      nickname: '닉네임',
      changeNickname: '닉네임 변경',
      length: '닉네임은 2자 이상 12자 이하로 입력해 주세요.',
      changed: '변경이 완료되었습니다.',
      changePassword: '비밀번호 변경',
      fields: ['현재 비밀번호', '새 비밀번호', '새 비밀번호 확인'],
      mismatch: '비밀번호와 비밀번호 확인이 일치하지 않습니다.',
      wrong: '비밀번호가 올바르지 않습니다.',
      passwordChanged: '비밀번호가 변경되었습니다.',
    },
    en: {
      nickname: 'Nickname',
      changeNickname: 'Change nickname',
      length: 'Nickname may be 2 to 12 characters.',
      changed: 'Changes complete.',
      changePassword: 'Change password',
      fields: ['Current password', 'New password', 'Confirm new password'],
      mismatch: 'The password and confirmation do not match.',
      wrong: 'The password is not correct.',
      passwordChanged: 'Password changed.',
    },
  })) {
    test(`has another nickname and another password in ${locale}, and other devices are signed out`, async ({
      page,
      browser,
    }) => {
      const prefix = locale === 'ko' ? '' : '/en'
      const email = await createAccount()
      await openAccount(page, email, '', prefix)
      await expect(page.locator('[data-fact=email]')).toContainText(email)
      const nickname = page.getByLabel(words.nickname, { exact: true })
      await page.getByRole('button', { name: words.changeNickname }).click()
      await nickname.fill('가')
      await page.keyboard.press('Enter')
      await expect(page.getByText(words.length)).toBeVisible()
      await nickname.fill('바뀐이름')
      await page.keyboard.press('Enter')
      await expect(snackbar(page, words.changed)).toBeVisible()
      await expect(page.locator('[data-fact=nickname]')).toContainText('바뀐이름')

      const other = await (await browser.newContext({ baseURL: siteUrl().origin })).newPage()
      await openAccount(other, email, '', prefix)
      await expect(sessionRows(other)).toHaveCount(2)

      const open = page.getByRole('button', { name: words.changePassword, exact: true })
      await open.click()
      await expect(page).toHaveURL(`${prefix}/config-account?password=1`)
      await page.goBack()
      await expect(dialog(page)).toHaveCount(0)
      await open.click()
      const fill = async (...texts: string[]) => {
        for (const [at, text] of texts.entries())
          await dialog(page)
            .getByLabel(words.fields[at] ?? '', { exact: true })
            .fill(text)
        await page.keyboard.press('Enter')
      }
      await fill('not this one', 'the second', 'the third')
      await expect(dialog(page).getByText(words.mismatch)).toBeVisible()
      await fill('not this one', 'the second', 'the second')
      await expect(dialog(page).getByText(words.wrong)).toBeVisible()
      await fill(initialPassword, 'the second', 'the second')
      await expect(snackbar(page, words.passwordChanged)).toBeVisible()
      await expect(dialog(page)).toHaveCount(0)
      await expect(page).toHaveURL(`${prefix}/config-account`)
      await expect(sessionRows(page)).toHaveCount(1)

      await other.reload()
      await other.waitForURL('**/login?fromUrl=*')
      await submitLogin(other, email, 'the second')
      await other.waitForURL('**/config-account')
      await other.context().close()
    })
  }

  test('in English: other devices are signed out one by one and all at once', async ({ page, browser }) => {
    const email = await createAccount('playlist.localhost')
    const elsewhere: Page[] = []
    for (let at = 0; at < 3; at += 1) {
      const other = await (await browser.newContext()).newPage()
      await openAccount(other, email, playlistOrigin(), '/en')
      elsewhere.push(other)
    }
    await openAccount(page, email, playlistOrigin(), '/en')
    await expect(sessionRows(page)).toHaveCount(4)
    await expect(sessionRows(page).first()).toContainText('This device')
    await page
      .getByRole('button', { name: /^Sign out:/ })
      .first()
      .click()
    await expect(sessionRows(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(sessionRows(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await dialog(page).getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(snackbar(page, 'All other devices have been signed out.')).toBeVisible()
    await expect(sessionRows(page)).toHaveCount(1)
    for (const other of elsewhere) {
      await other.reload()
      await other.waitForURL('**/en/login?fromUrl=*')
      await other.context().close()
    }
  })

  for (const [locale, words] of Object.entries({
    ko: { open: '탈퇴하기', field: '현재 비밀번호', done: '계정이 삭제되었습니다', home: '홈으로 가기' },
    en: { open: 'Withdraw', field: 'Current password', done: 'Account deleted', home: 'Go to the home page' },
  })) {
    test(`ends by withdrawal in ${locale}: signed out everywhere, to the home page`, async ({ page }) => {
      const prefix = locale === 'ko' ? '' : '/en'
      const email = await createAccount()
      await openAccount(page, email, '', prefix)
      const second = await page.context().newPage()
      await second.goto(`${prefix}/payment-info`)
      await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
      const open = page.getByRole('button', { name: words.open, exact: true })
      await open.click()
      await expect(page).toHaveURL(/withdraw=1/)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      await expect(open).toBeFocused()
      await open.click()
      await dialog(page).getByLabel(words.field).fill('not this one')
      await dialog(page).getByRole('button', { name: words.open }).click()
      await expect(dialog(page).locator('input[name=password]')).toHaveAttribute('aria-invalid', 'true')
      await dialog(page).getByLabel(words.field).fill(initialPassword)
      await dialog(page).getByRole('button', { name: words.open }).click()
      await expect(dialog(page).getByRole('heading', { name: words.done })).toBeVisible()
      expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
      await second.waitForURL('**/login*')
      await dialog(page).getByRole('button', { name: words.home }).click()
      await page.waitForURL(prefix || '/')
      expect(await readToken(page)).toBe('')
      await page.goto(`${prefix}/login`)
      await submitLogin(page, email, initialPassword)
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
    })
  }

  test('is reached from the menu; an open dialog is no address', async ({ page }) => {
    await signIn(page, memberEmail)
    await page.getByRole('link', { name: '계정 설정' }).click()
    await expect(page).toHaveURL('/config-account')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.goto('/config-account?withdraw=1')
    await expect(page).toHaveURL('/config-account')
    await expect(sessionRows(page).first()).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })

  test('of whom the profile no longer tells is shown to nobody, and login comes', async ({ page }) => {
    const email = await createAccount()
    await openAccount(page, email)
    await page.route('**/api/member/me', (route) =>
      route.fulfill({
        status: 401,
        json: { success: false, code: 'unauthenticated', message: '다시 로그인해 주세요.' },
      }),
    )
    await page.reload()
    await page.waitForURL('**/login?fromUrl=%2Fconfig-account')
    await expect(page.getByText(email)).toHaveCount(0)
    expect(await readToken(page)).toBe('')
  })
})

test.describe('with a partner and an operator', () => {
  let own: DedicatedSite
  let key = ''
  test.beforeAll(async () => {
    own = await startDedicatedSite()
    key =
      /hookline_[\w-]+/.exec(await own.runOperator('partner', 'add', 'Shop', '--site', 'localhost'))?.[0] ??
      ''
  })
  test.afterAll(() => own.stop())

  /** What the partner's own server does. */
  async function makeCode(email = memberEmail): Promise<string> {
    const response = await fetch(`${own.origin}/api/${createSignInCode.path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    return (await response.json()).code
  }
  const userOf = (page: Page) => page.locator('header').getByText(/@hookline\.example$/)

  test('a code signs in once, and stands nowhere but in the address that was opened', async ({ page }) => {
    const code = await makeCode()
    const leaks: string[] = []
    page.on('request', (request) => {
      const told = JSON.stringify([request.url(), request.headers().referer ?? ''])
      if (told.includes(code) && !request.isNavigationRequest()) leaks.push(told)
    })
    await page.goto(`${own.origin}/external/auth?code=${code}`)
    await page.waitForURL('**/dashboard')
    await expect(userOf(page).first()).toHaveText(memberEmail)
    expect(leaks).toEqual([])
    await page.goto(`${own.origin}/external/auth?code=${code}&d=2`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('로그인 링크를 사용할 수 없습니다')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await expect(page).toHaveURL(`${own.origin}/external/auth?d=2`)
    expect(await page.content()).not.toContain(code)
    // Who was signed in before still is.
    expect(await readToken(page)).not.toBe('')
    // Back and forth bring no code.
    await page.goto(`${own.origin}/guides`)
    await page.goBack()
    expect(page.url()).not.toContain(code)
  })

  test('in English: the new sign-in wins, and a lost connection is no end of it', async ({ page }) => {
    await page.goto(`${own.origin}/en/login`)
    await submitLogin(page, 'manager@hookline.example')
    await page.waitForURL('**/en/dashboard')
    await page.route('**/api/member/external', (route) => route.abort())
    await page.goto(`${own.origin}/en/external/auth?code=${await makeCode()}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You could not be signed in')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await expect(page).toHaveURL(`${own.origin}/en/external/auth`)
    await page.unroute('**/api/member/external')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL('**/en/dashboard')
    await expect(userOf(page).first()).toHaveText(memberEmail)
  })

  test('without a code the page leads to login, or on who is signed in', async ({ page }) => {
    await page.goto(`${own.origin}/external/auth?fromUrl=/guides`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('로그인 정보가 없습니다')
    await expect(page).toHaveURL(`${own.origin}/external/auth?fromUrl=%2Fguides`)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findAccessibilityViolations(page)).toEqual([])
    }
    await page.getByRole('link', { name: '로그인 페이지로 가기' }).click()
    await page.waitForURL('**/login')
    await submitLogin(page, memberEmail)
    await page.waitForURL('**/dashboard')
    await page.goto(`${own.origin}/external/auth`)
    await page.waitForURL('**/dashboard')
  })

  test('the page is for no search engine and tells nobody where it was', async ({ page }) => {
    const html = await (await page.request.get(`${own.origin}/external/auth`)).text()
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html.indexOf('<meta name="referrer" content="no-referrer">')).toBeGreaterThan(0)
    expect(html.indexOf('name="referrer"')).toBeLessThan(html.indexOf('<link'))
    const map = await (await page.request.get(`${own.origin}/sitemap-0.xml`)).text()
    expect(map).toContain('/login')
    expect(map).not.toContain('/external')
  })

  test('the payment information is what the operator has set', async ({ page }) => {
    await page.goto(`${own.origin}/login`)
    await submitLogin(page, memberEmail)
    await page.waitForURL('**/dashboard')
    await page.getByRole('link', { name: '정산 정보' }).click()
    await expect(page.locator('[data-fact=manager_name] dd')).toHaveText('김정산')
    await own.runOperator(
      ...['payment', 'set', '--site', 'localhost', '--business-number', '123-45-67890'],
      ...['--manager-name', '이하늘', '--manager-contact', '02-123-4567, settle@hookline.example'],
    )
    await page.reload()
    await expect(page.locator('[data-fact=manager_name] dd')).toHaveText('이하늘')
    await expect(page.getByRole('link', { name: '02-123-4567' })).toHaveAttribute('href', 'tel:021234567')
    await expect(page.getByText('정산에 관한 문의는 담당자에게 해 주세요.')).toBeVisible()
    await page.goto(`${own.origin}/en/payment-info`)
    await expect(page.locator('[data-fact=manager_name] dd')).toHaveText('이하늘')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findAccessibilityViolations(page)).toEqual([])
    }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy: Business number' }).click()
    await expect(snackbar(page, 'Copied: Business number')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('123-45-67890')
  })
})

test('axe finds nothing on the account and in its dialogs, in light and dark, narrow and wide', async ({
  page,
}) => {
  await openAccount(page, await createAccount())
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAccessibilityViolations(page)).toEqual([])
    for (const name of ['비밀번호 변경', '탈퇴하기']) {
      await page.getByRole('button', { name, exact: true }).click()
      expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
    await page.getByRole('button', { name: '닉네임 변경' }).click()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  }
})
