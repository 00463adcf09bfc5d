import type { Page } from '@playwright/test'
import { listFavorites, listMoods, listMusics, setFavorite } from '#contract/musics.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import {
  expect,
  memberEmail,
  playlistOrigin,
  readToken,
  signIn,
  siteUrl,
  submitLogin,
  test,
} from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

const cards = (page: Page) => page.locator('main [data-music]')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '음악 메뉴' }).getByRole('link', { name, exact: true })
const favoriteButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `즐겨찾기: ${name}`, exact: true })
const snackbar = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

async function clearFavorites(page: Page): Promise<void> {
  const token = await readToken(page)
  const { musics } = await callRemote(siteUrl().origin, listFavorites, { token })
  for (const { id } of musics)
    await callRemote(siteUrl().origin, setFavorite, { token, body: { music: id, favourite: false } })
}

test.describe('a visitor', () => {
  test('reads about music without any of the portal’s program, and is asked to sign in behind it', async ({
    page,
  }) => {
    const scripts: string[] = []
    page.on('response', (reply) => {
      if (reply.url().endsWith('.js')) scripts.push(new URL(reply.url()).pathname)
    })
    await page.goto('/musics')
    await expect(page.locator('[data-popular] [data-name]').first()).toBeVisible()
    await expect(page.locator('main h1')).toContainText('라이선스 음악')
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

  test('who signs in elsewhere has the music screens here', async ({ page, context }) => {
    await page.goto('/musics')
    await expect(page.locator('[data-popular] [data-name]').first()).toBeVisible()
    await signIn(await context.newPage())
    await expect(page.getByRole('heading', { level: 1, name: '음악', exact: true })).toBeVisible()
    await expect(page.locator('h1')).toHaveCount(1)
  })
})

for (const width of [390, 1440]) {
  test(`nothing jumps on the home tab for who is signed in, at ${width} px`, async ({ page }) => {
    await signIn(page)
    await page.setViewportSize({ width, height: 1200 })
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of ['/musics', '/musics/all', '/musics/tags']) {
      await page.goto(path)
      await expect(cards(page).first()).toBeVisible()
      await expect(page.locator('[data-use]').first()).toBeVisible()
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number }).shifts)
      expect(shifts, path).toBeLessThan(0.02)
    }
  })
}

test('the tabs are gone through without loading a page, in the console and back', async ({ page }) => {
  await signIn(page)
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
    await expect(page).toHaveTitle(new RegExp(`^${title} · `))
    await expect(cards(page).first()).toBeVisible()
  }
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '음악', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/musics/shopping')
})

test('the frame of the home tab is the console’s: its menu, and the way out', async ({ page }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/musics')
  await expect(page.getByRole('heading', { level: 1, name: '음악', exact: true })).toBeVisible()
  await expect(page.locator('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: '메뉴' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click()
  await page.waitForURL('**/login')
  await page.goto('/musics')
  await expect(page.locator('[data-popular] [data-name]').first()).toBeVisible()
})

test('tracks are found by name, artist and ISRC in any way of writing, and by a category', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/musics/all')
  const { musics } = await callRemote(siteUrl().origin, listMusics, { token: await readToken(page) })
  const [wanted] = musics
  if (!wanted) throw new Error('there is no music')
  const { name, artist, isrc } = wanted
  const hyphens = isrc.replace(/^(..)(...)(..)/, '$1-$2-$3-')
  const field = page.getByRole('searchbox', { name: '제목, 아티스트, ISRC 검색' })
  for (const words of [name, isrc.toLowerCase(), hyphens]) {
    await field.fill(words)
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText(name)
  }
  await field.fill(artist)
  await expect(cards(page).first()).toContainText(artist)
  await field.fill('')
  await expect(cards(page)).toHaveCount(Math.min(24, musics.length))
  await page.getByRole('combobox', { name: '분류' }).selectOption('OST')
  await expect(page).toHaveURL('/musics/all?category=OST')
  await expect(cards(page)).toHaveCount(musics.filter(({ category }) => category === 'OST').length)
})

test('favourites are taken, put in order, kept over a reload, and at most ten', async ({ page }) => {
  await signIn(page, memberEmail)
  await clearFavorites(page)
  await page.goto('/musics/all')
  const { musics } = await callRemote(siteUrl().origin, listMusics, { token: await readToken(page) })
  const names = musics.slice(0, 11).map(({ name }) => name)
  for (const name of names.slice(0, 10)) await favoriteButton(page, name).click()
  const full = page.waitForResponse((reply) => reply.url().endsWith('/favourites') && reply.status() === 409)
  await favoriteButton(page, names[10] ?? '').click()
  await full
  await expect(
    snackbar(page, '즐겨찾기는 10곡까지 담을 수 있습니다. 다른 곡을 뺀 뒤 다시 담아 주세요.'),
  ).toBeVisible()
  await expect(favoriteButton(page, names[10] ?? '')).toHaveAttribute('aria-pressed', 'false')
  await tab(page, '홈').click()
  const slots = page.locator('section').first().locator('[data-music] h3')
  await expect(slots).toHaveText(names.slice(0, 10))
  const told = page.waitForResponse((reply) => reply.url().endsWith('/favourites/order') && reply.ok())
  const later = page.getByRole('button', { name: `뒤로 옮기기: ${names[0]}`, exact: true })
  await later.press('Enter')
  await expect(later).toBeFocused()
  await told
  const swapped = [names[1], names[0], ...names.slice(2, 10)].map(String)
  await expect(slots).toHaveText(swapped)
  await page.reload()
  await expect(slots).toHaveText(swapped)
  await clearFavorites(page)
})

test.describe('an ISRC', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('is copied in one click', async ({ page }) => {
    await signIn(page)
    await page.goto('/musics/all')
    await cards(page).first().getByRole('button', { name: 'ISRC 복사' }).click()
    await expect(snackbar(page, 'ISRC를 복사했습니다.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[A-Z]{2}\w{3}\d{7}$/)
  })
})

test('a sound of the catalogue is heard under the page’s policy', async ({ page }) => {
  await signIn(page)
  await page.goto('/musics/all')
  const preview = page.locator('[data-preview]').first()
  await preview.click()
  await expect(preview).toHaveAttribute('data-preview', /playing|paused/)
  await expect(page.getByText(/재생하지 못했습니다/)).toHaveCount(0)
  await tab(page, '쇼핑').click()
  await expect(page.locator('[data-preview=playing]')).toHaveCount(0)
})

test('on the playlist site all is in English and in dollars', async ({ page }) => {
  await page.goto(`${playlistOrigin()}/en/login`)
  await submitLogin(page, 'manager@playlane.example')
  await page.waitForURL('**/dashboard')
  await page.goto(`${playlistOrigin()}/en/musics/tags`)
  const asked = { token: await readToken(page), domain: 'playlist.localhost' }
  const { moods } = await callRemote(siteUrl().origin, listMoods, asked)
  const chips = page.getByRole('list', { name: 'Moods', exact: true }).getByRole('link')
  await expect(chips).toHaveCount(moods.length)
  await chips.last().click()
  await expect(page).toHaveURL(/\/en\/musics\/tags\?mood=\d+$/)
  await expect(chips.last()).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(/\/en\/musics$/)
  await expect(page.getByRole('heading', { name: /Favourites/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Popular this week' })).toBeVisible()
  await expect(page.locator('[data-use] b').first()).toHaveText(/^\$/)
})

for (const width of [390, 1440]) {
  test(`axe finds nothing on the tabs at ${width} px, in light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page)
    const token = await readToken(page)
    for (const { id } of (await callRemote(siteUrl().origin, listMusics, { token })).musics.slice(0, 4))
      await callRemote(siteUrl().origin, setFavorite, { token, body: { music: id, favourite: true } })
    for (const path of ['/musics', '/musics/all', '/musics/tags', '/musics/shopping']) {
      await page.goto(path)
      await expect(cards(page).first()).toBeVisible()
      expect(await findAccessibilityViolations(page), path).toEqual([])
    }
  })
}

test('moods stay on one line each on a phone, in Chinese too', async ({ page }) => {
  await signIn(page, memberEmail, '/zh-TW')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/zh-TW/musics/tags')
  const moods = page.locator('a[href*="?mood="]').filter({ has: page.locator('small') })
  await expect(moods.first()).toBeVisible()
  const heights = await moods.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(45)
})
