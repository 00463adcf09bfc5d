import type { Page } from '@playwright/test'
import { listMusics, setFavorite } from '#contract/portal/musics.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import {
  dialog,
  expect,
  joinAccount,
  joinedPassword,
  memberEmail,
  readToken,
  siteUrl,
  submitLogin,
  test,
} from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

// Runs axe on every screen: pages wide and narrow, dialogs once, each in light and dark. A test runs axe up to sixteen
// times.

test.describe.configure({ timeout: 180_000 })

const narrow = { width: 390, height: 900 }

async function expectAccessible(page: Page, selector?: string): Promise<void> {
  expect(await findAccessibilityViolations(page, selector), page.url()).toEqual([])
}

async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize(narrow)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Opens dialogs one after another, and closes each with Escape. */
async function checkDialogs(page: Page, openers: readonly (() => Promise<void>)[]): Promise<void> {
  for (const open of openers) {
    await open()
    await expect(dialog(page)).toBeVisible()
    await expectAccessible(page, 'dialog')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
}

test('home, music and the page for unknown addresses', async ({ page }) => {
  for (const path of ['/', '/?d=4', '/musics', '/zh-TW/nowhere']) {
    await page.goto(path)
    await expect(page).toHaveTitle(/ \| /)
    await expectAccessibleAtBothWidths(page)
  }
})

test('the homes of other designs', async ({ page }) => {
  for (const path of ['/?d=2', '/zh-CN?d=3']) {
    await page.goto(path)
    await expect(page.locator(`[data-home="mcn-${path.at(-1)}"]`)).toBeVisible()
    await expectAccessibleAtBothWidths(page)
  }
})

test('guides', async ({ page }) => {
  for (const path of ['/zh-TW/guides', '/guides/ios-mobile-unlock', '/zh-TW/guides/auths/pc-auth']) {
    await page.goto(path)
    await expect(page).toHaveTitle(/ \| /)
    await expectAccessible(page)
  }
})

test('login, join and sign-in by a partner', async ({ page }) => {
  for (const path of ['/login', '/join', '/external/auth']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleAtBothWidths(page)
  }
})

test('an account without a network, and its dialogs', async ({ page }) => {
  await page.goto('/login')
  await submitLogin(page, await joinAccount(), joinedPassword)
  await page.waitForURL('**/dashboard')
  await page.goto('/config-account')
  await expect(page.locator('[data-session]').first()).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('button', { name: '닉네임 변경' }).click()
  await expectAccessible(page, 'main')
  await page.keyboard.press('Escape')
  await checkDialogs(
    page,
    ['비밀번호 변경', '탈퇴하기'].map(
      (name) => () => page.getByRole('button', { name, exact: true }).click(),
    ),
  )
})

test.describe('for a member', () => {
  test.use({ as: 'member' })

  test('payment information and language', async ({ page }) => {
    await page.goto('/payment-info')
    await expect(page.locator('[data-field]').first()).toBeVisible()
    await expectAccessibleAtBothWidths(page)
    await page.goto('/language')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  })

  test('music, with favorites', async ({ page }) => {
    await page.goto('/musics/all')
    const token = await readToken(page)
    const { musics } = await callRemote(siteUrl().origin, listMusics, { token })
    for (const { id } of musics.slice(0, 4))
      await callRemote(siteUrl().origin, setFavorite, { token, body: { music: id, favorite: true } })
    for (const path of ['/musics', '/musics/all', '/musics/tags', '/musics/shopping']) {
      await page.goto(path)
      await expect(page.locator('main [data-music]').first()).toBeVisible()
      if (path === '/musics') await expectAccessibleAtBothWidths(page)
      else await expectAccessible(page)
    }
  })
})

test.describe('for a manager', () => {
  test.use({ as: 'manager' })

  test('the dashboard, with a zoomed chart that is being read', async ({ page }) => {
    await page.goto('/dashboard?metric=views')
    await expect(page.locator('.u-over')).toHaveCount(2)
    const box = await page.locator('.u-over').first().boundingBox()
    if (!box) throw new Error('There is no chart.')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width * 0.3, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.7, y, { steps: 5 })
    await page.mouse.up()
    await page.getByLabel('표시할 항목').getByRole('button', { name: '프리미엄 조회수' }).click()
    await page.getByRole('slider', { name: /^조회수 추이 그래프/ }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.locator('figure [aria-hidden] dl')).toHaveCount(2)
    await expectAccessibleAtBothWidths(page)
  })

  test('the report of channels', async ({ page }) => {
    await page.goto('/report-channel')
    await page.locator('[data-channel] button[aria-pressed]').nth(1).click()
    await page.waitForLoadState('networkidle')
    await expectAccessibleAtBothWidths(page)
  })

  test('the report of videos, an open list of channels, and details of a video', async ({ page }) => {
    await page.goto('/report-video')
    await expect(page.locator('[data-extreme]').first()).toBeVisible()
    await page.getByRole('combobox', { name: '채널' }).click()
    await expect(page.locator('[role=option]').first()).toBeVisible()
    await expectAccessibleAtBothWidths(page)
    await page.keyboard.press('Escape')
    await page.goto('/dashboard')
    await page.locator('[data-video]').first().getByRole('link').first().click()
    await expect(dialog(page).locator('[role=slider]')).toHaveCount(4)
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, 'dialog')
      const overflow = await dialog(page)
        .locator('section[tabindex="0"]')
        .evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(overflow, `${width} px`).toBe(0)
    }
  })

  test('the management of channels, with dialogs', async ({ page }) => {
    await page.goto('/manage-channel')
    const channel = (name: string) => page.locator('[data-channel]').filter({ hasText: name })
    await expect(channel('한입도시락')).toBeVisible()
    await page.getByRole('checkbox', { name: '한입도시락 선택' }).check()
    await expectAccessibleAtBothWidths(page)
    const chooseAction = async (name: string, action: string) => {
      await channel(name).getByRole('button', { name: /작업$/ }).click()
      await expectAccessible(page)
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    await checkDialogs(page, [
      () => page.getByRole('button', { name: '채널 등록' }).click(),
      () =>
        channel('한입도시락')
          .getByRole('button', { name: /인증하기/ })
          .click(),
      () => chooseAction('한입캠핑', '배정 취소'),
      () => chooseAction('한입도시락', '배정'),
      () => chooseAction('한입도시락', '채널 삭제…'),
      () => page.getByRole('button', { name: '멤버 배정' }).click(),
      () => page.getByRole('button', { name: '배정 취소' }).click(),
    ])
    await channel('한입캠핑').getByRole('link').first().click()
    await expect(
      page.getByRole('complementary', { name: '한입캠핑' }).getByRole('listitem').first(),
    ).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(narrow)
    await expect(dialog(page)).toBeVisible()
    await expectAccessible(page, 'dialog')
  })

  test('the management of members, with menu and dialogs', async ({ page }) => {
    await page.goto('/manage-member')
    const row = page.locator('[data-member]').filter({ hasText: memberEmail })
    const menu = row.locator('[aria-haspopup=menu]')
    await expect(row).toBeVisible()
    await expectAccessibleAtBothWidths(page)
    await menu.click()
    await expectAccessible(page, 'main')
    await page.keyboard.press('Escape')
    await checkDialogs(page, [
      ...['비밀번호 변경', '수수료율 변경', '멤버 삭제'].map((action) => async () => {
        await menu.click()
        await row.getByRole('menuitem', { name: action }).click()
      }),
      async () => {
        await page.getByRole('button', { name: '멤버 만들기' }).click()
        await dialog(page)
          .getByLabel(/채널 링크/)
          .fill('@somebody')
        await dialog(page).getByRole('button', { name: '만들기', exact: true }).click()
        await expect(dialog(page).getByText('채널 카테고리를 선택해 주세요.')).toBeVisible()
      },
    ])
  })
})
