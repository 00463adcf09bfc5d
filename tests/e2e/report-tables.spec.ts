import { getProfit } from '#contract/reports/reports.ts'
import { readVideoTotals } from '#contract/reports/videos.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, readToken, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

test.use({ as: 'manager' })

test('a report begins with its totals, sorts by a chosen column, and saves what it shows', async ({
  page,
  baseURL,
}) => {
  await page.goto('/report-video?period=last-month')
  const totals = page.locator('main table:has(tbody tr[data-video]) tbody tr').first()
  const expected = await callRemote(baseURL ?? '', readVideoTotals, {
    token: await readToken(page),
    query: { period: 'last-month' },
  })
  await expect(totals.getByRole('rowheader')).toHaveText(
    `합계 · 영상 ${formatNumber(expected.total, 'ko')}개`,
  )
  await expect(totals.locator('[data-column=profit]')).toHaveText(
    formatMoney(getProfit(expected.totals), expected.currency, 'ko'),
  )
  await page.getByRole('button', { name: '열', exact: true }).click()
  await page.getByRole('checkbox', { name: '프리미엄 수익' }).check()
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
  await page.keyboard.press('Escape')
  const head = page.getByRole('columnheader', { name: '프리미엄 수익' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL('/report-video?period=last-month&sort=premiumProfit')
  await page.reload()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV 내보내기/ }).click()
  expect((await saving).suggestedFilename()).toMatch(/^영상_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/)
})

test('the menu leads back to a report as it was; an address says otherwise', async ({ page }) => {
  const follow = (name: string) => page.getByRole('navigation').getByRole('link', { name }).first().click()
  await page.goto('/report-channel?period=last-month&compare=none&sort=views&order=asc')
  await expect(page.locator('[data-channel]').first()).toBeVisible()
  await follow('음악')
  await page.waitForURL('**/musics')
  await follow('대시보드')
  await expect(page).toHaveURL('/dashboard?period=last-month&compare=none')
  await follow('채널 보고서')
  await expect(page).toHaveURL('/report-channel?period=last-month&compare=none&sort=views&order=asc')
  await follow('가이드')
  await page.waitForURL('**/guides')
  const link = page.getByRole('navigation').getByRole('link', { name: '채널 보고서' }).first()
  await expect(link).toHaveAttribute('href', /sort=views/)
  await link.click()
  await expect(page).toHaveURL('/report-channel?period=last-month&compare=none&sort=views&order=asc')
  await page.goto('/report-channel')
  await expect(page.locator('input[type=radio][value=month]:visible')).toBeChecked()
  await follow('음악')
  await page.waitForURL('**/musics')
  await follow('채널 보고서')
  await expect(page).toHaveURL('/report-channel')
})

test('[ and ] go to the previous and the next period, unless one types', async ({ page }) => {
  for (const path of ['/dashboard', '/report-channel', '/report-video']) {
    await page.goto(path)
    await expect(page.locator('main [data-column=profit]').first()).toBeVisible()
    const back = page.getByRole('button', { name: '이전 기간' })
    await expect(back).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('[')
    await expect(page).toHaveURL(`${path}?period=last-month`)
    await expect(page.getByRole('button', { name: '다음 기간' })).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press(']')
    await expect(page).toHaveURL(path)
  }
  const search = page.locator('main input[type=search]')
  await search.focus()
  await page.keyboard.type('[[')
  await expect(search).toHaveValue('[[')
  await expect(page).toHaveURL(/\/report-video(\?search=%5B%5B)?$/)
  await search.blur()
  await page.keyboard.press('?')
  for (const name of ['이전 기간', '다음 기간']) await expect(page.getByRole('dialog')).toContainText(name)
})

for (const [design, height] of [
  [1, 52],
  [3, 36],
] as const)
  test(`rows of design ${design} are ${height} px high, and heads stay in sight`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 420 })
    for (const [path, row] of [
      ['/report-video', 'tr[data-video]'],
      ['/report-channel', 'tr[data-channel]'],
      ['/dashboard', 'tr[data-video]'],
    ] as const) {
      await page.goto(`${path}?d=${design}`)
      const rows = page.locator(`main ${row}`)
      await expect(rows.nth(5)).toBeAttached()
      const heights = await rows.evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().height)),
      )
      expect([...new Set(heights)]).toEqual([height])
      await rows.nth(5).evaluate((one) => one.scrollIntoView({ block: 'start' }))
      const head = page.locator(`main table:has(${row}) thead th`).first()
      await expect
        .poll(() => head.evaluate((one) => Math.round(one.getBoundingClientRect().top)))
        .toBeLessThan(120)
      await expect(head).toBeInViewport()
    }
  })
