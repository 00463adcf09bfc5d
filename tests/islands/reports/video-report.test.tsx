import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMembers } from '#contract/people/members.ts'
import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readPriceSpread } from '#contract/reports/price-spread.ts'
import { getProfit, pricePerView } from '#contract/reports/reports.ts'
import {
  listVideos,
  readVideoExtremes,
  type VideoPage,
  type VideoRow,
  videoSorts,
} from '#contract/reports/videos.ts'
import { screen } from '#islands/reports/videos/screen.ts'
import { formatMoney, formatNumber, formatPrice, formatThousandPrice } from '#lib/format/number.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import { formatPrices } from './report-cells.ts'

let renderedView: RenderedView
const renderReport = async (options?: ViewOptions) => {
  renderedView = await renderView(screen, options)
  return renderedView.call
}

const realFetch = window.fetch

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
  scrollTo(0, 0)
})

/** Intercepts calls whose address contains this part. */
function interceptFetch(
  part: RegExp,
  handler: (go: () => Promise<Response>, address: string) => Promise<Response>,
): void {
  window.fetch = (input, init) => {
    const { 'If-None-Match': _, ...headers } = (init?.headers ?? {}) as Record<string, string>
    const go = () => realFetch(input, { ...init, headers })
    return part.test(String(input)) ? handler(go, String(input)) : realFetch(input, init)
  }
}

const refusalResponse = (code: string, status: number) =>
  new Response(JSON.stringify({ success: false, code, message: '지금은 보여 드릴 수 없습니다.' }), { status })

const readParams = () => Object.fromEntries(new URLSearchParams(location.search))
const getIds = (videos: readonly VideoRow[]) => videos.map(({ videoId }) => videoId)
const readIds = (attribute: string, container: ParentNode = document) =>
  [...container.querySelectorAll(`[${attribute}]`)].map((row) => row.getAttribute(attribute) ?? '')
const findFact = (video: VideoRow, fact: string) =>
  document.querySelector(`[data-video="${video.videoId}"] [data-column="${fact}"]`)
const readFact = (video: VideoRow, fact: string) => findFact(video, fact)?.textContent
const firstOf = <T,>(list: readonly T[]): T => {
  const [found] = list
  if (found === undefined) throw new Error('the demonstration has some')
  return found
}
/** Tests whether the drawn rows are the first of these videos, in order. */
const matchesFirstRows = (videos: readonly VideoRow[]) => () => {
  const drawn = readIds('data-video')
  return drawn.length > 5 && drawn.join() === getIds(videos).slice(0, drawn.length).join()
}
const getChannelField = () => page.getByRole('combobox', { name: '채널' })

async function fetchAllVideos(
  call: RenderedView['call'],
  query: Record<string, string> = {},
): Promise<VideoPage['videos']> {
  const found: VideoRow[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply: VideoPage = await call(listVideos, {
      query: { ...query, size: 100, ...(cursor && { cursor }) },
    })
    found.push(...reply.videos)
    cursor = reply.nextCursor
  }
  return found
}

describe('the price trend', () => {
  test('has the price of every day and of the days before, and both averages', async () => {
    const call = await renderReport()
    const { report, currency } = await call(readDashboard, {})
    if (!report?.previous) throw new Error('the demonstration has figures to compare with')
    const table = page.getByRole('table', { name: /^평균 조회당 단가 추이 표/ })
    await expect.element(table).toBeInTheDocument()
    const cells = [...table.element().querySelectorAll('tbody tr')].map(
      (row) => row.querySelector('td')?.textContent,
    )
    const { views, grossProfit } = report.series
    expect(cells).toEqual(
      views.map((count, at) => formatPrice(count ? (grossProfit?.[at] ?? 0) / count : null, currency, 'ko')),
    )
    for (const { totals } of [report, report.previous]) {
      const average = `평균 ${formatPrice(pricePerView(totals), currency, 'ko')}`
      await expect.element(page.getByText(average, { exact: false }).first()).toBeVisible()
    }
  })

  test('has a gap where nothing was viewed', async () => {
    interceptFetch(/reports\/dashboard/, async (go) => {
      const reply = await (await go()).json()
      reply.report.series.views[3] = 0
      reply.report.series.views[4] = null
      reply.report.series.grossProfit[4] = null
      return new Response(JSON.stringify(reply))
    })
    await renderReport()
    const table = page.getByRole('table', { name: /^평균 조회당 단가 추이 표/ })
    await expect.element(table).toBeInTheDocument()
    const rows = [...table.element().querySelectorAll('tbody tr')]
    expect([3, 4].map((at) => rows[at]?.querySelector('td')?.textContent)).toEqual(['–', '–'])
  })
})

describe('the highest and lowest', () => {
  test('are those of the API, and say among which', async () => {
    const call = await renderReport()
    const { highest, lowest, currency } = await call(readVideoExtremes, {})
    await expect.poll(() => readIds('data-extreme')).toEqual(getIds([...highest, ...lowest]))
    const prices = [...document.querySelectorAll('[data-extreme] [data-column="price"]')]
    expect(prices.map((price) => price.textContent)).toEqual(
      [...highest, ...lowest].map((video) => formatPrices(video, currency)),
    )
    await expect.element(page.getByText('조회수 1,000회 이상인 영상 기준').first()).toBeVisible()
  })

  test('say so when no video has views enough', async () => {
    interceptFetch(/extremes/, async (go) => {
      const reply = await (await go()).json()
      return new Response(JSON.stringify({ ...reply, minViews: 1 }))
    })
    await renderReport()
    await expect
      .element(page.getByText('조회수 1,000회 이상인 영상이 없어', { exact: false }).first())
      .toBeVisible()
  })
})

describe('the spread of prices', () => {
  const table = page.getByRole('table', { name: '1천 회당 수익별 영상 수' })
  const readCounts = () =>
    [...table.element().querySelectorAll('tbody td')].map(({ textContent }) => textContent)

  test('is that of the API, as a picture and as a table', async () => {
    const call = await renderReport({ search: 'period=last-month' })
    const { spread, currency } = await call(readPriceSpread, { query: { period: 'last-month' } })
    if (!spread) throw new Error('The network has no prices.')
    await expect.element(table).toBeInTheDocument()
    expect(readCounts()).toEqual(spread.counts.map((count) => formatNumber(count, 'ko')))
    expect(document.querySelector('[data-figure="median"]')?.textContent).toBe(
      formatThousandPrice(spread.median / 1_000, currency, 'ko'),
    )
    const from = formatThousandPrice((spread.from + spread.step) / 1_000, currency, 'ko')
    await expect
      .element(page.getByRole('rowheader', { name: `${from} 미만`, exact: true }))
      .toBeInTheDocument()
  })

  test('follows the search of the list', async () => {
    const call = await renderReport({ search: 'period=last-month' })
    const [video] = (await call(listVideos, { query: { period: 'last-month' } })).videos
    renderedView.close()
    await renderReport({ search: `period=last-month&search=${video?.videoId}` })
    await expect.element(page.getByText('조회수가 있는 영상 1개')).toBeVisible()
    await expect.element(page.getByText(/5개 이상이면 분포를/)).toBeVisible()
    expect(document.querySelector('[data-figure="median"]')).not.toBeNull()
  })

  test('says so without views, and how many were left out', async () => {
    interceptFetch(/price-spread/, async (go) => {
      const reply = await (await go()).json()
      return new Response(
        JSON.stringify({ ...reply, withoutViews: 3, spread: { ...reply.spread, videos: 9 } }),
      )
    })
    await renderReport()
    await expect.element(page.getByText('조회수가 있는 영상 9개 · 없는 영상 3개 제외')).toBeVisible()
    renderedView.close()
    interceptFetch(/price-spread/, async (go) => {
      const reply = await (await go()).json()
      return new Response(JSON.stringify({ ...reply, spread: null }))
    })
    await renderReport()
    await expect.element(page.getByText(/5개 이상이면 분포를/)).toBeVisible()
    expect(document.querySelector('[data-figure="median"]')).toBeNull()
  })
})

describe('the list', () => {
  test('has the rows and figures of the API', async () => {
    const call = await renderReport()
    const { videos, currency } = await call(listVideos, { query: { size: 100 } })
    await expect.poll(matchesFirstRows(videos)).toBe(true)
    const one = firstOf(videos)
    expect(readFact(one, 'views')).toContain(formatNumber(one.views, 'ko'))
    // The change below it arrives later.
    expect(findFact(one, 'profit')?.firstChild?.textContent).toBe(formatMoney(getProfit(one), currency, 'ko'))
    expect(readFact(one, 'price')).toBe(formatPrices(one, currency))
  })

  test('has the sums and the number of all its rows first', async () => {
    const call = await renderReport({ search: 'period=six-months' })
    const all = await fetchAllVideos(call, { period: 'six-months' })
    const { currency } = await call(listVideos, { query: { period: 'six-months' } })
    const sum = (read: (video: VideoRow) => number) => all.reduce((total, video) => total + read(video), 0)
    const readTotal = (column: string) =>
      document.querySelector(`tbody:first-of-type [data-column="${column}"]`)?.textContent
    await expect.poll(() => readTotal('profit')).toBe(formatMoney(sum(getProfit), currency, 'ko'))
    expect(readTotal('views')).toContain(
      formatNumber(
        sum(({ views }) => views),
        'ko',
      ),
    )
    const name = `합계 · 영상 ${formatNumber(all.length, 'ko')}개`
    await expect.element(page.getByRole('rowheader', { name })).toBeVisible()
    await userEvent.fill(page.getByRole('searchbox'), '하루')
    const found = all.filter(({ title }) => title?.includes('하루'))
    await expect.element(page.getByRole('rowheader', { name: `합계 · 영상 ${found.length}개` })).toBeVisible()
  })

  test('is sorted in every way, each as the API says', async () => {
    const call = await renderReport()
    for (const sort of videoSorts) {
      for (const order of ['desc', 'asc'] as const) {
        const { videos } = await call(listVideos, { query: { sort, order, size: 100 } })
        await userEvent.selectOptions(page.getByRole('combobox', { name: '정렬' }), `${sort}-${order}`)
        await expect.poll(matchesFirstRows(videos)).toBe(true)
      }
    }
    const header = page.getByRole('columnheader', { name: '예상 수익' })
    await userEvent.click(header.getByRole('button'))
    await expect.element(header).toHaveAttribute('aria-sort', 'descending')
    const { videos } = await call(listVideos, { query: { sort: 'profit', size: 100 } })
    await expect.poll(matchesFirstRows(videos)).toBe(true)
  })

  test('loads as one scrolls and has each video once, in the order of the API', async () => {
    const call = await renderReport({ search: 'period=six-months' })
    const all = await fetchAllVideos(call, { period: 'six-months' })
    expect(all.length).toBeGreaterThan(100)
    const table = () => page.getByRole('table', { name: /영상별 조회수와 수익/ })
    await expect.element(table()).toHaveAttribute('aria-rowcount', String(all.length + 2))
    const seen = new Map<number, string>()
    const look = () => {
      for (const row of document.querySelectorAll<HTMLElement>('[data-index]')) {
        const at = Number(row.dataset.index)
        const id = row.dataset.video ?? ''
        expect(seen.get(at) ?? id).toBe(id)
        expect(row.ariaRowIndex).toBe(String(at + 3))
        seen.set(at, id)
      }
      return seen.size
    }
    await expect
      .poll(
        () => {
          const count = look()
          // Scrolls from row to row, so that each is drawn before the next.
          document.querySelector(`[data-index="${Math.max(...seen.keys())}"]`)?.scrollIntoView()
          return count
        },
        { timeout: 20_000, interval: 30 },
      )
      .toBe(all.length)
    expect([...seen].sort(([a], [b]) => a - b).map(([, id]) => id)).toEqual(getIds(all))
    await expect.element(table()).toHaveAttribute('aria-rowcount', String(all.length + 2))
    await expect
      .element(page.getByText(`영상 ${formatNumber(all.length, 'ko')}개`, { exact: true }))
      .toBeInTheDocument()
    expect(document.querySelectorAll('[data-index]').length).toBeLessThan(50)
  })

  test('begins anew, and says so, when the figures change between two pages', async () => {
    const call = await renderReport({ search: 'period=six-months' })
    await expect.poll(() => readIds('data-video').length).toBeGreaterThan(5)
    const { videos } = await call(listVideos, { query: { period: 'six-months', size: 100 } })
    let refused = false
    interceptFetch(/reports\/videos\?/, async (go, address) => {
      refused ||= address.includes('cursor=')
      if (address.includes('cursor=')) return refusalResponse('list_changed', 409)
      const reply = await (await go()).json()
      return new Response(JSON.stringify({ ...reply, revision: reply.revision + Number(refused) }))
    })
    await expect
      .poll(
        () => {
          if (!refused) scrollBy(0, 700)
          return refused
        },
        { timeout: 10_000, interval: 30 },
      )
      .toBe(true)
    await expect.poll(matchesFirstRows(videos)).toBe(true)
    const { $snackbars } = await import('#lib/page/snackbars.ts')
    expect($snackbars.get().map(({ message }) => message)).toContain(
      '집계가 새로 반영되어 목록을 처음부터 다시 보여 드립니다',
    )
  })

  test('can be asked again when the newer figures are not there yet', async () => {
    await renderReport({ search: 'period=six-months' })
    await expect.poll(() => readIds('data-video').length).toBeGreaterThan(5)
    interceptFetch(/reports\/videos\?.*cursor=/, async () => refusalResponse('list_changed', 409))
    const retry = page.getByRole('button', { name: '다시 시도' })
    await expect
      .poll(() => {
        scrollTo(0, document.body.scrollHeight)
        return retry.elements().length
      })
      .toBe(1)
    window.fetch = realFetch
    await userEvent.click(retry)
    await expect
      .poll(() => {
        scrollTo(0, document.body.scrollHeight)
        return Math.max(...readIds('data-index').map(Number))
      })
      .toBeGreaterThan(110)
  })

  test('is saved as a file as it is asked for', async () => {
    const call = await renderReport()
    const { channelId } = firstOf((await call(listChannelFigures, { query: { search: '골목' } })).channels)
    renderedView.close()
    const asked = { period: 'six-months', channel: channelId, search: '하루', sort: 'price', order: 'asc' }
    await renderReport({ search: String(new URLSearchParams(asked)) })
    let address = ''
    interceptFetch(/videos\/export/, async (_, one) => {
      address = one
      return refusalResponse('internal', 400)
    })
    await userEvent.click(page.getByRole('button', { name: /CSV 내보내기/ }))
    await expect
      .poll(() => Object.fromEntries(new URL(address, location.href).searchParams))
      .toEqual({
        ...asked,
        compare: 'previous',
        columns: 'trend,views,profit,price,premiumViews,premiumRate,premiumPrice',
      })
  })

  test('keeps its rows when the next ones fail, and asks again', async () => {
    await renderReport({ search: 'period=six-months' })
    await expect.poll(() => readIds('data-video').length).toBeGreaterThan(5)
    interceptFetch(/cursor=/, async () => refusalResponse('internal', 400))
    await expect
      .poll(() => {
        scrollTo(0, document.body.scrollHeight)
        return document.body.textContent
      })
      .toContain('다음 영상을 불러오지 못했습니다')
    window.fetch = realFetch
    await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
    await expect
      .poll(() => {
        scrollTo(0, document.body.scrollHeight)
        return Math.max(...readIds('data-index').map(Number))
      })
      .toBeGreaterThan(110)
  })

  test('is compact rows on a phone', async () => {
    await page.viewport(390, 844)
    const call = await renderReport()
    const { videos } = await call(listVideos, { query: { size: 100 } })
    await expect.poll(() => readIds('data-video').slice(0, 3)).toEqual(getIds(videos).slice(0, 3))
    expect(document.querySelector('[data-video]')?.clientHeight).toBeLessThan(100)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('the search', () => {
  const field = () => page.getByRole('searchbox', { name: '영상 제목 검색' })

  test('finds a title by two characters, in the address and back', async () => {
    const call = await renderReport()
    const { videos } = await call(listVideos, { query: { search: '하루', size: 100 } })
    expect(videos.length).toBeGreaterThan(0)
    await userEvent.fill(field(), '하루')
    await expect.poll(readParams).toEqual({ search: '하루' })
    await expect.poll(() => readIds('data-video').sort()).toEqual(getIds(videos).sort())
    await expect.element(page.getByText(`영상 ${videos.length}개`, { exact: true })).toBeVisible()
    history.back()
    await expect.element(field()).toHaveValue('')
    await expect.poll(() => readIds('data-video').length).toBeGreaterThan(videos.length)
  })

  test('says what to do when nothing is found', async () => {
    await renderReport({ search: 'search=%25zzz' })
    await expect.element(page.getByText('‘%zzz’에 맞는 영상이 없습니다')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '검색 지우기' }).last())
    expect(readParams()).toEqual({})
    await expect.poll(() => readIds('data-video').length).toBeGreaterThan(5)
  })
})

describe('the channel filter', () => {
  test('is chosen by keyboard, narrows every part, and is cleared', async () => {
    const call = await renderReport()
    const { channels } = await call(listChannelFigures, { query: { search: '골목' } })
    const { channelId, name } = firstOf(channels)
    const { videos } = await call(listVideos, { query: { channel: channelId, size: 100 } })
    const extremes = await call(readVideoExtremes, { query: { channel: channelId } })
    await userEvent.click(getChannelField())
    await userEvent.keyboard('골목')
    await expect.poll(() => document.querySelectorAll('[role=option]').length).toBe(channels.length)
    await userEvent.keyboard('{ArrowDown}')
    const active = getChannelField().element().getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(active)?.textContent).toContain(name)
    await userEvent.keyboard('{Enter}')
    expect(readParams()).toEqual({ channel: channelId })
    await expect.element(getChannelField()).toHaveValue(name)
    await expect.poll(matchesFirstRows(videos)).toBe(true)
    await expect
      .poll(() => readIds('data-extreme'))
      .toEqual(getIds([...extremes.highest, ...extremes.lowest]))
    const { report, currency } = await call(readDashboard, { query: { channel: channelId } })
    if (!report) throw new Error('the channel has figures')
    const average = `평균 ${formatPrice(pricePerView(report.totals), currency, 'ko')}`
    await expect.element(page.getByText(average, { exact: false }).first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(readParams()).toEqual({})
    await expect.element(getChannelField()).toHaveValue('')
  })

  test('says the name of the channel in the address', async () => {
    const call = await renderReport()
    const { channelId, name } = firstOf((await call(listChannelFigures, {})).channels)
    renderedView.close()
    await renderReport({ search: `channel=${channelId}` })
    await expect.element(getChannelField()).toHaveValue(name)
    await userEvent.click(page.getByRole('button', { name: '전체 채널로 되돌리기' }))
    expect(readParams()).toEqual({})
  })

  test('says so where there is no such channel', async () => {
    await renderReport({ search: 'channel=UCnobody' })
    await expect.element(page.getByText('볼 수 없는 채널입니다')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '전체 채널 보기' }))
    await expect.poll(() => readIds('data-video').length).toBeGreaterThan(5)
  })
})

describe('who sees what', () => {
  test('a member sees the net of the own channels', async () => {
    const call = await renderReport({ email: 'hanip@hookline.example' })
    const { videos, currency } = await call(listVideos, { query: { size: 100 } })
    await expect.poll(matchesFirstRows(videos)).toBe(true)
    const one = firstOf(videos)
    expect(readFact(one, 'profit')).toBe(formatMoney(getProfit(one), currency, 'ko'))
  })

  test('a manager with a member sees gross and net', async () => {
    const call = await renderReport()
    const { members } = await call(listMembers, {})
    const member = firstOf(members.filter(({ nickname }) => nickname === '한입'))
    renderedView.close()
    await renderReport({ search: `member=${member.id}` })
    const { videos, currency } = await call(listVideos, { query: { member: member.id, size: 100 } })
    await expect.poll(matchesFirstRows(videos)).toBe(true)
    const one = firstOf(videos)
    const [gross, net] = [getProfit(one), one.netProfit ?? -1].map((amount) =>
      formatMoney(amount, currency, 'ko'),
    )
    expect(readFact(one, 'profit')).toBe(gross)
    expect(readFact(one, 'net')).toBe(net)
  })
})

test('each part that fails says so and can be tried again', async () => {
  interceptFetch(/v2\/mcn\/reports\/(dashboard|videos)/, async () => refusalResponse('internal', 400))
  await renderReport()
  const titles = [
    '단가 추이를 불러오지 못했습니다',
    '1천 회당 수익의 분포를 불러오지 못했습니다',
    '단가가 높고 낮은 영상을 불러오지 못했습니다',
    '영상 목록을 불러오지 못했습니다',
  ]
  for (const title of titles) await expect.element(page.getByText(title)).toBeVisible()
  window.fetch = realFetch
  for (const _ of titles) await userEvent.click(page.getByRole('button', { name: '다시 시도' }).first())
  for (const title of titles) await expect.element(page.getByText(title)).not.toBeInTheDocument()
  await expect.poll(() => readIds('data-video').length).toBeGreaterThan(5)
})
