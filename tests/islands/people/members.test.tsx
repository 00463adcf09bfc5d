import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMembers, type Member, type MonthReport } from '#contract/people/members.ts'
import { screen } from '#islands/shell/screens/manage-member/screen.ts'
import { findCutSelects } from '#tests/islands/kit/cut-texts.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

const memberEmail = 'hanip@hookline.example'
const path = '/member/mcn/accounts'

const realFetch = window.fetch
const realUrl = location.href
let renderedView: RenderedView

const renderMembers = async (options?: ViewOptions) => {
  history.replaceState(null, '', '/manage-member')
  renderedView = await renderView(screen, options)
  return renderedView.call
}

beforeEach(() => page.viewport(1280, 900))
afterEach(async () => {
  window.fetch = realFetch
  renderedView.close()
  history.replaceState(null, '', realUrl)
  const { $snackbars } = await import('#lib/page/snackbars.ts')
  $snackbars.set([])
})

/** Intercepts calls of the list. */
function interceptFetch(handler: (address: URL, go: () => Promise<Response>) => Promise<Response>): void {
  window.fetch = (input, init) => {
    const address = new URL(String(input), location.href)
    const go = () => realFetch(input, init)
    return address.pathname.endsWith(path) ? handler(address, go) : go()
  }
}

const successResponse = (body: object) =>
  new Response(JSON.stringify({ success: true, message: '', ...body }))
const refusalResponse = (code: string, status: number) =>
  new Response(JSON.stringify({ success: false, code, message: '지금은 안 됩니다' }), { status })

const readParams = () => Object.fromEntries(new URLSearchParams(location.search))
const findRows = () => [...document.querySelectorAll<HTMLElement>('[data-member]')]
const readRowIds = () => findRows().map(({ dataset }) => Number(dataset.member))
const readRowText = (id: number) => document.querySelector(`[data-member="${id}"]`)?.textContent ?? ''
const getButton = (name: string | RegExp) => page.getByRole('button', { name })
const readSnackbars = async () =>
  (await import('#lib/page/snackbars.ts')).$snackbars.get().map((one) => one.message)

const buildMember = (overrides: Partial<Member>): Member => ({
  id: 1,
  state: 'active',
  user_id: 'nobody@hookline.example',
  nickname: '아무개',
  channel_url: null,
  fee_rate: 12.5,
  channels: 0,
  registered_at: '2026-11-02T01:00:00.000Z',
  last_sign_in_at: null,
  ...overrides,
})

/** Replaces the network's members. */
const stubMembers = (members: Member[]) =>
  interceptFetch(async (address) => {
    const number = Number(address.searchParams.get('page') ?? 0)
    const shownMembers = members.slice(number * 50, number * 50 + 50)
    return successResponse({ total: members.length, page: number, size: 50, members: shownMembers })
  })

describe('the list', () => {
  test('breaks a long address, so that the table stays as wide as its card', async () => {
    stubMembers([
      buildMember({ user_id: `${'a-very-long-name.'.repeat(5)}of@a-studio-with-a-long-name.example` }),
    ])
    await renderMembers()
    await expect.poll(() => readRowIds().length).toBe(1)
    const table = document.querySelector('table')
    expect(table?.scrollWidth).toBeLessThanOrEqual(table?.parentElement?.clientWidth ?? 0)
  })

  test('has a row for each member, as the API tells of them', async () => {
    const call = await renderMembers()
    const { members, total } = await call(listMembers, {})
    await expect.poll(() => readRowIds().length).toBe(members.length)
    await expect.element(page.getByText(`총 ${total}명`)).toBeVisible()
    for (const { id, nickname, user_id, fee_rate } of members) {
      expect(readRowText(id)).toContain(nickname)
      expect(readRowText(id)).toContain(user_id)
      expect(readRowText(id)).toContain(`${fee_rate?.toFixed(1)}%`)
    }
    const found = members.find(({ user_id }) => user_id === memberEmail)
    const link = page.getByRole('link', { name: `${found?.channels}개 ${found?.nickname}` })
    await expect.element(link).toHaveAttribute('href', `/manage-channel?member=${found?.id}`)
  })

  test('says of whom nothing is known that there is nothing', async () => {
    stubMembers([
      buildMember({}),
      buildMember({ id: 2, last_sign_in_at: '2026-11-20T03:00:00.000Z', channels: 3 }),
    ])
    await renderMembers()
    await expect.poll(readRowIds).toEqual([1, 2])
    expect(readRowText(1)).toContain('기록 없음')
    expect(readRowText(1)).toContain('2026.11.02')
    expect(document.querySelector('[data-member="1"] a')).toBeNull()
    expect(readRowText(2)).toContain('2026.11.20')
    expect(document.querySelector('[data-member="2"] time')?.getAttribute('title')).toMatch(/:00/)
  })

  test('is of cards on a phone, with large targets', async () => {
    await page.viewport(390, 800)
    const call = await renderMembers()
    const { members } = await call(listMembers, {})
    await expect.poll(() => readRowIds().length).toBe(members.length)
    expect(document.querySelector('table')).toBeNull()
    expect(findRows()[0]?.tagName).toBe('LI')
    for (const text of ['채널', '예상 수익', '수수료 차감 후', '수수료율'])
      expect(findRows()[0]?.textContent).toContain(text)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    for (const control of document.querySelectorAll('[data-member] :is(a, button)'))
      expect(Math.round(control.getBoundingClientRect().height)).toBeGreaterThanOrEqual(44)
  })

  test('says why it cannot be had, and tries again', async () => {
    let down = true
    interceptFetch((_, go) => (down ? Promise.resolve(refusalResponse('internal', 400)) : go()))
    await renderMembers()
    await expect.element(page.getByText('멤버 목록을 불러오지 못했습니다')).toBeVisible()
    expect(await readSnackbars()).toEqual(['지금은 안 됩니다'])
    down = false
    await userEvent.click(getButton('다시 시도'))
    await expect.poll(() => readRowIds().length).toBeGreaterThan(0)
  })

  test('without members says what to do', async () => {
    stubMembers([])
    await renderMembers()
    await expect.element(page.getByText('아직 멤버가 없습니다')).toBeVisible()
    await userEvent.click(getButton('멤버 만들기').last())
    await expect.element(page.getByRole('dialog', { name: '멤버 만들기' })).toBeVisible()
    expect(readParams()).toEqual({ addMember: '1' })
  })

  test('is turned page by page, and a page past the end leads back', async () => {
    stubMembers(
      Array.from({ length: 60 }, (_, at) => buildMember({ id: at + 1, nickname: `멤버 ${at + 1}` })),
    )
    await renderMembers()
    await expect.poll(() => readRowIds().length).toBe(50)
    await userEvent.click(getButton('2페이지'))
    expect(readParams()).toEqual({ page: '2' })
    await expect.element(getButton('2페이지')).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => readRowIds().length).toBe(10)
    await expect.element(page.getByRole('heading', { name: '멤버 목록' })).toHaveFocus()
    renderedView.close()
    await renderMembers({ search: 'page=9' })
    await userEvent.click(getButton('첫 페이지로 이동'))
    expect(readParams()).toEqual({})
    await expect.poll(() => readRowIds().length).toBe(50)
  })

  test('is searched, kept in the address; where nobody is found all come back by a button', async () => {
    const call = await renderMembers()
    const { total } = await call(listMembers, {})
    await expect.poll(() => readRowIds().length).toBe(total)
    const search = page.getByRole('searchbox', { name: '닉네임 또는 이메일 검색' })
    await userEvent.fill(search, 'hanip@')
    await expect.poll(() => readRowIds().length).toBe(1)
    expect(readParams()).toEqual({ search: 'hanip@' })
    await userEvent.fill(search, '없는 사람')
    await expect.element(page.getByText('검색 결과가 없습니다')).toBeVisible()
    await userEvent.click(getButton('전체 멤버 보기'))
    expect(readParams()).toEqual({})
    await expect.poll(() => readRowIds().length).toBe(total)
  })
})

test('the list is of a state, kept in the address; all that match are selected at once', async () => {
  const asked: Record<string, string>[] = []
  const invited = Array.from({ length: 60 }, (_, at) =>
    buildMember({ id: at + 1, nickname: `초대 ${at + 1}`, state: 'invited' }),
  )
  interceptFetch(async (address) => {
    const query = Object.fromEntries(address.searchParams)
    asked.push(query)
    const size = Number(query.size ?? 50)
    const from = Number(query.page ?? 0) * size
    const members = query.state === 'invited' ? invited : []
    return successResponse({
      total: members.length,
      page: Number(query.page ?? 0),
      size,
      members: members.slice(from, from + size),
    })
  })
  await renderMembers()
  await userEvent.selectOptions(page.getByRole('combobox', { name: '상태' }), '초대됨')
  expect(readParams()).toEqual({ state: 'invited' })
  await expect.poll(() => readRowIds().length).toBe(50)
  await userEvent.click(page.getByRole('checkbox', { name: '이 페이지의 멤버 모두 선택' }))
  const bar = page.getByRole('region', { name: '선택한 멤버' })
  await userEvent.click(bar.getByRole('button', { name: '60명 모두 선택' }))
  await expect.element(bar.getByText('60명 선택').last()).toBeVisible()
  expect(asked.at(-1)).toMatchObject({ state: 'invited', size: '200' })
})

describe('a month', () => {
  const findCells = (row: string) =>
    ['gross', 'fee', 'net']
      .map((column) => document.querySelector(`${row} [data-column="${column}"]`)?.textContent ?? '')
      .filter((text) => text !== '')
  const buildReport = (overrides: Partial<MonthReport>): MonthReport => ({
    currency: 'KRW',
    month: '2026-11',
    range: { from: '2026-11-01', to: '2026-11-20' },
    incompleteDays: [],
    months: ['2026-11', '2026-10'],
    membersProfit: { grossProfit: 300_499, netProfit: 200_500 },
    networkProfit: 150_000,
    ...overrides,
  })

  test('has the profit of each member and their sum as the API has them', async () => {
    const call = await renderMembers()
    const { members, report } = await call(listMembers, { query: { figures: 'month' } })
    await expect.poll(() => readRowIds().length).toBe(members.length)
    const won = (amount: number) => `₩${Math.round(amount / 1000).toLocaleString('ko')}`
    for (const { id, profit } of members) {
      const { grossProfit, netProfit } = profit ?? { grossProfit: 0, netProfit: 0 }
      const [gross, , net] = findCells(`[data-member="${id}"]`)
      const share = ((grossProfit / (report?.networkProfit ?? 0)) * 100).toFixed(1)
      expect([gross, net]).toEqual([`${won(grossProfit)}네트워크의 ${share}%`, won(netProfit)])
    }
    expect(findCells('[data-total="members"]')[2]).toBe(won(report?.membersProfit.netProfit ?? 0))
    expect(findCells('[data-total="network"]')).toEqual([won(report?.networkProfit ?? 0)])
    // The rows add up: what members have in common, or nobody has, stands between their sum and the network's.
    const [sum = 0, between = 0, whole = 0] = ['members', 'difference', 'network'].map((row) =>
      Number(findCells(`[data-total="${row}"]`)[0]?.replaceAll(/[₩,+]/g, '').replace('−', '-')),
    )
    expect(between).toBeLessThan(0)
    expect(sum + between).toBe(whole)
    await userEvent.fill(page.getByRole('searchbox'), '한입')
    await expect.poll(() => readRowIds().length).toBe(1)
    expect(findCells('[data-total="difference"]')).toEqual([])
    await expect
      .element(page.getByText('여러 멤버에게 배정된 채널은 멤버마다 합산', { exact: false }))
      .toBeVisible()
  })

  test('shows a fee that is the difference of what it shows of gross and net', async () => {
    const profit = { grossProfit: 100_500, netProfit: 90_450 }
    interceptFetch(async () =>
      successResponse({
        total: 1,
        page: 0,
        size: 50,
        members: [buildMember({ profit })],
        report: buildReport({ incompleteDays: ['2026-11-03', '2026-11-09'] }),
      }),
    )
    await renderMembers()
    await expect.poll(() => findCells('[data-member]')).toEqual(['₩101네트워크의 67.0%', '₩11', '₩90'])
    expect(findCells('[data-total="members"]')).toEqual(['₩300', '₩99', '₩201'])
    expect(findCells('[data-total="network"]')).toEqual(['₩150'])
    await expect.element(page.getByText('2026.11.01~11.20 집계입니다.', { exact: false })).toBeVisible()
    await expect.element(page.getByText('아직 다 도착하지 않은 날이 2일', { exact: false })).toBeVisible()
  })

  test('is chosen, kept in the address and asked for; so is the order', async () => {
    const asked: Record<string, string>[] = []
    interceptFetch((address, go) => {
      asked.push(Object.fromEntries(address.searchParams))
      return go()
    })
    await renderMembers()
    const months = page.getByRole('combobox', { name: '월' })
    await expect.element(months).toHaveValue('2026-11')
    await userEvent.selectOptions(months, '2026년 10월')
    expect(readParams()).toEqual({ month: '2026-10' })
    await expect.poll(() => asked.at(-1)).toMatchObject({ figures: 'month', month: '2026-10' })
    await expect.element(page.getByText('2026.10.01~10.31 집계입니다.', { exact: false })).toBeVisible()
    await userEvent.click(getButton('수수료 차감 후'))
    expect(readParams()).toEqual({ month: '2026-10', sort: 'net', order: 'desc' })
    await expect.poll(() => asked.at(-1)).toMatchObject({ sort: 'net', order: 'desc', month: '2026-10' })
    await userEvent.click(getButton('수수료 차감 후'))
    expect(readParams()).toEqual({ month: '2026-10', sort: 'net' })
    await expect
      .element(page.getByRole('columnheader', { name: '수수료 차감 후' }))
      .toHaveAttribute('aria-sort', 'ascending')
    await userEvent.selectOptions(months, '2026년 11월')
    expect(readParams()).toEqual({ sort: 'net' })
  })

  test('without figures has members alone', async () => {
    interceptFetch(async () =>
      successResponse({ total: 1, page: 0, size: 50, members: [buildMember({})], report: null }),
    )
    await renderMembers()
    await expect.poll(() => findCells('[data-member]')).toEqual(['–', '–', '–'])
    expect(document.querySelector('[data-total]')).toBeNull()
    await expect.element(page.getByRole('combobox', { name: '월' })).toHaveTextContent('집계된 달 없음')
  })
})

describe('who does not manage a network', () => {
  test('is told so, asks for nothing, and is led to the dashboard', async () => {
    let asked = 0
    interceptFetch((_, go) => {
      asked += 1
      return go()
    })
    await renderMembers({ email: memberEmail })
    const told = '관리자만 사용할 수 있는 화면입니다'
    await expect.element(page.getByText(told)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: '대시보드로 이동' }))
      .toHaveAttribute('href', '/dashboard')
    await expect.element(getButton('멤버 만들기')).not.toBeInTheDocument()
    await expect.poll(() => location.pathname, { timeout: 9000 }).toBe('/dashboard')
    expect(await readSnackbars()).toEqual([told])
    expect(asked).toBe(0)
  })
})

describe('the menu of a member', () => {
  const menu = () => document.querySelector('[role=menu]')
  const focused = () => document.activeElement?.textContent

  beforeEach(async () => {
    stubMembers([buildMember({ id: 7 }), buildMember({ id: 8, nickname: '둘째' })])
    await renderMembers()
    await expect.poll(readRowIds).toEqual([7, 8])
  })

  test('is gone through by keys, and closes by Escape or a step away', async () => {
    const open = getButton('둘째 작업')
    open.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(focused).toBe('비밀번호 변경')
    await expect.element(open).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('수수료율 변경')
    await userEvent.keyboard('{End}')
    expect(focused()).toBe('멤버 삭제…')
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('비밀번호 변경')
    await userEvent.keyboard('{Escape}')
    expect(menu()).toBeNull()
    await expect.element(open).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(focused).toBe('비밀번호 변경')
    await userEvent.tab()
    await expect.poll(menu).toBeNull()
  })

  test('opens a dialog, which gives the focus back to its button', async () => {
    for (const [action, flag] of [
      ['비밀번호 변경', 'password'],
      ['수수료율 변경', 'fee'],
      ['멤버 삭제', 'delete'],
    ] as const) {
      await userEvent.click(getButton('둘째 작업'))
      await userEvent.click(page.getByRole('menuitem', { name: action, exact: false }))
      await expect.element(page.getByRole('dialog', { name: action })).toBeVisible()
      expect(readParams()).toEqual({ [flag]: '8' })
      expect(document.querySelector('dialog')?.textContent).toContain('둘째')
      await userEvent.keyboard('{Escape}')
      await expect.poll(readParams).toEqual({})
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
      await expect.element(getButton('둘째 작업')).toHaveFocus()
    }
  })
})

test.each(['ko', 'en', 'zh-CN', 'zh-TW'] as const)(
  'no month or sorting is cut off on a narrow phone, in %s',
  async (locale) => {
    await page.viewport(360, 800)
    await renderMembers({ locale })
    await expect.poll(() => findRows().length).toBeGreaterThan(0)
    expect(document.querySelectorAll('main select').length).toBe(3)
    expect(findCutSelects()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  },
)

test('the months of a list that cannot be had do not load for ever', async () => {
  interceptFetch(async () => refusalResponse('internal', 400))
  await renderMembers()
  await expect.element(page.getByRole('combobox', { name: '월' })).toHaveTextContent('–')
})

test('on a phone, a sum that is not the figure of the cards says what it is', async () => {
  await page.viewport(360, 780)
  await renderMembers()
  await expect.poll(() => readRowIds().length).toBeGreaterThan(0)
  const read = (row: string) => document.querySelector(`[data-total="${row}"] b`)?.textContent
  expect(read('members')).toMatch(/^₩[\d,]+$/)
  expect(read('difference')).toMatch(/^예상 수익−₩[\d,]+$/)
  expect(read('network')).toMatch(/^예상 수익₩[\d,]+$/)
})
