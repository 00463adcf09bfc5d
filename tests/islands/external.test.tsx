import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { join, login } from '#contract/auth.ts'
import { tradeSignInCode } from '#contract/external.ts'
import { type Shown, showView, type Wanted } from './demo-view.tsx'

const $arrived = atom(false)
const view = {
  namespaces: ['auth'],
  load: async () => {
    const { ExternalIsland } = await import('#islands/auth/ExternalIsland.tsx')
    return () => useStore($arrived) && <ExternalIsland />
  },
}
const code = 'c'.repeat(43)
const realFetch = window.fetch
const realAddress = location.href
let shown: Shown
/** What was sent to trade a code, and what the address held then. */
let trades: { body: string; search: string }[]
/** In place of the API's replies to a trade, one after the other; none left: the API's own. */
let replies: (() => Promise<Response>)[]

beforeEach(() => {
  trades = []
  replies = []
  $arrived.set(false)
  window.fetch = (input, init) => {
    if (!String(input).endsWith(tradeSignInCode.path)) return realFetch(input, init)
    trades.push({ body: String(init?.body), search: location.search })
    return replies.shift()?.() ?? realFetch(input, init)
  }
})
afterEach(() => {
  window.fetch = realFetch
  shown.close()
  history.replaceState(null, '', realAddress)
})

const session = () => import('#lib/session.ts')
const heading = () => document.querySelector('main h1')?.textContent
const noConnection = () => Promise.reject(new TypeError('no connection'))
const gives = (token: string) => async () => Response.json({ success: true, message: '', token })
const sent = () => trades.map(({ body }) => JSON.parse(body))

/** Arrives at the page as the manager, or as nobody. */
async function arrive(search: string, { signedIn = false, ...wanted }: Wanted & { signedIn?: boolean } = {}) {
  shown = await showView(view, { ...wanted, search })
  if (!signedIn) (await session()).clearSession()
  $arrived.set(true)
}

/** Somebody else, who has an account and a token. */
async function someone(): Promise<{ email: string; token: string }> {
  const email = `external-${Math.random().toString(36).slice(2)}@hookline.example`
  await shown.call(join, { body: { email, password: 'partner', nickname: '손님' } })
  return { email, token: (await shown.call(login, { body: { id: email, password: 'partner' } })).token }
}

test('a code that the API does not know leads to login, and has left the address before it was sent', async () => {
  await arrive(`code=${code}&d=2`)
  await expect.poll(heading).toBe('로그인 링크를 사용할 수 없습니다')
  expect(sent()).toEqual([{ code }])
  expect(trades[0]?.search).toBe('?d=2')
  expect(document.body.innerHTML).not.toContain(code)
  expect(page.getByRole('link', { name: '로그인 페이지로 가기' }).element().getAttribute('href')).toBe(
    '/login',
  )
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('an address without a code says so, and asks nothing', async () => {
  await arrive('', { locale: 'en' })
  await expect.poll(heading).toBe('Sign-in details are missing')
  expect(page.getByRole('link').element().getAttribute('href')).toBe('/en/login')
  expect(trades).toEqual([])
})

test('without a connection the same code is tried again, and then signs in', async () => {
  replies = [noConnection, noConnection]
  await arrive(`code=${code}`)
  await expect.poll(heading).toBe('로그인하지 못했습니다')
  const { email, token } = await someone()
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(() => trades.length).toBe(2)
  await expect.poll(heading).toBe('로그인하지 못했습니다')
  replies = [gives(token)]
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(heading).toBe('로그인되었습니다')
  expect(sent()).toEqual([{ code }, { code }, { code }])
  const { $user } = await session()
  await expect.poll(() => $user.get()?.email).toBe(email)
})

test('whoever was signed in before gives way to the new one, and stays where the code is worth nothing', async () => {
  await arrive(`code=${code}`, { signedIn: true })
  await expect.poll(heading).toBe('로그인 링크를 사용할 수 없습니다')
  const { $session, $user } = await session()
  expect($session.get()).not.toBe('')
  shown.close()
  $arrived.set(false)
  let token = ''
  replies = [() => gives(token)()]
  shown = await showView(view, { search: `code=${code}` })
  const guest = await someone()
  token = guest.token
  $arrived.set(true)
  await expect.poll(heading).toBe('로그인되었습니다')
  expect($session.get()).toBe(token)
  await expect.poll(() => $user.get()?.email).toBe(guest.email)
})

test('a sign-in that is refused at once is none', async () => {
  replies = [gives('A'.repeat(43))]
  await arrive(`code=${code}`)
  await expect.poll(heading).toBe('로그인 링크를 사용할 수 없습니다')
  expect((await session()).$session.get()).toBe('')
})

test('without a code who is signed in goes on, and a session that has ended is none', async () => {
  await arrive('', { signedIn: true })
  await expect.poll(heading).toBe('로그인되었습니다')
  const { $session, $user } = await session()
  await expect.poll(() => $user.get()?.email).toBe('manager@hookline.example')
  $session.set('A'.repeat(43))
  await expect.poll(heading).toBe('로그인 정보가 없습니다')
  expect([$session.get(), $user.get()]).toEqual(['', null])
  expect(trades).toEqual([])
})
