// @module-tag extended
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMusics, readMusic } from '#contract/portal/musics.ts'
import { getProfit, pricePerThousandViews } from '#contract/reports/reports.ts'
import { readTrackReport, type TrackReport } from '#contract/reports/track-report.ts'
import { screen as musics } from '#islands/portal/musics/screen.ts'
import { screen } from '#islands/portal/musics/track/screen.ts'
import { formatMoney, formatThousandPrice } from '#lib/format/number.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

let shown: RenderedView | undefined
const realFetch = window.fetch
const realPath = location.pathname

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  close()
  history.replaceState(null, '', realPath)
})

function close(): void {
  shown?.close()
  shown = undefined
}

const readFigure = (key: string) => document.querySelector(`main [data-figure="${key}"]`)?.textContent
const readVideoIds = () =>
  [...document.querySelectorAll<HTMLElement>('main [data-video]')].map(({ dataset }) => dataset.video)

/** Renders the track that earned most, or another position of that order. */
async function renderTrack(options: ViewOptions = {}, position = 0) {
  history.replaceState(null, '', '/musics')
  shown = await renderView(musics, options)
  const { total, musics: tracks } = await shown.call(listMusics, { query: { sort: 'earned', size: 100 } })
  const track = tracks[position < 0 ? total + position : position]
  if (!track) throw new Error('The catalog is empty.')
  close()
  await renderId(String(track.id), options)
  return track
}

async function renderId(id: string, options: ViewOptions = {}): Promise<void> {
  history.replaceState(null, '', `/musics/${id}`)
  shown = await renderView(screen, { search: 'period=six-months', ...options })
}

/** Overrides replies to requests whose path ends like this. */
function override(path: string, change: (body: TrackReport) => unknown): void {
  window.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    if (!new URL(String(input), location.href).pathname.endsWith(path)) return response
    return new Response(JSON.stringify(change(await response.json())))
  }
}

test.each(['manager@hookline.example', 'hanip@hookline.example'])(
  'the page has the figures of the API for %s',
  async (email) => {
    const track = await renderTrack({ email })
    const { report, currency } =
      (await shown?.call(readTrackReport, { query: { music: track.id, period: 'six-months' } })) ?? {}
    if (!report || !currency) throw new Error('There is no report.')
    await expect.poll(() => readFigure('profit')).toBe(formatMoney(getProfit(report.totals), currency, 'ko'))
    expect(readFigure('perThousand')).toBe(
      formatThousandPrice(pricePerThousandViews(report.totals), currency, 'ko'),
    )
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(track.name)
    expect(document.title).toContain(track.name)
    expect(readVideoIds()).toEqual(report.videos.slice(0, 10).map(({ videoId }) => videoId))
    expect(document.querySelectorAll('[data-country]')).toHaveLength(report.countries.length)
    expect(document.querySelector('[data-isrc]')?.textContent?.replaceAll('-', '')).toBe(track.isrc)
  },
)

test('the videos that are not shown are summed up, until all are shown', async () => {
  override('/reports/track', (body) => {
    const [video] = body.report?.videos ?? []
    if (!body.report || !video) throw new Error('There is no video.')
    const videos = Array.from({ length: 12 }, (_, at) => ({ ...video, videoId: `video-${1000 + at}` }))
    const totals = { ...body.report.totals, grossProfit: 13 * getProfit(video) }
    return { ...body, report: { ...body.report, totals, videos, videoCount: 13 } }
  })
  await renderTrack()
  await expect.poll(readVideoIds).toHaveLength(10)
  await expect.element(page.getByText('그 외 영상 3개')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '수익이 높은 12개 보기' }))
  await expect.poll(readVideoIds).toHaveLength(12)
  await expect.element(page.getByText('그 외 영상 1개')).toBeVisible()
})

test('a track without videos says what to do, and offers a longer period', async () => {
  override('/reports/track', (body) => ({
    ...body,
    report: body.report && { ...body.report, videoCount: 0, videos: [], countries: [] },
  }))
  await renderTrack({ search: 'period=month' })
  await expect.element(page.getByText('이 기간에는 이 음악을 쓴 영상이 집계되지 않았습니다')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /ISRC 복사/ })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '6개월 보기' }))
  expect(location.search).toContain('period=six-months')
  await expect.element(page.getByText('최근 6개월 동안 이 음악을 쓴 영상이 없습니다')).toBeVisible()
})

test('an account without figures keeps the track', async () => {
  override('/reports/track', (body) => ({ ...body, report: null }))
  const { name } = await renderTrack()
  await expect.element(page.getByText('최근 6개월 동안 이 음악을 쓴 영상이 없습니다')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(name)
})

test('withdrawn and impossible tracks lead back to music', async () => {
  for (const id of ['999999999', '9999999999']) {
    await renderId(id)
    await expect.element(page.getByRole('alert').getByText('이 음악을 찾을 수 없습니다')).toBeVisible()
    await expect.element(page.getByRole('link', { name: '음악으로 이동' })).toHaveAttribute('href', '/musics')
    close()
  }
})

test('a failure of the figures keeps the track, and is repeated on demand', async () => {
  window.fetch = (input, init) =>
    String(input).includes('/reports/track?') ? Promise.reject(new TypeError('down')) : realFetch(input, init)
  const { name } = await renderTrack()
  await expect
    .element(page.getByRole('alert').getByText('이 음악의 수익을 불러오지 못했습니다'), { timeout: 15_000 })
    .toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(name)
  window.fetch = realFetch
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(() => readFigure('profit')).toBeTruthy()
})

test('visitors see the track and its ISRC, but no figures', async () => {
  const track = await renderTrack()
  const { $token } = await import('#lib/api/session.ts')
  $token.set('')
  await expect.element(page.getByText(/^로그인하면/)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(track.name)
  await expect.element(page.getByRole('button', { name: /ISRC 복사/ })).toBeVisible()
  expect(document.querySelector('main [data-figure]')).toBeNull()
  expect(document.querySelector('main [data-favorite]')).toBeNull()
  const { music } = (await shown?.call(readMusic, { query: { music: track.id } })) ?? {}
  expect(music?.favorite).toBe(false)
})

test('tracks that earn similar channels more stand below, with their method', async () => {
  const reply = {
    ...{ success: true, message: '', currency: 'KRW', revision: 1 },
    comparison: {
      until: '2026-11-24',
      own: 324_400,
      tracks: [
        {
          id: 12,
          isrc: 'KRTST2600012',
          name: '세일 시작',
          artist: '쇼윈도',
          cover: null,
          perThousand: 370_000,
        },
        {
          id: 13,
          isrc: 'KRTST2600013',
          name: '골목 산책',
          artist: '모노톤',
          cover: null,
          perThousand: 360_000,
        },
      ],
    },
  }
  window.fetch = async (input, init) =>
    String(input).includes('/reports/similar-tracks')
      ? new Response(JSON.stringify(reply))
      : realFetch(input, init)
  await renderTrack()
  const section = page.getByRole('region', { name: '비슷하지만 수익이 더 높은 음악' })
  await expect.element(section).toBeVisible()
  await expect.element(section.getByText(/이 음악의 1천 회당 수익\(₩324/)).toBeVisible()
  const rows = [...document.querySelectorAll('[data-similar]')]
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('세일 시작쇼윈도₩370▲ 14.1%'),
    expect.stringContaining('골목 산책모노톤₩360▲ 11.0%'),
  ])
  await expect
    .element(section.getByRole('link', { name: '세일 시작' }))
    .toHaveAttribute('href', '/musics/12?period=six-months')
  await userEvent.click(section.getByText('어떻게 골랐나요?'))
  await expect.element(section.getByText(/다른 채널 5곳 이상이 쓴 음악만 비교합니다/)).toBeVisible()
})
