import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, readToken, test } from '#tests/support/e2e.ts'

// An owner looks at the portal as a member, on a phone.

test.use({ as: 'manager', viewport: { width: 390, height: 844 } })

const languages = {
  ko: {
    prefix: '',
    actions: /작업$/,
    start: '이 멤버의 화면 보기',
    banner: '다른 사람의 화면 보기',
    end: '보기 끝내기',
  },
  en: {
    prefix: '/en',
    actions: /^Actions for/,
    start: 'View as this member',
    banner: 'Viewing as someone else',
    end: 'End view',
  },
}

for (const [language, text] of Object.entries(languages))
  test(`an owner looks as a member, read only, and returns: ${language}`, async ({ page }) => {
    await page.goto(`${text.prefix}/manage-member`)
    const own = await readToken(page)
    const member = page.locator('[data-member]').filter({ hasText: 'hanip@hookline.example' })
    await member.getByRole('button', { name: text.actions }).click()
    await page.getByRole('menuitem', { name: text.start }).click()
    await page.waitForURL(/\/dashboard/)
    const banner = page.getByRole('complementary', { name: text.banner })
    await expect(banner).toBeVisible()
    await expect(banner).toContainText('한입')
    const seen = await readToken(page)
    expect(seen).not.toBe(own)
    await expect(page.locator('html')).toHaveAttribute('data-may', /(^| )impersonated$/)
    expect(await page.locator('html').getAttribute('data-may')).not.toMatch(/\.change/)
    expect(await findAccessibilityViolations(page)).toEqual([])

    await page.goto(`${text.prefix}/guides`)
    await expect(banner).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(banner).toBeVisible()
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
    await expect(banner).toBeVisible()
    await page.emulateMedia({ forcedColors: null })

    await banner.getByRole('link', { name: text.end }).click()
    await page.waitForURL(/\/manage-member/)
    await expect(banner).toBeHidden()
    expect(await readToken(page)).toBe(own)
    await expect(member).toBeVisible()
  })
