import type { Page } from '@playwright/test'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import {
  dialog,
  expect,
  joinedPassword,
  openFakeStudio,
  runOperator,
  setStudioField,
  siteUrl,
  test,
} from '#tests/support/e2e.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  formatRevenue,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'

const stepOf = (page: Page, name: string) => page.locator(`[data-step=${name}]`)
const primary = (page: Page) => page.locator('[data-step] a[data-kind=primary]')
const expectStatuses = (page: Page, ...statuses: string[]) =>
  expect
    .poll(() => page.locator('[data-step]').evaluateAll((all) => all.map((one) => one.dataset.status)))
    .toEqual(statuses)

/** Reports a day of a channel, as YouTube does two days later. */
async function importDay(channelId: string, owner: string): Promise<void> {
  const day = getPacificDay(new Date())
  const folder = await createReportFolder()
  const row = { channel_id: channelId, views: 4321 }
  await folder.write(reportFileName('basic', day), formatActivity([activityRow(day, row)]))
  await folder.write(
    reportFileName('estimated_revenue', day),
    formatRevenue([revenueRow(day, { channel_id: channelId })]),
  )
  await runOperator('import', folder.path, '--owner', owner)
  await folder.remove()
}

declare global {
  interface Window {
    firstShift: number
  }
}

/** Checks on a phone that nothing moves or is cut off, and that two screens are enough. */
async function checkPhone(page: Page, address: string): Promise<void> {
  const phone = await page.context().newPage()
  await phone.setViewportSize({ width: 412, height: 915 })
  await phone.addInitScript(() => {
    window.firstShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.firstShift += Reflect.get(entry, 'value')
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await phone.goto(address)
  await expect(phone.locator('[data-music] img').first()).toBeVisible()
  const measured = await phone.evaluate(() => ({
    shift: window.firstShift,
    overflow: document.documentElement.scrollWidth - innerWidth,
    screens: document.documentElement.scrollHeight / innerHeight,
  }))
  expect(measured.shift).toBeLessThan(0.01)
  expect(measured.overflow).toBeLessThanOrEqual(0)
  expect(measured.screens).toBeLessThan(2.2)
  await phone.close()
}

test('a creator joins and is led to the first figures', { tag: '@main' }, async ({ page }) => {
  test.setTimeout(180_000)
  const domain = 'first.localhost'
  const channel = '오후의바다'
  const origin = `http://${domain}:${siteUrl().port}`
  await runOperator('site', 'add', domain, '--name', 'First')
  const email = 'first@hookline.example'

  await page.goto(`${origin}/join`)
  await page.locator('input[name=email]').fill(email)
  for (const name of ['password', 'confirmation'])
    await page.locator(`input[name=${name}]`).fill(joinedPassword)
  await page.locator('input[name=nickname]').fill('도윤')
  await page.locator('main button[type=submit]').click()
  await page.getByRole('button', { name: '대시보드로 가기' }).click()
  await page.waitForURL(`${origin}/dashboard`)
  await expect(page.getByRole('heading', { name: '도윤 님, 반갑습니다' })).toBeVisible()
  await expectStatuses(page, 'blocked', 'later', 'later', 'later', 'later')
  await expect(primary(page)).toHaveCount(0)
  expect(await findAccessibilityViolations(page)).toEqual([])

  // identity.spec.ts tests the link in the mail.
  await runOperator('account', 'confirm', email, '--site', domain)
  await page.reload()
  await expect(primary(page)).toHaveText('채널 등록하기')
  await checkPhone(page, `${origin}/dashboard`)

  await primary(page).click()
  const { handle, studio } = await openFakeStudio(page, channel)
  await dialog(page).locator('input').first().fill(handle)
  await expect(dialog(page).getByRole('status').filter({ hasText: channel })).toBeVisible()
  await dialog(page).locator('select').selectOption('music')
  await dialog(page).locator('button[type=submit]').click()
  await page.waitForURL('**/manage-channel?verify=*')
  await page.goto(`${origin}/dashboard`)
  await expect(primary(page)).toHaveText('채널 인증하기')
  await expectStatuses(page, 'done', 'current', 'current', 'later', 'later')

  await primary(page).click()
  const code = dialog(page).locator('code').first()
  await setStudioField(page, studio, 'description', `${await code.textContent()}`)
  await dialog(page).locator('button[data-kind=primary]').click()
  const registration = new URL(page.url()).searchParams.get('verify') ?? ''
  await expect(dialog(page).locator('[data-phase=done], [data-tone=good]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`${origin}/dashboard`)
  await expect(primary(page)).toHaveText('정산 계좌 입력하기')
  await expectStatuses(page, 'done', 'waiting', 'current', 'current', 'later')

  // The open page shows the operator's decision at once.
  await runOperator('channel', 'review', registration, 'hold', '--reason', '출처를 알려 주세요.')
  await expect(stepOf(page, 'verify')).toContainText('보류 사유: 출처를 알려 주세요.')
  await expectStatuses(page, 'done', 'blocked', 'current', 'later', 'later')
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
  const approved = await runOperator('channel', 'review', registration, 'approve', '--json')
  await expectStatuses(page, 'done', 'done', 'current', 'current', 'waiting')

  await importDay(JSON.parse(approved).channelId, 'first')
  await page.reload()
  await expect(page.locator('[data-figure=views]').first()).toContainText('4,321')
  await expect(page.locator('[data-step]')).toHaveCount(0)
})
