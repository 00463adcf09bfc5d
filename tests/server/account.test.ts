import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeAccount, endSessions, listSessions, withdraw } from '#contract/account.ts'
import { join, login } from '#contract/auth.ts'
import { deleteChannel, listChannels } from '#contract/channels.ts'
import { readDashboard } from '#contract/reports.ts'
import { readMe } from '#contract/session.ts'
import { deviceOf } from '#server/account/device.ts'
import { attemptLimits } from '#server/limits.ts'
import { findSite, type Site } from '#server/session.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelFlaws, notedJobs } from '#tests/support/channels.ts'
import { channelNamed, putFacts, videoNamed } from '#tests/support/facts.ts'
import {
  assign,
  changesOf,
  everyone,
  makeAccount,
  makeChannel,
  makeSite,
  password,
  signIn,
} from '#tests/support/people.ts'

let api: Api
let site: Site
const noted = notedJobs()

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: noted.jobs })
  site = await makeSite(api.db)
  await putFacts(api.db, [
    {
      day: '2026-11-01',
      channelId: channelNamed('one'),
      videoId: videoNamed('v'),
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
  await api.db.exec(
    'delete from channel_requests; delete from assignments; delete from channels; delete from channel_daily; delete from network_daily; delete from attempts; delete from audit; delete from sessions',
  )
  await api.db.exec('update sites set default_network_id = null')
  api.clock.now = new Date()
  noted.sent.length = 0
})

let made = 0
/** Somebody new, signed in. */
async function someone(kind: 'manager' | 'alone' | 'member', networkId?: number) {
  const email = `${kind}${++made}@example.test`
  const id = await makeAccount(api.db, site, email, networkId, kind === 'manager')
  return { id, email, token: await signIn(api, email) }
}
type Someone = Awaited<ReturnType<typeof someone>>

const change = ({ token }: Someone, body: object) => api.call(changeAccount, { token, body })
const leave = ({ token }: Someone, given = password) =>
  api.call(withdraw, { token, body: { password: given } })
const sessions = async (token: string) => (await api.ask(listSessions, { token })).sessions
const enter = (id: string, given: string) => api.call(login, { body: { id, password: given } })
const isIn = async (token: string) => (await api.call(readMe, { token })).status === 200
const saidOf = ({ status, body }: { status: number; body: { code: string; fields?: object } }) => [
  status,
  body.code,
  Object.entries(body.fields ?? {}).map(([field, { code }]) => `${field}: ${code}`),
]
async function refused(work: () => Promise<Parameters<typeof saidOf>[0]>): Promise<unknown> {
  const before = await everyone(api.db)
  const said = saidOf(await work())
  expect(await everyone(api.db)).toEqual(before)
  return said
}
const wrong = [422, 'invalid', ['password: password_wrong']]

describe('a person', () => {
  test('gets another nickname without a password, and no session ends', async () => {
    const me = await someone('alone')
    const other = await signIn(api, me.email)
    await api.db.exec('delete from audit')
    const { user } = (await change(me, { nickname: '  새이름 ' })).body
    expect(user).toMatchObject({ id: me.id, email: me.email, nickname: '새이름' })
    expect((await api.ask(readMe, { token: other })).user).toEqual(user)
    expect(await changesOf(api.db)).toEqual([
      { action: 'changeAccount', actor: me.id, subject: `account ${me.id}`, detail: { nickname: true } },
    ])
  })

  test('gets another password with the current one: all other sessions end, this one stays', async () => {
    const me = await someone('alone')
    const [other, bystander] = [await signIn(api, me.email), await someone('alone')]
    expect((await change(me, { password, new_password: 'another' })).status).toBe(200)
    expect([await isIn(me.token), await isIn(other), await isIn(bystander.token)]).toEqual([
      true,
      false,
      true,
    ])
    expect((await enter(me.email, password)).body.code).toBe('wrong_credentials')
    expect((await enter(me.email, 'another')).status).toBe(200)
    expect(await refused(() => change(me, { password, new_password: 'third' }))).toEqual(wrong)
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
    const me = await someone('alone')
    expect(await refused(() => change(me, body))).toEqual([422, 'invalid', fields])
  })

  test('is asked for the own password so many times, whatever for', async () => {
    const me = await someone('alone')
    const id = await makeChannel(api.db, me.id, channelNamed('one'))
    await assign(api.db, id, me.id)
    api.clock.now = new Date('2026-11-20T10:01:00Z')
    const guess = { id, acknowledged: 'on', password: 'guess' }
    const ways = [
      () => change(me, { password: 'guess', new_password: 'another' }),
      () => leave(me, 'guess'),
      () => api.call(deleteChannel, { token: me.token, body: guess }),
    ]
    for (let at = 0; at < attemptLimits['own-password']; at++)
      expect(saidOf((await ways[at % 3]?.()) ?? { status: 0, body: { code: '' } })).toEqual(wrong)
    for (const way of ways) expect(saidOf(await way())).toEqual([429, 'too_many', []])
    expect(saidOf(await leave(me))).toEqual([429, 'too_many', []])
    expect((await change(me, { nickname: '새이름' })).status).toBe(200)
    api.clock.now = new Date('2026-11-20T10:11:00Z')
    expect((await change(me, { password, new_password: 'another' })).status).toBe(200)
  })
})

describe('the sessions', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

  test('are listed with device and time: this one first, then the newest', async () => {
    api.clock.now = new Date('2026-11-01T10:00:00Z')
    const me = await someone('alone')
    api.clock.now = new Date('2026-11-02T10:00:00Z')
    const body = { id: me.email, password }
    await api.ask(login, { body, userAgent: chrome })
    api.clock.now = new Date('2026-11-03T10:00:00Z')
    await api.ask(login, { body, userAgent: '' })
    const all = await sessions(me.token)
    const at = (day: string) => `${day}T10:00:00.000Z`
    expect(all.map(({ id: _, ...rest }) => rest)).toEqual([
      {
        current: true,
        browser: null,
        system: null,
        signed_in_at: at('2026-11-01'),
        last_used_at: at('2026-11-03'),
      },
      {
        current: false,
        browser: null,
        system: null,
        signed_in_at: at('2026-11-03'),
        last_used_at: at('2026-11-03'),
      },
      {
        current: false,
        browser: 'Chrome 131',
        system: 'Windows',
        signed_in_at: at('2026-11-02'),
        last_used_at: at('2026-11-02'),
      },
    ])
    api.clock.now = new Date('2026-12-02T12:00:00Z')
    expect((await sessions(me.token)).map(({ signed_in_at }) => signed_in_at)).toEqual([
      at('2026-11-01'),
      at('2026-11-03'),
    ])
  })

  test('keep so many characters of what a browser says', async () => {
    const me = await someone('alone')
    await api.ask(login, { body: { id: me.email, password }, userAgent: `${chrome} ${'x'.repeat(5_000)}` })
    const [row] = await api.db.query<{ length: number }>(
      'select max(length(user_agent)) as length from sessions',
    )
    expect(row?.length).toBe(300)
    expect((await sessions(me.token))[1]).toMatchObject({ browser: 'Chrome 131', system: 'Windows' })
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
    expect(deviceOf(userAgent)).toEqual({ browser, system })
  })

  test('are ended one by one or all but this one, and never somebody else’s', async () => {
    const [me, other] = [await someone('alone'), await someone('alone')]
    const more = [await signIn(api, me.email), await signIn(api, me.email), await signIn(api, me.email)]
    await api.db.exec('delete from audit')
    const [current, newest] = await sessions(me.token)
    const [theirs] = await sessions(other.token)
    const end = (id?: number) => api.call(endSessions, { token: me.token, body: { id } })
    for (const id of [theirs?.id, current?.id, 999_999, 2 ** 50])
      expect(await refused(() => end(id))).toEqual([404, 'not_found', []])
    const { body } = await end(newest?.id)
    expect(body.sessions).toHaveLength(3)
    expect(await Promise.all(more.map(isIn))).toEqual([true, true, false])
    expect((await end()).body.sessions).toEqual([current])
    expect(await Promise.all(more.map(isIn))).toEqual([false, false, false])
    expect(await refused(() => end())).toEqual([200, undefined, []])
    expect([await isIn(me.token), await isIn(other.token)]).toEqual([true, true])
    expect(await changesOf(api.db)).toEqual([
      { action: 'endSessions', actor: me.id, subject: `session ${newest?.id}`, detail: {} },
      { action: 'endSessions', actor: me.id, subject: null, detail: { sessions: 2 } },
    ])
  })
})

describe('who withdraws', () => {
  test('as a member leaves the channels to the network, and nothing by which to be known', async () => {
    const boss = await someone('manager')
    const me = await someone('member', boss.id)
    const elsewhere = await signIn(api, me.email)
    await assign(api.db, await makeChannel(api.db, boss.id, channelNamed('one')), me.id)
    await putFacts(api.db, [])
    const books = () => api.ask(readDashboard, { token: boss.token, query: { period: 'six-months' } })
    const before = await books()
    expect(before.report?.totals.views).toBe(1_000)
    expect((await leave(me)).status).toBe(200)
    expect([await isIn(me.token), await isIn(elsewhere), await isIn(boss.token)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await books()).toEqual(before)
    const { channels } = await api.ask(listChannels, { token: boss.token })
    expect(channels).toMatchObject([{ channelId: channelNamed('one'), members: [] }])
    expect((await enter(me.email, password)).body.code).toBe('wrong_credentials')
    expect((await changesOf(api.db)).at(-1)).toEqual({
      action: 'withdraw',
      actor: me.id,
      subject: `account ${me.id}`,
      detail: {},
    })
    await api.ask(join, { body: { email: me.email, password: '1234', nickname: '다시온사람' } })
    expect((await enter(me.email, '1234')).status).toBe(200)
  })

  test('alone loses the channels, which are free again and without figures', async () => {
    const me = await someone('alone')
    const id = await makeChannel(api.db, me.id, channelNamed('one'))
    await assign(api.db, id, me.id)
    await makeChannel(api.db, me.id, channelNamed('two'), { approval: 0, verification: 'pending' })
    await putFacts(api.db, [])
    const counted = () => api.db.query('select day from network_daily')
    expect(await counted()).toHaveLength(1)
    expect((await leave(me)).status).toBe(200)
    expect(await api.db.query('select channel_id from channels where removed_at is null')).toEqual([])
    expect(await counted()).toEqual([])
    expect(await channelFlaws(api.db)).not.toContainEqual(expect.stringMatching(/figures|assigned/))
    expect(noted.sent).toEqual([['refresh-lists', 0]])
    await makeChannel(api.db, (await someone('manager')).id, channelNamed('one'))
  })

  test('as a manager has neither members nor channels any more', async () => {
    const boss = await someone('manager')
    const member = await someone('member', boss.id)
    const notEmpty = [409, 'not_empty', []]
    expect(await refused(() => leave(boss))).toEqual(notEmpty)
    await leave(member)
    const id = await makeChannel(api.db, boss.id, channelNamed('one'))
    expect(await refused(() => leave(boss))).toEqual(notEmpty)
    await api.db.query('update channels set removed_at = now() where registration_id = $1', [id])
    expect((await leave(boss)).status).toBe(200)
    expect(await isIn(boss.token)).toBe(false)
  })

  test('alone, with members who joined, stays', async () => {
    const me = await someone('alone')
    await someone('member', me.id)
    await makeChannel(api.db, me.id, channelNamed('one'))
    expect(await refused(() => leave(me))).toEqual([409, 'not_empty', []])
  })

  test('from a site’s default network leaves a site whose people stand alone', async () => {
    const boss = await someone('manager')
    await api.db.query('update sites set default_network_id = $2 where id = $1', [site.id, boss.id])
    expect((await leave(boss)).status).toBe(200)
    expect((await findSite(api.db, site.domain))?.defaultNetworkId).toBeNull()
    const email = `late${++made}@example.test`
    await api.ask(join, { body: { email, password: '1234', nickname: 'late' } })
    const [row] = await api.db.query<{ alone: boolean }>(
      'select id = network_id as alone from accounts where email = $1',
      [email],
    )
    expect(row?.alone).toBe(true)
  })

  test('gives the current password', async () => {
    const me = await someone('alone')
    expect(await refused(() => leave(me, 'guess'))).toEqual(wrong)
    expect(await refused(() => leave(me, ''))).toEqual([422, 'invalid', ['password: password_required']])
    expect(await isIn(me.token)).toBe(true)
  })
})
