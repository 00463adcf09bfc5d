import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import {
  dialog,
  expect,
  joinAccount,
  joinedPassword,
  readMailLink,
  readMails,
  readToken,
  siteUrl,
  submitLogin,
  test,
} from '#tests/support/e2e.ts'

const createEmail = () => `person-${Math.random().toString(36).slice(2)}@hookline.example`
const getBanner = (page: Page) => page.locator('[data-audience=unconfirmed]')
const submit = (page: Page) => page.locator('main button[type=submit]').click()

async function fillJoinForm(page: Page, email: string): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  for (const name of ['password', 'confirmation'])
    await page.locator(`input[name=${name}]`).fill(joinedPassword)
  await page.locator('input[name=nickname]').fill('새사람')
}

test('a visitor joins, confirms the address and registers a channel', { tag: '@main' }, async ({ page }) => {
  const email = createEmail()
  await page.goto('/join')
  // Enabled once the page listens.
  await expect(page.locator('main button[type=submit]')).toBeEnabled()
  await page.locator('input[name=password]').fill('12345678')
  await page.locator('input[name=email]').focus()
  await expect(page.getByText('많이 쓰여 쉽게 알아낼 수 있는 비밀번호입니다.')).toBeVisible()
  await fillJoinForm(page, email)
  await submit(page)
  await page.getByRole('button', { name: '대시보드로 가기' }).click()
  await page.waitForURL('**/dashboard')
  await expect(getBanner(page)).toBeVisible()
  await getBanner(page).getByRole('button').click()
  await expect(getBanner(page).getByRole('button')).toBeEnabled()
  const url = await readMailLink(page, email)
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('이메일을 확인했습니다')
  expect(page.url()).not.toContain('#')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: '채널 등록하기' }).click()
  await page.waitForURL('**/manage-channel')
  await page.getByRole('button', { name: '채널 등록' }).first().click()
  await expect(dialog(page)).toBeVisible()
  await expect(getBanner(page)).toBeHidden()
  await page.goto(url)
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
})

test('a person who gets a confirmation unasked makes the account their own', async ({ page, browser }) => {
  const email = createEmail()
  await page.goto('/join')
  await fillJoinForm(page, email)
  await submit(page)
  await page.getByRole('button', { name: '대시보드로 가기' }).click()
  await page.waitForURL('**/dashboard')
  const owner = await (await browser.newContext({ baseURL: siteUrl().origin })).newPage()
  await owner.goto(await readMailLink(page, email))
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('이메일 확인')
  expect(await findAccessibilityViolations(owner)).toEqual([])
  await owner.getByRole('button', { name: '가입한 적이 없는데 메일을 받았습니다' }).click()
  expect(await findAccessibilityViolations(owner, 'main')).toEqual([])
  for (const name of ['newPassword', 'confirmation'])
    await owner.locator(`input[name=${name}]`).fill('the owner’s secret')
  await submit(owner)
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('이메일을 확인했습니다')
  await page.reload()
  await page.waitForURL('**/login?fromUrl=*')
  await submitLogin(page, email, joinedPassword)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await owner.context().close()
})

test('a forgotten password is replaced by mail', { tag: '@main' }, async ({ page }) => {
  const email = await joinAccount()
  await page.goto('/login')
  await page.locator('a[href$="/forgot-password"]').click()
  await page.waitForURL('**/forgot-password')
  await page.locator('input[name=email]').fill(email)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await submit(page)
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible()
  await page.goto(await readMailLink(page, email))
  for (const name of ['newPassword', 'confirmation'])
    await page.locator(`input[name=${name}]`).fill('the second secret')
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
  await submit(page)
  await page.locator('main a[data-kind=primary]').click()
  await page.waitForURL('**/dashboard')
  expect(await readToken(page)).not.toBe('')
})

test.describe('a manager', () => {
  test.use({ as: 'manager' })

  test('invites a member, who sets a password', async ({ page, browser }) => {
    const email = createEmail()
    await page.goto('/manage-member')
    await page.getByRole('button', { name: '멤버 만들기' }).click()
    await dialog(page).getByLabel('초대 메일 보내기').check()
    await dialog(page).locator('input[name=user_id]').fill(email)
    await dialog(page).locator('input[name=nickname]').fill('초대손님')
    expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
    await dialog(page).getByRole('button', { name: '만들기', exact: true }).click()
    const row = page.locator('[data-member]').filter({ hasText: email })
    await expect(row).toContainText('초대됨')

    const invited = await (await browser.newContext({ baseURL: siteUrl().origin })).newPage()
    await invited.goto(await readMailLink(page, email))
    await expect(invited.getByRole('heading', { level: 1 })).toHaveText('초대를 받았습니다')
    expect(await findAccessibilityViolations(invited)).toEqual([])
    for (const name of ['newPassword', 'confirmation'])
      await invited.locator(`input[name=${name}]`).fill('a member’s secret')
    await submit(invited)
    await invited.getByRole('link', { name: '대시보드로 가기' }).click()
    await invited.waitForURL('**/dashboard')
    await expect(getBanner(invited)).toBeHidden()
    await invited.context().close()
    await page.reload()
    await expect(row).toBeVisible()
    await expect(row).not.toContainText('초대됨')
  })
})

test('a sign-in on a new device is reported, on a known one not', async ({ page, browser }) => {
  const email = await joinAccount()
  const signIn = async (on: Page) => {
    await on.goto('/login')
    await submitLogin(on, email, joinedPassword)
    await on.waitForURL('**/dashboard')
  }
  const reports = async () =>
    (await readMails(page, email)).filter((mail) => mail.includes('새 기기에서 로그인했습니다'))
  await signIn(page)
  await expect.poll(async () => (await reports()).length).toBe(1)
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('token:')) localStorage.removeItem(key)
  })
  await signIn(page)
  const other = await (await browser.newContext({ baseURL: siteUrl().origin })).newPage()
  await signIn(other)
  await expect.poll(async () => (await reports()).length).toBe(2)
  await page.goto('/config-account')
  await expect(page.locator('[data-session=other]')).toHaveCount(2)
  await expect(page.getByText('새 기기에서 로그인', { exact: true })).toHaveCount(2)
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
  await other.context().close()
})

test('another address is confirmed before it replaces the old one', async ({ page }) => {
  const email = await joinAccount()
  const moved = createEmail()
  await page.goto('/login')
  await submitLogin(page, email, joinedPassword)
  await page.waitForURL('**/dashboard')
  await page.goto('/config-account')
  await page.getByRole('button', { name: '이메일 변경' }).click()
  await dialog(page).locator('input[name=email]').fill(moved)
  await dialog(page).locator('input[name=password]').fill(joinedPassword)
  expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await page.goto(await readMailLink(page, moved))
  await submit(page)
  await page.getByRole('link', { name: '계정 설정으로 가기' }).click()
  await expect(page.locator('[data-field=email]')).toContainText(moved)
  await expect(page.getByText('로그인한 기기').first()).toBeVisible()
  await expect(page.getByText('이메일 변경', { exact: true }).first()).toBeVisible()
})
