import type { Page } from '@playwright/test'
import { join, login } from '#contract/people/auth.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { createTotpCode } from '#tests/support/authenticator.ts'
import {
  dialog,
  expect,
  joinAccount,
  joinedPassword,
  readToken,
  runOperator,
  siteUrl,
  submitLogin,
  test,
} from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'
import { requireToken } from '#tests/support/require-token.ts'

const text = {
  addTotp: '인증 앱 추가',
  addPasskey: '패스키 추가',
  password: '현재 비밀번호',
  continue: '계속',
  code: '6자리 코드',
  confirm: '확인',
  saved: '보관했습니다',
  left: '10개 남음',
  stepCode: '인증 코드',
  useRecovery: '복구 코드 사용',
  useTotp: '인증 앱 사용',
  recovery: '복구 코드',
  wrongCode: '코드가 올바르지 않거나 이미 사용되었습니다.',
  signInByPasskey: '패스키로 로그인',
  usePasskey: '패스키로 확인',
  removePasskey: '삭제: 내 패스키',
  remove: '삭제',
  none: /지문, 얼굴/,
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await submitLogin(page, email, joinedPassword)
}

async function openAccount(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard')
  await page.goto('/config-account')
  await expect(page.locator('[data-field=totp]')).toBeVisible()
}

const signOut = (page: Page) => page.evaluate(() => localStorage.clear())

async function confirmPassword(page: Page): Promise<void> {
  await dialog(page).getByLabel(text.password, { exact: true }).fill(joinedPassword)
  await dialog(page).getByRole('button', { name: text.continue }).click()
}

/** @returns the secret and the recovery codes */
async function addTotp(page: Page) {
  await button(page, text.addTotp).click()
  await confirmPassword(page)
  const secret = ((await dialog(page).locator('code').textContent()) ?? '').replaceAll(' ', '')
  expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
  await dialog(page).getByLabel(text.code).fill(createTotpCode(secret, new Date()))
  await dialog(page).getByRole('button', { name: text.confirm }).click()
  const list = dialog(page).locator('ul[aria-label] li')
  await expect(list).toHaveCount(10)
  const codes = await list.allTextContents()
  expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: text.saved }).click()
  await expect(dialog(page)).toHaveCount(0)
  return { secret, codes }
}

/** Adds Chromium's virtual authenticator. @returns a switch for whether it recognizes the person */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Otherwise it would answer the login page's autofill on its own. */
    setPresence: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

test('an authenticator app signs in, and so does a recovery code, once', { tag: '@main' }, async ({
  page,
}) => {
  const email = await joinAccount()
  await signIn(page, email)
  await openAccount(page)
  const { secret, codes } = await addTotp(page)
  await expect(page.locator('[data-field=recovery-codes]')).toContainText(text.left)
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])

  await signOut(page)
  await signIn(page, email)
  const codeField = page.getByLabel(text.stepCode)
  await expect(codeField).toBeFocused()
  await expect(codeField).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await codeField.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(text.wrongCode)).toBeVisible()
  await codeField.fill(createTotpCode(secret, new Date(), 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  const useRecoveryCode = async () => {
    await signOut(page)
    await signIn(page, email)
    await button(page, text.useRecovery).click()
    await expect(button(page, text.useTotp)).toBeVisible()
    await page.getByLabel(text.recovery).fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
  }
  await useRecoveryCode()
  await page.waitForURL('**/dashboard')
  await useRecoveryCode()
  await expect(page.getByText(text.wrongCode)).toBeVisible()
})

test('a passkey signs in as a second factor and alone, until it is removed', async ({ page }) => {
  const email = await joinAccount()
  const authenticator = await addAuthenticator(page)
  await authenticator.setPresence(false)
  await signIn(page, email)
  await openAccount(page)
  await authenticator.setPresence(true)
  await button(page, text.addPasskey).click()
  await confirmPassword(page)
  await dialog(page).getByRole('button', { name: text.saved }).click()
  await expect(page.locator('[data-passkey]')).toHaveCount(1)
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])

  await authenticator.setPresence(false)
  await signOut(page)
  await signIn(page, email)
  await expect(button(page, text.usePasskey)).toBeFocused()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await authenticator.setPresence(true)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  await authenticator.setPresence(false)
  await signOut(page)
  await page.goto('/login')
  await expect(button(page, text.signInByPasskey)).toBeEnabled()
  await authenticator.setPresence(true)
  await button(page, text.signInByPasskey).click()
  await openAccount(page)
  await expect(page.locator('[data-field=email]')).toContainText(email)

  await button(page, text.removePasskey).click()
  await dialog(page).getByLabel(text.password, { exact: true }).fill(joinedPassword)
  await dialog(page).getByRole('button', { name: text.remove }).click()
  await expect(page.getByText(text.none)).toBeVisible()
  await signOut(page)
  await signIn(page, email)
  await page.waitForURL('**/dashboard')
})

test('the browser offers passkeys in the ID field of the login page', async ({ page }) => {
  const email = await joinAccount()
  const authenticator = await addAuthenticator(page)
  await authenticator.setPresence(false)
  await signIn(page, email)
  await openAccount(page)
  await authenticator.setPresence(true)
  await button(page, text.addPasskey).click()
  await confirmPassword(page)
  await dialog(page).getByRole('button', { name: text.saved }).click()
  await expect(dialog(page)).toHaveCount(0)
  await signOut(page)
  // The virtual authenticator chooses the first suggestion.
  await page.goto('/login')
  await expect(page.locator('input[name=id]')).toHaveAttribute('autocomplete', 'username webauthn')
  await page.waitForURL('**/dashboard')
})

test('a site that requires it leads a manager to a second factor before anything else', async ({ page }) => {
  const domain = 'factor.localhost'
  const origin = `http://${domain}:${siteUrl().port}`
  await runOperator('site', 'add', domain, '--name', 'Factor', '--require-second-factor', 'on')
  const email = 'manager@factor.example'
  const body = { email, password: joinedPassword, nickname: '팩토리' }
  await callRemote(siteUrl().origin, join, { domain, body })
  await runOperator('account', 'confirm', email, '--site', domain)
  await runOperator('account', 'promote', email, '--site', domain)
  const older = requireToken(
    await callRemote(siteUrl().origin, login, { domain, body: { id: email, password: joinedPassword } }),
  )
  await page.goto(`${origin}/login`)
  await submitLogin(page, email, joinedPassword)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('2단계 인증을 설정해 주세요')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.goto(`${origin}/manage-member`)
  await expect(heading).toHaveText('2단계 인증을 설정해 주세요')
  const { secret } = await addTotp(page)
  await expect(heading).not.toHaveText('2단계 인증을 설정해 주세요')
  await expect(page.getByRole('main')).toContainText('멤버')

  await page.goto(`${origin}/config-account`)
  await button(page, '인증 앱 삭제').click()
  await dialog(page).getByLabel(text.password, { exact: true }).fill(joinedPassword)
  await dialog(page).getByRole('button', { name: '삭제' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('다른 인증 방법을 먼저 추가')
  await page.keyboard.press('Escape')

  // An earlier session proves the factor, and is replaced.
  await page.evaluate(
    ([key = '', token = '']) => localStorage.setItem(key, token),
    [`token:${domain}`, older],
  )
  await page.goto(`${origin}/manage-member`)
  await expect(heading).toHaveText('본인 확인이 필요합니다')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByLabel(text.stepCode).fill(createTotpCode(secret, new Date(), 1))
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('멤버 관리')
  expect(await readToken(page)).not.toBe(older)
})
