import type { Page } from '@playwright/test'
import { createSignInCode } from '#contract/people/sign-in-codes.ts'
import {
  dialog,
  expect,
  joinAccount,
  joinedPassword,
  memberEmail,
  readToken,
  runOperator,
  siteUrl,
  snackbar,
  submitLogin,
  test,
} from '#tests/support/e2e.ts'

const sessionRows = (page: Page) => page.locator('[data-session]')

async function openAccount(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await submitLogin(page, email, joinedPassword)
  await page.waitForURL('**/dashboard')
  await page.goto('/config-account')
  await expect(sessionRows(page).first()).toBeVisible()
}

test('a new password signs other devices out', { tag: '@main' }, async ({ page, browser }) => {
  const email = await joinAccount()
  await openAccount(page, email)
  await expect(page.locator('[data-field=email]')).toContainText(email)
  const other = await (await browser.newContext({ baseURL: siteUrl().origin })).newPage()
  await openAccount(other, email)
  await expect(sessionRows(other)).toHaveCount(2)
  const open = page.getByRole('button', { name: '비밀번호 변경', exact: true })
  await open.click()
  await expect(page).toHaveURL('/config-account?password=1')
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await open.click()
  for (const [label, text] of [
    ['현재 비밀번호', joinedPassword],
    ['새 비밀번호', 'the second'],
    ['새 비밀번호 확인', 'the second'],
  ] as const)
    await dialog(page).getByLabel(label, { exact: true }).fill(text)
  await page.keyboard.press('Enter')
  await expect(snackbar(page, '비밀번호가 변경되었습니다.')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/config-account')
  await expect(sessionRows(page)).toHaveCount(1)
  await other.reload()
  await other.waitForURL('**/login?fromUrl=*')
  await submitLogin(other, email, 'the second')
  await other.waitForURL('**/config-account')
  await other.context().close()
})

test('withdrawal ends the session in every tab and leads to the home page', async ({ page }) => {
  const email = await joinAccount()
  await openAccount(page, email)
  const second = await page.context().newPage()
  await second.goto('/payment-info')
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  const open = page.getByRole('button', { name: '탈퇴하기', exact: true })
  await open.click()
  await expect(page).toHaveURL(/withdraw=1/)
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(open).toBeFocused()
  await open.click()
  await dialog(page).getByLabel('현재 비밀번호').fill(joinedPassword)
  await dialog(page).getByRole('button', { name: '탈퇴하기' }).click()
  await expect(dialog(page).getByRole('heading', { name: '계정이 삭제되었습니다' })).toBeVisible()
  await second.waitForURL('**/login*')
  await dialog(page).getByRole('button', { name: '홈으로 가기' }).click()
  await page.waitForURL('/')
  expect(await readToken(page)).toBe('')
  await page.goto('/login')
  await submitLogin(page, email, joinedPassword)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
})

test('a partner’s code signs in once, and leaks to no request and no history entry', async ({ page }) => {
  const output = await runOperator('partner', 'add', 'Shop', '--site', 'localhost')
  const key = /hookline_[\w-]+/.exec(output)?.[0] ?? ''
  // The partner's own server makes this call.
  const response = await fetch(`${siteUrl().origin}/api/${createSignInCode.path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: memberEmail }),
  })
  const { code } = await response.json()
  const leaks: string[] = []
  page.on('request', (request) => {
    const sent = JSON.stringify([request.url(), request.headers().referer ?? ''])
    if (sent.includes(code) && !request.isNavigationRequest()) leaks.push(sent)
  })
  await page.goto(`/external/auth?code=${code}`)
  await page.getByRole('button', { name: /에 로그인하기$/ }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.locator('header').getByText(memberEmail).first()).toBeVisible()
  expect(leaks).toEqual([])
  await page.goto(`/external/auth?code=${code}&d=2`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('이 링크로 새로 로그인하시겠습니까?')
  await expect(page.getByText(memberEmail)).toBeVisible()
  await page.getByRole('button', { name: '지금 계정 그대로 사용하기' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(`/external/auth?code=${code}&d=2`)
  await page.getByRole('button', { name: '새로 로그인하기' }).click()
  await expect(heading).toHaveText('로그인 링크를 사용할 수 없습니다')
  await expect(page).toHaveURL('/external/auth?d=2')
  expect(await page.content()).not.toContain(code)
  // The earlier session continues.
  expect(await readToken(page)).not.toBe('')
  await page.goto('/guides')
  await page.goBack()
  expect(page.url()).not.toContain(code)
})
