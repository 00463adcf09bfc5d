import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMembers } from '#contract/people/members.ts'
import {
  getProfit,
  premiumPrice,
  premiumRate,
  pricePerThousandViews,
  pricePerView,
} from '#contract/reports/reports.ts'
import { readVideo, type VideoDetail } from '#contract/reports/video-detail.ts'
import { listVideos, type VideoRow } from '#contract/reports/videos.ts'
import { getCountryName } from '#lib/format/countries.ts'
import { formatDayRange } from '#lib/format/day.ts'
import {
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrice,
  formatThousandPrice,
} from '#lib/format/number.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type Shown, renderDashboard as showView, type Wanted } from './render-dashboard.tsx'
import { readShareBar } from './report-cells.ts'

let renderedView: Shown
const realFetch = window.fetch

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
})

const renderForTest = async (options?: Wanted) => {
  renderedView = await showView(options)
  return renderedView.call
}

const findDialog = () => document.querySelector('dialog')
const readFigure = (key: string) => document.querySelector(`dialog [data-detail="${key}"]`)?.textContent
const readVideoFlag = () => new URLSearchParams(location.search).get('videoDetail')
const findInDialog = (selector: string) => [...document.querySelectorAll<HTMLElement>(`dialog ${selector}`)]
const getCountryTable = () => page.getByRole('table', { name: '국가별 조회수, 수익, 조회당 단가' })
const readCountries = () => findInDialog('[data-country]').map((row) => row.dataset.country)
const findButton = ({ videoId }: Pick<VideoRow, 'videoId'>) => {
  const found = document.querySelector<HTMLElement>(`[data-video="${videoId}"] a`)
  if (!found) throw new Error(`No button opens ${videoId}`)
  return found
}

/** The reasons of the latest day may have a link with the same name, outside the table. */
const clickVideo = ({ title }: Pick<VideoRow, 'title'>) =>
  userEvent.click(
    page
      .getByRole('row')
      .getByRole('link', { name: title ?? '' })
      .first(),
  )

/** Opens the first video of the dashboard. */
async function openFirstVideo(options?: Wanted, query: Record<string, string> = {}) {
  const call = await renderForTest(options)
  const [video] = (await call(listVideos, { query })).videos
  if (!video) throw new Error('the demonstration has videos')
  await expect
    .poll(() => document.querySelector(`[data-video="${video.videoId}"]`), { timeout: 15_000 })
    .toBeTruthy()
  // The reasons of the latest day may have a link with the same name.
  await userEvent.click(
    page
      .getByRole('row')
      .getByRole('link', { name: video.title ?? '' })
      .first(),
  )
  // The first time, the dialog's code has to load, too.
  await expect.poll(() => readFigure('views'), { timeout: 15_000 }).toBeTruthy()
  return { call, video }
}

/** Overrides parts of the API's reply to the dialog. */
function overrideDetail(override: (detail: VideoDetail) => VideoDetail): void {
  window.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    if (!String(input).includes('v2/mcn/reports/video?') || response.status !== 200) return response
    return new Response(JSON.stringify(override(await response.json())))
  }
}

describe('the dialog', () => {
  test('has the figures of the API', async () => {
    const { call, video } = await openFirstVideo()
    const { totals, range, currency, ...rest } = await call(readVideo, { query: { video: video.videoId } })
    expect(readFigure('views')).toBe(formatNumber(totals.views, 'ko'))
    expect(readFigure('profit')).toBe(formatMoney(getProfit(totals), currency, 'ko'))
    expect(readFigure('price')).toBe(formatPrice(pricePerView(totals), currency, 'ko'))
    const perThousand = formatThousandPrice(pricePerThousandViews(totals), currency, 'ko')
    expect(readFigure('thousandPrice')).toBe(perThousand)
    expect(readFigure('premiumViews')).toBe(formatNumber(totals.premiumViews, 'ko'))
    expect(readFigure('premiumRate')).toBe(formatPercent(premiumRate(totals), 'ko'))
    expect(readFigure('premiumPrice')).toBe(formatPrice(premiumPrice(totals), currency, 'ko'))
    expect(readFigure('averageRate')).toBe(formatPercent(totals.averageWatchRate, 'ko'))
    expect(readFigure('averageTime')).toBe(`${(totals.averageWatchSeconds ?? 0).toFixed(1)}초`)
    expect(readFigure('watchTime')).toMatch(/시간|분/)
    expect(readFigure('range')).toBe(formatDayRange(range.from, range.to, 'ko'))
    const { title, channelName } = rest.video
    expect(findDialog()?.textContent).toContain(title)
    expect(findDialog()?.textContent).toContain(channelName)
    expect(findInDialog('[data-isrc]').map(({ dataset }) => dataset.isrc)).toEqual(
      rest.musics.map(({ isrc }) => isrc),
    )
    expect(findInDialog('figure[class*=trend] table tbody tr')).toHaveLength(rest.series.days.length * 2)
  })

  test('is opened by the address, and Back and Forward close and open it', async () => {
    const { video } = await openFirstVideo()
    expect(readVideoFlag()).toBe(`${video.videoId}.${video.channelId}`)
    history.back()
    await expect.poll(findDialog).toBeNull()
    expect(readVideoFlag()).toBeNull()
    history.forward()
    await expect.poll(() => readFigure('views')).toBeTruthy()
  })

  test('closes by Escape, by its button and by a click outside, each the way that it came', async () => {
    const { video } = await openFirstVideo()
    const length = history.length
    await userEvent.keyboard('{Escape}')
    await expect.poll(findDialog).toBeNull()
    expect(readVideoFlag()).toBeNull()
    expect(document.activeElement).toBe(findButton(video))
    await clickVideo(video)
    await userEvent.click(page.getByRole('button', { name: '닫기' }))
    await expect.poll(findDialog).toBeNull()
    await clickVideo(video)
    await expect.poll(findDialog).not.toBeNull()
    await userEvent.click(document.documentElement, { position: { x: 4, y: 4 }, force: true })
    await expect.poll(findDialog).toBeNull()
    expect(readVideoFlag()).toBeNull()
    expect(history.length).toBe(length)
  })

  test('is of the video alone where the address names no channel', async () => {
    const call = await renderForTest({ search: 'period=last-month' })
    const [video] = (await call(listVideos, { query: { period: 'last-month' } })).videos
    history.pushState(null, '', `?period=last-month&videoDetail=${video?.videoId}`)
    dispatchEvent(new PopStateEvent('popstate'))
    await expect.poll(() => readFigure('views')).toBe(formatNumber(video?.views ?? -1, 'ko'))
    expect(findDialog()?.textContent).toContain('지난달')
    await userEvent.keyboard('{Escape}')
    await expect.poll(findDialog).toBeNull()
    expect(location.search).toBe('?period=last-month')
  })

  test('compares with the days before, where the video had any', async () => {
    overrideDetail((detail) => ({
      ...detail,
      previous: {
        range: { from: '2026-10-01', to: '2026-10-18' },
        totals: { ...detail.totals, views: detail.totals.views * 2, averageWatchSeconds: 0 },
      },
    }))
    await openFirstVideo()
    await expect.poll(() => readFigure('compared')).toBe('비교 대상: 지난달 같은 기간(2026.10.01~10.18)')
    const views = () => document.querySelector('dialog [data-detail="views"]')?.parentElement?.textContent
    await expect.poll(views).toContain('50.0%')
    expect(views()).toContain('감소')
  })

  test('shows gross and net of a member that a manager chooses, and a member the net', async () => {
    const call = await renderForTest()
    const { members } = await call(listMembers, {})
    const member = members.find(({ nickname }) => nickname === '한입')?.id ?? 0
    renderedView.close()
    const { video } = await openFirstVideo({ search: `member=${member}` }, { member: String(member) })
    const { totals, currency } = await renderedView.call(readVideo, {
      query: { video: video.videoId, member },
    })
    expect(readFigure('profit')).toBe(formatMoney(getProfit(totals), currency, 'ko'))
    expect(readFigure('memberProfit')).toBe(
      `멤버 수익(수수료 차감 후) ${formatMoney(totals.netProfit ?? -1, currency, 'ko')}`,
    )
    renderedView.close()
    const own = await openFirstVideo({ email: 'hanip@hookline.example' })
    const net = await own.call(readVideo, { query: { video: own.video.videoId } })
    expect(readFigure('profit')).toBe(formatMoney(getProfit(net.totals), net.currency, 'ko'))
    expect(readFigure('memberProfit')).toBeUndefined()
    expect(findDialog()?.textContent).toContain('수수료 차감 후 금액입니다')
  })
})

test('charts of the dialog are zoomed apart from those of the page, and closing leaves nothing behind', async () => {
  await openFirstVideo({ search: 'period=last-month' }, { period: 'last-month' })
  const length = history.length
  const zooms = () => page.getByRole('button', { name: '전체 기간 보기' }).elements().length
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /확대/ }).first())
  await expect.poll(zooms).toBe(2)
  expect(document.querySelectorAll('dialog figure button').length).toBeGreaterThan(2)
  expect(new URLSearchParams(location.search).get('zoom')).toBeNull()
  await userEvent.click(page.getByRole('button', { name: '닫기' }))
  await expect.poll(findDialog).toBeNull()
  expect(location.search).toBe('?period=last-month')
  expect(history.length).toBe(length)
  expect(zooms()).toBe(0)
})

test('a message can be heard and closed in the dialog', async () => {
  await openFirstVideo()
  $snackbars.set([])
  $snackbars.set([{ id: -1, type: 'success', message: '복사' }])
  const message = page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: /^복사$/ })
  await expect.element(message.getByRole('status')).toBeVisible()
  await userEvent.click(message.getByRole('button', { name: '닫기' }))
  await expect.poll(() => $snackbars.get()).toEqual([])
  expect(findDialog()).not.toBeNull()
})

describe('before and without an answer', () => {
  test('there are skeletons under the titles, then a failure that can be tried again', async () => {
    const call = await renderForTest({ locale: 'en' })
    const [video] = (await call(listVideos, {})).videos
    if (!video) throw new Error('the demonstration has videos')
    await expect
      .poll(() => document.querySelector(`[data-video="${video.videoId}"]`), { timeout: 15_000 })
      .toBeTruthy()
    let fail = () => {}
    const failed = new Promise<void>((resolve) => {
      fail = resolve
    })
    window.fetch = async (input, init) => {
      if (!String(input).includes('v2/mcn/reports/video?')) return realFetch(input, init)
      await failed
      return new Response(JSON.stringify({ success: false, code: 'invalid', message: 'Not now.' }), {
        status: 400,
      })
    }
    await clickVideo(video)
    await expect.element(page.getByText('Premium viewers')).toBeVisible()
    await expect.element(page.getByRole('dialog').getByRole('status')).toHaveTextContent('Loading')
    fail()
    await expect.element(page.getByText('Not now.')).toBeVisible()
    window.fetch = realFetch
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Try again' }))
    await expect.poll(() => readFigure('views')).toBe(formatNumber(video.views, 'en'))
  })

  test('a video that nobody here has is said not to be found', async () => {
    await renderForTest({ locale: 'zh-TW' })
    history.pushState(null, '', '?videoDetail=-----------')
    dispatchEvent(new PopStateEvent('popstate'))
    await expect.element(page.getByText('找不到此影片')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(findDialog).toBeNull()
    expect(location.search).toBe('')
  })
})

describe('the music', () => {
  const track = {
    id: 7,
    isrc: 'KRMIM2600099',
    name: '밤길',
    artist: '누구',
    category: 'BGM',
    cover: null,
  } as const
  const outside = { id: null, isrc: 'USABC2600001', name: null, artist: null, category: null, cover: null }

  test('can be several tracks, some of them outside the catalog, and copies its ISRC', async () => {
    overrideDetail((detail) => ({ ...detail, musics: [track, outside] }))
    await openFirstVideo()
    expect(findInDialog('[data-isrc]').map(({ textContent }) => textContent)).toEqual([
      '밤길 누구KRMIM2600099ISRC 복사',
      '음악 목록에 없는 곡USABC2600001ISRC 복사',
    ])
    await userEvent.click(page.getByRole('button', { name: 'ISRC 복사: KRMIM2600099' }))
    await expect.poll(() => $snackbars.get().at(-1)?.message).toMatch(/ISRC를 복사했습니다|KRMIM2600099/)
  })

  test('may be none', async () => {
    overrideDetail((detail) => ({ ...detail, musics: [] }))
    await openFirstVideo()
    await expect.element(page.getByText('이 영상에서 확인된 라이선스 음악이 없습니다.')).toBeVisible()
  })
})

const many: VideoDetail['countries'] = [
  { country: 'KR', views: 40_000, grossProfit: 9_000_000, netProfit: null },
  { country: 'US', views: 10_000, grossProfit: 8_000_000, netProfit: null },
  { country: 'ZZ', views: 5_000, grossProfit: 1_000_000, netProfit: null },
  { country: 'JP', views: 4_000, grossProfit: 700_000, netProfit: null },
  { country: 'TW', views: 3_000, grossProfit: -5_000, netProfit: null },
  { country: 'VN', views: 2_000, grossProfit: 90_000, netProfit: null },
  { country: 'ID', views: 1_000, grossProfit: 40_000, netProfit: null },
  { country: 'DE', views: 500, grossProfit: 100_000, netProfit: null },
  { country: 'FR', views: 20, grossProfit: 90_000, netProfit: null },
  { country: 'BR', views: 0, grossProfit: 1_000, netProfit: null },
]

describe('the countries', () => {
  test('are all in the table, as the API has them', async () => {
    const { call, video } = await openFirstVideo({ locale: 'en' })
    const { countries, currency } = await call(readVideo, { query: { video: video.videoId } })
    expect(readCountries()).toEqual(countries.map(({ country }) => country))
    const views = countries.reduce((sum, one) => sum + one.views, 0)
    expect(findInDialog('[data-country] td:nth-child(2)').map((cell) => cell.textContent)).toEqual(
      countries.map((one) => formatNumber(one.views, 'en')),
    )
    expect(findInDialog('[data-country] td:nth-child(3)').map((cell) => cell.textContent)).toEqual(
      countries.map((one) => formatPercent(one.views / views, 'en')),
    )
    expect(findInDialog('[data-country] td:nth-child(4)').map((cell) => cell.textContent)).toEqual(
      countries.map((one) => formatMoney(getProfit(one), currency, 'en')),
    )
    expect(findInDialog('[data-country] th').map((cell) => cell.textContent)).toEqual(
      countries.map(({ country }) => (country === 'ZZ' ? 'Unknown' : getCountryName(country, 'en'))),
    )
  })

  test('beyond the largest six are one slice, and bubbles have areas as the values', async () => {
    overrideDetail((detail) => ({ ...detail, countries: many }))
    await openFirstVideo()
    expect(findInDialog('[data-slice]').map(({ dataset }) => dataset.slice)).toEqual([
      'KR',
      'US',
      'ZZ',
      'JP',
      'TW',
      'VN',
      'other',
    ])
    expect(findInDialog('[data-slice="other"]')[0]?.textContent).toBe('기타2.3%')
    const radius = (country: string) =>
      Number(findInDialog(`[data-bubble="${country}"]`)[0]?.getAttribute('r'))
    expect((radius('KR') / radius('US')) ** 2).toBeCloseTo(4, 3)
    const onMap = () => findInDialog('[data-bubble]').map(({ dataset }) => dataset.bubble)
    expect(onMap()).toEqual(['KR', 'US', 'JP', 'TW', 'VN', 'ID', 'DE', 'FR'])
    await expect.element(page.getByText('국가를 알 수 없는 조회는 지도에 없습니다.')).toBeInTheDocument()
    await userEvent.click(page.getByRole('dialog').getByRole('radio', { name: '수익' }))
    expect(onMap()).not.toContain('TW')
    expect(onMap()).toContain('BR')
    expect(findInDialog('[data-slice]').map(({ dataset }) => dataset.slice)).not.toContain('TW')
    await expect.element(page.getByText('0보다 작은 값은 그래프에 없고 표에만 있습니다.')).toBeInTheDocument()
    await userEvent.click(page.getByRole('dialog').getByRole('radio', { name: '조회당 단가' }))
    expect(findInDialog('[data-slice]')).toEqual([])
    expect(findInDialog('[data-bar]').map(({ dataset }) => dataset.bar)).toEqual([
      'US',
      'KR',
      'ZZ',
      'JP',
      'VN',
    ])
    expect(onMap()).toEqual(['US', 'KR', 'DE', 'JP', 'VN', 'ID'])
  })

  test('have bars that are full at 100 %, whatever the largest share is', async () => {
    await openFirstVideo()
    for (const country of readCountries().slice(0, 3)) {
      const row = `dialog [data-country="${country}"]`
      const shown = document.querySelector(`${row} td:nth-of-type(2)`)?.textContent ?? ''
      expect(readShareBar(row)).toBeCloseTo(Number.parseFloat(shown), 0)
    }
  })

  test('are read out where a drawing is pointed at, tapped or walked through by keys', async () => {
    const { call, video } = await openFirstVideo()
    const { countries, currency } = await call(readVideo, { query: { video: video.videoId } })
    const total = countries.reduce((sum, { views }) => sum + views, 0)
    const describe = (at: number) => {
      const country = countries[at]
      if (!country) throw new Error(`There is no country ${at}.`)
      const share = formatPercent(country.views / total, 'ko')
      const perThousand = formatThousandPrice(pricePerThousandViews(country), currency, 'ko')
      return `${getCountryName(country.country, 'ko')}: 조회수 ${formatNumber(country.views, 'ko')}(${share}), 수익 ${formatMoney(getProfit(country), currency, 'ko')}, 1천 회당 ${perThousand}`
    }
    const [first, second] = countries.map(({ country }) => country)
    const readReadout = () => findInDialog('[data-readout]')[0]?.textContent
    expect(readReadout()).toBeUndefined()
    const legend = (id = '') => findInDialog(`[data-slice="${id}"]`)[0] ?? document.body
    await userEvent.hover(legend(second))
    await expect.poll(readReadout).toBe(describe(1))
    expect(findInDialog(`[data-bubble="${second}"]`)[0]?.dataset.pointed).toBe('true')
    expect(findInDialog(`tr[data-country="${second}"]`)[0]?.dataset.pointed).toBe('true')
    await userEvent.unhover(legend(second))
    await expect.poll(readReadout).toBeUndefined()
    findInDialog(`[data-bubble="${first}"]`)[0]?.dispatchEvent(
      new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }),
    )
    await expect.poll(readReadout).toBe(describe(0))
    const slider = page.getByRole('slider', { name: '국가별 조회수 그래프. 화살표 키로 국가별 값을 봅니다' })
    const element = slider.element() as HTMLElement
    element.focus()
    await userEvent.keyboard('{Home}{ArrowRight}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', describe(1))
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', describe(0))
    element.blur()
    await expect.poll(readReadout).toBeUndefined()
  })

  test('are sorted by each column, what has no price last', async () => {
    overrideDetail((detail) => ({ ...detail, countries: many }))
    await openFirstVideo()
    const sortBy = async (name: string) => {
      const header = getCountryTable().getByRole('columnheader', { name })
      await userEvent.click(header.getByRole('button'))
      return header.element().getAttribute('aria-sort')
    }
    expect(await sortBy('국가')).toBe('ascending')
    expect(readCountries().slice(0, 3)).toEqual(['TW', 'DE', 'US'])
    expect(await sortBy('수익')).toBe('descending')
    expect(readCountries()[0]).toBe('KR')
    expect(await sortBy('수익')).toBe('ascending')
    expect(readCountries()[0]).toBe('TW')
    expect(await sortBy('조회당 단가')).toBe('descending')
    expect([readCountries()[0], readCountries().at(-1)]).toEqual(['FR', 'BR'])
    expect(await sortBy('조회당 단가')).toBe('ascending')
    expect([readCountries()[0], readCountries().at(-1)]).toEqual(['TW', 'BR'])
    expect(await sortBy('조회 비중')).toBe('descending')
    expect(readCountries()[0]).toBe('KR')
  })

  test('may be none', async () => {
    overrideDetail((detail) => ({ ...detail, countries: [] }))
    await openFirstVideo()
    await expect.element(page.getByText('이 기간에 국가별로 집계된 내용이 없습니다.')).toBeVisible()
  })
})
