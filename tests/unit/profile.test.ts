import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $token, $user } from '#lib/api/session.ts'
import { setStrings } from '#lib/i18n/strings.ts'
import { $profileStatus, loadProfile, watchSession } from '#lib/page/profile.ts'

const buildUser = (nickname: string, flag: 0 | 1) => ({
  id: flag + 1,
  email: `${nickname}@b.example`,
  nickname,
  permission_flag: flag,
  unread_notices: 0,
  new_statements: 0,
  settings: { channel_verify_needed: false },
})

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { toggleAttribute() {}, setAttribute() {} } })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  setStrings('ko', {})
})
afterEach(() => vi.unstubAllGlobals())

test('when another signs in elsewhere, nobody is shown until it is known who', async () => {
  const users = { [`${'A'.repeat(43)}`]: buildUser('Ann', 1), [`${'B'.repeat(43)}`]: buildUser('Bea', 0) }
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const user = users[new Headers(init.headers).get('X-Auth-Token') ?? '']
    return Response.json({ success: true, message: 'ok', user })
  })
  $token.set('A'.repeat(43))
  const stop = watchSession()
  await vi.waitFor(() => expect($user.get()?.nickname).toBe('Ann'))
  $token.set('B'.repeat(43))
  expect([$user.get(), $profileStatus.get()]).toEqual([null, 'loading'])
  await vi.waitFor(() => expect($user.get()?.nickname).toBe('Bea'))
  stop()
})

test('an API that fails three times ends no session: nobody is shown, and the next attempt succeeds', async () => {
  let status = 500
  let requests = 0
  vi.stubGlobal('fetch', async () => {
    requests += 1
    return status === 200
      ? Response.json({ success: true, message: 'ok', user: buildUser('Ann', 1) })
      : Response.json({ success: false, code: 'internal', message: 'no' }, { status })
  })
  $token.set('C'.repeat(43))
  const stop = watchSession()
  await expect.poll(() => $profileStatus.get()).toBe('failed')
  expect([requests, $token.get(), $user.get()]).toEqual([3, 'C'.repeat(43), null])
  status = 200
  await loadProfile()
  expect($user.get()?.nickname).toBe('Ann')
  stop()
})

test.each([
  ['unauthenticated', 401],
  ['forbidden', 403],
])('a refused profile (%s) ends the session', async (code, status) => {
  vi.stubGlobal('fetch', async () => Response.json({ success: false, code, message: 'no' }, { status }))
  $token.set('D'.repeat(43))
  const stop = watchSession()
  await vi.waitFor(() => expect($token.get()).toBe(''))
  expect([$user.get(), $profileStatus.get()]).toEqual([null, 'none'])
  stop()
})
