// @module-tag extended
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { join, login } from '#contract/people/auth.ts'
import { readMe } from '#contract/people/session.ts'
import { exchangeSignInCode } from '#contract/people/sign-in-codes.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import { requireToken } from '#tests/support/require-token.ts'

const $isMounted = atom(false)
const viewSource = {
  namespaces: ['auth', 'credentials'] as const,
  load: async () => {
    const { ExternalSignInIsland } = await import('#islands/people/auth/ExternalSignInIsland.tsx')
    return () => useStore($isMounted) && <ExternalSignInIsland />
  },
}
const code = 'c'.repeat(43)
const realFetch = window.fetch
const realUrl = location.href
let renderedView: RenderedView
/** Requests that exchanged a code, and the address at that time. */
let exchanges: { body: string; search: string }[]
/** Replies to successive exchanges in place of the API's; once there are none left, the API replies. */
let stubbedResponses: (() => Promise<Response>)[]
let failsToReadProfile: boolean

beforeEach(() => {
  exchanges = []
  stubbedResponses = []
  failsToReadProfile = false
  $isMounted.set(false)
  window.fetch = (input, init) => {
    if (failsToReadProfile && String(input).endsWith(readMe.path)) return failToConnect()
    if (!String(input).endsWith(exchangeSignInCode.path)) return realFetch(input, init)
    exchanges.push({ body: String(init?.body), search: location.search })
    return stubbedResponses.shift()?.() ?? realFetch(input, init)
  }
})
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
  history.replaceState(null, '', realUrl)
})

const importSession = () => import('#lib/api/session.ts')
const readHeading = () => document.querySelector('main h1')?.textContent
const failToConnect = () => Promise.reject(new TypeError('no connection'))
const respondWithToken = (token: string) => async () =>
  Response.json({ success: true, message: '', token, device: 'd'.repeat(43) })
const readSentCodes = () => exchanges.map(({ body }) => JSON.parse(body))

/** Arrives at the page as the manager, or as nobody. */
async function openPage(
  search: string,
  { signedIn = false, ...options }: ViewOptions & { signedIn?: boolean } = {},
) {
  renderedView = await renderView(viewSource, { ...options, search })
  if (!signedIn) (await importSession()).clearSession()
  $isMounted.set(true)
}

/** Creates another account with a token. */
async function createGuest(): Promise<{ email: string; token: string }> {
  const email = `external-${Math.random().toString(36).slice(2)}@hookline.example`
  await renderedView.call(join, { body: { email, password: 'partner', nickname: '손님' } })
  return {
    email,
    token: requireToken(await renderedView.call(login, { body: { id: email, password: 'partner' } })),
  }
}

/** Answers the site's question before the code is exchanged. */
const agree = async (name: string | RegExp = /에 로그인하기$/) =>
  userEvent.click(page.getByRole('button', { name }))

test.each([
  ['ko', '이 링크로 로그인하시겠습니까?', /에 로그인하기$/],
  ['en', 'Sign in with this link?', /^Sign in to /],
  ['zh-CN', '要使用此链接登录吗？', /^登录 /],
  ['zh-TW', '要使用這個連結登入嗎？', /^登入 /],
] as const)('nothing is exchanged before the person agrees, in %s', async (locale, title, button) => {
  await openPage(`code=${code}`, { locale })
  await expect.poll(readHeading).toBe(title)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect([...document.querySelectorAll('main button')].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(button),
  ])
  const { $token } = await importSession()
  expect([$token.get(), exchanges, location.search]).toEqual(['', [], ''])
})

test('an account with a second factor goes on with it', async () => {
  const challenge = { token: 'b'.repeat(43), methods: ['totp', 'recovery-code'], passkey: null }
  stubbedResponses = [async () => Response.json({ success: true, message: '', challenge })]
  await openPage(`code=${code}`)
  await agree()
  await expect.poll(readHeading).toBe('2단계 인증')
  await expect.element(page.getByLabelText('인증 코드')).toHaveFocus()
  expect((await importSession()).$token.get()).toBe('')
})

test('a code that the API does not know leads to login, and has left the address before it was sent', async () => {
  await openPage(`code=${code}&d=2`)
  await agree()
  await expect.poll(readHeading).toBe('로그인 링크를 사용할 수 없습니다')
  expect(readSentCodes()).toMatchObject([{ code }])
  expect(exchanges[0]?.search).toBe('?d=2')
  expect(document.body.innerHTML).not.toContain(code)
  expect(page.getByRole('link', { name: '로그인 페이지로 가기' }).element().getAttribute('href')).toBe(
    '/login',
  )
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('an address without a code says so, and asks nothing', async () => {
  await openPage('', { locale: 'en' })
  await expect.poll(readHeading).toBe('Sign-in details are missing')
  expect(page.getByRole('link').element().getAttribute('href')).toBe('/en/login')
  expect(exchanges).toEqual([])
})

test('without a connection the same code is tried again, and then signs in', async () => {
  stubbedResponses = [failToConnect, failToConnect]
  await openPage(`code=${code}`)
  await agree()
  await expect.poll(readHeading).toBe('로그인하지 못했습니다')
  const { email, token } = await createGuest()
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(() => exchanges.length).toBe(2)
  await expect.poll(readHeading).toBe('로그인하지 못했습니다')
  stubbedResponses = [respondWithToken(token)]
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(readHeading).toBe('로그인되었습니다')
  expect(readSentCodes()).toMatchObject([{ code }, { code }, { code }])
  const { $user } = await importSession()
  await expect.poll(() => $user.get()?.email).toBe(email)
})

describe('while somebody is signed in', () => {
  const stay = page.getByRole('button', { name: '지금 계정 그대로 사용하기' })
  const proceed = page.getByRole('button', { name: '새로 로그인하기' })

  test('the link asks first, naming the account, and staying exchanges nothing', async () => {
    await openPage(`code=${code}`, { signedIn: true })
    await expect.poll(readHeading).toBe('이 링크로 새로 로그인하시겠습니까?')
    await expect.element(page.getByText(/한서준\(manager@hookline.example\)/)).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await expect.element(stay).toBeVisible()
    const { $token } = await importSession()
    expect([$token.get().length, exchanges, location.search]).toEqual([43, [], ''])
    expect(document.body.innerHTML).not.toContain(code)
  })

  test.each([
    ['en', 'Sign in with this link?', ['Stay signed in', 'Continue with the new sign-in']],
    ['zh-CN', '要使用此链接重新登录吗？', ['继续使用当前账号', '重新登录']],
    ['zh-TW', '要使用這個連結重新登入嗎？', ['繼續使用目前的帳號', '重新登入']],
  ] as const)('it asks in %s', async (locale, title, buttons) => {
    await openPage(`code=${code}`, { signedIn: true, locale })
    await expect.poll(readHeading).toBe(title)
    expect([...document.querySelectorAll('main button')].map((button) => button.textContent)).toEqual(buttons)
  })

  test('who continues is signed in anew', async () => {
    let token = ''
    stubbedResponses = [() => respondWithToken(token)()]
    renderedView = await renderView(viewSource, { search: `code=${code}` })
    const guest = await createGuest()
    token = guest.token
    $isMounted.set(true)
    await userEvent.click(proceed)
    await expect.poll(readHeading).toBe('로그인되었습니다')
    const { $token, $user } = await importSession()
    expect($token.get()).toBe(token)
    await expect.poll(() => $user.get()?.email).toBe(guest.email)
  })

  test('a code that expired while the question was open says so, and the session goes on', async () => {
    await openPage(`code=${code}`, { signedIn: true })
    await userEvent.click(proceed)
    await expect.element(page.getByText(/60초 동안 한 번만.*지금 계정의 로그인은 그대로입니다/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: '대시보드로 가기' })).toBeVisible()
    expect((await importSession()).$token.get()).not.toBe('')
  })

  test('without a connection to ask who it is, the question names nobody', async () => {
    renderedView = await renderView(viewSource, { search: `code=${code}` })
    failsToReadProfile = true
    $isMounted.set(true)
    await expect.element(page.getByText(/^이미 로그인되어 있습니다/)).toBeVisible()
    expect(exchanges).toEqual([])
  })

  test('a session that has ended is not asked about', async () => {
    renderedView = await renderView(viewSource, { search: `code=${code}` })
    const { $token } = await importSession()
    const { token } = await createGuest()
    stubbedResponses = [respondWithToken(token)]
    $token.set('A'.repeat(43))
    $isMounted.set(true)
    await agree()
    await expect.poll(readHeading).toBe('로그인되었습니다')
    expect($token.get()).toBe(token)
  })
})

test('a sign-in that is refused at once is none', async () => {
  stubbedResponses = [respondWithToken('A'.repeat(43))]
  await openPage(`code=${code}`)
  await agree()
  await expect.poll(readHeading).toBe('로그인 링크를 사용할 수 없습니다')
  expect((await importSession()).$token.get()).toBe('')
})

test('without a code who is signed in goes on, and a session that has ended is none', async () => {
  await openPage('', { signedIn: true })
  await expect.poll(readHeading).toBe('로그인되었습니다')
  const { $token, $user } = await importSession()
  await expect.poll(() => $user.get()?.email).toBe('manager@hookline.example')
  $token.set('A'.repeat(43))
  await expect.poll(readHeading).toBe('로그인 정보가 없습니다')
  expect([$token.get(), $user.get()]).toEqual(['', null])
  expect(exchanges).toEqual([])
})
