import type { Browser, Page } from '@playwright/test'
import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import {
  dialog,
  expect,
  parseDigits,
  pressEnter,
  readToken,
  siteUrl,
  snackbar,
  test,
} from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

test.describe.configure({ timeout: 180_000 })
test.use({ as: 'manager' })

async function findChannel(page: Page) {
  await page.goto('/report-channel')
  const token = await readToken(page)
  const query = { period: 'month' }
  const { channels } = await callRemote(siteUrl().origin, listChannelFigures, { token, query })
  const [channel] = channels
  if (!channel) throw new Error('The demonstration has no channel with figures.')
  const { report } = await callRemote(siteUrl().origin, readDashboard, {
    token,
    query: { period: '28-days', channel: channel.channelId },
  })
  return { ...channel, views: report?.totals.views ?? 0 }
}

const linkField = (page: Page) => dialog(page).locator('input[readonly]')

/** A visitor without an account, and what the pages of the visitor ask for. */
async function openAsVisitor(browser: Browser, link: string, options: object) {
  const context = await browser.newContext({ viewport: { width: 390, height: 900 }, ...options })
  const visitor = await context.newPage()
  const requests: { url: string; headers: Record<string, string> }[] = []
  const errors: string[] = []
  visitor.on('pageerror', ({ message }) => errors.push(message))
  visitor.on('request', (request) => requests.push({ url: request.url(), headers: request.headers() }))
  const response = await visitor.goto(link)
  return { context, visitor, requests, response, errors }
}

test('a channel is shared without money, read without an account, and revoked', { tag: '@main' }, async ({
  page,
  browser,
}) => {
  const { channelId, name, views } = await findChannel(page)
  await page.goto(`/report-channel/${channelId}`)
  // The app has taken the place of the prerendered page.
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await pressEnter(page.getByRole('button', { name: '보고서 공유' }))
  await expect(dialog(page).getByRole('textbox', { name: '제목' })).toHaveValue(name)
  await dialog(page).getByRole('textbox', { name: '제목' }).fill('가을 캠페인')
  await dialog(page).getByLabel('기간', { exact: true }).selectOption('28-days')
  expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
  await pressEnter(dialog(page).getByRole('button', { name: '링크 만들기' }))
  await expect(linkField(page)).toBeFocused()
  expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
  const link = await linkField(page).inputValue()
  expect(link).toMatch(/\/shared#[\w-]{43}$/)
  // A click beside it does not lose the link.
  await page.mouse.click(5, 5)
  await expect(linkField(page)).toBeVisible()

  const { context, visitor, requests, response, errors } = await openAsVisitor(browser, link, {
    locale: 'ko-KR',
  })
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('가을 캠페인')
  expect(parseDigits(await visitor.locator('[data-figure=views]').textContent())).toBe(views)
  await expect(visitor.locator('[data-video]')).toHaveCount(10)
  expect(await visitor.locator('main').textContent()).not.toMatch(/₩|수익/)
  expect(await findAccessibilityViolations(visitor)).toEqual([])
  const brand = visitor.locator('main .brand')
  await expect(brand).toBeHidden()
  await visitor.emulateMedia({ media: 'print' })
  await expect(brand).toHaveText('훅라인')
  await expect(brand.locator('.brand-mark')).toBeVisible()
  await visitor.emulateMedia({ media: null })
  expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  const token = new URL(link).hash.slice(1)
  for (const { url, headers } of requests) {
    expect(url).not.toContain(token)
    expect(JSON.stringify(headers)).not.toContain(token)
    expect(headers['x-auth-token']).toBeUndefined()
  }
  // The link to the content keeps the address, so that the page can be reloaded.
  await visitor.keyboard.press('Tab')
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(link)
  await visitor.reload()
  await expect(visitor.locator('[data-figure=views]')).toBeVisible()

  await page.goto('/shared-reports')
  const row = page.locator('[data-link]', { hasText: '가을 캠페인' })
  await expect(row).toContainText('2번 열림')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pressEnter(row.getByRole('button'))
  await pressEnter(dialog(page).getByRole('button', { name: '링크 해제' }))
  await expect(snackbar(page, '공유 링크를 해제했습니다.')).toBeVisible()
  await expect(row).toContainText('해제됨')
  await visitor.reload()
  await expect(visitor.getByRole('alert')).toContainText('새 링크를 요청해 주세요')
  expect(await findAccessibilityViolations(visitor)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('selected channels are shared with money in English, also to somebody who is signed in', async ({
  page,
  browser,
  getSession,
}) => {
  await page.goto('/en/report-channel')
  const boxes = page.locator('tbody [aria-pressed]')
  await boxes.nth(0).click()
  await boxes.nth(1).click()
  await page.getByRole('button', { name: 'Share selected channels' }).click()
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  await expect(dialog(page).getByText('Enter a title.')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Title' }).fill('Autumn campaign')
  await dialog(page).getByRole('checkbox').press('Space')
  await expect(dialog(page).getByText('Anyone who has the link can see the estimated profit')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  const link = await linkField(page).inputValue()
  expect(link).toContain('/en/shared#')

  const { origin } = siteUrl()
  const storageState = { cookies: [], origins: [{ origin, localStorage: await getSession('member') }] }
  const { context, visitor, requests, errors } = await openAsVisitor(browser, link, {
    locale: 'en-US',
    storageState,
  })
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Autumn campaign')
  await expect(visitor.locator('[data-figure=profit]')).toContainText('₩')
  await expect(visitor.locator('[data-figure=rpm]')).toContainText('₩')
  await expect(visitor.getByRole('list', { name: 'Channels' }).getByRole('listitem')).toHaveCount(2)
  expect(await findAccessibilityViolations(visitor)).toEqual([])
  for (const { headers } of requests) expect(headers['x-auth-token']).toBeUndefined()
  // Another language keeps the link.
  await visitor.getByText('English').first().click()
  await visitor.getByRole('link', { name: '繁體中文' }).click()
  await expect(visitor).toHaveURL(/\/zh-TW\/shared#[\w-]{43}$/)
  await expect(visitor.locator('[data-figure=profit]')).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})
