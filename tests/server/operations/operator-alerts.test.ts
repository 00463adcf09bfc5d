import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readOperatorAlerts } from '#contract/operations/operator-alerts.ts'
import { readMe } from '#contract/people/session.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { syncAlerts } from '#server/platform/alerts/alerts.ts'
import { createChannel, signIn } from '#tests/support/accounts.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { deleteReports } from '#tests/support/report-invariants.ts'
import { factorRequired, type Person, startFactorApi } from '#tests/support/second-factor.ts'

// Everybody learns about fetching: operators see their alerts, all people that figures are late, and monitors both.

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let other: Person
beforeAll(async () => {
  on = await startFactorApi()
  await on.reset()
  operator = await on.createPerson()
  other = await on.createPerson('manager')
  await runOperator(on.api.db, 'account', 'grant-operator', operator.email, '--site', 'example.test')
  await on.enrolTotp(operator)
})
afterAll(() => on.api.close())
beforeEach(async () => {
  await on.reset()
  await queryRaw(on.api.db, 'delete from operator_alerts')
})

const ask = async ({ token }: Pick<Person, 'token'>) => {
  const { status, body } = await on.api.request(readOperatorAlerts, { token })
  return status === 200 ? body.alerts : [status, body.code]
}
const readProfile = async ({ token }: Pick<Person, 'token'>) => (await on.api.call(readMe, { token })).user
const ready = async (path: string) => {
  const response = await on.api.send(path)
  return [response.status, await response.json()]
}

describe('alerts', () => {
  beforeEach(async () => {
    const { db, clock } = on.api
    await syncAlerts(db, 'main', [{ kind: 'consent-ends', day: '2026-11-27' }], [], clock.now)
    await syncAlerts(
      db,
      'second',
      [{ kind: 'reports-lost', day: '2026-10-01', count: 3 }, { kind: 'storage' }],
      [],
      new Date(clock.now.getTime() + 1_000),
    )
    await syncAlerts(db, 'second', [{ kind: 'reports-lost', day: '2026-10-01', count: 3 }], [], clock.now)
  })

  test('are only for operators, in a session with a second factor', async () => {
    expect(await ask({ token: '' })).toEqual([401, 'unauthenticated'])
    expect(await ask(other)).toEqual([403, 'forbidden'])
    expect(await readProfile(other)).toMatchObject({ operator_alerts: 0 })
    const before = { token: await signIn(on.api, operator.email) }
    expect(await ask(before)).toEqual(factorRequired)
    expect(await readProfile(before)).toMatchObject({ operator_alerts: 0 })
    expect(await ask(operator)).toEqual([
      {
        kind: 'consent-ends',
        owner: 'main',
        day: '2026-11-27',
        count: null,
        raisedAt: '2026-11-20T10:00:00.000Z',
      },
      {
        kind: 'reports-lost',
        owner: 'second',
        day: '2026-10-01',
        count: 3,
        raisedAt: '2026-11-20T10:00:01.000Z',
      },
    ])
    expect(await readProfile(operator)).toMatchObject({
      permissions: expect.arrayContaining(['alerts.read']),
      operator_alerts: 2,
    })
  })

  test('about the exchange rates have no owner', async () => {
    await syncAlerts(on.api.db, 'exchange rates', [{ kind: 'rates-refused' }], [], on.api.clock.now)
    expect(await ask(operator)).toContainEqual({
      kind: 'rates-refused',
      owner: null,
      day: null,
      count: null,
      raisedAt: '2026-11-20T10:00:00.000Z',
    })
  })

  test('are counted for monitors, without a name', async () => {
    const [status, body] = await ready('ready?deep')
    expect([status, body.fetching]).toEqual([200, { connected: 0, needsPerson: 2 }])
    expect(JSON.stringify(body)).not.toMatch(/main|second|@/)
  })
})

describe('figures', () => {
  const mine = channelIdFor('mine')
  let creator: Person
  let bystander: Person
  const report = (day: string, owner: string, channel = mine) =>
    insertFacts(
      on.api.db,
      [
        {
          day,
          channelId: channel,
          videoId: videoIdFor(channel.slice(2, 8)),
          country: 'KR',
          views: 10,
          premiumViews: 1,
          revenueMicros: 1_000,
          premiumRevenueMicros: 100,
        },
      ],
      owner,
    )
  const setTime = (time: string) => {
    on.api.clock.now = new Date(time)
  }
  const readDueDay = async (who: Pick<Person, 'token'>) => (await readProfile(who)).report_due_day

  beforeAll(async () => {
    creator = await on.createPerson('manager')
    bystander = await on.createPerson()
    await createChannel(on.api.db, creator.networkId, mine)
  })
  beforeEach(() => deleteReports(on.api.db))

  test('are late for a network from the fourth day on, also while its response stays cached', async () => {
    await report('2026-11-16', 'main')
    const readReport = () => on.api.request(readDashboard, { token: creator.token })
    setTime('2026-11-21T07:59:00Z')
    const first = await readReport()
    expect(first.body.report.bounds.to).toBe('2026-11-16')
    expect(await readDueDay(creator)).toBeNull()
    setTime('2026-11-21T08:00:00Z')
    expect(await readDueDay(creator)).toBe('2026-11-17')
    expect((await readReport()).headers.get('ETag')).toBe(first.headers.get('ETag'))
    await report('2026-11-17', 'main')
    expect(await readDueDay(creator)).toBeNull()
  })

  test('are not late for a network without figures, or of which another owner reports', async () => {
    await report('2026-11-10', 'main')
    await report('2026-11-10', 'second', channelIdFor('elsewhere'))
    setTime('2026-11-20T10:00:00Z')
    expect([await readDueDay(creator), await readDueDay(bystander)]).toEqual(['2026-11-16', null])
    await report('2026-11-16', 'main')
    expect(await readDueDay(creator)).toBeNull()
  })

  test('are lost rather than late when YouTube no longer keeps the reports', async () => {
    await report('2026-09-17', 'main')
    setTime('2026-11-20T10:00:00Z')
    expect(await readDueDay(creator)).toBe('2026-11-16')
    setTime('2026-11-21T10:00:00Z')
    expect(await readDueDay(creator)).toBeNull()
  })

  test('tell monitors their latest day, which every owner has reported', async () => {
    // This is longer than a status is cached.
    setTime('2026-11-20T11:00:00Z')
    expect(await ready('ready?deep')).toEqual([
      200,
      {
        ready: true,
        figures: { latestDay: null, isLate: false },
        fetching: { connected: 0, needsPerson: 0 },
      },
    ])
    await queryRaw(
      on.api.db,
      `insert into youtube_connections (owner, content_owner_id, consented_at, next_fetch_at)
      values ('main', 'AbCdEfGhIjKlMnOpQrStUv', $1, $1)`,
      [on.api.clock.now],
    )
    await report('2026-11-16', 'main')
    await report('2026-11-16', 'second')
    await report('2026-11-17', 'main')
    setTime('2026-11-20T12:00:00Z')
    const status = async () => {
      const [code, { figures, fetching }] = await ready('ready?deep')
      return [code, figures, fetching.connected]
    }
    expect(await status()).toEqual([200, { latestDay: '2026-11-16', isLate: false }, 1])
    setTime('2026-11-21T12:00:00Z')
    expect(await status()).toEqual([200, { latestDay: '2026-11-16', isLate: true }, 1])
    expect(await ready('ready')).toEqual([200, { ready: true }])
  })
})
