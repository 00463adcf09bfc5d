import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listSessions } from '#contract/people/account.ts'
import { join, login } from '#contract/people/auth.ts'
import { readMe } from '#contract/people/session.ts'
import { screen } from '#islands/shell/screens/config-account/screen.ts'
import { $snackbars } from '#lib/page/snackbars.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import { requireToken } from '#tests/support/require-token.ts'

const realFetch = window.fetch
const realUrl = location.href
const runId = Math.random().toString(36).slice(2, 8)
const initialPassword = 'the first secret'
let joinCount = 0
let renderedView: RenderedView

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
  history.replaceState(null, '', realUrl)
  $snackbars.set([])
})

const readSnackbars = () => $snackbars.get().map(({ type, message }) => `${type}: ${message}`)
const findDialog = () => document.querySelector('dialog')
const getDialog = () => page.getByRole('dialog')
const getButton = (name: string) => page.getByRole('button', { name, exact: true })
const getDialogButton = (name: string) => getDialog().getByRole('button', { name, exact: true })
const findSessionRows = () => [...document.querySelectorAll<HTMLElement>('[data-session]')]
const readFact = (name: string) => document.querySelector(`[data-field=${name}] dd`)?.textContent
const importSession = () => import('#lib/api/session.ts')

/** Renders the view for a new account that is signed in here and on other devices. */
async function renderForNewAccount({
  others: otherDevices = 0,
  ...options
}: ViewOptions & { others?: number } = {}) {
  renderedView = await renderView(screen, { email: 'hanip@hookline.example', ...options })
  joinCount += 1
  const email = `account-${runId}-${joinCount}@hookline.example`
  const body = { email, password: initialPassword, nickname: `사람 ${joinCount}` }
  const { token: here } = await renderedView.call(join, { body })
  const signIn = async (password = initialPassword) =>
    requireToken(await renderedView.call(login, { body: { id: email, password } }))
  const elsewhere: string[] = []
  for (let at = 0; at < otherDevices; at += 1) elsewhere.push(await signIn())
  const { startSession, setUser } = await importSession()
  startSession(here)
  setUser((await renderedView.call(readMe)).user)
  await expect.poll(() => readFact('email')).toContain(email)
  await expect.poll(() => findSessionRows().length).toBe(otherDevices + 1)
  return { email, here, elsewhere, signIn }
}

/** Tests whether a token is still valid, without changing who is signed in here. */
async function isTokenValid(token: string): Promise<boolean> {
  const { $token, $user } = await importSession()
  const [now, user] = [$token.get(), $user.get()]
  $token.set(token)
  const alive = await renderedView.call(readMe).then(
    () => true,
    () => false,
  )
  $token.set(now)
  $user.set(user)
  return alive
}

describe('the nickname', () => {
  test('is changed where it stands, says what is wrong with it, and is the API’s from then on', async () => {
    await renderForNewAccount()
    await userEvent.click(getButton('닉네임 변경'))
    const field = page.getByLabelText('닉네임', { exact: true })
    await expect.element(field).toHaveFocus()
    await userEvent.fill(field, '가')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('닉네임은 2자 이상 12자 이하로 입력해 주세요.')).toBeVisible()
    await userEvent.fill(field, '새이름')
    await userEvent.click(getButton('저장'))
    await expect.poll(() => readFact('nickname')).toContain('새이름')
    expect(readSnackbars()).toEqual(['success: 변경이 완료되었습니다.'])
    await expect.element(getButton('닉네임 변경')).toHaveFocus()
    expect((await renderedView.call(readMe)).user.nickname).toBe('새이름')
  })

  test('stays as it is by Escape, by Cancel, and when nothing was changed', async () => {
    await renderForNewAccount({ locale: 'en' })
    const before = readFact('nickname')
    for (const leave of ['escape', 'Cancel', 'Save']) {
      await userEvent.click(getButton('Change nickname'))
      const field = page.getByLabelText('Nickname', { exact: true })
      if (leave !== 'Save') await userEvent.fill(field, 'another')
      if (leave === 'escape') await userEvent.keyboard('{Escape}')
      else await userEvent.click(getButton(leave))
      await expect.element(getButton('Change nickname')).toHaveFocus()
      expect(readFact('nickname')).toBe(before)
    }
    expect(readSnackbars()).toEqual([])
  })
})

describe('the password', () => {
  const fill = async (current: string, next: string, confirmation = next) => {
    const texts = { '현재 비밀번호': current, '새 비밀번호': next, '새 비밀번호 확인': confirmation }
    for (const [label, text] of Object.entries(texts))
      await userEvent.fill(getDialog().getByLabelText(label, { exact: true }), text)
    await userEvent.keyboard('{Enter}')
  }

  test('says what is missing, what does not match and that the one of now is wrong', async () => {
    const { signIn } = await renderForNewAccount()
    await userEvent.click(getButton('비밀번호 변경'))
    expect(location.search).toContain('password=1')
    await userEvent.click(getDialogButton('변경하기'))
    await expect.element(getDialog().getByText('비밀번호를 입력해 주세요.')).toBeVisible()
    await fill(initialPassword, '123', '1234')
    await expect
      .element(getDialog().getByText('비밀번호는 4자 이상 64자 이하로 입력해 주세요.'))
      .toBeVisible()
    await expect.element(getDialog().getByText('비밀번호와 비밀번호 확인이 일치하지 않습니다.')).toBeVisible()
    await fill('not this one', '1234')
    await expect.element(getDialog().getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(findDialog).toBeNull()
    expect(location.search).not.toContain('password')
    await expect.element(getButton('비밀번호 변경')).toHaveFocus()
    await signIn()
  })

  test('is another one from then on, and nobody else stays signed in', async () => {
    const { here, elsewhere, signIn } = await renderForNewAccount({ others: 2 })
    await userEvent.click(getButton('비밀번호 변경'))
    await fill(initialPassword, 'the second')
    await expect.poll(readSnackbars).toEqual(['success: 비밀번호가 변경되었습니다.'])
    await expect.poll(findDialog).toBeNull()
    await expect.poll(() => findSessionRows().length).toBe(1)
    expect(await Promise.all([isTokenValid(here)])).toEqual([true])
    for (const token of elsewhere) expect(await isTokenValid(token)).toBe(false)
    await expect(signIn()).rejects.toMatchObject({ code: 'wrong_credentials' })
    await signIn('the second')
  })
})

describe('where one is signed in', () => {
  test('is this device first; another one is signed out alone', async () => {
    const { elsewhere } = await renderForNewAccount({ others: 2 })
    expect(findSessionRows().map((row) => row.dataset.session)).toEqual(['current', 'other', 'other'])
    expect(findSessionRows()[0]?.textContent).toContain('이 기기')
    expect(findSessionRows()[0]?.textContent).toMatch(/Chrome.*\d{4}\.\d\d\.\d\d/)
    expect(findSessionRows()[0]?.querySelector('button')).toBeNull()
    const names = page.getByRole('button', { name: /^로그아웃:/ }).elements()
    expect(new Set(names.map((button) => button.ariaLabel)).size).toBe(2)
    await userEvent.click(page.getByRole('button', { name: /^로그아웃:/ }).first())
    const field = getDialog().getByLabelText('현재 비밀번호', { exact: true })
    await userEvent.fill(field, 'not this one')
    await userEvent.click(getDialogButton('로그아웃'))
    await expect.element(getDialog().getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
    expect(findSessionRows()).toHaveLength(3)
    await userEvent.fill(field, initialPassword)
    await userEvent.click(getDialogButton('로그아웃'))
    await expect.poll(() => findSessionRows().length).toBe(2)
    expect(readSnackbars()[0]).toMatch(/^success: .*에서 로그아웃했습니다\.$/)
    await expect.element(page.getByRole('heading', { name: '로그인한 기기' })).toHaveFocus()
    const alive = [await isTokenValid(elsewhere[0] ?? ''), await isTokenValid(elsewhere[1] ?? '')]
    expect(alive.sort()).toEqual([false, true])
  })

  test('all others are signed out after a question, and not when it is called off', async () => {
    const { here, elsewhere } = await renderForNewAccount({ others: 2, locale: 'en' })
    await userEvent.click(getButton('Sign out all other devices'))
    await userEvent.click(getDialogButton('Cancel'))
    await expect.poll(findDialog).toBeNull()
    expect(findSessionRows()).toHaveLength(3)
    await userEvent.click(getButton('Sign out all other devices'))
    await userEvent.fill(getDialog().getByLabelText('Current password', { exact: true }), initialPassword)
    await userEvent.click(getDialogButton('Sign out'))
    await expect.poll(readSnackbars).toEqual(['success: All other devices have been signed out.'])
    await expect.poll(() => findSessionRows().length).toBe(1)
    expect(await isTokenValid(here)).toBe(true)
    for (const token of elsewhere) expect(await isTokenValid(token)).toBe(false)
    await expect.element(getButton('Sign out all other devices')).not.toBeInTheDocument()
  })

  test('that cannot be had says so and is asked again', async () => {
    let broken = true
    window.fetch = (input, init) =>
      broken && String(input).endsWith(listSessions.path)
        ? Promise.resolve(new Response('{}', { status: 500 }))
        : realFetch(input, init)
    renderedView = await renderView(screen)
    await expect
      .element(page.getByText('로그인한 기기를 불러오지 못했습니다'), { timeout: 20_000 })
      .toBeVisible()
    broken = false
    await userEvent.click(getButton('다시 시도'))
    await expect.poll(() => findSessionRows().length).toBeGreaterThan(0)
  })
})

describe('withdrawing', () => {
  const confirm = async (password: string) => {
    await userEvent.fill(getDialog().getByLabelText('현재 비밀번호'), password)
    await userEvent.click(getDialogButton('탈퇴하기'))
  }

  test('says what goes and what stays, takes the right password, and is the end of the account', async () => {
    const { here, email, signIn } = await renderForNewAccount()
    await userEvent.click(getButton('탈퇴하기'))
    expect(location.search).toContain('withdraw=1')
    await expect.element(getDialog()).toMatchTextContent('사라지는 것')
    expect(findDialog()?.textContent).toContain('남는 것')
    await userEvent.click(getDialogButton('탈퇴하기'))
    await expect.element(getDialog().getByText('비밀번호를 입력해 주세요.')).toBeVisible()
    await confirm('not this one')
    await expect.element(getDialog().getByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
    expect(await isTokenValid(here)).toBe(true)
    await confirm(initialPassword)
    await expect.element(getDialog().getByRole('heading', { name: '계정이 삭제되었습니다' })).toBeVisible()
    await expect.element(getDialogButton('홈으로 가기')).toHaveFocus()
    expect(Object.values(localStorage)).not.toContain(here)
    await expect(signIn()).rejects.toMatchObject({ code: 'wrong_credentials' })
    await renderedView.call(join, { body: { email, password: initialPassword, nickname: '다시' } })
  })

  test('leads a manager to the members and channels of the network, which have to go first', async () => {
    renderedView = await renderView(screen)
    await userEvent.click(getButton('탈퇴하기'))
    await expect.element(getDialog()).toMatchTextContent('멤버와 채널을 먼저 삭제해 주세요.')
    for (const name of ['멤버 관리', '채널 관리'])
      await expect.element(getDialog().getByRole('link', { name })).toBeVisible()
    expect(getDialog().getByLabelText('현재 비밀번호').elements()).toHaveLength(0)
    await userEvent.click(getDialogButton('닫기'))
    await expect.poll(findDialog).toBeNull()
  })
})
