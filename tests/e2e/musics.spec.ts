import { stat } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { listMusics, setFavorite } from '#contract/portal/musics.ts'
import {
  expect,
  joinAccount,
  joinedPassword,
  memberEmail,
  playlistOrigin,
  pressEnter,
  readToken,
  siteUrl,
  submitLogin,
  test,
} from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

const cards = (page: Page) => page.locator('main [data-music]')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '음악 메뉴' }).getByRole('link', { name, exact: true })

test('a visitor reads about music without the portal’s scripts, and signs in for the rest', {
  tag: '@main',
}, async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (reply) => {
    if (reply.url().endsWith('.js')) scripts.push(new URL(reply.url()).pathname)
  })
  await page.goto('/musics')
  await expect(page.locator('[data-popular] [data-name]').first()).toBeVisible()
  await expect(page.locator('main h1:visible')).toContainText('라이선스 음원')
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((path) => /react|console|mount/i.test(path))).toEqual([])
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
  )
  expect(bytes).toBeLessThan(30_000)
  await tab(page, '전체').click()
  await page.waitForURL('**/login?fromUrl=%2Fmusics%2Fall')
  await submitLogin(page, memberEmail)
  await page.waitForURL('**/musics/all')
  await expect(cards(page).first()).toBeVisible()
})

test('a member downloads the file of a track, on the list and on its page', async ({ page }) => {
  await page.goto('/login?fromUrl=%2Fmusics%2Fall')
  await submitLogin(page, memberEmail)
  const card = cards(page)
    .filter({ has: page.locator('[data-file]') })
    .first()
  const name = (await card.locator('h3').textContent()) ?? ''
  const saves = async (button: Locator) => {
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(file.suggestedFilename()).toMatch(new RegExp(` – ${name}\\.wav$`))
    return (await stat(await file.path())).size
  }
  const size = await saves(card.locator('[data-file]'))
  expect(size).toBeGreaterThan(1_000_000)
  await card.locator('h3 a').click()
  const button = page.getByRole('button', { name: new RegExp(`^WAV 받기 · .*: ${name}$`) })
  expect(await saves(button)).toBe(size)
})

test('favorites are reordered by keyboard and keep their order over a reload', { tag: '@main' }, async ({
  page,
}) => {
  await page.goto('/login')
  await submitLogin(page, await joinAccount(), joinedPassword)
  await page.waitForURL('**/dashboard')
  const token = await readToken(page)
  const { musics } = await callRemote(siteUrl().origin, listMusics, { token })
  const favorites = musics.slice(0, 3)
  for (const { id } of favorites)
    await callRemote(siteUrl().origin, setFavorite, { token, body: { music: id, favorite: true } })
  await page.goto('/musics')
  const [first = '', second = '', third = ''] = favorites.map(({ name }) => name)
  const slots = page.locator('section').first().locator('[data-music] h3')
  await expect(slots).toHaveText([first, second, third])
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/favorites/order') && reply.ok())
  const moveBack = page.getByRole('button', { name: `뒤로 옮기기: ${first}`, exact: true })
  await pressEnter(moveBack)
  await expect(moveBack).toBeFocused()
  await saved
  await expect(slots).toHaveText([second, first, third])
  await page.reload()
  await expect(slots).toHaveText([second, first, third])
})

test.describe('signed in', () => {
  test.use({ as: 'manager' })

  test('the tabs change without loading a page', async ({ page }) => {
    await page.goto('/dashboard')
    await page.evaluate(() => Object.assign(window, { same: true }))
    await page.getByRole('link', { name: '음악', exact: true }).click()
    await expect(page).toHaveURL('/musics')
    await expect(cards(page).first()).toBeVisible()
    for (const [name, path, title] of [
      ['전체', '/musics/all', '전체 음악'],
      ['무드 태그', '/musics/tags', '무드별 음악'],
      ['쇼핑', '/musics/shopping', '쇼핑용 음악'],
      ['홈', '/musics', '음악'],
    ] as const) {
      await tab(page, name).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused()
      await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
      await expect(page).toHaveTitle(new RegExp(`^${title} \\| `))
      await expect(cards(page).first()).toBeVisible()
    }
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: '음악', exact: true })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/musics/shopping')
  })

  test('a preview plays under the page’s content security policy', async ({ page }) => {
    await page.goto('/musics/all')
    const preview = page.locator('[data-preview]').first()
    await preview.click()
    await expect(preview).toHaveAttribute('data-preview', /playing|paused/)
    await expect(page.getByText(/재생하지 못했습니다/)).toHaveCount(0)
    await tab(page, '쇼핑').click()
    await expect(page.locator('[data-preview=playing]')).toHaveCount(0)
  })
})

test.describe('on the playlist site', () => {
  test.use({ as: 'playlistManager' })

  test('tracks earn dollars', async ({ page }) => {
    await page.goto(`${playlistOrigin()}/en/musics`)
    await expect(page.getByRole('heading', { name: 'Popular this week' })).toBeVisible()
    await expect(page.locator('[data-usage] b').first()).toHaveText(/^\$/)
  })
})
