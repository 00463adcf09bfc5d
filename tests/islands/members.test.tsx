import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMembers, type Member } from '#contract/members.ts'
import { screen } from '#islands/members/screen.ts'
import { type RenderedView, renderView, type ViewOptions } from './render-view.tsx'

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

/** Puts something between the site and the network for calls of the list. */
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

/** In place of the network's members. */
const stubMembers = (members: Member[]) =>
  interceptFetch(async (address) => {
    const number = Number(address.searchParams.get('page') ?? 0)
    const shownMembers = members.slice(number * 50, number * 50 + 50)
    return successResponse({ total: members.length, page: number, size: 50, members: shownMembers })
  })

describe('the list', () => {
  test('has a row for each member, as the API tells of them', async () => {
    const call = await renderMembers()
    const { members, total } = await call(listMembers, {})
    await expect.poll(() => readRowIds().length).toBe(members.length)
    await expect.element(page.getByText(`총 ${total}명`)).toBeVisible()
    for (const { id, nickname, user_id, fee_rate } of members) {
      expect(readRowText(id)).toContain(nickname)
      expect(readRowText(id)).toContain(user_id)
      expect(readRowText(id)).toContain(`${fee_rate.toFixed(1)}%`)
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

  test('is of cards on a phone, with the same facts', async () => {
    await page.viewport(390, 800)
    const call = await renderMembers()
    const { members } = await call(listMembers, {})
    await expect.poll(() => readRowIds().length).toBe(members.length)
    expect(document.querySelector('table')).toBeNull()
    expect(findRows()[0]?.tagName).toBe('LI')
    for (const text of ['채널', '수수료율', '최근 로그인', '등록일'])
      expect(findRows()[0]?.textContent).toContain(text)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
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
    await userEvent.click(getButton('다음'))
    expect(readParams()).toEqual({ page: '2' })
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
    const open = getButton('둘째 관리')
    open.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(focused).toBe('비밀번호 변경')
    await expect.element(open).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('수수료율 변경')
    await userEvent.keyboard('{End}')
    expect(focused()).toBe('멤버 삭제')
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
      await userEvent.click(getButton('둘째 관리'))
      await userEvent.click(page.getByRole('menuitem', { name: action }))
      await expect.element(page.getByRole('dialog', { name: action })).toBeVisible()
      expect(readParams()).toEqual({ [flag]: '8' })
      expect(document.querySelector('dialog')?.textContent).toContain('둘째')
      await userEvent.keyboard('{Escape}')
      await expect.poll(readParams).toEqual({})
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
      await expect.element(getButton('둘째 관리')).toHaveFocus()
    }
  })
})
