import type { Page } from '@playwright/test'
import { listMusics } from '#contract/portal/musics.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { readTrackReport } from '#contract/reports/track-report.ts'
import { formatMoney } from '#lib/format/number.ts'
import { expect, playlistOrigin, readToken, siteUrl, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

const figure = (page: Page) => page.locator('main [data-figure="profit"]')

for (const { as, origin, locale, prefix, domain } of [
  { as: 'member', origin: () => siteUrl().origin, locale: 'ko', prefix: '', domain: 'localhost' },
  {
    as: 'playlistManager',
    origin: () => playlistOrigin(),
    locale: 'en',
    prefix: '/en',
    domain: 'playlist.localhost',
  },
] as const) {
  test.describe(() => {
    test.use({ as })

    test(`a card leads to what its track earned, which is the sum of its videos: ${locale}`, async ({
      page,
    }) => {
      await page.goto(`${origin()}${prefix}/musics/all?sort=earned`)
      const card = page.locator('main [data-music]').first()
      await expect(card.locator('[data-usage] b')).toBeVisible()
      const amount = (await card.locator('[data-usage] b').textContent()) ?? ''
      await card.locator('h3 a').click()
      await expect(page).toHaveURL(/\/musics\/\d+\?period=six-months$/)
      await expect(figure(page)).toHaveText(amount)
      const token = await readToken(page)
      const music = Number(/\/musics\/(\d+)/.exec(page.url())?.[1])
      const { report, currency } = await callRemote(siteUrl().origin, readTrackReport, {
        token,
        domain,
        query: { music: String(music), period: 'six-months' },
      })
      const sum = report?.videos.reduce((total, video) => total + getProfit(video), 0) ?? 0
      expect(formatMoney(sum, currency, locale)).toBe(amount)
      expect(report?.videoCount).toBe(report?.videos.length)
      await page.goBack()
      await expect(card.locator('h3')).toBeVisible()
      await page.reload()
      await expect(card.locator('[data-usage] b')).toHaveText(amount)
    })
  })
}

for (const { origin, prefix } of [
  { origin: () => siteUrl().origin, prefix: '' },
  { origin: () => playlistOrigin(), prefix: '/en' },
])
  test(`a visitor listens to a preview on the list and on the page of a track${prefix}`, async ({ page }) => {
    await page.goto(`${origin()}${prefix}/musics`)
    const previews = page.locator('[data-popular] button[data-preview]:visible')
    const [first, second] = [previews.nth(0), previews.nth(1)]
    await first.click()
    await expect(first).toHaveAttribute('aria-pressed', 'true')
    await second.click()
    await expect(first).toHaveAttribute('aria-pressed', 'false')
    await expect(second).toHaveAttribute('aria-pressed', 'true')
    await second.click()
    await expect(second).toHaveAttribute('aria-pressed', 'false')
    const link = page.locator('[data-popular] li:has(button[data-preview]:visible) a[data-name]').first()
    const name = (await link.textContent()) ?? ''
    await link.click()
    await expect(page).toHaveURL(/\/musics\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    const play = page.locator('main button[data-preview]')
    await play.click()
    await expect(play).toHaveAttribute('data-preview', 'playing')
    await expect(page.locator('main [data-figure]')).toHaveCount(0)
  })

test('a track that does not exist leads back to music', async ({ page }) => {
  await page.goto('/musics/999999999')
  await expect(page.getByRole('link', { name: '음악으로 이동' })).toHaveAttribute('href', '/musics')
})

test.describe(() => {
  test.use({ as: 'member' })

  test('a track without videos says what to do', async ({ page }) => {
    await page.goto('/musics/all')
    const token = await readToken(page)
    const { total } = await callRemote(siteUrl().origin, listMusics, { token, query: { size: '1' } })
    const { musics } = await callRemote(siteUrl().origin, listMusics, {
      token,
      query: { sort: 'earned', size: '1', page: String(total - 1) },
    })
    await page.goto(`/musics/${musics[0]?.id}?period=six-months`)
    await expect(page.getByText('최근 6개월 동안 이 음악을 쓴 영상이 없습니다')).toBeVisible()
    await expect(page.getByRole('button', { name: /ISRC 복사/ })).toBeVisible()
  })
})
