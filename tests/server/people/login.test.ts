import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { join, login } from '#contract/people/auth.ts'
import { logout, readMe } from '#contract/people/session.ts'
import { permissions } from '#contract/platform/roles.ts'
import { deleteExpiredRows } from '#server/people/credentials/expiry.ts'
import { createPasswordHasher } from '#server/platform/auth/passwords.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import {
  createAccount,
  createChannel,
  createSite,
  findPerson,
  password,
  signInByPassword as signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { cheapHasher } from '#tests/support/passwords.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { requireToken } from '#tests/support/require-token.ts'
import { clearAuditLog } from '#tests/support/traces.ts'

let api: Api
let site: Site
let managerId: number

beforeAll(async () => {
  api = await startApi()
  site = await createSite(api.db)
  await createSite(api.db, 'other.test')
  managerId = await createAccount(api.db, site, 'boss@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.now = new Date()
  await execRaw(api.db, 'delete from rate_limit_windows; delete from sign_in_attempts; delete from channels')
})

test('a person who signs in is known by the token, and forgotten after signing out', async () => {
  const token = await signIn(api, 'boss@example.test')
  const { user } = await api.call(readMe, { token })
  expect(user).toEqual({
    id: await findPerson(api.db, 'boss@example.test'),
    email: 'boss@example.test',
    nickname: 'boss',
    unconfirmed: false,
    awaits_approval: false,
    permission_flag: 1,
    roles: ['owner', 'manager'],
    permissions: [...permissions],
    unread_notices: 0,
    is_impersonated: false,
    new_statements: 0,
    unread_questions: 0,
    unverified_channels: 0,
    operator_alerts: 0,
    report_due_day: null,
    settings: { channel_verify_needed: false, second_factor_needed: false, desk_locked: false },
  })
  await api.call(logout, { token, body: {} })
  expect((await api.request(readMe, { token })).body.code).toBe('unauthenticated')
})

test('the id is trimmed and its letters may be small or large', async () => {
  const reply = await api.request(login, { body: { id: '  BOSS@Example.test ', password } })
  expect(reply.status).toBe(200)
})

test.each([[{ id: 'boss@example.test', password: 'wrong' }], [{ id: 'nobody@example.test', password }]])(
  'a wrong password and an unknown id look the same: %j',
  async (body) => {
    const reply = await api.request(login, { body })
    expect([reply.status, reply.body.code]).toEqual([401, 'wrong_credentials'])
    expect(reply.body.message).toBe('The ID or password is not correct.')
  },
)

test('a wrong password and an unknown id cost the same: one comparison', async () => {
  const compared: boolean[] = []
  const counting = await startApi(api.db, undefined, {
    passwords: {
      ...cheapHasher,
      verify(candidate, hash) {
        compared.push(hash !== null)
        return cheapHasher.verify(candidate, hash)
      },
    },
  })
  for (const id of ['boss@example.test', 'nobody@example.test'])
    await counting.request(login, { body: { id, password: 'wrong' } })
  expect(compared).toEqual([true, false])
})

test('an empty form names both fields, in the language of the caller', async () => {
  const { status, body } = await api.request(login, { body: { id: ' ', password: '' }, language: 'ko' })
  expect(status).toBe(422)
  expect(body.fields.id.message).toBe('아이디와 비밀번호를 입력해 주세요.')
  expect(body.fields.password.code).toBe('login_required')
})

test('a token works on its own site only', async () => {
  const token = await signIn(api, 'boss@example.test')
  expect((await api.request(readMe, { token, domain: 'other.test' })).body.code).toBe('unauthenticated')
  expect((await api.request(readMe, { token, domain: 'nowhere.test' })).body.code).toBe('unknown_site')
  expect((await api.request(readMe, { token, domain: 'WWW.example.test' })).status).toBe(200)
})

test('a session ends thirty days after it was last used', async () => {
  const token = await signIn(api, 'boss@example.test')
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  api.clock.now = days(29)
  expect((await api.request(readMe, { token })).status).toBe(200)
  api.clock.now = days(58)
  expect((await api.request(readMe, { token })).status).toBe(200)
  api.clock.now = days(89)
  expect((await api.request(readMe, { token })).body.code).toBe('unauthenticated')
  await deleteExpiredRows(api.db, api.clock.now)
  const [left] = await queryRaw<{ count: number }>(api.db, 'select count(*) as count from sessions')
  expect(left?.count).toBe(0)
})

test('a password works however old it is, and nobody is asked for another', async () => {
  await signIn(api, 'boss@example.test')
  api.clock.now = new Date(Date.now() + 3_650 * 86_400_000)
  const { status, body } = await api.request(login, { body: { id: 'boss@example.test', password } })
  expect([status, body]).toEqual([200, expect.objectContaining({ success: true, token: expect.any(String) })])
})

test('the database never holds a token', async () => {
  const token = await signIn(api, 'boss@example.test')
  const rows = await queryRaw<{ text: string }>(api.db, 'select sessions::text as text from sessions')
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) {
    expect(text).not.toContain(token)
    // Bytes are written in hex.
    expect(text).not.toContain(Buffer.from(token).toString('hex'))
    expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  }
})

const moveClock = (seconds: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + seconds * 1000)
}

const guess = (
  address: string,
  { id = 'boss@example.test', device = undefined as string | undefined } = {},
) =>
  api.request(login, {
    body: { id, password: 'guess', device },
    tamper: (sent) => {
      sent['X-Forwarded-For'] = address
    },
  })

test('after five attempts from one network, each further one waits twice as long, an hour at most', async () => {
  for (let at = 0; at < 5; at++) expect((await guess(`10.0.0.${at}`)).body.code).toBe('wrong_credentials')
  const waits: number[] = []
  for (let at = 0; at < 10; at++) {
    const refused = await guess('10.0.0.99')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
    const wait = Number(refused.headers.get('Retry-After'))
    waits.push(wait)
    moveClock(wait - 1)
    expect((await guess('10.0.0.99')).body.code).toBe('too_many')
    moveClock(1)
    expect((await guess('10.0.0.99')).body.code).toBe('wrong_credentials')
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  moveClock(25 * 3600)
  for (let at = 0; at < 5; at++) expect((await guess('10.0.0.1')).body.code).toBe('wrong_credentials')
})

test('attempts at once count as well', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => guess('10.0.0.1')))
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
})

test('a stranger slows down neither other networks nor a device that has signed in before', async () => {
  const { device } = (await api.request(login, { body: { id: 'boss@example.test', password } })).body
  for (let at = 0; at < 6; at++) await guess('10.0.0.1')
  const from = (address: string, body: object) =>
    api.request(login, {
      body,
      tamper: (sent) => {
        sent['X-Forwarded-For'] = address
      },
    })
  const own = { id: 'boss@example.test', password }
  expect((await from('10.0.0.7', own)).body.code).toBe('too_many')
  expect((await from('10.0.1.7', own)).status).toBe(200)
  expect((await from('10.0.0.7', { ...own, device })).status).toBe(200)
  // A stolen device token still leaves five guesses at once.
  for (let at = 0; at < 5; at++) await guess(`10.0.${at}.1`, { device })
  expect((await guess('10.0.9.1', { device })).body.code).toBe('too_many')
  expect((await guess('10.0.9.1', { device: 'x'.repeat(43) })).body.code).toBe('wrong_credentials')
})

test('letters that the database alone takes for the same reach no account: they would be counted apart', async () => {
  await createAccount(api.db, site, 'victim@example.test')
  for (const id of ['vİctim@example.test', 'VİCTİM@example.test']) {
    expect((await api.request(login, { body: { id, password } })).body.code).toBe('wrong_credentials')
  }
  expect((await api.request(login, { body: { id: 'VICTIM@example.test', password } })).status).toBe(200)
})

test('a success takes back what was counted against the account', async () => {
  for (let round = 0; round < 3; round++) {
    for (let at = 0; at < 4; at++)
      await api.request(login, { body: { id: 'boss@example.test', password: 'guess' } })
    await signIn(api, 'boss@example.test')
  }
})

test('one address cannot try many accounts without end', async () => {
  const codes = new Set<string>()
  for (let at = 0; at < 101; at++) {
    const { body } = await api.request(join, { body: { email: 'bad', password: '', nickname: '' } })
    codes.add(body.code)
  }
  expect([...codes]).toEqual(['invalid'])
  for (let at = 0; at < 101; at++) {
    const { body } = await api.request(login, {
      body: { id: `someone${at}@example.test`, password: 'x' },
      // The server remembers it beyond the rows that other tests delete.
      tamper: (sent) => void Object.assign(sent, { 'X-Forwarded-For': '10.0.0.200' }),
    })
    codes.add(body.code)
  }
  expect(codes.has('too_many')).toBe(true)
})

test('the addresses of one IPv6 network are one, for whoever has one has all of them', async () => {
  const attempt = async (address: string, at: number) => {
    const body = { id: `someone${at}@example.test`, password: 'x' }
    const forge = (sent: Record<string, string>) => {
      sent['X-Forwarded-For'] = address
    }
    return (await api.request(login, { body, tamper: forge })).body.code
  }
  for (let at = 0; at < 100; at++) await attempt(`2001:db8:0:7:${at.toString(16)}::1`, at)
  expect(await attempt('2001:0DB8::7:1:2:3:4', 100)).toBe('too_many')
  expect(await attempt('2001:db8:0:8::1', 100)).toBe('wrong_credentials')
  expect(await attempt('::ffff:10.0.0.1', 101)).toBe('wrong_credentials')
})

test('whoever joins can sign in; the same email is refused, on the same site only', async () => {
  const body = { email: ' New@example.test ', password: 'secret1', nickname: '새사람' }
  await api.call(join, { body })
  const again = await api.request(join, { body: { ...body, email: 'new@EXAMPLE.test' } })
  expect([again.status, again.body.code, again.body.fields.email.code]).toEqual([409, 'taken', 'email_taken'])
  expect((await api.request(join, { body, domain: 'other.test' })).status).toBe(200)
  const token = requireToken(await api.call(login, { body: { id: 'new@example.test', password: 'secret1' } }))
  expect((await api.call(readMe, { token })).user).toMatchObject({ nickname: '새사람', permission_flag: 0 })
})

test('capital letters outside ASCII sign in as they joined', async () => {
  for (const [typed, email] of [
    ['İbo@example.test', 'İBO@EXAMPLE.TEST'],
    ['ÄÖ@example.test', 'äö@Example.test'],
    ['ｂｏｓｓ２@example.test', 'boss2@example.test'],
  ] as const) {
    await api.call(join, { body: { email: typed, password, nickname: '이보' } })
    await api.call(login, { body: { id: email, password } })
    const taken = { email, password, nickname: '이보' }
    expect((await api.request(join, { body: taken })).body.code).toBe('taken')
  }
})

test('two who join with one email at once are one account', async () => {
  const body = { email: 'twice@example.test', password: 'secret1', nickname: 'twice' }
  const replies = await Promise.all(Array.from({ length: 5 }, () => api.request(join, { body })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
})

test.each([
  ['email', '', 'email_required'],
  ['email', 'no-at-sign', 'email_invalid'],
  ['email', 'a@b', 'email_invalid'],
  ['email', 'a b@c.kr', 'email_invalid'],
  ['email', 'a\u001bc@b.kr', 'email_invalid'],
  ['email', 'a\u202eb@c.kr', 'email_invalid'],
  ['email', `${'a'.repeat(250)}@b.kr`, 'email_invalid'],
  ['password', '', 'password_required'],
  ['password', '123', 'password_length'],
  ['password', 'x'.repeat(65), 'password_length'],
  ['nickname', '  ', 'nickname_required'],
  ['nickname', '가', 'nickname_length'],
  ['nickname', '한\u001bc별', 'nickname_characters'],
  ['nickname', '한\u202e별', 'nickname_characters'],
  ['nickname', '한\n별', 'nickname_characters'],
  ['nickname', '열세글자나되는긴닉네임이다', 'nickname_length'],
])('joining with %s %j is refused as %s', async (field, value, code) => {
  const body = { email: 'good@example.test', password: '1234', nickname: '두자', [field]: value }
  const reply = await api.request(join, { body })
  expect(reply.status).toBe(422)
  expect(Object.keys(reply.body.fields)).toEqual([field])
  expect(reply.body.fields[field].code).toBe(code)
})

test('a password is four to sixty-four characters, whatever they are', async () => {
  const body = { email: 'emoji@example.test', password: '🎵🎵🎵🎵', nickname: '이모지' }
  await api.call(join, { body })
  expect((await api.request(login, { body: { id: body.email, password: body.password } })).status).toBe(200)
})

test('who joins becomes a member of the site’s default network', async () => {
  await queryRaw(api.db, 'update sites set default_network_id = $1 where domain = $2', [
    managerId,
    'example.test',
  ])
  await api.call(join, { body: { email: 'member@example.test', password: '1234', nickname: 'member' } })
  const [row] = await queryRaw<{ network: number }>(
    api.db,
    `select network_id as network from accounts where email = 'member@example.test'`,
  )
  expect(row?.network).toBe(managerId)
})

test('a manager with an unverified channel is told so', async () => {
  await createChannel(api.db, managerId, `UC${'v'.repeat(22)}`, { verification: 'pending' })
  const token = await signIn(api, 'boss@example.test')
  expect((await api.call(readMe, { token })).user.settings.channel_verify_needed).toBe(true)
})

const findAccount = async (email: string) =>
  (
    await queryRaw<{ id: number; hash: string; last: string | null }>(
      api.db,
      `select id,
        password_hash as hash,
        last_sign_in_at as last
      from accounts
      where email = $1
        and kind = 'person'`,
      [email],
    )
  )[0]

test('it is noted when somebody signed in last, and who signed in, joined and out', async () => {
  await clearAuditLog(api.db)
  await api.call(join, { body: { email: 'noted@example.test', password: '1234', nickname: 'noted' } })
  expect((await findAccount('noted@example.test'))?.last).toBe(api.clock.now.toISOString())
  moveClock(60)
  await api.request(login, { body: { id: 'noted@example.test', password: 'guess' } })
  const token = requireToken(await api.call(login, { body: { id: 'noted@example.test', password: '1234' } }))
  const account = await findAccount('noted@example.test')
  expect(account?.last).toBe(api.clock.now.toISOString())
  await api.call(logout, { token, body: {} })
  const rows = await queryRaw(
    api.db,
    'select action, actor, actor_id, site_id, detail from audit_log order by id',
  )
  const by = { actor: 'account', actor_id: account?.id, site_id: site.id }
  const session = { session: expect.any(Number) }
  expect(rows).toEqual([
    { action: 'join', ...by, detail: { before: null, after: { network: expect.any(Number) } } },
    { action: 'login', ...by, detail: { before: null, after: session } },
    { action: 'logout', ...by, detail: { before: session, after: null } },
  ])
})

test('a hash of another cost is replaced when its owner signs in, and only then', async () => {
  await createAccount(api.db, site, 'weak@example.test')
  const weak = await createPasswordHasher({ memoryCost: 16, timeCost: 1, parallelism: 1 }).hash(password)
  await queryRaw(
    api.db,
    `update accounts set password_hash = $1 where email = 'weak@example.test' and kind = 'person'`,
    [weak],
  )
  await api.request(login, { body: { id: 'weak@example.test', password: 'guess' } })
  expect((await findAccount('weak@example.test'))?.hash).toBe(weak)
  // Several concurrent sign-ins all succeed.
  await Promise.all([1, 2, 3].map(() => signIn(api, 'weak@example.test')))
  const replaced = (await findAccount('weak@example.test'))?.hash ?? ''
  expect([weak, replaced].map(cheapHasher.needsRehash)).toEqual([true, false])
  await signIn(api, 'weak@example.test')
  expect((await findAccount('weak@example.test'))?.hash).toBe(replaced)
})
