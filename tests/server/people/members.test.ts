import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelChannelRequest } from '#contract/channels/channel-changes.ts'
import { listChannels } from '#contract/channels/channels.ts'
import { login } from '#contract/people/auth.ts'
import { listFeeRates } from '#contract/people/fees.ts'
import { addMember, deleteMember, updateMember } from '#contract/people/member-management.ts'
import { listMembers, memberStates } from '#contract/people/members.ts'
import { readMe } from '#contract/people/session.ts'
import { earliestDay } from '#contract/reports/calendar.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { settleRequest } from '#server/channels/lifecycle/registration.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { findSite } from '#server/platform/auth/sites.ts'
import {
  createAccount,
  createChannel,
  createSite,
  createStaff,
  findPerson,
  insertAssignment,
  listAuditEntries,
  password,
  signIn,
  snapshotAccounts,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
} from '#tests/support/channel-fixtures.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { requireToken } from '#tests/support/require-token.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let api: Api
const recordingJobs = createRecordingJobs()
const youtube = createInMemoryYoutube()
const ids: Record<string, number> = {}
let token: string
const firstChannel = buildYoutubeChannel(channelIdFor('one'))
const secondChannel = buildYoutubeChannel(channelIdFor('two'))
/** In Los Angeles it is still the day before. */
const startTime = new Date('2026-11-21T06:00:00Z')

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: recordingJobs.jobs, youtube: youtube.youtube })
  const site = await createSite(api.db)
  const other = await createSite(api.db, 'other.test')
  ids.boss = await createAccount(api.db, site, 'boss@example.test')
  ids.rival = await createAccount(api.db, site, 'rival@example.test')
  ids.theirs = await createAccount(api.db, site, 'theirs@example.test', ids.rival)
  ids.alone = await createAccount(api.db, site, 'alone@example.test', undefined, false)
  ids.elsewhere = await createAccount(api.db, other, 'elsewhere@example.test')
  ids.gone = await createAccount(api.db, site, 'gone@example.test', ids.boss)
  await queryRaw(
    api.db,
    `update accounts
    set removed_at = now(),
      email = null,
      nickname = null,
      password_hash = null
    where id = $1`,
    [ids.gone],
  )
  await insertFacts(api.db, [
    {
      day: '2026-11-01',
      channelId: firstChannel.channelId,
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
    'delete from channel_requests; delete from assignments; delete from channels; delete from fee_rates; delete from rate_limit_windows; delete from audit_log',
  )
  api.clock.now = startTime
  token = await signIn(api, 'boss@example.test')
  await clearAuditLog(api.db)
  Object.assign(youtube, { channels: [firstChannel, secondChannel], failure: null, callCount: 0 })
  recordingJobs.sent.length = 0
  recordingJobs.woken.length = 0
})

let memberCount = 0
const createEmail = () => `member${++memberCount}@example.test`
const buildForm = (overrides: object = {}) => ({
  user_id: createEmail(),
  password: 'secret',
  nickname: '하루',
  ...overrides,
})
const channelUrl = ({ channelId }: { channelId: string }) => `https://www.youtube.com/channel/${channelId}`
const requestAdd = (body: object) => api.request(addMember, { token, body })
const createMember = async (overrides: object = {}) =>
  (await api.call(addMember, { token, body: buildForm(overrides) })).member
const requestChange = (target: number | undefined, changes: object) =>
  api.request(updateMember, { token, body: { target, ...changes } })
const requestRemoval = (target: number | undefined, givenPassword = password) =>
  api.request(deleteMember, { token, body: { target, password: givenPassword } })
const listFeesOf = async (target: number) => (await api.call(listFeeRates, { token, query: { target } })).fees
const searchMembers = async (search: string) =>
  (await api.call(listMembers, { token, query: { search } })).members
const tryLogin = (id: string, givenPassword: string) =>
  api.request(login, { body: { id, password: givenPassword } })
const describeRefusal = ({ status, body }: { status: number; body: { code: string; fields?: object } }) => [
  status,
  body.code,
  Object.entries(body.fields ?? {}).map(([field, { code }]) => `${field}: ${code}`),
]

/** Expects a call to be refused, and to change nothing. */
async function expectUnchanged(
  request: () => Promise<Parameters<typeof describeRefusal>[0]>,
): Promise<unknown> {
  const before = await snapshotAccounts(api.db)
  const refusal = describeRefusal(await request())
  expect(await snapshotAccounts(api.db)).toEqual(before)
  return refusal
}

describe('a member who is made', () => {
  test('is of the manager’s network, listed, and can sign in', async () => {
    const body = buildForm({ user_id: ' Haru@Example.test ' })
    const { member, request } = await api.call(addMember, { token, body })
    expect(request).toBeNull()
    expect(member).toEqual({
      id: expect.any(Number),
      state: 'unconfirmed',
      user_id: 'haru@example.test',
      nickname: '하루',
      channel_url: null,
      fee_rate: 0,
      channels: 0,
      registered_at: expect.any(String),
      last_sign_in_at: null,
    })
    expect(await searchMembers('haru@')).toEqual([member])
    const { token: theirs } = (await tryLogin('haru@example.test', 'secret')).body
    expect((await api.call(readMe, { token: theirs })).user).toMatchObject({
      id: member.id,
      permission_flag: 0,
    })
    expect(await searchMembers('haru@')).toMatchObject([{ last_sign_in_at: startTime.toISOString() }])
    expect(await listAuditEntries(api.db)).toMatchObject([
      {
        action: 'addMember',
        actor: await findPerson(api.db, 'boss@example.test'),
        subject: `account ${member.id}`,
        detail: { before: null, after: { network: ids.boss } },
      },
      { action: 'login', actor: member.id },
    ])
  })

  test('may have a longer nickname than people choose themselves', async () => {
    const nickname = '열세 글자보다 긴 이름을 가진 사람'
    const { member } = await api.call(addMember, { token, body: buildForm({ nickname }) })
    expect(member.nickname).toBe(nickname)
  })

  test('has the channel that was given, and keeps its link', async () => {
    const channels = [{ link: ` ${channelUrl(firstChannel)} `, category: 'music' }]
    const { member, request } = await api.call(addMember, { token, body: buildForm({ channels }) })
    expect([member.channel_url, member.channels, request]).toEqual([channelUrl(firstChannel), 1, null])
    const { channels: registered } = await api.call(listChannels, { token })
    expect(registered).toMatchObject([
      {
        channelId: firstChannel.channelId,
        category: 'music',
        members: [{ id: member.id }],
        verification: 'pending',
      },
    ])
    expect((await listAuditEntries(api.db)).map(({ action }) => action)).toEqual(['addMember', 'addChannel'])
    expect(recordingJobs.woken).toEqual([])
  })

  test('waits for the channel where the platform is silent', async () => {
    youtube.failure = 'no_answer'
    const channels = [{ link: channelUrl(secondChannel), category: 'pets' }]
    const { member, request } = await api.call(addMember, { token, body: buildForm({ channels }) })
    expect(request).toMatchObject({ link: channelUrl(secondChannel), category: 'pets', failure: null })
    expect(member).toMatchObject({ channels: 0, channel_url: channelUrl(secondChannel) })
    expect(recordingJobs.sent).toEqual([['find-channel', request?.id]])
    expect(recordingJobs.woken).toEqual(['find-channel'])
    await settleRequest(api.db, request?.id ?? 0, { found: secondChannel }, new Date())
    const { channels: registered } = await api.call(listChannels, { token })
    expect(registered).toMatchObject([{ channelId: secondChannel.channelId, members: [{ id: member.id }] }])
  })

  test.each([
    [{ user_id: 'BOSS@example.test' }, 409, 'taken', 'user_id: email_taken'],
    [{ user_id: 'no-email' }, 422, 'invalid', 'user_id: email_invalid'],
    [{ user_id: '' }, 422, 'invalid', 'user_id: member_email_required'],
    [{ password: '' }, 422, 'invalid', 'password: password_required'],
    [{ password: 'abc' }, 422, 'invalid', 'password: password_length'],
    [{ nickname: ' ' }, 422, 'invalid', 'nickname: nickname_required'],
    [{ nickname: '한' }, 422, 'invalid', 'nickname: nickname_short'],
    [{ nickname: '가'.repeat(101) }, 422, 'invalid', 'nickname: nickname_long'],
    [
      { channels: [{ link: '@nobody', category: 'people' }] },
      422,
      'invalid',
      'channels.0.link: channel_unknown',
    ],
    [
      { channels: [{ link: 'youtube.com/c/x', category: 'people' }] },
      422,
      'invalid',
      'channels.0.link: channel_link_custom',
    ],
    [
      { channels: [{ link: '', category: 'people' }] },
      422,
      'invalid',
      'channels.0.link: channel_link_required',
    ],
    [{ channels: [{ link: '@x', category: '' }] }, 422, 'invalid', 'channels.0.category: category_required'],
    [
      {
        channels: [
          { link: channelUrl(firstChannel), category: 'people' },
          { link: channelUrl(secondChannel), category: 'people' },
        ],
      },
      422,
      'invalid',
      'channels: invalid',
    ],
  ])('with %j is refused, and nothing is made', async (more, status, code, field) => {
    expect(await expectUnchanged(() => requestAdd(buildForm(more)))).toEqual([status, code, [field]])
  })

  test('with somebody’s channel is refused, and there is no member', async () => {
    await createChannel(api.db, ids.rival ?? 0, firstChannel.channelId)
    const channels = [{ link: channelUrl(firstChannel), category: 'people' }]
    expect(await expectUnchanged(() => requestAdd(buildForm({ channels })))).toEqual([
      409,
      'taken',
      ['channels.0.link: channel_claimed'],
    ])
  })

  test('with an email that is taken costs no look-up', async () => {
    await expectUnchanged(() =>
      requestAdd(
        buildForm({
          user_id: 'boss@example.test',
          channels: [{ link: channelUrl(firstChannel), category: 'people' }],
        }),
      ),
    )
    expect(youtube.callCount).toBe(0)
    expect((await requestAdd(buildForm({ user_id: 'elsewhere@example.test' }))).status).toBe(200)
  })
})

describe('the list of members', () => {
  test('is in natural order: by number, whatever the case and width of the letters', async () => {
    const sorted = [
      '007',
      '08',
      '12번',
      'a 2',
      'A10',
      'bb',
      '회원',
      '회원1',
      '회원02',
      '회원２a',
      '회원10',
      '회원10호2',
      '회원10호11',
    ]
    for (const nickname of sorted.toReversed())
      await createMember({ nickname, user_id: `natural-${createEmail()}` })
    expect((await searchMembers('natural-')).map(({ nickname }) => nickname)).toEqual(sorted)
  })
})

describe('the list of members by their state', () => {
  const group = Math.random().toString(36).slice(2, 8)
  const people: Record<string, number> = {}
  const read = async (query: object) => {
    const reply = await api.call(listMembers, { token, query: { search: group, ...query } })
    expect(reply.total).toBe(reply.members.length)
    return reply.members.map(({ id }) => Object.keys(people).find((name) => people[name] === id))
  }

  beforeAll(async () => {
    token = await signIn(api, 'boss@example.test')
    const states = {
      active: 'email_confirmed_at = now()',
      invited: 'email_confirmed_at = null, password_hash = null',
      waiting: 'email_confirmed_at = now(), awaits_approval = true',
      unconfirmed: 'email_confirmed_at = null',
    }
    for (const [name, change] of Object.entries(states)) {
      const { id } = await createMember({ nickname: `${group} ${name}` })
      await queryRaw(api.db, `update accounts set ${change} where id = $1 returning id`, [id])
      people[name] = id
    }
  })

  test('has those in the state alone, and those whose payout account is not confirmed', async () => {
    for (const state of memberStates) expect(await read({ state })).toEqual([state])
    expect((await read({ state: 'payee' })).sort()).toEqual(memberStates.toSorted())
    await insertConfirmedPayee(api.db, people.active ?? 0)
    expect((await read({ state: 'payee' })).sort()).toEqual(['invited', 'unconfirmed', 'waiting'])
    await queryRaw(api.db, 'delete from payees where account_id = $1 returning account_id', [people.active])
  })

  test('is sorted by the last sign-in: who never signed in comes last', async () => {
    await queryRaw(
      api.db,
      `update accounts
      set last_sign_in_at = case id when $1 then timestamptz '2026-11-20' else timestamptz '2026-11-19' end
      where id in ($1, $2)
      returning id`,
      [people.waiting, people.invited],
    )
    const latestFirst = await read({ sort: 'lastSignIn', order: 'desc' })
    expect(latestFirst.slice(0, 2)).toEqual(['waiting', 'invited'])
    expect(await read({ sort: 'lastSignIn' })).toEqual(latestFirst.toReversed())
  })
})

describe('a member’s password', () => {
  test('is changed by the manager, and ends the member’s sessions alone', async () => {
    const { id, user_id } = await createMember()
    const theirs = (await tryLogin(user_id, 'secret')).body.token
    await clearAuditLog(api.db)
    expect(
      (await requestChange(id, { password: 'another', own_password: password })).body.member,
    ).toMatchObject({ id, user_id })
    expect((await api.request(readMe, { token: theirs })).body.code).toBe('unauthenticated')
    expect((await api.request(readMe, { token })).status).toBe(200)
    expect((await tryLogin(user_id, 'secret')).body.code).toBe('wrong_credentials')
    expect((await tryLogin(user_id, 'another')).status).toBe(200)
    expect((await listAuditEntries(api.db))[0]).toEqual({
      action: 'updateMember',
      actor: await findPerson(api.db, 'boss@example.test'),
      subject: `account ${id}`,
      detail: { before: { password: '(hidden)' }, after: { password: '(hidden)' } },
    })
  })

  test('is changed by nobody who only has the manager’s session', async () => {
    const { id, user_id } = await createMember()
    for (const [own_password, field] of [
      [undefined, 'password_required'],
      ['guess', 'password_wrong'],
    ])
      expect(await expectUnchanged(() => requestChange(id, { password: 'another', own_password }))).toEqual([
        422,
        'invalid',
        [`own_password: ${field}`],
      ])
    expect((await tryLogin(user_id, 'secret')).status).toBe(200)
  })

  test('and fee are changed together, or not at all', async () => {
    const { id, user_id } = await createMember()
    const bad = await expectUnchanged(() =>
      requestChange(id, { password: 'another', own_password: password, fee_rate: 100.5 }),
    )
    expect(bad).toEqual([422, 'invalid', ['fee_rate: fee_rate_invalid']])
    expect(
      (await requestChange(id, { password: 'another', own_password: password, fee_rate: 12.5 })).body.member
        .fee_rate,
    ).toBe(12.5)
    expect((await tryLogin(user_id, 'another')).status).toBe(200)
    expect(await listAuditEntries(api.db)).toContainEqual(
      expect.objectContaining({
        action: 'updateMember',
        detail: {
          from: earliestDay,
          before: { password: '(hidden)', fee_rate: 0 },
          after: { password: '(hidden)', fee_rate: 12.5 },
        },
      }),
    )
    expect(await expectUnchanged(() => requestChange(id, {}))).toEqual([422, 'invalid', []])
    expect(await expectUnchanged(() => requestChange(id, { password: 'abc' }))).toEqual([
      422,
      'invalid',
      ['password: password_length'],
    ])
  })
})

describe('a member’s fee', () => {
  test('counts from the beginning if it is the first, then from the report day on; the same day again replaces it', async () => {
    const { id } = await createMember()
    expect(await listFeesOf(id)).toEqual([])
    await requestChange(id, { fee_rate: 30 })
    const first = { fromDay: earliestDay, fee_rate: 30, setAt: startTime.toISOString() }
    expect(await listFeesOf(id)).toEqual([first])
    api.clock.now = new Date('2026-11-22T20:00:00Z')
    await requestChange(id, { fee_rate: 12.5 })
    await requestChange(id, { fee_rate: 99.9 })
    expect(await listFeesOf(id)).toEqual([
      { fromDay: '2026-11-22', fee_rate: 99.9, setAt: api.clock.now.toISOString() },
      first,
    ])
    expect(await searchMembers('member')).toContainEqual(expect.objectContaining({ id, fee_rate: 99.9 }))
  })

  test('that counts already is not set again', async () => {
    const { id } = await createMember()
    expect(await expectUnchanged(() => requestChange(id, { fee_rate: 0 }))).toEqual([200, undefined, []])
    await requestChange(id, { fee_rate: 12.5 })
    api.clock.now = new Date('2026-11-25T20:00:00Z')
    expect(await expectUnchanged(() => requestChange(id, { fee_rate: 12.5 }))).toEqual([200, undefined, []])
    expect(await listFeesOf(id)).toHaveLength(1)
  })

  test.each([0, 0.1, 12.5, 33.3, 100])('may be %d', async (fee_rate) => {
    const { id } = await createMember()
    await requestChange(id, { fee_rate: 50 })
    expect((await requestChange(id, { fee_rate })).body.member.fee_rate).toBe(fee_rate)
  })

  test.each([
    ...[-0.1, 100.1, 12.55].map((rate) => [rate, 'fee_rate_invalid']),
    ...['half', null, Number.NaN].map((rate) => [rate, 'invalid']),
  ])('cannot be %j', async (fee_rate, code) => {
    const { id } = await createMember()
    expect(await expectUnchanged(() => requestChange(id, { fee_rate }))).toEqual([
      422,
      'invalid',
      [`fee_rate: ${code}`],
    ])
  })

  test('is what is taken from the member’s figures', async () => {
    const { id, user_id } = await createMember()
    await insertAssignment(api.db, await createChannel(api.db, ids.boss ?? 0, firstChannel.channelId), id)
    await queryRaw(
      api.db,
      `insert into exchange_rates values ('2020-01-01', 1000000000) on conflict do nothing`,
    )
    await insertFacts(api.db, [
      {
        day: '2026-11-20',
        channelId: firstChannel.channelId,
        videoId: videoIdFor('v'),
        country: 'KR',
        views: 1_000,
        premiumViews: 0,
        revenueMicros: 1_000_000,
        premiumRevenueMicros: 0,
      },
    ])
    const net = async () => {
      const theirs = requireToken(await api.call(login, { body: { id: user_id, password: 'secret' } }))
      return (await api.call(readDashboard, { token: theirs, query: { period: 'latest' } })).report?.totals
        .netProfit
    }
    const gross = await net()
    await requestChange(id, { fee_rate: 25 })
    expect(await net()).toBe((gross ?? 0) * 0.75)
    await execRaw(api.db, `delete from exchange_rates`)
  })
})

describe('whoever is no member of the network', () => {
  const targets = ['boss', 'rival', 'theirs', 'alone', 'elsewhere', 'gone', 'nobody', 'beyond'] as const
  const idOf = (who: string) => ({ nobody: 999_999, beyond: 2 ** 50 })[who] ?? ids[who]

  test.each(targets)('(%s) is not found', async (who) => {
    const notFound = [404, 'not_found', []]
    expect(
      await expectUnchanged(() => requestChange(idOf(who), { fee_rate: 10, password: 'another' })),
    ).toEqual(notFound)
    expect(await expectUnchanged(() => requestRemoval(idOf(who)))).toEqual(notFound)
    const query = { target: idOf(who) ?? 0 }
    expect(await expectUnchanged(() => api.request(listFeeRates, { token, query }))).toEqual(notFound)
  })
})

describe('a member who is removed', () => {
  const waiting = async (member: number) => {
    const [row] = await queryRaw<{ id: number }>(
      api.db,
      `insert into channel_requests (network_id, account_id, link, category)
      values ($1, $2, $3, 'people')
      returning id`,
      [ids.boss, member, channelUrl(secondChannel)],
    )
    return row?.id ?? 0
  }

  test('leaves channels and figures to the network, and nothing by which to be known', async () => {
    const channels = [{ link: channelUrl(firstChannel), category: 'music' }]
    const { id, user_id } = await createMember({ channels, nickname: '떠날사람' })
    await execRaw(
      api.db,
      `update channels
      set approval_status = 2,
        verification_status = 'verified',
        earns_from = '2020-01-01'`,
    )
    await insertFacts(api.db, [])
    await requestChange(id, { fee_rate: 20 })
    const request = await waiting(id)
    const theirs = (await tryLogin(user_id, 'secret')).body.token
    const books = () => api.call(readDashboard, { token, query: { period: 'six-months' } })
    const before = await books()
    expect(before.report?.totals.views).toBeGreaterThan(0)
    expect((await requestRemoval(id)).status).toBe(200)

    expect((await api.request(readMe, { token: theirs })).body.code).toBe('unauthenticated')
    expect((await tryLogin(user_id, 'secret')).body.code).toBe('wrong_credentials')
    expect(await searchMembers('member')).not.toContainEqual(expect.objectContaining({ id }))
    expect(await books()).toEqual(before)
    const { channels: left, requests } = await api.call(listChannels, { token })
    expect([left, requests]).toMatchObject([[{ channelId: firstChannel.channelId, members: [] }], []])
    await settleRequest(api.db, request, { found: secondChannel }, new Date())
    expect((await api.request(cancelChannelRequest, { token, body: { id: request } })).body.code).toBe(
      'not_found',
    )
    expect(await api.call(listChannels, { token })).toMatchObject({ total: 1 })

    const [row] = await queryRaw(api.db, 'select * from accounts where id = $1', [id])
    expect(row).toMatchObject({
      network_id: ids.boss,
      email: null,
      nickname: null,
      password_hash: null,
      channel_url: null,
      removed_at: startTime.toISOString(),
    })
    expect(await queryRaw(api.db, 'select permille from fee_rates where account_id = $1', [id])).toHaveLength(
      1,
    )
    const history = await queryRaw(api.db, 'select unassigned_at from assignments where account_id = $1', [
      id,
    ])
    expect(history).toEqual([{ unassigned_at: startTime.toISOString() }])
    const record = JSON.stringify(await queryRaw(api.db, 'select * from audit_log'))
    expect(record).toContain('"deleteMember"')
    expect(record).not.toContain(user_id)
    expect(record).not.toContain('떠날사람')
  })

  test('frees the email for another one', async () => {
    const { id, user_id } = await createMember()
    await requestRemoval(id)
    expect((await createMember({ user_id })).id).not.toBe(id)
  })

  test('cannot be signed in by a partner’s code any more', async () => {
    const { id } = await createMember()
    const [key] = await queryRaw<{ id: number }>(
      api.db,
      `insert into partner_keys (site_id, name, key_hash)
      select id, 'partner', '\\x00'
      from sites
      where domain = 'example.test'
      returning id`,
    )
    await queryRaw(
      api.db,
      `insert into sign_in_codes (code_hash, partner_key_id, account_id, expires_at)
      values ('\\x01', $1, $2, '2099-01-01')`,
      [key?.id, id],
    )
    await requestRemoval(id)
    expect(await queryRaw(api.db, 'select account_id from sign_in_codes')).toEqual([])
  })

  test('goes with the manager’s own password only, which is asked for so many times', async () => {
    const { id, user_id } = await createMember()
    const wrong = [422, 'invalid', ['password: password_wrong']]
    expect(await expectUnchanged(() => requestRemoval(id, 'secret'))).toEqual(wrong)
    expect(await expectUnchanged(() => requestRemoval(id, ''))).toEqual([
      422,
      'invalid',
      ['password: password_required'],
    ])
    for (let at = 1; at < rateLimits.reauthentication; at++)
      expect(await expectUnchanged(() => requestRemoval(id, 'guess'))).toEqual(wrong)
    expect(await expectUnchanged(() => requestRemoval(id))).toEqual([429, 'too_many', []])
    expect((await tryLogin(user_id, 'secret')).status).toBe(200)
    api.clock.now = new Date(startTime.getTime() + 11 * 60_000)
    expect((await requestRemoval(id)).status).toBe(200)
    expect(await expectUnchanged(() => requestRemoval(id))).toEqual([404, 'not_found', []])
  })
})

describe('a member who also runs the network', () => {
  test('keeps the password and account, whatever other managers do', async () => {
    const site = await findSite(api.db, 'example.test')
    if (!site) throw new Error('There is no site.')
    const target = await createStaff(api.db, site, 'both@example.test', ids.boss ?? 0, ['owner', 'member'])
    await createStaff(api.db, site, 'helper@example.test', ids.boss ?? 0, ['manager'])
    const token = await signIn(api, 'helper@example.test')
    const change = { target, password: 'another one', own_password: password }
    for (const [endpoint, body] of [
      [updateMember, change],
      [deleteMember, { target, password }],
    ] as const)
      expect((await api.request(endpoint, { token, body })).body.code).toBe('forbidden')
    expect((await api.call(updateMember, { token, body: { target, fee_rate: 10 } })).member.fee_rate).toBe(10)
    expect((await tryLogin('both@example.test', password)).status).toBe(200)
  })

  test('reviewers see who the members are, and nothing of what they earn', async () => {
    const site = await findSite(api.db, 'example.test')
    if (!site) throw new Error('There is no site.')
    await createStaff(api.db, site, 'reviewer@example.test', ids.boss ?? 0, ['reviewer'])
    const token = await signIn(api, 'reviewer@example.test')
    for (const query of [undefined, { figures: 'month', sort: 'net' } as const]) {
      const { members, ...list } = await api.call(listMembers, { token, ...(query && { query }) })
      expect(members.length).toBeGreaterThan(0)
      expect(list).not.toHaveProperty('report')
      for (const member of members)
        for (const money of ['profit', 'fee_rate', 'payee']) expect(member).not.toHaveProperty(money)
    }
  })
})
