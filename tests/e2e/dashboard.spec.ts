import type { Page } from '@playwright/test'
import { listMembers } from '#contract/members.ts'
import { listVideos, periods, readDashboard, type VideoRow } from '#contract/reports.ts'
import { expect, memberEmail, readToken, signIn, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

const parseDigits = (text: string | null) => Number((text ?? '').replace(/[^\d-]/g, ''))

/** The exact figure of a total, as a screen reader hears it. */
const readTotal = async (page: Page, name: string) => {
  const figure = page.locator(`[data-figure=${name}]`)
  return parseDigits((await figure.getAttribute('title')) ?? (await figure.textContent()))
}

const readVideoIds = (page: Page) =>
  page.locator('tr[data-video]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-video')))

const getIds = (videos: VideoRow[]) => videos.map(({ videoId }) => videoId)
const toWon = (amount: number) => Math.round(amount / 1_000)

test('the totals are the API’s, in every period', async ({ page, baseURL }) => {
  await signIn(page)
  const token = await readToken(page)
  for (const period of periods) {
    await page.locator(`input[type=radio][value=${period}]`).check({ force: true })
    await expect(page).toHaveURL(period === 'month' ? /dashboard(\?.*)?$/ : new RegExp(`period=${period}`))
    const { report } = await callRemote(baseURL ?? '', readDashboard, { token, query: { period } })
    if (!report) throw new Error('the demonstration has no report')
    await expect.poll(() => readTotal(page, 'views')).toBe(report.totals.views)
    expect(await readTotal(page, 'profit')).toBe(toWon(report.totals.profit))
    expect(await readTotal(page, 'premiumViews')).toBe(report.totals.premiumViews)
    await expect(page.locator('h1 + p')).toContainText(report.range.to.replaceAll('-', '.'))
  }
})

test('a manager chooses a member and sees gross and net; Back leads to all', async ({ page, baseURL }) => {
  await signIn(page)
  const token = await readToken(page)
  const { members } = await callRemote(baseURL ?? '', listMembers, { token })
  const chosen = members.find(({ user_id }) => user_id === memberEmail)
  if (!chosen) throw new Error('the demonstration has no such member')
  const all = await readTotal(page, 'profit')
  await page.getByLabel('멤버', { exact: true }).selectOption({ label: chosen.nickname })
  const { report } = await callRemote(baseURL ?? '', readDashboard, {
    token,
    query: { member: String(chosen.id) },
  })
  await expect.poll(() => readTotal(page, 'profit')).toBe(toWon(report?.totals.profit ?? 0))
  expect(await readTotal(page, 'memberProfit')).toBe(toWon(report?.totals.memberProfit ?? 0))
  expect(toWon(report?.totals.memberProfit ?? 0)).toBeLessThan(toWon(report?.totals.profit ?? 0))
  await expect(page).toHaveURL(new RegExp(`member=${chosen.id}`))
  await page.goBack()
  await expect.poll(() => readTotal(page, 'profit')).toBe(all)
})

test('a member sees the net of the own channels and no choice of members', async ({ page, baseURL }) => {
  await signIn(page, memberEmail)
  const { report } = await callRemote(baseURL ?? '', readDashboard, { token: await readToken(page) })
  await expect.poll(() => readTotal(page, 'profit')).toBe(toWon(report?.totals.profit ?? 0))
  await expect(page.getByLabel('멤버', { exact: true })).toHaveCount(0)
})

test('the table is sorted in eight ways, each as the API says', async ({ page, baseURL }) => {
  await signIn(page)
  const token = await readToken(page)
  const select = page.locator('select').last()
  for (const value of await select
    .locator('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''))) {
    await select.selectOption(value)
    const [sort = '', order = ''] = value.split('-')
    const { videos } = await callRemote(baseURL ?? '', listVideos, { token, query: { sort, order } })
    await expect.poll(() => readVideoIds(page)).toEqual(getIds(videos))
  }
})

test('a row shows the API’s figures', async ({ page, baseURL }) => {
  await signIn(page)
  const { videos } = await callRemote(baseURL ?? '', listVideos, { token: await readToken(page) })
  const first = videos[0]
  if (!first) throw new Error('the demonstration has no videos')
  const row = page.locator(`tr[data-video="${first.videoId}"]`)
  await expect(row).toContainText(first.title ?? '')
  await expect(row).toContainText(first.channelName)
  const exact = async (fact: string) => {
    const cell = row.locator(`[data-fact=${fact}]`)
    return (
      (await cell
        .locator('[title]')
        .first()
        .getAttribute('title', { timeout: 500 })
        .catch(() => null)) ?? cell.textContent()
    )
  }
  expect(parseDigits(await exact('views'))).toBe(first.views)
  expect(parseDigits(await exact('profit'))).toBe(toWon(first.profit))
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
})

test('paging forth and back shows each video once', async ({ page, baseURL }) => {
  await signIn(page)
  await page.locator('input[type=radio][value=latest]').check({ force: true })
  const token = await readToken(page)
  const one = await callRemote(baseURL ?? '', listVideos, { token, query: { period: 'latest' } })
  await expect.poll(() => readVideoIds(page)).toEqual(getIds(one.videos))
  const two = await callRemote(baseURL ?? '', listVideos, {
    token,
    query: { period: 'latest', cursor: one.nextCursor ?? '' },
  })
  await page.getByRole('button', { name: '다음' }).click()
  await expect.poll(() => readVideoIds(page)).toEqual(getIds(two.videos))
  expect(getIds(one.videos).filter((id) => getIds(two.videos).includes(id))).toEqual([])
  await page.reload()
  await expect.poll(() => readVideoIds(page)).toEqual(getIds(two.videos))
  await page.getByRole('button', { name: '이전' }).click()
  await expect.poll(() => readVideoIds(page)).toEqual(getIds(one.videos))
})

test('the language changes in place and the figures stay', async ({ page }) => {
  await signIn(page)
  const before = await readTotal(page, 'views')
  await page.goto('/language')
  await page.locator('main').getByText('English', { exact: true }).click()
  await page.waitForURL('**/en/**')
  await page.goto('/dashboard')
  await page.waitForURL('**/en/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect.poll(() => readTotal(page, 'views')).toBe(before)
})

test('a failed load says so and can be tried again', async ({ page }) => {
  await signIn(page)
  await page.route('**/reports/dashboard*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.locator('input[type=radio][value=six-months]').check({ force: true })
  const retry = page.getByRole('button', { name: '다시 시도' }).first()
  await expect(retry).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/reports/dashboard*')
  await retry.click()
  await expect(page.locator('[data-figure=views]')).toBeVisible()
})

test('a slow old answer never replaces a newer one', async ({ page, baseURL }) => {
  await signIn(page)
  await page.route('**/reports/dashboard*period=six-months*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue().catch(() => {})
  })
  await page.locator('input[type=radio][value=six-months]').check({ force: true })
  await page.locator('input[type=radio][value=latest]').check({ force: true })
  const { report } = await callRemote(baseURL ?? '', readDashboard, {
    token: await readToken(page),
    query: { period: 'latest' },
  })
  await expect.poll(() => readTotal(page, 'views')).toBe(report?.totals.views)
  await page.waitForTimeout(2_000)
  expect(await readTotal(page, 'views')).toBe(report?.totals.views)
})
