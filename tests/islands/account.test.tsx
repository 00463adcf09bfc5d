import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listSessions } from '#contract/account.ts'
import { join, login } from '#contract/auth.ts'
import { readMe } from '#contract/session.ts'
import { $snackbars } from '#lib/snackbars.ts'
import { type Shown, showView, type Wanted } from './demo-view.tsx'

const view = {
  namespaces: ['account'],
  load: async () => (await import('#islands/account/AccountView.tsx')).AccountView,
}
const realFetch = window.fetch
const realAddress = location.href
const run = Math.random().toString(36).slice(2, 8)
const first = 'the first secret'
let joined = 0
let shown: Shown

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  shown.close()
  history.replaceState(null, '', realAddress)
  $snackbars.set([])
})

const told = () => $snackbars.get().map(({ type, message }) => `${type}: ${message}`)
const dialog = () => document.querySelector('dialog')
const within = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const inside = (name: string) => within().getByRole('button', { name, exact: true })
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-session]')]
const fact = (name: string) => document.querySelector(`[data-fact=${name}] dd`)?.textContent
const session = () => import('#lib/session.ts')

/** The view of somebody who has just joined, signed in here and on as many other devices. */
async function someone({ others = 0, ...wanted }: Wanted & { others?: number } = {}) {
  shown = await showView(view, { email: 'hanip@hookline.example', ...wanted })
  joined += 1
  const email = `account-${run}-${joined}@hookline.example`
  await shown.call(join, { body: { email, password: first, nickname: `사람 ${joined}` } })
  const signIn = async (password = first) =>
    (await shown.call(login, { body: { id: email, password } })).token
  const elsewhere: string[] = []
  for (let at = 0; at < others; at += 1) elsewhere.push(await signIn())
  const { beginSession, showUser } = await session()
  const here = await signIn()
  beginSession(here)
  showUser((await shown.call(readMe)).user)
  await expect.poll(() => fact('email')).toBe(email)
  await expect.poll(() => rows().length).toBe(others + 1)
  return { email, here, elsewhere, signIn }
}

/** Whether a token still stands for somebody; whoever is signed in here stays so. */
async function isAlive(token: string): Promise<boolean> {
  const { $session, $user } = await session()
  const [now, user] = [$session.get(), $user.get()]
  $session.set(token)
  const alive = await shown.call(readMe).then(
    () => true,
    () => false,
  )
  $session.set(now)
  $user.set(user)
  return alive
}

describe('the nickname', () => {
  test('is changed where it stands, says what is wrong with it, and is the API’s from then on', async () => {
    await someone()
    await userEvent.click(button('닉네임 변경'))
    const field = page.getByLabelText('닉네임', { exact: true })
    await expect.element(field).toHaveFocus()
    await userEvent.fill(field, '가')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('닉네임은 2자 이상 12자 이하로 입력해 주세요.')).toBeVisible()
    await userEvent.fill(field, '새이름')
    await userEvent.click(button('저장'))
    await expect.poll(told).toEqual(['success: 변경이 완료되었습니다.'])
    expect(fact('nickname')).toContain('새이름')
    await expect.element(button('닉네임 변경')).toHaveFocus()
    expect((await shown.call(readMe)).user.nickname).toBe('새이름')
  })

  test('stays as it is by Escape, by Cancel, and when nothing was changed', async () => {
    await someone({ locale: 'en' })
    const before = fact('nickname')
    for (const leave of ['escape', 'Cancel', 'Save']) {
      await userEvent.click(button('Change nickname'))
      const field = page.getByLabelText('Nickname', { exact: true })
      if (leave !== 'Save') await userEvent.fill(field, 'another')
      if (leave === 'escape') await userEvent.keyboard('{Escape}')
      else await userEvent.click(button(leave))
      await expect.element(button('Change nickname')).toHaveFocus()
      expect(fact('nickname')).toBe(before)
    }
    expect(told()).toEqual([])
  })
})

describe('the password', () => {
  const fill = async (current: string, next: string, confirmation = next) => {
    const texts = { '현재 비밀번호': current, '새 비밀번호': next, '새 비밀번호 확인': confirmation }
    for (const [label, text] of Object.entries(texts))
      await userEvent.fill(within().getByLabelText(label, { exact: true }), text)
    await userEvent.keyboard('{Enter}')
  }

  test('says what is missing, what does not match and that the one of now is wrong', async () => {
    const { signIn } = await someone()
    await userEvent.click(button('비밀번호 변경'))
    expect(location.search).toContain('password=1')
    await userEvent.click(inside('변경하기'))
    await expect.element(within().getByText('비밀번호를 입력해 주세요.')).toBeVisible()
    await fill(first, '123', '1234')
    await expect.element(within().getByText('비밀번호는 4자 이상 64자 이하로 입력해 주세요.')).toBeVisible()
    await expect.element(within().getByText('비밀번호와 비밀번호 확인이 일치하지 않습니다.')).toBeVisible()
    await fill('not this one', '1234')
    await expect.element(within().getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(dialog).toBeNull()
    expect(location.search).not.toContain('password')
    await expect.element(button('비밀번호 변경')).toHaveFocus()
    await signIn()
  })

  test('is another one from then on, and nobody else stays signed in', async () => {
    const { here, elsewhere, signIn } = await someone({ others: 2 })
    await userEvent.click(button('비밀번호 변경'))
    await fill(first, 'the second')
    await expect.poll(told).toEqual(['success: 비밀번호가 변경되었습니다.'])
    await expect.poll(dialog).toBeNull()
    await expect.poll(() => rows().length).toBe(1)
    expect(await Promise.all([isAlive(here)])).toEqual([true])
    for (const token of elsewhere) expect(await isAlive(token)).toBe(false)
    await expect(signIn()).rejects.toMatchObject({ code: 'wrong_credentials' })
    await signIn('the second')
  })
})

describe('where one is signed in', () => {
  test('is this device first; another one is signed out alone', async () => {
    const { elsewhere } = await someone({ others: 2 })
    expect(rows().map((row) => row.dataset.session)).toEqual(['current', 'other', 'other'])
    expect(rows()[0]?.textContent).toContain('이 기기')
    expect(rows()[0]?.textContent).toMatch(/Chrome.*\d{4}\.\d\d\.\d\d/)
    expect(rows()[0]?.querySelector('button')).toBeNull()
    await userEvent.click(page.getByRole('button', { name: /^로그아웃:/ }).first())
    await expect.poll(() => rows().length).toBe(2)
    expect(told()[0]).toMatch(/^success: .*에서 로그아웃했습니다\.$/)
    await expect.element(page.getByRole('heading', { name: '로그인한 기기' })).toHaveFocus()
    const alive = [await isAlive(elsewhere[0] ?? ''), await isAlive(elsewhere[1] ?? '')]
    expect(alive.sort()).toEqual([false, true])
  })

  test('all others are signed out after a question, and not when it is called off', async () => {
    const { here, elsewhere } = await someone({ others: 2, locale: 'en' })
    await userEvent.click(button('Sign out all other devices'))
    await userEvent.click(inside('Cancel'))
    await expect.poll(dialog).toBeNull()
    expect(rows()).toHaveLength(3)
    await userEvent.click(button('Sign out all other devices'))
    await userEvent.click(inside('Sign out'))
    await expect.poll(told).toEqual(['success: All other devices have been signed out.'])
    await expect.poll(() => rows().length).toBe(1)
    expect(await isAlive(here)).toBe(true)
    for (const token of elsewhere) expect(await isAlive(token)).toBe(false)
    await expect.element(button('Sign out all other devices')).not.toBeInTheDocument()
  })

  test('that cannot be had says so and is asked again', async () => {
    let broken = true
    window.fetch = (input, init) =>
      broken && String(input).endsWith(listSessions.path)
        ? Promise.resolve(new Response('{}', { status: 500 }))
        : realFetch(input, init)
    shown = await showView(view)
    await expect
      .element(page.getByText('로그인한 기기를 불러오지 못했습니다'), { timeout: 20_000 })
      .toBeVisible()
    broken = false
    await userEvent.click(button('다시 시도'))
    await expect.poll(() => rows().length).toBeGreaterThan(0)
  })
})

describe('withdrawing', () => {
  const confirm = async (password: string) => {
    await userEvent.fill(within().getByLabelText('현재 비밀번호'), password)
    await userEvent.click(inside('탈퇴하기'))
  }

  test('says what goes and what stays, takes the right password, and is the end of the account', async () => {
    const { here, email, signIn } = await someone()
    await userEvent.click(button('탈퇴하기'))
    expect(location.search).toContain('withdraw=1')
    expect(dialog()?.textContent).toContain('사라지는 것')
    expect(dialog()?.textContent).toContain('남는 것')
    await userEvent.click(inside('탈퇴하기'))
    await expect.element(within().getByText('비밀번호를 입력해 주세요.')).toBeVisible()
    await confirm('not this one')
    await expect.element(within().getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
    expect(await isAlive(here)).toBe(true)
    await confirm(first)
    await expect.element(within().getByRole('heading', { name: '계정이 삭제되었습니다' })).toBeVisible()
    await expect.element(inside('홈으로 가기')).toHaveFocus()
    expect(Object.values(localStorage)).not.toContain(here)
    await expect(signIn()).rejects.toMatchObject({ code: 'wrong_credentials' })
    await shown.call(join, { body: { email, password: first, nickname: '다시' } })
  })

  test('is refused to a manager as long as the network has members or channels', async () => {
    shown = await showView(view)
    await userEvent.click(button('탈퇴하기'))
    expect(dialog()?.textContent).toContain('멤버와 채널을 먼저 삭제해 주세요.')
    await confirm('hookline-demo')
    await expect
      .element(within().getByRole('alert').filter({ hasText: '멤버나 채널이 남아 있어 탈퇴할 수 없습니다.' }))
      .toBeVisible()
    expect((await shown.call(readMe)).user.email).toBe('manager@hookline.example')
    await userEvent.click(inside('취소'))
    await expect.poll(dialog).toBeNull()
  })
})
