import type { Browser, Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import {
  demoPassword,
  dialog,
  expect,
  selectMember,
  siteUrl,
  snackbar,
  submitLogin,
  test,
} from '#tests/support/e2e.ts'

test.use({ as: 'manager' })

const memberRow = (page: Page, text: string) => page.locator('[data-member]').filter({ hasText: text })
const newEmail = () => `e2e-${Math.random().toString(36).slice(2, 10)}@example.com`

async function openMembers(page: Page): Promise<void> {
  await page.goto('/manage-member')
  await expect(page.locator('[data-member]').first()).toBeVisible()
}

/** Opens a dialog from a member's menu. */
async function chooseAction(page: Page, text: string, action: string): Promise<void> {
  const row = memberRow(page, text)
  await row.locator('[aria-haspopup=menu]').click()
  await row.getByRole('menuitem', { name: action }).click()
  await expect(dialog(page)).toBeVisible()
}

/** Signs the new member in with a separate browser. */
async function signInElsewhere(browser: Browser, email: string, password: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: siteUrl().origin,
    locale: 'ko-KR',
    storageState: { cookies: [], origins: [] },
  })
  const page = await context.newPage()
  await page.goto('/login')
  await submitLogin(page, email, password)
  await page.waitForURL('**/dashboard')
  return page
}

test('a member is created, signs in, is signed out by a new password, and is deleted', {
  tag: '@main',
}, async ({ page, browser }) => {
  const email = newEmail()
  await openMembers(page)
  await page.getByRole('button', { name: '멤버 만들기' }).click()
  await expect(page).toHaveURL(/addMember=1/)
  await dialog(page).getByLabel('비밀번호', { exact: true }).fill('first one')
  await dialog(page).getByLabel('닉네임').fill('새벽서점')
  await dialog(page).getByLabel('이메일').fill(email)
  await dialog(page).getByRole('button', { name: '만들기', exact: true }).click()
  await expect(snackbar(page, '멤버를 만들었습니다.')).toBeVisible()
  await expect(page).toHaveURL('/manage-member')
  await expect(memberRow(page, email)).toContainText('기록 없음')

  await page.getByRole('link', { name: '대시보드' }).first().click()
  await selectMember(page, '새벽서점')
  await expect(page.getByText('이 멤버의 채널에는 아직 집계된 내용이 없습니다')).toBeVisible()
  const memberDashboard = page.url()

  const other = await signInElsewhere(browser, email, 'first one')
  await openMembers(page)
  await expect(memberRow(page, email)).not.toContainText('기록 없음')
  await chooseAction(page, email, '비밀번호 변경')
  await dialog(page).getByLabel('새 비밀번호').fill('second one')
  await dialog(page).getByLabel('관리자 비밀번호').fill(demoPassword)
  await dialog(page).getByRole('button', { name: '변경', exact: true }).click()
  await expect(snackbar(page, '비밀번호를 변경했습니다.')).toBeVisible()
  await other.reload()
  await other.waitForURL('**/login**')
  await submitLogin(other, email, 'second one')
  await other.waitForURL('**/dashboard**')

  await chooseAction(page, email, '멤버 삭제')
  await dialog(page).getByLabel('관리자 비밀번호').fill(demoPassword)
  await dialog(page).getByRole('button', { name: '멤버 삭제' }).click()
  await expect(snackbar(page, '멤버를 삭제했습니다.')).toBeVisible()
  await expect(memberRow(page, email)).toHaveCount(0)
  await other.reload()
  await other.waitForURL('**/login**')
  await other.context().close()
  for (const path of ['/dashboard', '/report-channel', '/report-video', '/en/dashboard']) {
    await page.goto(path + new URL(memberDashboard).search)
    const isEnglish = path.startsWith('/en')
    const gone = isEnglish ? 'This member is no longer in your network' : '이 네트워크에 없는 멤버입니다'
    await expect(page.getByText(gone)).toBeVisible()
    await page.getByRole('button', { name: isEnglish ? 'Show all members' : '전체 멤버 보기' }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByText(gone)).toHaveCount(0)
  }
})

/** Reads the earnings of members with channels, because other tests create members in the meantime. */
const readEarnings = async (page: Page) =>
  (await page.locator('[data-member] [data-column=net]').allTextContents()).filter((text) => text !== '₩0')

test('a month is chosen, sorted, and saved as a file that names it', async ({ page }) => {
  await page.goto('/manage-member')
  await expect(page.locator('[data-total=members]')).toBeVisible()
  await page.getByLabel('월', { exact: true }).selectOption({ index: 1 })
  await expect(page).toHaveURL(/month=\d{4}-\d\d/)
  await page.getByRole('button', { name: '수수료 차감 후' }).click()
  await expect(page).toHaveURL(/sort=net&order=desc|order=desc&sort=net/)
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  const shown = await readEarnings(page)
  const amounts = shown.map((text) => Number(text.replace(/[^\d-]/g, '')))
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  const requestedMonth = new URL(page.url()).searchParams.get('month')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '멤버별 예상 수익 CSV 내보내기' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^멤버별-예상-수익_localhost_${requestedMonth}-01_${requestedMonth}-\\d\\d\\.csv$`),
  )
  await page.reload()
  await expect(page.getByLabel('월', { exact: true })).toHaveValue(requestedMonth ?? '')
  await expect(page.locator('[data-total=members]')).toBeVisible()
  expect(await readEarnings(page)).toEqual(shown)
})

const texts = {
  ko: {
    menu: '멤버 메뉴',
    item: '멤버 CSV 올리기…',
    apply: '1명 추가하고 초대',
    done: '1명의 계정을 만들고 초대 메일을 보냈습니다.',
    undo: '되돌리기',
    undone: '1명의 추가를 되돌렸습니다.',
    unknown: /^네트워크에 등록되지 않은 채널입니다/,
  },
  en: {
    menu: 'More actions for members',
    item: 'Upload members as CSV…',
    apply: 'Add and invite 1 person',
    done: '1 person was added and invited.',
    undo: 'Undo',
    undone: '1 person was removed again.',
    unknown: /^The network has no such channel/,
  },
} as const

for (const [locale, text] of Object.entries(texts))
  test(`members come from a file on a phone, by keyboard, and are taken back (${locale})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(locale === 'ko' ? '/manage-member' : `/${locale}/manage-member`)
    await expect(page.locator('[data-member]').first()).toBeVisible()
    await page.getByRole('button', { name: text.menu }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: text.item }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    const upload = (content: string) =>
      dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    const email = newEmail()
    await upload(`email,nickname,fee,channels\n${email},Dawn,20,@nobody-at-all\n`)
    await expect(dialog(page).getByText(text.unknown)).toBeVisible()
    expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
    await upload(`email,nickname,fee,from\n${email},Dawn,20,\n`)
    const apply = dialog(page).getByRole('button', { name: text.apply })
    await apply.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText(text.done)).toBeVisible()
    expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
    await dialog(page).getByRole('button', { name: text.undo, exact: true }).first().focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText(text.undone)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(memberRow(page, email)).toHaveCount(0)
  })
