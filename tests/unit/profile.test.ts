import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $token, $user } from '#lib/api/session.ts'
import { setStrings } from '#lib/i18n/strings.ts'
import { $profileStatus, watchSession } from '#lib/page/profile.ts'

const buildUser = (nickname: string, flag: 0 | 1) => ({
  id: flag + 1,
  email: `${nickname}@b.example`,
  nickname,
  permission_flag: flag,
  unread_notices: 0,
  settings: { channel_verify_needed: false },
})

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { toggleAttribute() {} } })
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
