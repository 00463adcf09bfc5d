import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMembers } from '#contract/people/members.ts'
import {
  type ChannelPage,
  type ChannelRow,
  channelSorts,
  listChannelFigures,
  readChannelSeries,
} from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { screen } from '#islands/reports/channels/screen.ts'
import { formatMoney, formatNumber, formatPercent } from '#lib/format/number.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import { formatPrices, readShareBar } from './report-cells.ts'

let renderedView: RenderedView
const renderReport = async (options?: ViewOptions) => {
  renderedView = await renderView(screen, options)
  return renderedView.call
}

beforeEach(() => page.viewport(1280, 900))
const realFetch = window.fetch
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
  for (const key of Object.keys(localStorage)) if (key.startsWith('columns:')) localStorage.removeItem(key)
})

const readParams = () => Object.fromEntries(new URLSearchParams(location.search))
const getIds = ({ channels }: Pick<ChannelPage, 'channels'>) => channels.map(({ channelId }) => channelId)
const readChannelIds = () =>
  [...document.querySelectorAll('[data-channel]')].map((row) => row.getAttribute('data-channel'))
const readFact = (channelId: string, column: string) =>
  document.querySelector(`[data-channel="${channelId}"] [data-column="${column}"]`)?.textContent
const readTotal = (column: string) =>
  document.querySelector(`tbody > tr:not([data-channel]) > [data-column="${column}"]`)?.textContent
/** Finds the row's button, whose name begins with the channel's. */
const getChartToggle = ({ name }: { name: string }) =>
  page.getByRole('button', { name: `${name} 합계와 그래프에 표시` })
const readFigure = (key: string) => document.querySelector(`[data-figure="${key}"]`)?.textContent
const elementAt = <T,>(list: readonly T[], index: number): T => {
  const found = list[index]
  if (found === undefined) throw new Error(`The demonstration has no ${index}`)
  return found
}

/** Reads a chart's table: the series by name, with a value per day. */
function readLines(title: string): Record<string, (string | null)[]> {
  const tables = [...document.querySelectorAll('table')]
  const table = tables.find((one) => one.caption?.textContent?.startsWith(title))
  const names = [...(table?.querySelectorAll('thead th') ?? [])].map((head) => head.textContent ?? '')
  const rows = [...(table?.querySelectorAll('tbody tr') ?? [])]
  return Object.fromEntries(
    names.slice(1).map((name, at) => [name, rows.map((row) => row.children[at + 1]?.textContent ?? null)]),
  )
}

const legend = (label: string) => page.getByRole('button', { name: label, exact: false }).first()
const readColor = (channelId: string) =>
  document.querySelector<HTMLElement>(`[data-channel="${channelId}"] svg`)?.style.color

async function showAllColumns() {
  await userEvent.click(page.getByRole('button', { name: '열', exact: true }))
  for (const column of ['조회수', '비율', '수익', '단가'])
    await userEvent.click(page.getByRole('checkbox', { name: `프리미엄 ${column}` }))
  await userEvent.keyboard('{Escape}')
}

describe('the table of channels', () => {
  test('has the rows, figures and totals of the API', async () => {
    const call = await renderReport()
    const list = await call(listChannelFigures, {})
    const { report: totals, currency } = await call(readDashboard, {})
    await expect.poll(readChannelIds).toEqual(getIds(list))
    for (const channel of list.channels) {
      const read = (column: string) => readFact(channel.channelId, column)
      expect(read('views')).toContain(formatNumber(channel.views, 'ko'))
      expect(read('profit')).toBe(formatMoney(getProfit(channel), currency, 'ko'))
      expect(read('shorts')).toBe(formatNumber(channel.shorts ?? -1, 'ko'))
      expect(read('price')).toBe(formatPrices(channel, currency))
      const share = getProfit(channel) / list.channels.reduce((sum, one) => sum + getProfit(one), 0)
      expect(read('share')).toBe(formatPercent(share, 'ko'))
      expect(readShareBar(`[data-channel="${channel.channelId}"]`)).toBeCloseTo(share * 100)
      const before = channel.previous ? getProfit(channel.previous) : 0
      const change = before > 0 ? formatPercent(Math.abs(getProfit(channel) / before - 1), 'ko') : null
      expect(read('change')).toContain(change ?? '')
      expect(read('members')).toContain(channel.members?.[0] ?? '–')
    }
    expect(readTotal('profit')).toBe(
      formatMoney(
        list.channels.reduce((sum, one) => sum + getProfit(one), 0),
        currency,
        'ko',
      ),
    )
    expect(readTotal('share')).toBe('100.0%')
    await expect.element(page.getByRole('rowheader', { name: `합계 · 채널 ${list.total}개` })).toBeVisible()
    await expect
      .poll(() => readFigure('profit'))
      .toBe(formatMoney(totals ? getProfit(totals.totals) : -1, currency, 'ko'))
    await expect.element(page.getByText(`총 ${list.total}개 채널`)).toBeVisible()
  })

  test('is sorted by every column, each way, as the API says', async () => {
    const call = await renderReport()
    await showAllColumns()
    for (const sort of channelSorts) {
      const head = page.elementLocator(document.querySelector(`thead [data-column="${sort}"]`) as Element)
      const first = sort === 'name' || sort === 'members' ? 'asc' : 'desc'
      for (const order of [first, first === 'asc' ? 'desc' : 'asc'] as const) {
        await userEvent.click(head.getByRole('button'))
        await expect
          .poll(readChannelIds)
          .toEqual(getIds(await call(listChannelFigures, { query: { sort, order } })))
        await expect.element(head).toHaveAttribute('aria-sort', order === 'asc' ? 'ascending' : 'descending')
      }
    }
    expect(readParams()).toEqual({ sort: 'members' })
  })

  test('has the columns that a person chooses, until they are reset; its file has the same', async () => {
    await renderReport()
    const listHeads = () =>
      [...document.querySelectorAll('thead [data-column]')].map((head) => head.getAttribute('data-column'))
    const defaults = ['name', 'profit', 'share', 'change', 'views', 'price', 'shorts', 'members']
    await expect.poll(listHeads).toEqual(defaults)
    await userEvent.click(page.getByRole('button', { name: '열', exact: true }))
    await userEvent.click(page.getByRole('checkbox', { name: '수익 비중' }))
    await userEvent.click(page.getByRole('checkbox', { name: '프리미엄 비율' }))
    const chosen = [...defaults.filter((column) => column !== 'share'), 'premiumRate']
    await expect.poll(listHeads).toEqual(chosen)
    const { $user, setUser } = await import('#lib/api/session.ts')
    const me = $user.get()
    if (!me) throw new Error('Somebody is signed in.')
    setUser({ ...me, id: me.id + 1000 })
    await expect.poll(listHeads).toEqual(defaults)
    setUser(me)
    await expect.poll(listHeads).toEqual(chosen)
    let address = ''
    window.fetch = async (input, init) => {
      if (!String(input).includes('channels/export')) return realFetch(input, init)
      address = String(input)
      return new Response(JSON.stringify({ success: false, code: 'internal', message: '' }), { status: 400 })
    }
    await userEvent.click(page.getByRole('button', { name: /CSV 내보내기/ }))
    await expect
      .poll(() => new URL(address, location.href).searchParams.get('columns'))
      .toBe(chosen.slice(1).join())
    await userEvent.click(page.getByRole('button', { name: '열', exact: true }))
    await userEvent.click(page.getByRole('button', { name: '기본값으로' }))
    await expect.poll(listHeads).toEqual(defaults)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('checkbox', { name: '수익 비중' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: '열', exact: true })).toHaveFocus()
  })

  test('is searched by name, and says what to do where nothing is found', async () => {
    const call = await renderReport()
    const { channels } = await call(listChannelFigures, {})
    const wanted = elementAt(channels, 2)
    const field = page.getByRole('searchbox', { name: '채널 이름 검색' })
    await userEvent.fill(field, wanted.name.slice(1, 3))
    const found = await call(listChannelFigures, { query: { search: wanted.name.slice(1, 3) } })
    await expect.poll(readChannelIds).toEqual(getIds(found))
    expect(readParams()).toEqual({ search: wanted.name.slice(1, 3) })
    await userEvent.fill(field, '없는 이름')
    await expect.element(page.getByText('‘없는 이름’에 맞는 채널이 없습니다')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '모든 채널 보기' }))
    await expect.poll(readChannelIds).toEqual(getIds({ channels }))
    await expect.element(field).toHaveValue('')
    history.back()
    await expect.element(field).toHaveValue('없는 이름')
    await userEvent.click(page.getByRole('button', { name: '검색어 지우기' }))
    await expect.poll(readChannelIds).toEqual(getIds({ channels }))
    await expect.element(field).toHaveFocus()
  })

  test('sends nothing while a syllable is being composed', async () => {
    await renderReport()
    await expect.poll(() => readChannelIds().length).toBeGreaterThan(0)
    const field = page.getByRole('searchbox').element() as HTMLInputElement
    const write = (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    write('여')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(readParams()).toEqual({})
    write('여행')
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    await expect.poll(readParams).toEqual({ search: '여행' })
  })

  test('goes on after a cursor, and back to the first page', async () => {
    const call = await renderReport()
    const all = await call(listChannelFigures, {})
    const first = await call(listChannelFigures, { query: { size: 3 } })
    renderedView.close()
    await renderReport({ search: `cursor=${encodeURIComponent(first.nextCursor ?? '')}` })
    await expect.poll(readChannelIds).toEqual(getIds(all).slice(3))
    await expect.element(page.getByRole('button', { name: '다음' })).toBeDisabled()
    await userEvent.click(page.getByRole('button', { name: '이전' }))
    await expect.poll(readChannelIds).toEqual(getIds(all))
    expect(readParams()).toEqual({})
  })

  test('shows the first page of a list that has changed since the cursor', async () => {
    const call = await renderReport()
    const all = await call(listChannelFigures, {})
    renderedView.close()
    const outdated = btoa(JSON.stringify(['profit', 'desc', [0], getIds(all)[2]]))
    await renderReport({ search: `cursor=${encodeURIComponent(outdated)}` })
    await expect.poll(readChannelIds).toEqual(getIds(all))
    expect(readParams()).toEqual({})
    const { $snackbars } = await import('#lib/page/snackbars.ts')
    expect($snackbars.get().map(({ message }) => message)).toContain(
      '집계가 새로 반영되어 목록을 처음부터 다시 보여 드립니다',
    )
  })

  test('is cards with the same facts in the same order on a mobile, sorted by a list', async () => {
    await page.viewport(390, 844)
    const call = await renderReport()
    const { channels } = await call(listChannelFigures, {})
    await expect.poll(readChannelIds).toEqual(getIds({ channels }))
    const names = [...(document.querySelector('[data-channel]')?.querySelectorAll('dt') ?? [])]
    expect(names.map((name) => name.textContent)).toEqual([
      '총 조회수',
      '예상 수익',
      '쇼츠 수',
      '조회당 단가',
    ])
    await userEvent.selectOptions(page.getByRole('combobox', { name: '정렬' }), '이름순')
    const byName = await call(listChannelFigures, { query: { sort: 'name', order: 'asc' } })
    await expect.poll(readChannelIds).toEqual(getIds(byName))
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('the charts', () => {
  test('show the five channels with the highest profit and all others together', async () => {
    const call = await renderReport()
    const { report, currency } = await call(readChannelSeries, {})
    if (!report) throw new Error('the demonstration has figures')
    const { channels } = await call(listChannelFigures, {})
    expect(report.channels.map(({ channelId }) => channelId)).toEqual(getIds({ channels }).slice(0, 5))
    const money = (amounts: (number | null)[]) =>
      amounts.map((amount) => (amount === null ? '–' : formatMoney(amount, currency, 'ko')))
    const lines = {
      ...Object.fromEntries(report.channels.map((channel) => [channel.name, money(getProfit(channel))])),
    }
    await expect
      .poll(() => readLines('채널별 수익 추이'))
      .toEqual({ ...lines, '그 외 채널': money(getProfit(report.other)) })
    expect(Object.keys(readLines('채널별 조회수 추이'))).toEqual([...Object.keys(lines), '그 외 채널'])
  })

  test('are narrowed by rows; a channel keeps its color while it is chosen', async () => {
    const call = await renderReport()
    const { channels } = await call(listChannelFigures, {})
    const [first, second, third] = [elementAt(channels, 6), elementAt(channels, 1), elementAt(channels, 0)]
    await userEvent.click(getChartToggle(first))
    await userEvent.click(getChartToggle(second))
    expect(readParams()).toEqual({ channels: `${first.channelId},${second.channelId}`, hide: 'rest' })
    await expect.element(getChartToggle(second)).toHaveAttribute('aria-pressed', 'true')
    const { report } = await call(readChannelSeries, { query: { channels: readParams().channels } })
    const counts = report?.channels.map(({ name, views }) => [
      name,
      views.map((count) => (count === null ? '–' : formatNumber(count, 'ko'))),
    ])
    await expect.poll(() => readLines('채널별 조회수 추이')).toMatchObject(Object.fromEntries(counts ?? []))
    await expect.element(legend('그 외 채널')).toHaveAttribute('aria-pressed', 'false')
    const cards = await call(readDashboard, { query: { channels: readParams().channels } })
    if (!cards.report) throw new Error('The demonstration has figures.')
    const both = getProfit(cards.report.totals)
    // A day with both channels is rounded only once.
    expect(Math.abs(both - getProfit(first) - getProfit(second))).toBeLessThan(31)
    await expect.poll(() => readFigure('profit')).toBe(formatMoney(both, cards.currency, 'ko'))
    await expect.element(page.getByText('선택한 채널 2개의 합계')).toBeVisible()
    const color = readColor(second.channelId)
    expect(color).toBe('var(--chart-2)')
    await userEvent.click(getChartToggle(first))
    expect(readParams().channels).toBe(`,${second.channelId}`)
    expect(readColor(second.channelId)).toBe(color)
    await userEvent.click(getChartToggle(third))
    expect(readColor(third.channelId)).toBe('var(--chart-1)')
    await expect
      .element(page.getByText('합계와 그래프에 채널 2개를 표시하고 있습니다', { exact: false }))
      .toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '선택 해제' }))
    expect(readParams()).toEqual({})
    await expect.poll(() => Object.keys(readLines('채널별 조회수 추이')).length).toBe(6)
  })

  test('take no more than thirty, and say so; channels that are not there can be let go', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `UC-nowhere-${index}`)
    const call = await renderReport({ search: `channels=${ids.join(',')}` })
    const { channels } = await call(listChannelFigures, {})
    const { $snackbars } = await import('#lib/page/snackbars.ts')
    await userEvent.click(getChartToggle(elementAt(channels, 0)))
    expect($snackbars.get().map(({ message }) => message)).toContainEqual(expect.stringContaining('30개까지'))
    expect(readParams().channels).toBe(ids.join(','))
    await expect.element(page.getByText('채널별 추이를 불러오지 못했습니다')).toBeVisible()
    await userEvent.click(page.getByRole('alert').getByRole('button', { name: '선택 해제' }))
    await expect.poll(() => Object.keys(readLines('채널별 수익 추이')).length).toBe(6)
  })
})

describe('who sees what', () => {
  const netOf = (channel: ChannelRow, currency: 'KRW' | 'USD') =>
    `수수료 차감 후 ${formatMoney(channel.netProfit ?? -1, currency, 'ko')}`

  test('a manager with a member chosen sees gross and net, and leads to the videos with both', async () => {
    const call = await renderReport({ search: 'period=last-month&channels=UC-of-somebody' })
    const { members } = await call(listMembers, {})
    const member = members.find(({ nickname }) => nickname === '한입')
    if (!member) throw new Error('the demonstration has this member')
    await userEvent.click(page.getByRole('combobox', { name: '멤버' }))
    await userEvent.click(page.getByRole('option', { name: /^한입/ }))
    expect(readParams()).toEqual({ period: 'last-month', member: String(member.id) })
    const query = { period: 'last-month', member: member.id } as const
    const { channels, currency } = await call(listChannelFigures, { query })
    await expect.poll(readChannelIds).toEqual(getIds({ channels }))
    const channel = elementAt(channels, 0)
    await expect
      .poll(() => readFact(channel.channelId, 'profit'))
      .toBe(formatMoney(getProfit(channel), currency, 'ko') + netOf(channel, currency))
    const link = page.getByRole('link', { name: `${channel.name} 영상 보기` }).element() as HTMLAnchorElement
    expect(link.pathname + link.search).toBe(
      `/report-video?period=last-month&member=${member.id}&channel=${channel.channelId}`,
    )
  })

  test('a member sees the net of the own channels', async () => {
    const call = await renderReport({ email: 'hanip@hookline.example', search: 'member=1' })
    const { channels, currency } = await call(listChannelFigures, {})
    await expect.poll(readChannelIds).toEqual(getIds({ channels }))
    const channel = elementAt(channels, 0)
    expect(readFact(channel.channelId, 'profit')).toBe(formatMoney(getProfit(channel), currency, 'ko'))
    await expect.element(page.getByRole('combobox', { name: '멤버' })).not.toBeInTheDocument()
  })
})

describe('the head of the table', () => {
  const readHead = () => {
    const table = document.querySelector('tr[data-channel]')?.closest('table')
    const head = table?.querySelector('thead th')?.getBoundingClientRect()
    const scroller = table?.parentElement
    if (!head || !scroller) throw new Error('there is no table')
    return { top: head.top, bottom: head.bottom, scroller }
  }
  const getPageOverflow = () => document.documentElement.scrollWidth - window.innerWidth

  test.each([800, 1024, 1280])('stays in sight at %i px, above the rows', async (width) => {
    await page.viewport(width, 420)
    await renderReport({ search: 'period=six-months' })
    await expect.poll(() => readChannelIds().length).toBeGreaterThan(5)
    const rows = document.querySelectorAll('tr[data-channel]')
    rows[5]?.scrollIntoView({ block: 'end' })
    const { top, bottom } = readHead()
    expect(top).toBe(56)
    const below = [...rows].map((row) => row.getBoundingClientRect()).filter((row) => row.bottom > bottom)
    expect(below.length).toBeGreaterThan(2)
    expect(getPageOverflow()).toBeLessThanOrEqual(0)
  })

  test('stays in sight in a box of its own if the table is wider than the page', async () => {
    await page.viewport(700, 420)
    window.fetch = async (input, init) => {
      const response = await realFetch(input, init)
      if (!String(input).includes('/reports/channels?')) return response
      const body = (await response.json()) as ChannelPage
      const channels = body.channels.map((channel) => ({ ...channel, grossProfit: 987_654_321_098_000 }))
      return new Response(JSON.stringify({ ...body, channels }))
    }
    await renderReport({ search: 'period=six-months' })
    await expect.poll(() => readChannelIds().length).toBeGreaterThan(5)
    await expect.poll(() => readHead().scroller.dataset.wide).toBe('true')
    const { scroller } = readHead()
    scroller.scrollIntoView({ block: 'start' })
    scroller.scrollTop = 150
    expect(readHead().top).toBe(scroller.getBoundingClientRect().top)
    expect(getPageOverflow()).toBeLessThanOrEqual(0)
  })
})
