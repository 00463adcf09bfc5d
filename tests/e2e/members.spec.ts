import type { Browser, Page } from '@playwright/test'
import { deleteChannel, listChannels } from '#contract/channels.ts'
import { addMember, deleteMember } from '#contract/member-management.ts'
import { listMembers, type Member } from '#contract/members.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import {
  demoPassword,
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

const dialog = (page: Page) => page.getByRole('dialog')
const memberRow = (page: Page, text: string) => page.locator('[data-member]').filter({ hasText: text })
const snackbar = (page: Page, text: string) => page.getByText(text, { exact: true }).first()
const newEmail = () => `e2e-${Math.random().toString(36).slice(2, 10)}@example.com`

async function openMembers(page: Page): Promise<void> {
  await signIn(page)
  await page.goto('/manage-member')
  await expect(page.locator('[data-member]').first()).toBeVisible()
}

async function openOnPlaylist(page: Page): Promise<void> {
  await page.goto(`${playlistOrigin()}/en/login`)
  await submitLogin(page, 'manager@playlane.example')
  await page.waitForURL('**/dashboard')
  await page.getByRole('link', { name: 'Manage members' }).click()
  await expect(page.locator('[data-member]').first()).toBeVisible()
}

/** Chooses from the menu of a member. */
async function chooseAction(page: Page, text: string, action: string): Promise<void> {
  const row = memberRow(page, text)
  await row.locator('[aria-haspopup=menu]').click()
  await row.getByRole('menuitem', { name: action }).click()
  await expect(dialog(page)).toBeVisible()
}

/** Somebody signed in elsewhere. */
async function signInElsewhere(browser: Browser, email: string, password: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: siteUrl().origin, locale: 'ko-KR' })
  const page = await context.newPage()
  await page.goto('/login')
  await submitLogin(page, email, password)
  await page.waitForURL('**/dashboard')
  return page
}

async function createMember(page: Page, nickname: string): Promise<Member> {
  const body = { user_id: newEmail(), password: 'their own', nickname }
  const token = await readToken(page)
  return (await callRemote(siteUrl().origin, addMember, { token, body })).member
}

/** Takes a member away, so that the next test finds what it knows. */
const removeMember = async (page: Page, { id }: Member) =>
  callRemote(siteUrl().origin, deleteMember, {
    token: await readToken(page),
    body: { target: id, password: demoPassword },
  })

test('a member is created, is there to be chosen, signs in, is signed out by another password, and goes', async ({
  page,
  browser,
}) => {
  const email = newEmail()
  await openMembers(page)
  await page.getByRole('button', { name: '멤버 만들기' }).click()
  await expect(page).toHaveURL(/addMember=1/)
  await dialog(page).getByRole('button', { name: '만들기', exact: true }).click()
  await expect(dialog(page).getByText('이메일을 입력해 주세요.')).toBeVisible()
  await expect(dialog(page).getByText('닉네임을 입력해 주세요.')).toBeVisible()
  await dialog(page).getByLabel('이메일').fill(memberEmail)
  await dialog(page).getByLabel('비밀번호', { exact: true }).fill('first one')
  await dialog(page).getByLabel('닉네임').fill('새벽서점')
  await dialog(page).getByRole('button', { name: '만들기', exact: true }).click()
  await expect(dialog(page).getByText('이미 사용 중인 이메일입니다.')).toBeVisible()
  await dialog(page).getByLabel('이메일').fill(email)
  await dialog(page).getByRole('button', { name: '비밀번호 보기' }).click()
  await expect(dialog(page).getByLabel('비밀번호', { exact: true })).toHaveValue('first one')
  await dialog(page).getByRole('button', { name: '만들기', exact: true }).click()
  await expect(snackbar(page, '멤버를 만들었습니다.')).toBeVisible()
  await expect(page).toHaveURL('/manage-member')
  await expect(memberRow(page, email)).toContainText('기록 없음')

  await page.getByRole('link', { name: '대시보드' }).first().click()
  await expect(
    page.getByLabel('멤버', { exact: true }).locator('option', { hasText: '새벽서점' }),
  ).toHaveCount(1)

  const other = await signInElsewhere(browser, email, 'first one')
  await page.goBack()
  await expect(memberRow(page, email)).not.toContainText('기록 없음')
  await chooseAction(page, email, '비밀번호 변경')
  await dialog(page).getByLabel('새 비밀번호').fill('abc')
  await dialog(page).getByRole('button', { name: '변경', exact: true }).click()
  await expect(dialog(page).getByText('비밀번호는 4자 이상 64자 이하로 입력해 주세요.')).toBeVisible()
  await dialog(page).getByLabel('새 비밀번호').fill('second one')
  await dialog(page).getByRole('button', { name: '변경', exact: true }).click()
  await expect(snackbar(page, '비밀번호를 변경했습니다.')).toBeVisible()
  await other.reload()
  await other.waitForURL('**/login**')
  await submitLogin(other, email, 'second one')
  await other.waitForURL('**/dashboard**')

  await chooseAction(page, email, '멤버 삭제')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/manage-member')
  await chooseAction(page, email, '멤버 삭제')
  await dialog(page).getByLabel('관리자 비밀번호').fill('not this one')
  await dialog(page).getByRole('button', { name: '멤버 삭제' }).click()
  await expect(dialog(page).getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
  await dialog(page).getByLabel('관리자 비밀번호').fill(demoPassword)
  await dialog(page).getByRole('button', { name: '멤버 삭제' }).click()
  await expect(snackbar(page, '멤버를 삭제했습니다.')).toBeVisible()
  await expect(memberRow(page, email)).toHaveCount(0)
  await other.reload()
  await other.waitForURL('**/login**')
  await other.context().close()
  await page.getByRole('link', { name: '대시보드' }).first().click()
  await expect(
    page.getByLabel('멤버', { exact: true }).locator('option', { hasText: '새벽서점' }),
  ).toHaveCount(0)
})

test('in English: a member comes with a channel, gets a fee rate, and goes without it', async ({ page }) => {
  const email = newEmail()
  await openOnPlaylist(page)
  const list = await (await page.request.get(`${siteUrl().origin}/api/demo/youtube`)).text()
  const card = list.split('<li class="card">').find((part) => part.includes('오후의바다'))
  const handle = /youtube\.com\/(@[^<]+)</.exec(card ?? '')?.[1] ?? ''
  await page.getByRole('button', { name: 'Create member' }).click()
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page).getByLabel('Password', { exact: true }).fill('first one')
  await dialog(page).getByLabel('Nickname').fill('Tide')
  await expect(dialog(page).getByLabel('Category')).toHaveCount(0)
  await dialog(page).getByLabel('Channel link').fill('https://www.youtube.com/watch?v=abcdefghijk')
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog(page).getByText(/This is not a link to a YouTube channel/)).toBeVisible()
  await dialog(page).getByLabel('Channel link').fill(handle)
  await dialog(page).getByLabel('Category').selectOption('travel')
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click()
  await expect(snackbar(page, 'The member has been created.')).toBeVisible()
  await expect(memberRow(page, email)).toContainText('1 channel')

  await memberRow(page, email)
    .getByRole('button', { name: /Change fee rate/ })
    .click()
  await expect(dialog(page)).toContainText('From the start')
  await dialog(page).getByLabel('Fee rate (%)').fill('100.1')
  await dialog(page).getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog(page).getByText(/Please enter a fee rate from 0 to 100/)).toBeVisible()
  await dialog(page).getByLabel('Fee rate (%)').fill('17,5')
  await dialog(page).getByRole('button', { name: 'Change', exact: true }).click()
  await expect(snackbar(page, 'Your changes have been saved.')).toBeVisible()
  await expect(memberRow(page, email)).toContainText('17.5%')
  await chooseAction(page, email, 'Change fee rate')
  await expect(dialog(page).getByRole('row')).toHaveCount(3)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)

  await memberRow(page, email)
    .getByRole('link', { name: /1 channel/ })
    .click()
  await expect(page).toHaveURL(/\/en\/manage-channel\?member=\d+$/)
  await expect(page.locator('[data-channel]')).toHaveCount(1)
  await page.goBack()
  await chooseAction(page, email, 'Delete member')
  await dialog(page).getByLabel('Manager password').fill(demoPassword)
  await dialog(page).getByRole('button', { name: 'Delete member' }).click()
  await expect(snackbar(page, 'The member has been deleted.')).toBeVisible()
  await expect(memberRow(page, email)).toHaveCount(0)

  const asked = { token: await readToken(page), domain: 'playlist.localhost' }
  const query = { search: '오후의바다' }
  const [channel] = (await callRemote(siteUrl().origin, listChannels, { ...asked, query })).channels
  expect(channel).toMatchObject({ members: [] })
  const body = { id: channel?.id, acknowledged: 'on', password: demoPassword }
  await callRemote(siteUrl().origin, deleteChannel, { ...asked, body })
})

test('who manages no network has no way to the view, is told so at its address, and is led back', async ({
  page,
}) => {
  await signIn(page, memberEmail)
  await expect(page.getByRole('link', { name: '채널 관리' })).toBeVisible()
  await expect(page.getByRole('link', { name: '멤버 관리' })).toHaveCount(0)
  await page.goto('/manage-member')
  await expect(page.getByText('관리자만 사용할 수 있는 화면입니다')).toBeVisible()
  await page.getByRole('link', { name: '대시보드로 이동' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/manage-member')
  await expect(page.getByText('관리자만 사용할 수 있는 화면입니다')).toBeVisible()
  await page.waitForURL('/dashboard')
  await expect(snackbar(page, '관리자만 사용할 수 있는 화면입니다')).toBeVisible()
})

test('the search stands in the address, open dialogs do not; a list that fails is tried again', async ({
  page,
}) => {
  await openMembers(page)
  await page.goto('/manage-member?search=hanip&addMember=1&fee=3&password=2')
  await expect(page).toHaveURL('/manage-member?search=hanip')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator('[data-member]')).toHaveCount(1)
  await page.getByLabel('닉네임 또는 이메일 검색').fill('없는 이름')
  await page.getByRole('button', { name: '전체 멤버 보기' }).click()
  await expect(page).toHaveURL('/manage-member')
  const reply = { success: false, code: 'malformed', message: '요청을 읽을 수 없습니다.' }
  await page.route('**/member/mcn/accounts**', (route) => route.fulfill({ status: 400, json: reply }))
  await page.reload()
  await expect(page.getByText('멤버 목록을 불러오지 못했습니다')).toBeVisible()
  await page.unroute('**/member/mcn/accounts**')
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect(page.locator('[data-member]').first()).toBeVisible()
})

test('what somebody else has deleted is said, and the list is put right', async ({ page }) => {
  await openMembers(page)
  const made = await createMember(page, '지나간이')
  await page.reload()
  await chooseAction(page, made.user_id, '수수료율 변경')
  await removeMember(page, made)
  await dialog(page).getByLabel('수수료율 (%)').fill('10')
  await dialog(page).getByRole('button', { name: '변경', exact: true }).click()
  await expect(snackbar(page, '멤버를 찾을 수 없습니다. 이미 삭제되었을 수 있습니다.')).toBeVisible()
  await expect(memberRow(page, made.user_id)).toHaveCount(0)
  const { total } = await callRemote(siteUrl().origin, listMembers, { token: await readToken(page) })
  await expect(page.getByText(`총 ${total}명`)).toBeVisible()
})

for (const width of [390, 1440]) {
  test(`axe finds nothing on the view and in its dialogs at ${width} px, in light and dark`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openMembers(page)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await memberRow(page, memberEmail).locator('[aria-haspopup=menu]').click()
    expect(await findAccessibilityViolations(page, 'main')).toEqual([])
    await page.keyboard.press('Escape')
    for (const action of ['비밀번호 변경', '수수료율 변경', '멤버 삭제']) {
      await chooseAction(page, memberEmail, action)
      expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
    await page.getByRole('button', { name: '멤버 만들기' }).click()
    await dialog(page)
      .getByLabel(/채널 링크/)
      .fill('@somebody')
    await dialog(page).getByRole('button', { name: '만들기', exact: true }).click()
    await expect(dialog(page).getByText('채널 카테고리를 선택해 주세요.')).toBeVisible()
    expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
  })
}
