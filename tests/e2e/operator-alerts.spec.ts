import type { Page } from '@playwright/test'
import { type OperatorAlert, readOperatorAlerts } from '#contract/operations/operator-alerts.ts'
import { readMe } from '#contract/people/session.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, readToken, siteUrl, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

// Shows the site's messages about fetching. Its faults cannot be produced here, so their replies are invented.

const raisedAt = '2026-11-20T10:00:00.000Z'
const alerts: OperatorAlert[] = [
  { kind: 'consent-ended', owner: 'main', day: null, count: null, raisedAt },
  { kind: 'reports-lost', owner: 'second', day: '2026-10-01', count: 3, raisedAt },
]

const text = {
  summary: '운영자가 확인할 일이 2건 있습니다.',
  consent: 'YouTube 보고서를 가져오는 동의가 만료되었습니다 콘텐츠 소유자 main:',
  lost: '보고서 3개를 받지 못했습니다 콘텐츠 소유자 second: 2026.10.01',
  entry: '확인할 일2',
  late: '집계가 평소보다 늦어지고 있습니다.',
}

test.use({ as: 'manager' })

const banner = (page: Page) => page.locator('[data-attention=open]')

/** Changes the API's reply about the person. */
async function editProfile(page: Page, changes: object): Promise<void> {
  await page.goto('/guides')
  const { user } = await callRemote(siteUrl().origin, readMe, { token: await readToken(page) })
  const profile = {
    ...user,
    unverified_channels: 0,
    settings: { ...user.settings, channel_verify_needed: false },
  }
  await page.route('**/api/member/me', (route) =>
    route.fulfill({ json: { success: true, message: '', user: { ...profile, ...changes } } }),
  )
}

test('an operator reads the alerts in the banner, and how many in guides', async ({ page }) => {
  await editProfile(page, { operator_alerts: alerts.length })
  await page.route(`**/api/${readOperatorAlerts.path}`, (route) =>
    route.fulfill({ json: { success: true, message: '', alerts } }),
  )
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/payment-info')
    await expect(banner(page)).toContainText(text.summary)
    await expect(banner(page).locator('[data-alert=consent-ended]')).toContainText(text.consent)
    await expect(banner(page).locator('[data-alert=reports-lost]')).toContainText(text.lost)
    expect(await findAccessibilityViolations(page)).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  }
  await page.goto('/guides')
  await expect(banner(page)).toContainText(text.summary)
  await banner(page).getByRole('button').click()
  await expect(page.locator('[data-attention=collapsed]:visible')).toContainText(text.entry)
  await page.goto('/payment-info')
  await expect(page.locator('[data-attention=collapsed]:visible')).toContainText(text.entry)
  await expect(banner(page)).toBeHidden()
})

test('every report screen says that figures are late', async ({ page }) => {
  const late = page.locator('[data-note=late]')
  await editProfile(page, { report_due_day: '2999-12-31' })
  for (const path of ['/dashboard', '/report-channel', '/report-video']) {
    await page.goto(path)
    await expect(late).toContainText(text.late)
  }
  expect(await findAccessibilityViolations(page, 'main header')).toEqual([])
  await editProfile(page, { report_due_day: '2000-01-01' })
  await page.goto('/dashboard')
  await expect(page.locator('[data-figure=profit]').first()).toBeVisible()
  await expect(late).toHaveCount(0)
})
