// @module-tag extended

import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listMembers } from '#contract/people/members.ts'
import { deleteView, listSavedViews, saveView } from '#contract/portal/saved-views.ts'
import { screen as videoReport } from '#islands/reports/videos/screen.ts'
import { screen } from '#islands/shell/screens/manage-member/screen.ts'
import type { Namespace } from '#lib/texts/catalog.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

let renderedView: RenderedView
const realUrl = location.href
const realFetch = window.fetch

/** The screens of these tests; the texts of saved views load with the click. */
const namespaces: Namespace[] = ['saved-views', 'reports', 'channels', 'members']

async function renderAt(path: string, options: ViewOptions = {}): Promise<RenderedView['call']> {
  history.replaceState(null, '', path)
  const source = path === '/manage-member' ? screen : videoReport
  renderedView = await renderView({ ...source, lazyNamespaces: namespaces }, options)
  return renderedView.call
}

beforeEach(() => page.viewport(1280, 900))
afterEach(async () => {
  window.fetch = realFetch
  const { views } = await renderedView.call(listSavedViews)
  for (const { id } of views) await renderedView.call(deleteView, { body: { id } })
  renderedView.close()
  localStorage.clear()
  history.replaceState(null, '', realUrl)
})

const button = () => page.getByRole('button', { name: '저장된 보기', exact: true })
const openPanel = () => button().click()
const panel = () => page.getByRole('region', { name: '저장된 보기' })
const items = () => [...document.querySelectorAll('[data-view]')]
const readItems = () =>
  items().map((item) => [...item.querySelectorAll('a > span')].map((text) => text.textContent))
const nameField = () => page.getByRole('textbox', { name: '보기 이름' })
const act = async (name: string, action: string) => {
  await page.getByRole('button', { name: `${name} 보기 작업` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function saveAs(name: string): Promise<void> {
  await page.getByRole('button', { name: '이 보기 저장' }).click()
  await nameField().fill(name)
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await expect.poll(() => readItems().map(([first]) => first)).toContain(name)
}

test('the state of a screen is saved under a name that describes it, and comes back without a reload', async () => {
  const call = await renderAt('/report-video', { search: 'period=28-days&compare=year&sort=profit&zoom=x' })
  const [member] = (await call(listMembers)).members
  if (!member) throw new Error('the demonstration has members')
  const { setParams } = await import('#lib/navigation/router.ts')
  setParams({ member: String(member.id) })
  await expect.element(page.getByRole('combobox', { name: '멤버' })).toHaveValue(member.nickname)
  await openPanel()
  await expect.element(page.getByText('저장된 보기가 없습니다')).toBeVisible()
  await page.getByRole('button', { name: '이 보기 저장' }).click()
  const suggestion = `최근 28일 · 작년 같은 기간과 비교 · ${member.nickname} · 수익 높은 순`
  await expect.element(nameField()).toHaveValue(suggestion)
  await userEvent.keyboard('{Enter}')
  await expect.poll(readItems).toEqual([[suggestion]])
  const { views } = await call(listSavedViews)
  expect(views).toMatchObject([
    {
      path: '/report-video',
      query: `period=28-days&compare=year&member=${member.id}&sort=profit`,
      memberName: member.nickname,
    },
  ])
  await act(suggestion, '이름 변경')
  await expect.element(nameField()).toHaveFocus()
  await nameField().fill('아침')
  await userEvent.keyboard('{Enter}')
  await expect.poll(readItems).toEqual([['아침', suggestion]])
  const link = panel().getByRole('link', { name: /^아침/ })
  await expect.element(link).toHaveAttribute('aria-current', 'true')
  setParams({ period: undefined, compare: undefined, member: undefined, sort: 'price' })
  await expect.element(link).not.toHaveAttribute('aria-current')
  await link.click()
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(button()).toHaveFocus()
  expect(location.search).toBe(`?period=28-days&compare=year&member=${member.id}&sort=profit`)
})

test('a view brings its columns back, and leaves those that the browser chose', async () => {
  const call = await renderAt('/report-video')
  const headers = () => document.querySelectorAll('[data-column="premiumViews"]').length > 0
  await expect.poll(headers).toBe(true)
  // The panel has read the columns before they are chosen.
  await openPanel()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: '열', exact: true }).click()
  await page.getByRole('checkbox', { name: '프리미엄 조회수' }).click()
  await expect.poll(headers).toBe(false)
  await openPanel()
  await saveAs('Narrow')
  const [view] = (await call(listSavedViews)).views
  expect(view?.query).toContain('columns=')
  expect(view?.query).not.toContain('premiumViews')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: '열', exact: true }).click()
  await page.getByRole('button', { name: '기본값으로' }).click()
  await expect.poll(headers).toBe(true)
  await openPanel()
  await panel()
    .getByRole('link', { name: /^Narrow/ })
    .click()
  await expect.poll(headers).toBe(false)
  // As long as the address has columns, a change is one of the address.
  await page.getByRole('button', { name: '열', exact: true }).click()
  await page.getByRole('checkbox', { name: '프리미엄 조회수' }).click()
  await expect.poll(headers).toBe(true)
  expect(new URLSearchParams(location.search).get('columns')).toContain('premiumViews')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('columns:'))).toEqual([])
})

test('views are grouped by screen, moved, overwritten and deleted', async () => {
  const call = await renderAt('/manage-member', { search: 'state=invited' })
  for (const [name, path, query] of [
    ['First', '/manage-member', 'sort=net&order=desc'],
    ['Video', '/report-video', 'member=999999'],
    ['Second', '/manage-member', 'state=payee&columns=net'],
  ] as const)
    await call(saveView, { body: { name, path, query } })
  await openPanel()
  await expect.poll(readItems).toEqual([
    ['First', '수수료 차감 후 높은 순'],
    ['Second', '정산 계좌 미확인 · 열 1개'],
    ['Video', '이번 달 · 없는 멤버'],
  ])
  expect([...panel().element().querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    '멤버 관리',
    '영상 보고서',
  ])
  await act('First', '아래로 옮기기')
  await expect.poll(() => readItems().map(([name]) => name)).toEqual(['Second', 'First', 'Video'])
  await act('Second', '지금 화면으로 덮어쓰기')
  await expect.poll(() => readItems()[0]).toEqual(['Second', '초대됨'])
  await page.getByRole('button', { name: 'Video 보기 작업' }).click()
  await expect.element(page.getByRole('menuitem', { name: '지금 화면으로 덮어쓰기' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).toBeVisible()
  await act('First', '삭제')
  await expect.element(page.getByText('‘First’ 보기를 삭제하시겠습니까?')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'First 보기 작업' })).toHaveFocus()
  await act('First', '삭제')
  await page.getByRole('button', { name: '삭제', exact: true }).click()
  await expect.poll(() => readItems().map(([name]) => name)).toEqual(['Second', 'Video'])
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
})

test('a name that is taken, and a list that does not load, say what to do', async () => {
  window.fetch = (input, init) =>
    /mcn\/views$/.test(String(input))
      ? Promise.resolve(new Response('{"success":false,"code":"internal","message":"x"}', { status: 500 }))
      : realFetch(input, init)
  const call = await renderAt('/report-video')
  await call(saveView, { body: { name: 'Mine', path: '/report-video', query: 'sort=price' } })
  await openPanel()
  await expect.element(page.getByText('저장된 보기를 불러오지 못했습니다')).toBeVisible()
  window.fetch = realFetch
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect.poll(readItems).toEqual([['Mine', '이번 달 · 조회당 단가 높은 순']])
  await page.getByRole('button', { name: '이 보기 저장' }).click()
  await nameField().fill('MINE')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('같은 이름의 보기가 있습니다. 다른 이름을 입력해 주세요.'))
    .toBeVisible()
  await nameField().fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('이름을 1자 이상 60자 이하로 입력해 주세요.')).toBeVisible()
})
