import { readDashboard } from '#contract/reports/dashboard.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { expect, managerEmail, parseDigits, readToken, submitLogin, test, toWon } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

test('from the login form to the totals of the API, in a period', { tag: '@main' }, async ({
  page,
  baseURL,
}) => {
  await page.goto('/login')
  await submitLogin(page, managerEmail)
  await page.waitForURL('**/dashboard')
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await page.locator('input[type=radio][value=six-months]').check({ force: true })
  await expect(page).toHaveURL(/period=six-months/)
  const query = { period: 'six-months' }
  const { report } = await callRemote(baseURL ?? '', readDashboard, { token: await readToken(page), query })
  if (!report) throw new Error('The demonstration has no report.')
  /** Reads the exact figure, as a screen reader announces it. */
  const readTotal = async (name: string) => {
    const figure = page.locator(`[data-figure=${name}]`)
    return parseDigits((await figure.getAttribute('title')) ?? (await figure.textContent()))
  }
  await expect.poll(() => readTotal('views')).toBe(report.totals.views)
  expect(await readTotal('profit')).toBe(toWon(getProfit(report.totals)))
  expect(await readTotal('premiumViews')).toBe(report.totals.premiumViews)
  await expect(page.locator('header:has(h1) p.note')).toContainText(report.range.to.replaceAll('-', '.'))
})
