// @module-tag extended
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getProfit } from '#contract/reports/reports.ts'
import { readVideo, readVideoContext, readVideoCurve } from '#contract/reports/video-detail.ts'
import { listVideos, type VideoRow } from '#contract/reports/videos.ts'
import { screen as dashboard } from '#islands/reports/dashboard/screen.ts'
import { screen } from '#islands/reports/video-page/screen.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

let shown: RenderedView | undefined
const realFetch = window.fetch
const realPath = location.pathname

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  shown?.close()
  shown = undefined
  history.replaceState(null, '', realPath)
})

const readFigure = (key: string) => document.querySelector(`main [data-figure="${key}"]`)?.textContent
const readSentences = () =>
  [...document.querySelectorAll<HTMLElement>('[data-sentence]')].map(({ dataset }) => dataset.sentence)

async function listFirstVideos(): Promise<VideoRow[]> {
  shown = await renderView(dashboard)
  const { videos } = await shown.call(listVideos, { query: { period: 'six-months' } })
  shown.close()
  shown = undefined
  return videos
}

async function renderPage(id: string, options: ViewOptions = {}) {
  history.replaceState(null, '', `/report-video/${id}`)
  shown = await renderView(screen, options)
  return shown.call
}

/** Overrides replies to requests whose path ends like this. */
function override(replies: Record<string, (body: never) => unknown>): void {
  window.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    const path = new URL(String(input), location.href).pathname
    const name = Object.keys(replies).find((one) => path.endsWith(one))
    const change = name === undefined ? undefined : replies[name]
    return change ? new Response(JSON.stringify(change((await response.json()) as never))) : response
  }
}

test('the page has the figures, the tracks and the curve of the API', async () => {
  const [video] = await listFirstVideos()
  const id = video?.videoId ?? ''
  const call = await renderPage(id, { search: 'period=six-months' })
  const query = { period: 'six-months', video: id } as const
  const { totals, currency, musics, countries } = await call(readVideo, { query })
  await expect.poll(() => readFigure('profit')).toBe(formatMoney(getProfit(totals), currency, 'ko'))
  expect(readFigure('views')).toBe(formatNumber(totals.views, 'ko'))
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(video?.title ?? '')
  expect(document.title).toContain(video?.title ?? '')
  expect(document.querySelectorAll('[data-country]')).toHaveLength(countries.length)
  const { tracks } = await call(readVideoContext, { query })
  for (const { isrc } of musics) {
    const track = tracks.find((one) => one.isrc === isrc)
    const text = () => document.querySelector(`[data-track="${isrc}"]`)?.textContent
    await expect.poll(text).toContain(formatMoney(track ? getProfit(track) : 0, currency, 'ko'))
  }
  const { curve } = await call(readVideoCurve, { query: { video: id } })
  if (curve) {
    const rows = () => document.querySelectorAll('[data-chart=curve] tbody tr').length
    await expect.poll(rows).toBeGreaterThanOrEqual(getProfit(curve).length)
  }
})

test('the three sentences say what the curve says, and nothing that it does not', async () => {
  const [video] = await listFirstVideos()
  const full = Array.from({ length: 60 }, () => 100_000)
  const curve = {
    publishedDay: '2026-11-01',
    grossProfit: [100_000, 200_000, 300_000, 350_000, 400_000, 450_000, 500_000],
    netProfit: null,
    recent: { grossProfit: 500_500, netProfit: null },
    usual: { low: full, median: full.map(() => 400_000), high: full, videos: full.map(() => 9) },
  }
  override({ '/video/curve': (body: object) => ({ ...body, currency: 'KRW', curve }) })
  await renderPage(video?.videoId ?? '')
  await expect.poll(readSentences).toEqual(['early', 'now', 'against'])
  expect([...document.querySelectorAll('[data-sentence]')].map(({ textContent }) => textContent)).toEqual([
    '첫 7일 수익의 60.0%가 처음 사흘에 들어왔습니다.',
    '최근 7일의 하루 평균 수익은 ₩72입니다.',
    '7일째까지의 수익은 이 채널의 다른 영상이 같은 기간에 낸 수익의 중앙값보다 25.0% 많습니다.',
  ])
})

test('without a curve the page says why', async () => {
  const [video] = await listFirstVideos()
  override({ '/video/curve': (body: object) => ({ ...body, curve: null }) })
  await renderPage(video?.videoId ?? '')
  await expect.poll(readSentences).toEqual(['none'])
  expect(document.querySelector('[data-chart=curve]')).toBeNull()
})

test('a video that is not found has a way back, with the period', async () => {
  for (const id of ['nothing-no1', 'short']) {
    await renderPage(id, { search: 'period=last-month' })
    await expect.element(page.getByRole('alert').getByText('이 영상을 찾을 수 없습니다')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: '영상 보고서로 이동' }))
      .toHaveAttribute('href', '/report-video?period=last-month')
    shown?.close()
  }
})

test('a failure is repeated on demand', async () => {
  const [video] = await listFirstVideos()
  window.fetch = (input, init) =>
    String(input).includes('/reports/video?') ? Promise.reject(new TypeError('down')) : realFetch(input, init)
  await renderPage(video?.videoId ?? '')
  await expect
    .element(page.getByRole('alert').getByText('영상 정보를 불러오지 못했습니다'), { timeout: 15_000 })
    .toBeVisible()
  window.fetch = realFetch
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(() => readFigure('profit')).toBeTruthy()
})

test('a period without figures keeps the video, and offers a longer one', async () => {
  const [video] = await listFirstVideos()
  const none = { views: 0, premiumViews: 0, grossProfit: 0, grossPremiumProfit: 0 }
  override({
    '/reports/video': (body: { totals: object }) => ({
      ...body,
      totals: { ...body.totals, ...none },
      countries: [],
    }),
  })
  await renderPage(video?.videoId ?? '')
  await expect.element(page.getByText('이 기간에는 집계된 내용이 없습니다')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(video?.title ?? '')
  await userEvent.click(page.getByRole('button', { name: '6개월 보기' }))
  expect(location.search).toContain('period=six-months')
})

test('the videos before and after are those of the list in the address', async () => {
  const videos = await listFirstVideos()
  const [first, second, third] = videos
  const search = `period=six-months&sort=views&channel=${second?.channelId}`
  await renderPage(second?.videoId ?? '', { search })
  const link = (name: string) => page.getByRole('link', { name })
  await expect
    .element(link(`이전 영상: ${first?.title}`))
    .toHaveAttribute(
      'href',
      `/report-video/${first?.videoId}?period=six-months&sort=views&channel=${first?.channelId}`,
    )
  await expect.element(link(`다음 영상: ${third?.title}`)).toBeVisible()
  await expect.element(page.getByText('조회수 높은 순 2번째')).toBeVisible()
})

test('without a list in the address there are no neighbors', async () => {
  const [video] = await listFirstVideos()
  await renderPage(video?.videoId ?? '', { search: 'period=six-months' })
  await expect.poll(() => readFigure('profit')).toBeTruthy()
  expect(document.querySelector('main nav')).toBeNull()
})

test('a member sees the net alone', async () => {
  shown = await renderView(dashboard, { email: 'hanip@hookline.example' })
  const [video] = (await shown.call(listVideos, { query: { period: 'six-months' } })).videos
  shown.close()
  const call = await renderPage(video?.videoId ?? '', {
    email: 'hanip@hookline.example',
    search: 'period=six-months',
  })
  const { totals, currency } = await call(readVideo, {
    query: { video: video?.videoId ?? '', period: 'six-months' },
  })
  expect(totals.grossProfit).toBeNull()
  await expect.poll(() => readFigure('profit')).toBe(formatMoney(totals.netProfit ?? -1, currency, 'ko'))
  await expect.element(page.getByText(/수수료 차감 후 금액입니다/)).toBeVisible()
})

test('a title in a list is a link to the page; only a plain click opens the quick look', async () => {
  shown = await renderView(dashboard, { search: 'period=last-month' })
  await expect.poll(() => document.querySelector('[data-video] a'), { timeout: 15_000 }).toBeTruthy()
  const link = document.querySelector<HTMLAnchorElement>('[data-video] a')
  const id = link?.closest<HTMLElement>('[data-video]')?.dataset.video
  expect(link?.getAttribute('href')).toMatch(
    new RegExp(`^/report-video/${id}\\?period=last-month&sort=views&channel=[\\w-]+$`),
  )
  const click = (init: MouseEventInit) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
    // A test must not leave the page.
    addEventListener('click', (last) => last.preventDefault(), { once: true })
    link?.dispatchEvent(event)
    return new URLSearchParams(location.search).get('videoDetail')
  }
  for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])
    expect(click(init)).toBeNull()
  expect(click({})).toContain(id)
  await expect
    .element(page.getByRole('dialog').getByRole('link', { name: '영상 페이지 열기' }), { timeout: 15_000 })
    .toHaveAttribute('href', link?.getAttribute('href') ?? '')
})

test('views of more than nine digits are short on the page, and complete in a hint', async () => {
  const [video] = await listFirstVideos()
  override({
    '/reports/video': (body: { totals: object }) => ({
      ...body,
      totals: { ...body.totals, views: 12_345_678_901 },
    }),
  })
  await renderPage(video?.videoId ?? '', { search: 'period=six-months' })
  await expect.poll(() => readFigure('views')).toBe('123.5억')
  expect(document.querySelector('main [data-figure="views"]')?.getAttribute('title')).toBe('12,345,678,901')
})
