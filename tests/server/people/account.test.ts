import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteChannel } from '#contract/channels/channel-changes.ts'
import { listChannels } from '#contract/channels/channels.ts'
import { endSessions, listSessions, updateAccount, withdrawAccount } from '#contract/people/account.ts'
import { join, login } from '#contract/people/auth.ts'
import { readMe } from '#contract/people/session.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { parseUserAgent } from '#server/people/credentials/device.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { findSite, type Site } from '#server/platform/auth/sites.ts'
import {
  createAccount,
  createChannel,
  createSite,
  findPerson,
  insertAssignment,
  listAuditEntries,
  password,
  signIn,
  snapshotAccounts,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs, findBrokenChannelInvariants } from '#tests/support/channel-fixtures.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let api: Api
let site: Site
const recordingJobs = createRecordingJobs()

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: recordingJobs.jobs })
  site = await createSite(api.db)
  await insertFacts(api.db, [
    {
      day: '2026-11-01',
      channelId: channelIdFor('one'),
      videoId: videoIdFor('v'),
      country: 'KR',
      views: 1_000,
      premiumViews: 10,
      revenueMicros: 1_234_567,
      premiumRevenueMicros: 1_000,
    },
  ])
})
afterAll(() => api.close())
beforeEach(async () => {
  await execAsOwner(
    api.db,
    'delete from channel_requests; delete from assignments; delete from channels; delete from channel_daily; delete from network_daily; delete from rate_limit_windows; delete from audit_log; delete from sessions',
  )
  await execRaw(api.db, 'update sites set default_network_id = null')
  api.clock.now = new Date()
  recordingJobs.sent.length = 0
})

let accountCount = 0
/** Creates an account and signs it in. */
async function createSignedInAccount(kind: 'manager' | 'alone' | 'member', networkId?: number) {
  const email = `${kind}${++accountCount}@example.test`
  const created = await createAccount(api.db, site, email, networkId, kind === 'manager')
  const id = await findPerson(api.db, email)
  return { id, networkId: networkId ?? created, email, token: await signIn(api, email) }
}
type SignedInAccount = Awaited<ReturnType<typeof createSignedInAccount>>

const requestChange = ({ token }: SignedInAccount, body: object) =>
  api.request(updateAccount, { token, body })
const requestWithdrawal = ({ token }: SignedInAccount, givenPassword = password) =>
  api.request(withdrawAccount, { token, body: { password: givenPassword } })
const listSessionsOf = async (token: string) => (await api.call(listSessions, { token })).sessions
const tryLogin = (id: string, givenPassword: string) =>
  api.request(login, { body: { id, password: givenPassword } })
const isSignedIn = async (token: string) => (await api.request(readMe, { token })).status === 200
const describeRefusal = ({ status, body }: { status: number; body: { code: string; fields?: object } }) => [
  status,
  body.code,
  Object.entries(body.fields ?? {}).map(([field, { code }]) => `${field}: ${code}`),
]
async function expectUnchanged(
  request: () => Promise<Parameters<typeof describeRefusal>[0]>,
): Promise<unknown> {
  const before = await snapshotAccounts(api.db)
  const refusal = describeRefusal(await request())
  expect(await snapshotAccounts(api.db)).toEqual(before)
  return refusal
}
const wrongPassword = [422, 'invalid', ['password: password_wrong']]

describe('a person', () => {
  test('gets another nickname without a password, and no session ends', async () => {
    const me = await createSignedInAccount('alone')
    const other = await signIn(api, me.email)
    await clearAuditLog(api.db)
    const { user } = (await requestChange(me, { nickname: '  새이름 ' })).body
    expect(user).toMatchObject({ id: me.id, email: me.email, nickname: '새이름' })
    expect((await api.call(readMe, { token: other })).user).toEqual(user)
    expect(await listAuditEntries(api.db)).toEqual([
      {
        action: 'updateAccount',
        actor: me.id,
        subject: `account ${me.id}`,
        detail: { before: { nickname: '(hidden)' }, after: { nickname: '(hidden)' } },
      },
    ])
  })

  test('gets another password with the current one: all other sessions end, this one stays', async () => {
    const me = await createSignedInAccount('alone')
    const [other, bystander] = [await signIn(api, me.email), await createSignedInAccount('alone')]
    expect((await requestChange(me, { password, new_password: 'another' })).status).toBe(200)
    expect([await isSignedIn(me.token), await isSignedIn(other), await isSignedIn(bystander.token)]).toEqual([
      true,
      false,
      true,
    ])
    expect((await tryLogin(me.email, password)).body.code).toBe('wrong_credentials')
    expect((await tryLogin(me.email, 'another')).status).toBe(200)
    expect(await expectUnchanged(() => requestChange(me, { password, new_password: 'third' }))).toEqual(
      wrongPassword,
    )
  })

  test.each([
    [{}, []],
    [{ password }, []],
    [{ nickname: '한' }, ['nickname: nickname_length']],
    [{ nickname: ' ' }, ['nickname: nickname_required']],
    [{ new_password: 'another' }, ['password: password_required']],
    [{ new_password: 'another', password: '' }, ['password: password_required']],
    [{ new_password: 'abc', password }, ['new_password: password_length']],
    [{ new_password: 'another', password: 'wrong' }, ['password: password_wrong']],
    [{ new_password: 'another', password: 'wrong', nickname: '새이름' }, ['password: password_wrong']],
  ])('who asks for %j is refused, and nothing changes', async (body, fields) => {
    const me = await createSignedInAccount('alone')
    expect(await expectUnchanged(() => requestChange(me, body))).toEqual([422, 'invalid', fields])
  })

  test('is asked for the own password so many times, whatever for', async () => {
    const me = await createSignedInAccount('alone')
    const id = await createChannel(api.db, me.id, channelIdFor('one'))
    await insertAssignment(api.db, id, me.id)
    api.clock.now = new Date('2026-11-20T10:01:00Z')
    const guess = { id, acknowledged: 'on', password: 'guess' }
    const ways = [
      () => requestChange(me, { password: 'guess', new_password: 'another' }),
      () => requestWithdrawal(me, 'guess'),
      () => api.request(deleteChannel, { token: me.token, body: guess }),
    ]
    for (let at = 0; at < rateLimits.reauthentication; at++)
      expect(describeRefusal((await ways[at % 3]?.()) ?? { status: 0, body: { code: '' } })).toEqual(
        wrongPassword,
      )
    for (const way of ways) expect(describeRefusal(await way())).toEqual([429, 'too_many', []])
    expect(describeRefusal(await requestWithdrawal(me))).toEqual([429, 'too_many', []])
    expect((await requestChange(me, { nickname: '새이름' })).status).toBe(200)
    api.clock.now = new Date('2026-11-20T10:11:00Z')
    expect((await requestChange(me, { password, new_password: 'another' })).status).toBe(200)
  })
})

describe('the sessions', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

  test('are listed with device and time: this one first, then the newest', async () => {
    api.clock.now = new Date('2026-11-01T10:00:00Z')
    const me = await createSignedInAccount('alone')
    api.clock.now = new Date('2026-11-02T10:00:00Z')
    const body = { id: me.email, password }
    await api.call(login, { body, userAgent: chrome })
    api.clock.now = new Date('2026-11-03T10:00:00Z')
    await api.call(login, { body, userAgent: '' })
    const all = await listSessionsOf(me.token)
    const at = (day: string) => `${day}T10:00:00.000Z`
    expect(all.map(({ id: _, ...rest }) => rest)).toEqual([
      {
        current: true,
        browser: null,
        system: null,
        signedInAt: at('2026-11-01'),
        lastUsedAt: at('2026-11-03'),
      },
      {
        current: false,
        browser: null,
        system: null,
        signedInAt: at('2026-11-03'),
        lastUsedAt: at('2026-11-03'),
      },
      {
        current: false,
        browser: 'Chrome 131',
        system: 'Windows',
        signedInAt: at('2026-11-02'),
        lastUsedAt: at('2026-11-02'),
      },
    ])
    api.clock.now = new Date('2026-12-02T12:00:00Z')
    expect((await listSessionsOf(me.token)).map(({ signedInAt }) => signedInAt)).toEqual([
      at('2026-11-01'),
      at('2026-11-03'),
    ])
  })

  test('keep so many characters of what a browser says', async () => {
    const me = await createSignedInAccount('alone')
    await api.call(login, { body: { id: me.email, password }, userAgent: `${chrome} ${'x'.repeat(5_000)}` })
    const [row] = await queryRaw<{ length: number }>(
      api.db,
      'select max(length(user_agent)) as length from sessions',
    )
    expect(row?.length).toBe(300)
    expect((await listSessionsOf(me.token))[1]).toMatchObject({ browser: 'Chrome 131', system: 'Windows' })
  })

  test.each([
    ['', null, null],
    ['x', null, null],
    ['curl/8.5.0', null, null],
    [chrome, 'Chrome 131', 'Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari 18',
      'iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox 132', 'Linux'],
  ])('know %j as %s on %s', (userAgent, browser, system) => {
    expect(parseUserAgent(userAgent)).toEqual({ browser, system })
  })

  test('are ended one by one or all but this one, and never somebody else’s', async () => {
    const [me, other] = [await createSignedInAccount('alone'), await createSignedInAccount('alone')]
    const more = [await signIn(api, me.email), await signIn(api, me.email), await signIn(api, me.email)]
    await clearAuditLog(api.db)
    const [current, newest] = await listSessionsOf(me.token)
    const [theirs] = await listSessionsOf(other.token)
    const end = (id?: number) => api.request(endSessions, { token: me.token, body: { id, password } })
    const askWith = (body: object) => () => api.request(endSessions, { token: me.token, body })
    expect(await expectUnchanged(askWith({ id: newest?.id }))).toEqual([
      422,
      'invalid',
      ['password: password_required'],
    ])
    expect(await expectUnchanged(askWith({ password: 'a guess' }))).toEqual(wrongPassword)
    for (const id of [theirs?.id, current?.id, 999_999, 2 ** 50])
      expect(await expectUnchanged(() => end(id))).toEqual([404, 'not_found', []])
    const { body } = await end(newest?.id)
    expect(body.sessions).toHaveLength(3)
    expect(await Promise.all(more.map(isSignedIn))).toEqual([true, true, false])
    expect((await end()).body.sessions).toEqual([current])
    expect(await Promise.all(more.map(isSignedIn))).toEqual([false, false, false])
    expect(await expectUnchanged(() => end())).toEqual([200, undefined, []])
    expect([await isSignedIn(me.token), await isSignedIn(other.token)]).toEqual([true, true])
    expect(await listAuditEntries(api.db)).toEqual([
      {
        action: 'endSessions',
        actor: me.id,
        subject: `session ${newest?.id}`,
        detail: { before: { session: newest?.id }, after: null },
      },
      {
        action: 'endSessions',
        actor: me.id,
        subject: null,
        detail: { before: { sessions: 3 }, after: { sessions: 1 } },
      },
    ])
  })
})

describe('who withdraws', () => {
  test('as a member leaves the channels to the network, and nothing by which to be known', async () => {
    const boss = await createSignedInAccount('manager')
    const me = await createSignedInAccount('member', boss.networkId)
    const elsewhere = await signIn(api, me.email)
    await insertAssignment(api.db, await createChannel(api.db, boss.networkId, channelIdFor('one')), me.id)
    await insertFacts(api.db, [])
    const books = () => api.call(readDashboard, { token: boss.token, query: { period: 'six-months' } })
    const before = await books()
    expect(before.report?.totals.views).toBe(1_000)
    expect((await requestWithdrawal(me)).status).toBe(200)
    expect([await isSignedIn(me.token), await isSignedIn(elsewhere), await isSignedIn(boss.token)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await books()).toEqual(before)
    const { channels } = await api.call(listChannels, { token: boss.token })
    expect(channels).toMatchObject([{ channelId: channelIdFor('one'), members: [] }])
    expect((await tryLogin(me.email, password)).body.code).toBe('wrong_credentials')
    expect((await listAuditEntries(api.db)).at(-1)).toEqual({
      action: 'withdrawAccount',
      actor: me.id,
      subject: `account ${me.id}`,
      detail: {
        before: { network: boss.networkId, roles: ['member'], registrations: [expect.any(Number)] },
        after: null,
      },
    })
    await api.call(join, { body: { email: me.email, password: '1234', nickname: '다시온사람' } })
    expect((await tryLogin(me.email, '1234')).status).toBe(200)
  })

  test('alone loses the channels, which are free again and without figures', async () => {
    const me = await createSignedInAccount('alone')
    const id = await createChannel(api.db, me.id, channelIdFor('one'))
    await insertAssignment(api.db, id, me.id)
    await createChannel(api.db, me.id, channelIdFor('two'), { approval: 0, verification: 'pending' })
    await insertFacts(api.db, [])
    const counted = () => queryRaw(api.db, 'select day from network_daily')
    expect(await counted()).toHaveLength(1)
    expect((await requestWithdrawal(me)).status).toBe(200)
    expect(await queryRaw(api.db, 'select channel_id from channels where removed_at is null')).toEqual([])
    expect(await counted()).toEqual([])
    expect(await findBrokenChannelInvariants(api.db)).not.toContainEqual(
      expect.stringMatching(/figures|assigned/),
    )
    expect(recordingJobs.sent).toEqual([['refresh-lists', 0]])
    await createChannel(api.db, (await createSignedInAccount('manager')).networkId, channelIdFor('one'))
  })

  test('as a manager has neither members nor channels any more', async () => {
    const boss = await createSignedInAccount('manager')
    const member = await createSignedInAccount('member', boss.networkId)
    const notEmpty = [409, 'not_empty', []]
    expect(await expectUnchanged(() => requestWithdrawal(boss))).toEqual(notEmpty)
    await requestWithdrawal(member)
    const id = await createChannel(api.db, boss.networkId, channelIdFor('one'))
    expect(await expectUnchanged(() => requestWithdrawal(boss))).toEqual(notEmpty)
    await queryRaw(api.db, 'update channels set removed_at = now() where registration_id = $1', [id])
    expect((await requestWithdrawal(boss)).status).toBe(200)
    expect(await isSignedIn(boss.token)).toBe(false)
  })

  test('from a site’s default network leaves a site whose people stand alone', async () => {
    const boss = await createSignedInAccount('manager')
    await queryRaw(api.db, 'update sites set default_network_id = $2 where id = $1', [
      site.id,
      boss.networkId,
    ])
    expect((await requestWithdrawal(boss)).status).toBe(200)
    expect((await findSite(api.db, site.domain))?.defaultNetworkId).toBeNull()
    const email = `late${++accountCount}@example.test`
    await api.call(join, { body: { email, password: '1234', nickname: 'late' } })
    const [row] = await queryRaw<{ alone: boolean }>(
      api.db,
      'select id = network_id as alone from accounts where email = $1',
      [email],
    )
    expect(row?.alone).toBe(true)
  })

  test('gives the current password', async () => {
    const me = await createSignedInAccount('alone')
    expect(await expectUnchanged(() => requestWithdrawal(me, 'guess'))).toEqual(wrongPassword)
    expect(await expectUnchanged(() => requestWithdrawal(me, ''))).toEqual([
      422,
      'invalid',
      ['password: password_required'],
    ])
    expect(await isSignedIn(me.token)).toBe(true)
  })
})
