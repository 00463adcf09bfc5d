import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $profile, followSession } from '#lib/profile.ts'
import { $session, $user } from '#lib/session.ts'
import { provideStrings } from '#lib/strings.ts'

const userOf = (nickname: string, flag: 0 | 1) => ({
  id: flag + 1,
  email: `${nickname}@b.example`,
  nickname,
  permission_flag: flag,
  unread_notices: 0,
  settings: { channel_verify_needed: false },
})

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { toggleAttribute() {} } })
  provideStrings('ko', {})
})
afterEach(() => vi.unstubAllGlobals())

test('when another signs in elsewhere, nobody is shown until it is known who', async () => {
  const users = { [`${'A'.repeat(43)}`]: userOf('Ann', 1), [`${'B'.repeat(43)}`]: userOf('Bea', 0) }
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const user = users[new Headers(init.headers).get('X-Auth-Token') ?? '']
    return Response.json({ success: true, message: 'ok', user })
  })
  $session.set('A'.repeat(43))
  const stop = followSession()
  await vi.waitFor(() => expect($user.get()?.nickname).toBe('Ann'))
  $session.set('B'.repeat(43))
  expect([$user.get(), $profile.get()]).toEqual([null, 'loading'])
  await vi.waitFor(() => expect($user.get()?.nickname).toBe('Bea'))
  stop()
})
