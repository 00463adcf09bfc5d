import { lineKeys } from '#contract/settlement/lines/line-keys.ts'
import { readLineVideos } from '#contract/settlement/lines/line-videos.ts'
import { readStatement } from '#contract/settlement/statement-detail.ts'
import { readStatements } from '#contract/settlement/statements.ts'
import { formatMoney } from '#lib/format/number.ts'
import { roundStatement } from '#lib/format/whole-statement.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, readToken, siteUrl, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

test.describe.configure({ timeout: 180_000 })
test.use({ as: 'member' })

test('a member finds a statement, and what it is made of', { tag: '@main' }, async ({ page }) => {
  await page.goto('/statements')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('정산서')
  const token = await readToken(page)
  const { statements, balance, currency } = await callRemote(siteUrl().origin, readStatements, { token })
  const money = (amount: number) => formatMoney(amount, currency, 'ko')
  await expect(page.locator('[data-figure="balance"]')).toHaveText(money(balance))
  await expect(page.locator('[data-statement]')).toHaveCount(statements.length)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByText('전체 거래 내역').first().click()
  await expect(page.locator('[data-movement]').first()).toBeVisible()
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])

  await page.locator('[data-statement] a').first().click()
  await expect(page).toHaveURL(`/statements/${statements[0]?.id}`)
  const { statement: exact } = await callRemote(siteUrl().origin, readStatement, {
    query: { id: String(statements[0]?.id) },
    token,
  })
  const statement = roundStatement(exact)
  await expect(page.locator('[data-group="net"]')).toContainText(money(statement.net))
  await expect(page.locator('[data-group="closing"]')).toContainText(money(statement.closing))
  await expect(page.locator('main details[data-channel]').first()).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  await page.locator('main details[data-channel] summary').first().click()
  await page.locator('[data-source] > summary').first().click()
  const [first] = statement.incomeLines.lines
  const [source] = first?.sources ?? []
  const line = lineKeys.incomeSource({ channelId: first?.channelId ?? '' }, source?.source ?? '')
  const found = await callRemote(siteUrl().origin, readLineVideos, {
    query: { id: String(statement.id), line },
    token,
  })
  if (found.state !== 'complete') throw new Error(`The videos are ${found.state}.`)
  const parts = [...found.videos.map(({ amount }) => amount), found.omitted.amount, found.withoutVideo]
  expect(parts.reduce((sum, amount) => sum + amount, 0)).toBe(source?.amount)
  await expect(page.locator('[data-source]').first().locator('[data-video]')).toHaveCount(found.videos.length)
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.goBack()
  await expect(page.locator('[data-figure="balance"]')).toBeVisible()
})
