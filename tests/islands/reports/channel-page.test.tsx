// @module-tag extended
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readRegistration } from '#contract/channels/channel-history.ts'
import { type ChannelRow, listChannelFigures } from '#contract/reports/channel-report.ts'
import { readCountries } from '#contract/reports/countries.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readReportEvents } from '#contract/reports/report-events.ts'
import { type Figures, getProfit, pricePerThousandViews } from '#contract/reports/reports.ts'
import { listVideos } from '#contract/reports/videos.ts'
import { screen } from '#islands/reports/channel-page/screen.ts'
import { screen as channels } from '#islands/reports/channels/screen.ts'
import { screen as dashboard } from '#islands/reports/dashboard/screen.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatMoney, formatPercent, formatThousandPrice } from '#lib/format/number.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

let shown: RenderedView | undefined
const realFetch = window.fetch
const realPath = location.pathname
const member = 'hanip@hookline.example'

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  shown?.close()
  shown = undefined
  history.replaceState(null, '', realPath)
})

const readFigure = (key: string) => document.querySelector(`main [data-figure="${key}"]`)?.textContent

/** Lists channels by profit. */
async function listOwnChannels(email?: string): Promise<ChannelRow[]> {
  shown = await renderView(dashboard, email ? { email } : {})
  const { channels } = await shown.call(listChannelFigures, { query: { period: 'last-month' } })
  shown.close()
  shown = undefined
  return channels
}

async function renderPage(id: string, options: ViewOptions = {}) {
  history.replaceState(null, '', `/report-channel/${id}`)
  shown = await renderView(screen, options)
  return shown.call
}

/** Overrides replies to requests whose path ends like this, or only those about a channel, if one is given. */
function override(replies: Record<string, (body: never) => unknown>, channel?: string): void {
  window.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    const { pathname, searchParams } = new URL(String(input), location.href)
    const name = Object.keys(replies).find((one) => pathname.endsWith(one))
    const change = name === undefined ? undefined : replies[name]
    if (!change || (channel !== undefined && searchParams.get('channel') !== channel)) return response
    return new Response(JSON.stringify(change((await response.json()) as never)))
  }
}

test('the page has the figures, videos, countries and history of the API', async () => {
  const [channel] = await listOwnChannels()
  const id = channel?.channelId ?? ''
  const call = await renderPage(id, { search: 'period=last-month' })
  const query = { period: 'last-month', channel: id } as const
  const [own, all] = await Promise.all([
    call(readDashboard, { query }),
    call(readDashboard, { query: { period: 'last-month' } }),
  ])
  const totals = own.report?.totals as Figures
  const whole = all.report?.totals as Figures
  await expect.poll(() => readFigure('profit')).toBe(formatMoney(getProfit(totals), own.currency, 'ko'))
  await expect.poll(() => readFigure('share')).toBe(formatPercent(getProfit(totals) / getProfit(whole), 'ko'))
  const [before, wholeBefore] = [own, all].map(({ report }) => report?.previous?.totals)
  const shareBefore = before && wholeBefore ? getProfit(before) / getProfit(wholeBefore) : null
  await expect.element(page.getByText(`비교 기간 ${formatPercent(shareBefore, 'ko')}`)).toBeVisible()
  expect(readFigure('perThousand')).toBe(
    formatThousandPrice(pricePerThousandViews(totals), own.currency, 'ko'),
  )
  expect(readFigure('premiumRate')).toBe(formatPercent(totals.premiumViews / totals.views, 'ko'))
  expect(readFigure('premiumShare')).toBe(
    formatPercent((totals.grossPremiumProfit ?? 0) / (totals.grossProfit ?? 0), 'ko'),
  )
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(channel?.name ?? '')
  expect(document.title).toContain(channel?.name ?? '')

  const { videos } = await call(listVideos, { query: { ...query, size: 10 } })
  const ids = () =>
    [...document.querySelectorAll<HTMLElement>('tr[data-video]')].map((row) => row.dataset.video)
  await expect.poll(ids).toEqual(videos.map(({ videoId }) => videoId))

  const { report } = await call(readCountries, { query })
  const rows = () => document.querySelectorAll('[data-country]').length
  await expect.poll(rows, { timeout: 15_000 }).toBe(report?.countries.length)

  const { channel: registered } = await call(readRegistration, { query: { channel: id } })
  for (const { nickname } of registered.members)
    await expect
      .element(page.getByRole('link', { name: nickname, exact: true }))
      .toHaveAttribute('href', `/manage-member?search=${encodeURIComponent(nickname)}`)
  await expect.element(page.getByText('첫 수익')).toBeVisible()
})

test('the events on the line are those of the channel', async () => {
  const [first, second] = await listOwnChannels()
  const search = 'period=90-days&grain=day'
  const id = second?.channelId ?? ''
  const call = await renderPage(id, { search })
  const eventsOf = async (channel?: string) =>
    (await call(readReportEvents, { query: { period: '90-days', ...(channel && { channel }) } })).events
  const own = await eventsOf(id)
  expect(own.length).toBeGreaterThan(0)
  expect((await eventsOf(first?.channelId)).length).toBeGreaterThan(0)
  expect((await eventsOf()).length).toBeGreaterThan(own.length)
  const days = new Set(own.map(({ day }) => formatDay(day, 'ko')))
  const listed = () =>
    [...document.querySelectorAll('figure table')]
      .filter((table) => table.textContent.includes('주요 변경'))
      .flatMap((table) => [...table.querySelectorAll('tbody tr')])
      .filter((row) => row.lastElementChild?.textContent)
      .map((row) => row.firstElementChild?.textContent)
  await expect.poll(() => new Set(listed()), { timeout: 15_000 }).toEqual(days)
})

test('all videos are those of the channel, in the order and period of the page', async () => {
  const [channel] = await listOwnChannels()
  const id = channel?.channelId ?? ''
  await renderPage(id, { search: 'period=six-months&sort=profit' })
  await expect
    .element(page.getByRole('link', { name: '이 채널의 영상 모두 보기' }), { timeout: 15_000 })
    .toHaveAttribute('href', `/report-video?period=six-months&channel=${id}&sort=profit`)
})

test('the changes are those of videos and tracks, not of channels', async () => {
  const [channel] = await listOwnChannels()
  await renderPage(channel?.channelId ?? '')
  await expect.poll(() => document.querySelector('[data-mover]'), { timeout: 15_000 }).toBeTruthy()
  const movers = document.querySelector('[data-mover] a')?.getAttribute('href')
  expect(movers).toMatch(
    new RegExp(`^/report-video/[\\w-]{11}\\?.*list=channel&channel=${channel?.channelId}$`),
  )
  const kinds = [...document.querySelectorAll('fieldset')].find(({ textContent }) =>
    textContent?.includes('음악'),
  )
  expect(kinds?.textContent).not.toContain('채널')
})

test('a channel that is not found has a way back, with the period', async () => {
  for (const id of ['UC-nothing', 'no.id']) {
    await renderPage(id, { search: 'period=last-month' })
    await expect.element(page.getByRole('alert').getByText('이 채널을 찾을 수 없습니다')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: '채널 보고서로 이동' }))
      .toHaveAttribute('href', '/report-channel?period=last-month')
    shown?.close()
  }
})

test('a failure is repeated on demand', async () => {
  const [channel] = await listOwnChannels()
  window.fetch = (input, init) =>
    String(input).includes('channel=UC') && String(input).includes('/reports/dashboard?')
      ? Promise.reject(new TypeError('down'))
      : realFetch(input, init)
  await renderPage(channel?.channelId ?? '')
  await expect
    .element(page.getByRole('alert').getByText('채널의 집계를 불러오지 못했습니다'), { timeout: 15_000 })
    .toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(channel?.name ?? '')
  window.fetch = realFetch
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(() => readFigure('profit')).toBeTruthy()
})

test('without figures the page says so, and keeps the history', async () => {
  const [channel] = await listOwnChannels()
  override({ '/dashboard': (body: object) => ({ ...body, report: null }) }, channel?.channelId)
  await renderPage(channel?.channelId ?? '')
  await expect.element(page.getByText('아직 집계된 내용이 없습니다')).toBeVisible()
  await expect.element(page.getByText('진행 과정')).toBeVisible()
  expect(readFigure('profit')).toBeUndefined()
})

test('losses have a figure, and no share of what is no profit', async () => {
  const [channel] = await listOwnChannels()
  const lose = ({ report, ...body }: { report: { totals: object } }) => ({
    ...body,
    report: { ...report, totals: { ...report.totals, grossProfit: -123_456_789_000_000 } },
  })
  override({ '/dashboard': lose })
  await renderPage(channel?.channelId ?? '')
  await expect.poll(() => readFigure('profit')).toBe(formatMoney(-123_456_789_000_000, 'KRW', 'ko'))
  await expect.poll(() => readFigure('share')).toBe('–')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
})

test('a long name neither widens the page nor is lost', async () => {
  await page.viewport(360, 800)
  const [channel] = await listOwnChannels()
  const name = `${'가나다라마바사'.repeat(20)}${'w'.repeat(200)}`
  override({
    '/registration': ({ channel: one, ...body }: { channel: object }) => ({
      ...body,
      channel: { ...one, name },
    }),
  })
  await renderPage(channel?.channelId ?? '')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveAttribute('title', name)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
})

test('a member sees the net alone, a share of the own profit, and no other members', async () => {
  const [channel] = await listOwnChannels(member)
  const id = channel?.channelId ?? ''
  const call = await renderPage(id, { email: member, search: 'period=last-month' })
  const query = { period: 'last-month', channel: id } as const
  const { report, currency } = await call(readDashboard, { query })
  const whole = (await call(readDashboard, { query: { period: 'last-month' } })).report?.totals
  expect(report?.totals.grossProfit).toBeNull()
  await expect
    .poll(() => readFigure('profit'))
    .toBe(formatMoney(report?.totals.netProfit ?? -1, currency, 'ko'))
  await expect
    .poll(() => readFigure('share'))
    .toBe(formatPercent((report?.totals.netProfit ?? 0) / (whole?.netProfit ?? 1), 'ko'))
  await expect.element(page.getByText(/수수료 차감 후 금액입니다/)).toBeVisible()
  await expect.element(page.getByText('첫 수익')).toBeVisible()
  expect(document.querySelector('a[href*="manage-"]')).toBeNull()
  shown?.close()

  const own = (await listOwnChannels(member)).map(({ channelId }) => channelId)
  const other = (await listOwnChannels()).find(({ channelId }) => !own.includes(channelId))
  await renderPage(other?.channelId ?? '', { email: member })
  await expect.element(page.getByRole('alert').getByText('이 채널을 찾을 수 없습니다')).toBeVisible()
})

test('the name in the list of channels is a link; the button beside it chooses the lines of the charts', async () => {
  shown = await renderView(channels, { search: 'period=last-month' })
  await expect.poll(() => document.querySelector('[data-channel] a'), { timeout: 15_000 }).toBeTruthy()
  const row = document.querySelector<HTMLElement>('[data-channel]')
  const id = row?.dataset.channel ?? ''
  const link = row?.querySelector('a')
  expect(link?.getAttribute('href')).toBe(`/report-channel/${id}?period=last-month&list=profit-desc`)
  row?.querySelector<HTMLElement>('[aria-pressed]')?.click()
  await expect.poll(() => new URLSearchParams(location.search).get('channels')).toBe(id)
})

test('the channels before and after are those of the list in the address', async () => {
  shown = await renderView(dashboard)
  const { channels: byViews } = await shown.call(listChannelFigures, {
    query: { period: 'last-month', sort: 'views', order: 'asc' },
  })
  shown.close()
  const [first, second, third] = byViews
  await renderPage(second?.channelId ?? '', { search: 'period=last-month&sort=profit&list=views-asc' })
  const link = (name: string) => page.getByRole('link', { name })
  await expect
    .element(link(`이전 채널: ${first?.name}`))
    .toHaveAttribute(
      'href',
      `/report-channel/${first?.channelId}?period=last-month&sort=profit&list=views-asc`,
    )
  await expect.element(page.getByText('조회수 낮은 순 2번째')).toBeVisible()
  await expect.element(link(`다음 채널: ${third?.name}`)).toBeVisible()
})

test('without a list in the address, and after a search, there are no neighbors', async () => {
  const [channel] = await listOwnChannels()
  await renderPage(channel?.channelId ?? '', { search: 'period=last-month&list=channel' })
  await expect.poll(() => readFigure('profit')).toBeTruthy()
  expect(document.querySelector('main nav')).toBeNull()
  shown?.close()
  history.replaceState(null, '', realPath)
  shown = await renderView(channels, { search: `period=last-month&search=${channel?.channelId}` })
  await expect.poll(() => document.querySelector('[data-channel] a'), { timeout: 15_000 }).toBeTruthy()
  expect(document.querySelector('[data-channel] a')?.getAttribute('href')).toBe(
    `/report-channel/${channel?.channelId}?period=last-month`,
  )
})

test('the rows of its videos do not repeat its name', async () => {
  const [channel] = await listOwnChannels()
  await renderPage(channel?.channelId ?? '', { search: 'period=six-months' })
  await expect.poll(() => document.querySelectorAll('main [data-video]').length).toBeGreaterThan(0)
  for (const row of document.querySelectorAll('main [data-video]'))
    expect(row.textContent).not.toContain(channel?.name)
})

test('without its registration the page offers to try again, and nothing that loads for ever', async () => {
  const [channel] = await listOwnChannels()
  let isFailing = true
  window.fetch = (input, init) =>
    isFailing && new URL(String(input), location.href).pathname.endsWith('/registration')
      ? Promise.resolve(
          new Response(JSON.stringify({ success: false, code: 'internal', message: '지금은 안 됩니다' }), {
            status: 400,
          }),
        )
      : realFetch(input, init)
  await renderPage(channel?.channelId ?? '', { search: 'period=last-month' })
  const again = page.getByRole('button', { name: '다시 시도' })
  await expect.element(again).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '배정된 멤버' })).not.toBeInTheDocument()
  isFailing = false
  await userEvent.click(again)
  await expect.element(page.getByRole('heading', { name: '배정된 멤버' })).toBeVisible()
})
