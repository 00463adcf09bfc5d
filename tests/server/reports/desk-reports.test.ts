import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readToday } from '#contract/operations/desk/today.ts'
import { addDays, listDays } from '#contract/reports/calendar.ts'
import { readDeskReport, readDeskReports } from '#contract/reports/desk/calendar.ts'
import { acceptGap, askForReports, withdrawReport as withdraw } from '#contract/reports/desk/changes.ts'
import { withdrawReport } from '#server/reports/ingest/withdrawal.ts'
import { createSite, listAuditEntries } from '#tests/support/accounts.ts'
import { unavailableJobs } from '#tests/support/api.ts'
import { channelIdFor, type Fact, type FactType, insertReports, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let ofOwner: Person
let ofSite: Person
let auditor: Person
let manager: Person
/** Jobs that were queued. */
const asked: string[] = []

beforeAll(async () => {
  on = await startFactorApi(undefined, {
    ...unavailableJobs,
    enqueue: async (_, name, id) => {
      asked.push(`${name} ${id}`)
    },
    wake: () => {},
  })
  await on.reset()
  on.api.clock.now = new Date('2026-03-20T20:00:00Z')
  await createSite(on.api.db, 'desk.test')
  operator = await on.createOperator()
  auditor = await on.createOperator('--role', 'auditor')
  await connect()
  ofOwner = await on.createOperator('--for-owner', 'main')
  ofSite = await on.createOperator('--for-site', 'desk.test')
  manager = await on.createPerson('manager')
})
afterAll(() => on.api.close())
beforeEach(async () => {
  const tables = [
    'accepted_gaps',
    'fetched_reports',
    'youtube_connections',
    'channel_owners',
    'video_daily',
    'report_current',
  ]
  for (const table of [...tables, 'report_loads']) await queryRaw(on.api.db, `delete from ${table}`)
})

const today = '2026-03-20'
const dayBefore = (days: number) => addDays(today, -days)

const createFact = (day: string): Fact => ({
  day,
  channelId: channelIdFor('one'),
  videoId: videoIdFor('one'),
  country: 'KR',
  views: 10,
  premiumViews: 1,
  revenueMicros: 2_000_000,
  premiumRevenueMicros: 0,
})

const addReports = (days: readonly string[], owner = 'main', types?: FactType[]) =>
  insertReports(on.api.db, days.map(createFact), owner, types)

async function addLoads(type: 'metadata' | 'claims', days: readonly string[], owner = 'main'): Promise<void> {
  for (const day of days) {
    if (type === 'claims') {
      await queryRaw(on.api.db, `update report_loads set state = 'replaced' where report_type = 'claims'`)
      await queryRaw(on.api.db, `delete from report_current where report_type = 'claims'`)
    }
    await queryRaw(
      on.api.db,
      `with load as (
        insert into report_loads (report_type, owner, day, create_time, file_name, sha256, row_count, state)
        values ($1, $2, $3, now(), 'test', md5(random()::text), 5, 'current')
        returning *
      )
      insert into report_current (report_type, owner, day, load_id)
      select report_type, owner, day, id from load`,
      [type, owner, day],
    )
  }
}

const connect = (owner = 'main', consentedAt = '2026-03-01') =>
  queryRaw(
    on.api.db,
    `insert into youtube_connections (owner, content_owner_id, refresh_token, consented_at, next_fetch_at)
    values ($1, $1, 'x', $2, '2026-03-20T21:00:00Z')`,
    [owner, consentedAt],
  )

const addFetched = (day: string, state: string, problem: string | null = null, reportId = `r ${day}`) =>
  queryRaw(
    on.api.db,
    `insert into fetched_reports (owner, report_id, job_id, report_type_id, day, started_at, ended_at, created_at,
      download_url, state, problem, changed_at)
    values ('main', $4, 'job', 'content_owner_estimated_revenue_a1', $1, $1::date, $1::date, $1::date, 'x', $2, $3, '2026-03-19T10:00:00Z')`,
    [day, state, problem, reportId],
  )

const read = ({ token }: Person, query: { to?: string; days?: number } = {}) =>
  on.api.call(readDeskReports, { token, query })

/** The states of a kind, as one letter each: oldest first. */
async function readStates(kind: string, query: { to?: string; days?: number } = {}, owner = 'main') {
  const { owners } = await read(operator, query)
  const cells = owners.find((one) => one.owner === owner)?.kinds.find((one) => one.kind === kind)?.cells ?? []
  const letters = {
    here: 'h',
    waiting: '.',
    late: 'l',
    refused: 'r',
    withdrawn: 'w',
    accepted: 'a',
    none: ' ',
  } as const
  return cells.map(({ state }) => letters[state]).join('')
}

describe('the calendar', () => {
  test('has 35 days up to yesterday in Pacific time, and others when they are asked for', async () => {
    await addReports([dayBefore(4)])
    expect(await read(operator)).toMatchObject({
      from: dayBefore(35),
      to: dayBefore(1),
      latest: dayBefore(1),
      owners: [{ owner: 'main', channels: 0, connection: null }],
    })
    const other = await read(operator, { to: dayBefore(10), days: 3 })
    expect([other.from, other.to, other.latest]).toEqual([dayBefore(12), dayBefore(10), dayBefore(1)])
    expect((await read(operator, { to: '2027-01-01', days: 400 })).to).toBe(dayBefore(1))
    expect(
      (await on.api.request(readDeskReports, { token: operator.token, query: { days: 401 } })).status,
    ).toBe(422)
  })

  test('tells what is here from what is late and what is not due yet', async () => {
    await addReports([dayBefore(9), dayBefore(8), dayBefore(6)])
    await addReports([dayBefore(5)], 'main', ['activity'])
    // Days before the first one are nobody's.
    expect(await readStates('activity', { days: 10 })).toBe(' hhlhhl...')
    expect(await readStates('revenue', { days: 10 })).toBe(' hhlhll...')
  })

  test('waits for a connected owner from its consent on, and no longer for a silent one by hand', async () => {
    await connect('connected', '2026-03-12')
    await addReports([dayBefore(15), dayBefore(14)], 'silent')
    await addReports([dayBefore(5), dayBefore(4)], 'main')
    expect(await readStates('revenue', { days: 10 }, 'connected')).toBe(' llllll...')
    expect(await readStates('revenue', { days: 10 }, 'silent')).toBe(' '.repeat(10))
    expect(await readStates('revenue', { days: 6 }, 'main')).toBe(' hh...')
  })

  test('never waits for metadata and claims, of which YouTube skips some days', async () => {
    await connect()
    await addLoads('claims', [dayBefore(10), dayBefore(8)])
    await addLoads('metadata', [dayBefore(10), dayBefore(9)])
    expect(await readStates('claims', { days: 10 })).toBe('h h    ...')
    expect(await readStates('metadata', { days: 10 })).toBe('hh     ...')
    await withdrawReport(on.api.db, { type: 'claims', owner: 'main', day: dayBefore(8) })
    expect((await readStates('claims', { days: 10 })).slice(0, 3)).toBe('h w')
  })

  test('shows what was refused, withdrawn and issued again', async () => {
    await addReports([dayBefore(6), dayBefore(5), dayBefore(4)])
    await queryRaw(
      on.api.db,
      `update report_loads set state = 'replaced' where day = $1 and report_type = 'activity'`,
      [dayBefore(4)],
    )
    await queryRaw(on.api.db, `delete from report_current where day = $1 and report_type = 'activity'`, [
      dayBefore(4),
    ])
    await addReports([dayBefore(4)], 'main', ['activity'])
    await withdrawReport(on.api.db, { type: 'activity', owner: 'main', day: dayBefore(5) })
    await addFetched(dayBefore(6), 'refused', 'line 3: views is "x"')
    expect(await readStates('activity', { days: 6 })).toBe('hwh...')
    expect(await readStates('revenue', { days: 6 })).toBe('rhh...')
    const { owners } = await read(operator, { days: 6 })
    expect(owners[0]?.kinds[0]?.cells[2]).toEqual({ state: 'here', rows: 1, issues: 2 })
    expect(owners[0]?.kinds[1]?.cells[0]).toEqual({ state: 'refused', rows: 1, issues: 1 })
  })

  test('is counted for the navigation', async () => {
    await addReports([dayBefore(6), dayBefore(4)])
    await addFetched(dayBefore(6), 'refused', 'damaged')
    const { emptyReports } = await on.api.call(readToday, { token: operator.token })
    // Both of one day are late, and one is refused.
    expect(emptyReports).toBe(3)
    expect((await on.api.call(readToday, { token: ofSite.token })).emptyReports).toBe(0)
  })

  test('is of the content owners that the role is for', async () => {
    await addReports([dayBefore(4)], 'main')
    await addReports([dayBefore(4)], 'other')
    const names = async (person: Person) => (await read(person)).owners.map(({ owner }) => owner)
    expect(await names(operator)).toEqual(['main', 'other'])
    expect(await names(auditor)).toEqual(['main', 'other'])
    expect(await names(ofOwner)).toEqual(['main'])
    // Files of an owner have channels of several sites.
    expect(await names(ofSite)).toEqual([])
  })

  test('is only for people with a role on the installation, in a session with a second factor', async () => {
    expect((await on.api.request(readDeskReports, { token: manager.token })).status).toBe(403)
    const locked = await on.createPerson()
    await runOperator(on.api.db, ...['account', 'grant-operator', locked.email, '--site', 'example.test'])
    expect((await on.api.request(readDeskReports, { token: locked.token })).status).toBe(403)
  })

  test('of 400 days and four owners is read at once', async () => {
    const days = listDays({ from: dayBefore(400), to: dayBefore(1) })
    await queryRaw(
      on.api.db,
      `with load as (
        insert into report_loads (report_type, owner, day, create_time, file_name, sha256, row_count, state)
        select t, o, d, now(), 'test', t || o || d, 100, 'current'
        from unnest($1::date[]) d, unnest(array['activity', 'revenue', 'metadata']) t,
          unnest(array['a', 'b', 'c', 'd']) o
        returning *
      )
      insert into report_current (report_type, owner, day, load_id)
      select report_type, owner, day, id from load`,
      [days],
    )
    const { owners } = await read(operator, { days: 400 })
    expect(owners.length).toBe(4)
    for (const { kinds } of owners)
      expect(kinds.map(({ cells }) => cells.filter(({ state }) => state === 'here').length)).toEqual([
        400, 400, 400, 0,
      ])
  })
})

describe('a cell', () => {
  const readCell = (
    { token }: Person,
    day: string,
    kind: 'activity' | 'revenue' = 'revenue',
    owner = 'main',
  ) => on.api.request(readDeskReport, { token, query: { owner, kind, day } })

  test('says what became of its report, from when on it is late, and who depends on it', async () => {
    const { db } = on.api
    await addReports([dayBefore(5), dayBefore(4)])
    await queryRaw(
      db,
      `insert into channel_owners (channel_id, owner, first_day) values ($1, 'main', $2), ($3, 'main', $4)`,
      [channelIdFor('one'), dayBefore(9), channelIdFor('two'), dayBefore(1)],
    )
    await withdrawReport(db, { type: 'revenue', owner: 'main', day: dayBefore(5) })
    await addFetched(dayBefore(5), 'lost', 'YouTube no longer has it')
    const { status, body } = await readCell(operator, dayBefore(5))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      cell: { state: 'withdrawn', rows: null, issues: 1 },
      dueAt: '2026-03-19T07:00:00.000Z',
      figures: null,
      channels: { reported: 1, earning: 0, members: 0 },
      connection: null,
    })
    expect((body.attempts as { kind: string }[]).map(({ kind }) => kind).sort()).toEqual([
      'lost',
      'replaced',
      'withdrawn',
    ])
  })

  test('has the figures that count', async () => {
    await addReports([dayBefore(5)])
    await queryRaw(on.api.db, `select ensure_month_partitions($1)`, [dayBefore(5)])
    await queryRaw(
      on.api.db,
      `insert into video_daily (channel_id, video_id, day, owner, views, premium_views, engaged_views, watch_ms,
        watched_share, revenue_micros, premium_revenue_micros)
      values ('c', 'v', $1, 'main', 10, 1, 10, 1, 1, 2000000, 0)`,
      [dayBefore(5)],
    )
    const { body } = await readCell(operator, dayBefore(5))
    expect(body).toMatchObject({
      cell: { state: 'here' },
      figures: { views: 10, revenueMicros: 2_000_000 },
      attempts: [{ kind: 'imported', file: 'test', rows: 1, problem: null }],
    })
  })

  test('is found only where the role reaches', async () => {
    await addReports([dayBefore(4)], 'main')
    await addReports([dayBefore(4)], 'other')
    expect((await readCell(ofOwner, dayBefore(4))).status).toBe(200)
    expect((await readCell(ofOwner, dayBefore(4), 'revenue', 'other')).status).toBe(404)
    expect((await readCell(ofSite, dayBefore(4))).status).toBe(404)
    expect((await readCell(operator, dayBefore(4), 'revenue', 'unknown')).status).toBe(404)
  })
})

describe('a change', () => {
  const request = async (
    { token }: Person,
    endpoint: typeof withdraw | typeof acceptGap | typeof askForReports,
    body: object,
  ) => (await on.api.request(endpoint, { token, body: body as never })).status
  const late = { owner: 'main', kind: 'revenue', day: dayBefore(5) }

  test('withdraws a report like the command, in the name of the operator', async () => {
    await addReports([dayBefore(5), dayBefore(4)])
    expect(await request(operator, withdraw, late)).toBe(200)
    expect(await readStates('revenue', { days: 5 })).toBe('wh...')
    expect((await listAuditEntries(on.api.db)).at(-1)).toMatchObject({
      action: 'withdrawReport',
      actor: operator.id,
      detail: { type: 'revenue', owner: 'main', day: dayBefore(5), after: null },
    })
    // There is none in effect any more.
    expect(await request(operator, withdraw, late)).toBe(409)
    expect(await request(operator, withdraw, { ...late, kind: 'metadata' })).toBe(422)
  })

  test('accepts that a report is missing, until it arrives or somebody waits for it again', async () => {
    await addReports([dayBefore(6), dayBefore(4)])
    expect(await readStates('revenue', { days: 6 })).toBe('hlh...')
    expect(await request(operator, acceptGap, { ...late, reason: ' YouTube has lost it ' })).toBe(200)
    expect(await readStates('revenue', { days: 6 })).toBe('hah...')
    const { emptyReports } = await on.api.call(readToday, { token: operator.token })
    expect(emptyReports).toBe(1)
    const cell = await on.api.call(readDeskReport, { token: auditor.token, query: late as never })
    expect(cell.acceptedReason).toBe('YouTube has lost it')
    expect((await listAuditEntries(on.api.db)).at(-1)).toMatchObject({
      action: 'acceptGap',
      detail: { before: null, after: { reason: 'YouTube has lost it' } },
    })
    // The day stays incomplete.
    expect(
      await queryRaw(on.api.db, `select is_complete from owner_days where day = $1`, [dayBefore(5)]),
    ).toEqual([{ is_complete: false }])
    expect(await request(operator, acceptGap, { ...late, reason: null })).toBe(200)
    expect(await readStates('revenue', { days: 6 })).toBe('hlh...')
    await request(operator, acceptGap, { ...late, reason: 'lost' })
    await addReports([dayBefore(5)], 'main', ['revenue'])
    expect(await readStates('revenue', { days: 6 })).toBe('hhh...')
    expect(await request(operator, acceptGap, { ...late, reason: 'lost' })).toBe(409)
  })

  test('asks YouTube at once, where there is a consent', async () => {
    await connect()
    asked.length = 0
    expect(await request(operator, askForReports, { owner: 'main' })).toBe(200)
    const [connection] = await queryRaw<{ id: number; next: Date }>(
      on.api.db,
      'select id, next_fetch_at as next from youtube_connections',
    )
    expect(asked).toEqual([`fetch-reports ${connection?.id}`])
    expect(new Date(connection?.next ?? 0)).toEqual(on.api.clock.now)
    await queryRaw(on.api.db, 'update youtube_connections set refresh_token = null')
    expect(await request(operator, askForReports, { owner: 'main' })).toBe(409)
  })

  test('is for operators of the content owner only', async () => {
    await connect()
    await addReports([dayBefore(6), dayBefore(4)])
    await addReports([dayBefore(6), dayBefore(4)], 'other')
    const statuses = async (person: Person, owner: string) => [
      await request(person, acceptGap, { ...late, owner, reason: 'lost' }),
      await request(person, withdraw, { ...late, owner, day: dayBefore(4) }),
      await request(person, askForReports, { owner }),
    ]
    expect(await statuses(ofOwner, 'other')).toEqual([404, 404, 404])
    expect(await statuses(ofSite, 'main')).toEqual([404, 404, 404])
    expect(await statuses(auditor, 'main')).toEqual([403, 403, 403])
    expect(await statuses(manager, 'main')).toEqual([403, 403, 403])
    expect(await statuses(ofOwner, 'main')).toEqual([200, 200, 200])
  })
})
