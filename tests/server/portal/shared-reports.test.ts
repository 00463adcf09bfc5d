import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createSharedReport,
  listSharedReports,
  maxLiveSharedReports,
  openSharedReport,
  revokeSharedReport,
} from '#contract/portal/shared-reports.ts'
import { readCountries } from '#contract/reports/countries.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { maxSharedChannels } from '#contract/reports/reports.ts'
import { listVideos } from '#contract/reports/videos.ts'
import { anonymizeAccount } from '#server/people/credentials/accounts.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { createLog } from '#server/platform/log.ts'
import { deleteEndedSharedReports } from '#server/portal/shared-reports/changes.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  listAuditEntries,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { clearAuditLog } from '#tests/support/traces.ts'

const now = new Date('2026-06-20T12:00:00Z')
const dayMs = 24 * 60 * 60 * 1000
const [one, two, foreign, waiting] = ['one', 'two', 'foreign', 'waiting'].map(channelIdFor) as [
  string,
  string,
  string,
  string,
]

let api: Api
const logged: string[] = []
const ids: Record<string, number> = {}
const registrations: Record<string, number> = {}
const tokens: Record<string, string> = {}

const fact = (
  day: string,
  channelId: string,
  video: string,
  country: string,
  views: number,
  micros: number,
) => ({
  ...{ day, channelId, videoId: videoIdFor(video), country, views },
  ...{ premiumViews: 1, revenueMicros: micros, premiumRevenueMicros: 1 },
})

beforeAll(async () => {
  api = await startApi(undefined, createLog('debug', { write: (line) => void logged.push(line) }))
  const { db } = api
  const site = await createSite(db)
  await createSite(db, 'elsewhere.test')
  ids.boss = await createAccount(db, site, 'boss@example.test')
  ids.ann = await createAccount(db, site, 'ann@example.test', ids.boss)
  ids.rival = await createAccount(db, site, 'rival@example.test')
  registrations.one = await createChannel(db, ids.boss, one)
  registrations.two = await createChannel(db, ids.boss, two)
  await createChannel(db, ids.boss, waiting, { verification: 'pending', approval: 0 })
  await createChannel(db, ids.rival, foreign)
  await insertAssignment(db, registrations.one, ids.ann)
  await queryRaw(db, `update channels set subscribers = 1234, name = 'Channel one' where channel_id = $1`, [
    one,
  ])
  await queryRaw(db, `insert into exchange_rates values ('2026-05-01', 1400000000)`)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 300)`,
    [ids.ann],
  )
  await insertFacts(db, [
    fact('2026-06-16', one, 'a', 'KR', 100, 7_000_000),
    fact('2026-06-17', one, 'a', 'US', 30, 3_000_000),
    fact('2026-06-17', one, 'b', 'KR', 900, 77),
    fact('2026-06-18', two, 'c', 'JP', 5_000, 9_000_000),
    fact('2026-06-18', foreign, 'd', 'BR', 70_000, 1),
  ])
  for (const name of ['boss', 'ann', 'rival']) tokens[name] = await signIn(api, `${name}@example.test`)
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.now = now
  logged.length = 0
  await queryRaw(api.db, 'delete from shared_reports')
  await queryRaw(api.db, 'delete from rate_limit_windows')
  await clearAuditLog(api.db)
})

const form = {
  title: 'Spring campaign',
  channels: [one, two],
  time: { period: '7-days' },
  withMoney: false,
  days: 30,
}
const share = (who = 'boss', changes: object = {}) =>
  api.call(createSharedReport, { token: tokens[who] ?? '', body: { ...form, ...changes } })
const open = (token: string, domain = 'example.test') =>
  api.call(openSharedReport, { domain, body: { token } })
const refuse = async (token: string, domain = 'example.test') => {
  const { status, body } = await api.request(openSharedReport, { domain, body: { token } })
  return [status, body.code]
}
const refuseToShare = async (who: string, changes: object) => {
  const { status, body } = await api.request(createSharedReport, {
    token: tokens[who] ?? '',
    body: { ...form, ...changes },
  })
  return [status, body.code, body.fields && Object.values(body.fields)[0]]
}
const list = async (who = 'boss') => (await api.call(listSharedReports, { token: tokens[who] ?? '' })).reports
const revoke = (who: string, id: number) =>
  api.request(revokeSharedReport, { token: tokens[who] ?? '', body: { id } })

/** Every name and every number of a reply, wherever they are. */
function listParts(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value]
  return Object.entries(value).flatMap(([name, part]) => [name, ...listParts(part)])
}

describe('a report that is opened', () => {
  test('has the figures of the reports, and of its channels alone', async () => {
    const { token } = await share()
    const shared = await open(token)
    const query = { period: '7-days', channels: `${one},${two}` }
    const { report } = await api.call(readDashboard, { token: tokens.boss ?? '', query })
    expect(shared.title).toBe('Spring campaign')
    expect(shared.channels).toEqual([
      { channelId: one, name: 'Channel one', thumbnail: null, subscribers: 1234 },
      { channelId: two, name: expect.any(String), thumbnail: null, subscribers: null },
    ])
    expect(shared.report).toMatchObject({
      range: { from: '2026-06-12', to: '2026-06-18' },
      updatedUntil: '2026-06-18',
      views: 6_030,
      dailyViews: report?.series.views,
      days: report?.series.days,
      incompleteDays: report?.incompleteDays,
      money: null,
    })
    expect(report?.totals.views).toBe(6_030)
    expect(shared.report?.videos.map(({ videoId, views }) => [videoId, views])).toEqual([
      [videoIdFor('c'), 5_000],
      [videoIdFor('b'), 900],
      [videoIdFor('a'), 130],
    ])
    expect(shared.report?.countries).toEqual([
      { country: 'JP', views: 5_000 },
      { country: 'KR', views: 1_000 },
      { country: 'US', views: 30 },
    ])
    expect(JSON.stringify(shared)).not.toContain(foreign)
  })

  test.each(['latest', '28-days', 'month', 'last-month', 'six-months', 'year'])(
    'has the videos and countries of the reports in the period %s',
    async (period) => {
      const { token } = await share('boss', { channels: [one], time: { period } })
      const { report } = await open(token)
      const query = { period, channel: one }
      const as = { token: tokens.boss ?? '', query }
      const dashboard = await api.call(readDashboard, as)
      expect(report?.views).toBe(dashboard.report?.totals.views)
      const { videos } = await api.call(listVideos, { ...as, query: { ...query, sort: 'views' } })
      expect(report?.videos.map(({ videoId, views }) => [videoId, views])).toEqual(
        videos.map(({ videoId, views }) => [videoId, views]),
      )
      const { report: countries } = await api.call(readCountries, as)
      expect(report?.countries).toEqual(
        (countries?.countries ?? []).map(({ country, views }) => ({ country, views })),
      )
    },
  )

  test('keeps the days of a fixed range', async () => {
    const time = { period: 'custom', from: '2026-06-16', to: '2026-06-17' }
    const { token } = await share('boss', { time })
    const { report, time: shown } = await open(token)
    expect(shown).toEqual(time)
    expect(report).toMatchObject({
      range: { from: time.from, to: time.to },
      views: 1_030,
      updatedUntil: '2026-06-18',
    })
  })

  test('has no money anywhere unless that was chosen', async () => {
    for (const who of ['boss', 'ann']) {
      const { token } = await share(who, { channels: [one], time: { period: 'month' } })
      const { report, ...rest } = await open(token)
      const { money, ...figures } = report ?? {}
      expect(money).toBeNull()
      const parts = listParts({ ...rest, ...figures })
      for (const part of parts)
        expect(String(part)).not.toMatch(/profit|price|rpm|fee|revenue|KRW|USD|currency|member/i)
      // The profits of the channel, gross and net, in whole and in thousandths of a won.
      const totals = (await api.call(readDashboard, { token: tokens.boss ?? '', query: { channel: one } }))
        .report?.totals
      const net = (await api.call(readDashboard, { token: tokens.ann ?? '', query: { channel: one } })).report
        ?.totals
      for (const amount of [
        totals?.grossProfit,
        net?.netProfit,
        totals?.grossPremiumProfit,
        net?.netPremiumProfit,
      ])
        expect(parts).not.toContain(amount)
    }
  })

  test('has the profit that its sharer sees, if that was chosen', async () => {
    for (const [who, key] of [
      ['boss', 'grossProfit'],
      ['ann', 'netProfit'],
    ] as const) {
      const { token } = await share(who, { channels: [one], withMoney: true })
      const query = { period: '7-days', channel: one }
      const { report } = await api.call(readDashboard, { token: tokens[who] ?? '', query })
      expect((await open(token)).report?.money).toEqual({ currency: 'KRW', profit: report?.totals[key] })
    }
    const [gross, net] = await Promise.all(
      ['boss', 'ann'].map(async (who) => {
        const { token } = await share(who, { channels: [one], withMoney: true })
        return (await open(token)).report?.money?.profit ?? 0
      }),
    )
    expect(net).toBeLessThan(gross ?? 0)
  })

  test('names nobody', async () => {
    const { token } = await share('ann', { channels: [one], withMoney: true })
    expect(JSON.stringify(await open(token))).not.toMatch(/\bann\b|\bboss\b|@/)
  })

  test('needs no session, and does not change with one', async () => {
    const { token } = await share()
    const [plain, signedIn] = await Promise.all(
      ['', tokens.rival ?? '', 'of nobody'].map(
        async (session) => (await api.request(openSharedReport, { token: session, body: { token } })).body,
      ),
    )
    expect(signedIn).toEqual(plain)
  })
})

describe('a link', () => {
  test('is stored as a hash, and named neither in logs nor in the audit log', async () => {
    const { id, token } = await share()
    await open(token)
    await refuse(`${token}x`)
    await revoke('boss', id)
    const rows = await queryRaw(api.db, 'select to_jsonb(r)::text as text from shared_reports r')
    const entries = await listAuditEntries(api.db)
    const [{ text } = { text: '' }] = rows as { text: string }[]
    const hex = Buffer.from(token).toString('hex')
    for (const kept of [text, JSON.stringify(entries), logged.join('')]) {
      expect(kept).not.toBe('')
      expect(kept).not.toContain(token)
      expect(kept).not.toContain(hex)
    }
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await list())).not.toContain(token)
  })

  test('works until it expires, and says so', async () => {
    for (const days of [7, 30, 90]) {
      api.clock.now = now
      const { token, expiresAt } = await share('boss', { days })
      expect(Date.parse(expiresAt)).toBe(now.getTime() + days * dayMs)
      api.clock.now = new Date(now.getTime() + days * dayMs - 1)
      await open(token)
      api.clock.now = new Date(now.getTime() + days * dayMs)
      expect(await refuse(token)).toEqual([410, 'expired'])
    }
    expect(await refuseToShare('boss', { days: 365 })).toEqual([422, 'invalid', expect.anything()])
    await expect(
      queryRaw(api.db, `update shared_reports set expires_at = created_at + interval '366 days'`),
    ).rejects.toThrow('shared_reports_expiry')
  })

  test('ends at once when it is revoked, like one that never was', async () => {
    const { id, token } = await share()
    await open(token)
    expect((await revoke('boss', id)).status).toBe(200)
    expect(await refuse(token)).toEqual([404, 'not_found'])
    expect(await refuse('A'.repeat(43))).toEqual([404, 'not_found'])
    expect(await refuse('')).toEqual([404, 'not_found'])
    const [revoked, wrong] = await Promise.all(
      [token, 'A'.repeat(43)].map(
        async (text) => (await api.request(openSharedReport, { body: { token: text } })).body,
      ),
    )
    const { requestId, ...answer } = revoked
    expect({ ...wrong, requestId: undefined }).toEqual({ ...answer, requestId: undefined })
    // Also after its end would have come.
    api.clock.now = new Date(now.getTime() + 40 * dayMs)
    expect(await refuse(token)).toEqual([404, 'not_found'])
  })

  test('is revoked only by its account', async () => {
    const { id, token } = await share('ann', { channels: [one] })
    for (const who of ['boss', 'rival']) expect((await revoke(who, id)).status).toBe(404)
    await open(token)
    expect(await list()).toEqual([])
  })

  test('works only on the site of its network', async () => {
    const { token } = await share()
    expect(await refuse(token, 'elsewhere.test')).toEqual([404, 'not_found'])
    expect(await refuse(token, 'nowhere.test')).toEqual([404, 'unknown_site'])
    await open(token)
  })

  test('leaves out channels that its account no longer sees, and closes without any', async () => {
    const { token } = await share()
    const withdraw = (name: string, isBack = false) =>
      queryRaw(api.db, `update channels set approval_status = $2 where registration_id = $1`, [
        registrations[name],
        isBack ? 2 : 1,
      ])
    await withdraw('two')
    const { channels, report } = await open(token)
    expect(channels.map(({ channelId }) => channelId)).toEqual([one])
    expect(report?.views).toBe(1_030)
    expect((await list())[0]?.channels).toEqual([
      { channelId: one, name: 'Channel one' },
      { channelId: two, name: null },
    ])
    await withdraw('one')
    expect(await refuse(token)).toEqual([404, 'not_found'])
    await withdraw('one', true)
    await withdraw('two', true)
    await open(token)
  })

  test('of a member shows only channels that are assigned to it today', async () => {
    const { token } = await share('ann', { channels: [one] })
    await open(token)
    const assign = (unassignedAt: string | null) =>
      queryRaw(api.db, 'update assignments set unassigned_at = $1 where account_id = $2', [
        unassignedAt,
        ids.ann,
      ])
    await assign(now.toISOString())
    expect(await refuse(token)).toEqual([404, 'not_found'])
    await assign(null)
    await open(token)
  })

  test.each([
    ['waits for an approval', 'awaits_approval = true', 'awaits_approval = false'],
    [
      'is not confirmed',
      'is_self_registered = true, email_confirmed_at = null',
      'is_self_registered = false',
    ],
    ['is gone', 'removed_at = now()', 'removed_at = null'],
    ['is in another network', `network_id = id, roles = '{}'`, `network_id = $2, roles = '{member}'`],
  ])('is closed while its account %s', async (_, change, restore) => {
    const { token } = await share('ann', { channels: [one] })
    const update = (columns: string) =>
      queryRaw(api.db, `update accounts set ${columns} where id = $1 and $2::integer is not null`, [
        ids.ann,
        ids.boss,
      ])
    await update(change)
    expect(await refuse(token)).toEqual([404, 'not_found'])
    await update(restore.replace('$2', `${ids.boss}`))
    await open(token)
  })

  test('is deleted with its account, and long after its end', async () => {
    const { id } = await share()
    const { id: revoked } = await share()
    await revoke('boss', revoked)
    const remaining = async (days: number) => {
      await deleteEndedSharedReports(api.db, new Date(now.getTime() + days * dayMs))
      return (await list()).map((report) => report.id)
    }
    expect(await remaining(90)).toEqual([id, revoked])
    expect(await remaining(91)).toEqual([id])
    expect(await remaining(121)).toEqual([])
    await share()
    await api.db
      .transaction(async (tx) => {
        await anonymizeAccount(tx, ids.boss ?? 0, now)
        expect(await queryRaw(tx, 'select id from shared_reports')).toEqual([])
        throw new Error('roll back')
      })
      .catch((error: Error) => expect(error.message).toBe('roll back'))
  })
})

describe('sharing', () => {
  test('is refused for channels that the account does not see', async () => {
    for (const channels of [[foreign], [one, foreign], [waiting], [channelIdFor('nobody')]])
      expect(await refuseToShare('boss', { channels })).toEqual([404, 'not_found', undefined])
    expect(await refuseToShare('ann', { channels: [one, two] })).toEqual([404, 'not_found', undefined])
    expect(await list()).toEqual([])
  })

  test.each([
    [{ title: '  ' }, 'title_required'],
    [{ title: 'x'.repeat(81) }, 'title_length'],
    [{ title: 'left\u202eright' }, 'title_characters'],
    [{ channels: [] }, 'invalid'],
    [
      { channels: Array.from({ length: maxSharedChannels + 1 }, (_, at) => channelIdFor(`c${at}`)) },
      'invalid',
    ],
    [{ time: { period: 'custom' } }, 'invalid'],
    [{ time: { period: 'custom', from: '2026-06-17', to: '2026-06-16' } }, 'day_invalid'],
    [{ time: { period: 'century' } }, 'invalid'],
  ])('is refused with %j', async (changes, code) => {
    const [status, refusal, field] = await refuseToShare('boss', changes)
    expect([status, refusal, field?.code]).toEqual([422, 'invalid', code])
  })

  test('is refused to accounts that nobody answers for', async () => {
    const update = (state: string) =>
      queryRaw(api.db, `update accounts set awaits_approval = ${state} where id = $1`, [ids.ann])
    await update('true')
    expect((await refuseToShare('ann', { channels: [one] })).slice(0, 2)).toEqual([403, 'awaiting_approval'])
    await update('false')
  })

  test('has a limit of links that work', async () => {
    for (let count = 0; count < maxLiveSharedReports; count++) {
      await queryRaw(api.db, 'delete from rate_limit_windows')
      await share()
    }
    await queryRaw(api.db, 'delete from rate_limit_windows')
    expect(await refuseToShare('boss', {})).toEqual([409, 'shared_reports_full', undefined])
    const [first] = await list()
    await revoke('boss', first?.id ?? 0)
    await share()
    await queryRaw(api.db, 'update rate_limit_windows set count = 1000')
    expect((await refuseToShare('boss', {})).slice(0, 2)).toEqual([429, 'too_many'])
  })

  test('is listed with state and openings, links that work first', async () => {
    const { id: expired } = await share('boss', { days: 7 })
    const { id: revoked } = await share()
    const { id: live, token } = await share('boss', { withMoney: true, title: '  Trimmed  ' })
    await revoke('boss', revoked)
    await open(token)
    api.clock.now = new Date(now.getTime() + 8 * dayMs)
    await open(token)
    const reports = await list()
    expect(reports.map(({ id, state, openCount }) => [id, state, openCount])).toEqual([
      [live, 'live', 2],
      [revoked, 'revoked', 0],
      [expired, 'expired', 0],
    ])
    expect(reports[0]).toMatchObject({
      title: 'Trimmed',
      withMoney: true,
      time: { period: '7-days' },
      lastOpenedAt: api.clock.now.toISOString(),
    })
  })
})

test('the audit log has who shares and revokes, and one opening a day', async () => {
  const { id, token } = await share('ann', { channels: [one] })
  await open(token)
  await open(token)
  api.clock.now = new Date(now.getTime() + dayMs)
  await open(token)
  await revoke('ann', id)
  await revoke('ann', id)
  const rows = await queryRaw<{
    action: string
    actorId: number | null
    network: number
    subjectId: string
    detail: object
  }>(
    api.db,
    `select action, actor_id as "actorId", network_id as network, subject_id as "subjectId", detail from audit_log order by id`,
  )
  const what = { network: ids.boss, subjectId: String(id) }
  expect(rows).toMatchObject([
    {
      ...{ ...what, action: 'createSharedReport', actorId: ids.ann },
      detail: {
        before: null,
        after: { title: '(hidden)', channels: [one], period: '7-days', withMoney: false },
      },
    },
    { ...what, action: 'openSharedReport', actorId: null, detail: { after: { opened: '2026-06-20' } } },
    { ...what, action: 'openSharedReport', actorId: null, detail: { after: { opened: '2026-06-21' } } },
    { ...what, action: 'revokeSharedReport', actorId: ids.ann, detail: { before: { revoked: false } } },
  ])
  expect(JSON.stringify(rows)).not.toContain('Spring')
})

test('opening is limited, for each network of visitors and each link', async () => {
  const { token } = await share()
  const exhaust = (limit: 'ip' | 'shared-report') =>
    queryRaw(api.db, 'update rate_limit_windows set count = $1', [rateLimits[limit]])
  await refuse('A'.repeat(43))
  await exhaust('ip')
  const { status, headers } = await api.request(openSharedReport, { body: { token } })
  expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true])
  await queryRaw(api.db, 'delete from rate_limit_windows')
  await open(token)
  await exhaust('shared-report')
  const fromElsewhere = (sent: Record<string, string>) =>
    void Object.assign(sent, { 'X-Forwarded-For': '198.51.100.7' })
  const refused = await api.request(openSharedReport, { body: { token }, tamper: fromElsewhere })
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
})
