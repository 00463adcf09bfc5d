import { dialog, expect, openAccountMenu, test } from '#tests/support/e2e.ts'
import { swipe } from '#tests/support/swipe.ts'

test('the laptop layout begins at the width of the site’s design', async ({ page }) => {
  for (const [host, width] of Object.entries({
    localhost: 1100,
    'mcn2.localhost': 1280,
    'mcn3.localhost': 1400,
    'mcn4.localhost': 1400,
  })) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/login?host=${host}`)
    await expect(page.locator('html'), host).toHaveAttribute('data-wide', '')
    await page.setViewportSize({ width: width - 1, height: 800 })
    await expect(page.locator('html'), host).not.toHaveAttribute('data-wide', '')
  }
})

test.describe('signed in', () => {
  test.use({ as: 'manager' })

  test('the menu opens every screen, and open dialogs are no addresses', { tag: '@main' }, async ({
    page,
  }) => {
    await page.goto('/dashboard')
    for (const [name, path] of [
      ['채널 보고서', '/report-channel'],
      ['영상 보고서', '/report-video'],
      ['음악', '/musics'],
      ['채널 관리', '/manage-channel'],
      ['멤버 관리', '/manage-member'],
      ['공지사항', '/notices'],
      ['지급', '/payments'],
      ['정산서', '/statements'],
      ['정산 문의처', '/payment-info'],
      ['문의', '/questions'],
      ['계정 설정', '/config-account'],
      ['언어 설정', '/language'],
      ['공유 링크', '/shared-reports'],
      ['운영진 관리', '/manage-staff'],
    ] as const) {
      if (['계정 설정', '언어 설정', '공유 링크', '운영진 관리'].includes(name)) await openAccountMenu(page)
      // The link's name includes the badge of unread notices.
      await page
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first()
        .click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    }
    for (const [address, path] of [
      ['/config-account?withdraw=1', '/config-account'],
      ['/manage-channel?state=rejected&addChannel=1', '/manage-channel?state=rejected'],
      ['/manage-member?search=hanip&addMember=1&fee=3&password=2', '/manage-member?search=hanip'],
    ] as const) {
      await page.goto(address)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(dialog(page)).toHaveCount(0)
    }
  })

  test.describe('with a finger on a phone', () => {
    test.use({ hasTouch: true, viewport: { width: 390, height: 800 } })

    test('the menu slides in, closes by Escape and follows a swipe', async ({ page }) => {
      await page.goto('/dashboard')
      const open = page.getByRole('button', { name: '메뉴' }).first()
      const menu = page.getByRole('dialog')
      await open.tap()
      await expect(menu).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(open).toBeFocused()
      await open.tap()
      await expect(menu).toBeVisible()
      await menu.evaluate((element) =>
        Promise.all(element.getAnimations({ subtree: true }).map((one) => one.finished)),
      )
      const box = await menu.boundingBox()
      if (!box) throw new Error('The menu is not drawn.')
      const start = { x: box.x + box.width * 0.8, y: box.y + box.height / 2 }
      await swipe(page, start, { ...start, x: start.x - box.width * 0.07 }, 700)
      await expect(menu).toBeVisible()
      await swipe(page, start, { ...start, x: start.x - box.width * 0.3 }, 600)
      await expect(menu).toBeHidden()
    })

    test('nothing moves for who prefers reduced motion', async ({ page }) => {
      await page.goto('/dashboard')
      for (const [reducedMotion, expected] of [
        ['no-preference', /slide/],
        ['reduce', /^none$/],
      ] as const) {
        await page.emulateMedia({ reducedMotion })
        await page.getByRole('button', { name: '메뉴' }).first().tap()
        await expect(page.locator('dialog > div')).toHaveCSS('animation-name', expected)
        await page.keyboard.press('Escape')
      }
    })
  })
})
