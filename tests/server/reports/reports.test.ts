// @module-tag property
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { getPremiumProfit, getProfit, presetPeriods } from '#contract/reports/reports.ts'
import { listVideos, type VideoRow, videoSorts } from '#contract/reports/videos.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { recomputeDays } from '#server/reports/lists/rollups.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import {
  channelIdFor,
  type Fact,
  insertFacts,
  insertReports,
  rebuildFigures,
  videoIdFor,
} from '#tests/support/facts.ts'
import { interceptStatements } from '#tests/support/intercept-statements.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
let site: Site
let manager: number
let member: number
let token: string
let memberToken: string
const channelOne = channelIdFor('one')
const channelTwo = channelIdFor('two')
const channelThree = channelIdFor('three')

beforeAll(async () => {
  api = await startApi()
  site = await createSite(api.db)
  manager = await createAccount(api.db, site, 'boss@example.test')
  member = await createAccount(api.db, site, 'member@example.test', manager)
  await insertAssignment(api.db, await createChannel(api.db, manager, channelOne), member)
  await createChannel(api.db, manager, channelTwo, { earnsFrom: '2026-10-10' })
  await createChannel(api.db, manager, channelThree, { verification: 'verifying' })
  token = await signIn(api, 'boss@example.test')
  memberToken = await signIn(api, 'member@example.test')
})
afterAll(() => api.close())
afterEach(async () => {
  await execRaw(
    api.db,
    `delete from activity_facts; delete from revenue_facts; delete from report_current; delete from report_loads;
    delete from exchange_rates; delete from fee_rates; delete from videos`,
  )
  await rebuildFigures(api.db)
})

const buildFact = (day: string, channelId: string, video: string, figures: Partial<Fact> = {}): Fact => ({
  day,
  channelId,
  videoId: videoIdFor(video),
  country: 'KR',
  views: 1000,
  premiumViews: 70,
  revenueMicros: 250_000,
  premiumRevenueMicros: 60_000,
  ...figures,
})

const fetchDashboard = (query: Record<string, string | number> = {}, as = token) =>
  api.call(readDashboard, { token: as, query })

async function fetchAllVideos(query: Record<string, string | number>, as = token): Promise<VideoRow[]> {
  const rows: VideoRow[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof api.call<typeof listVideos>>> = await api.call(listVideos, {
      token: as,
      query: { ...query, ...(cursor !== null && { cursor }) },
    })
    rows.push(...page.videos)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}

test('without any data there is no report, and no error', async () => {
  expect((await fetchDashboard()).report).toBeNull()
  expect(await fetchAllVideos({})).toEqual([])
})

test('a period ends on the latest day that has both reports', async () => {
  await insertFacts(api.db, [
    buildFact('2026-11-01', channelOne, 'a'),
    buildFact('2026-11-02', channelOne, 'a'),
  ])
  await queryRaw(api.db, `delete from report_current where day = '2026-11-02' and report_type = 'revenue'`)
  await rebuildFigures(api.db)
  const { report } = await fetchDashboard({ period: 'latest' })
  expect(report?.range).toEqual({ from: '2026-11-01', to: '2026-11-01' })
})

test('only approved and verified channels count, from their earning day', async () => {
  await insertFacts(api.db, [
    buildFact('2026-10-09', channelOne, 'a', { views: 1 }),
    buildFact('2026-10-09', channelTwo, 'b', { views: 10 }),
    buildFact('2026-10-10', channelTwo, 'b', { views: 100 }),
    buildFact('2026-10-10', channelThree, 'c', { views: 1_000 }),
    buildFact('2026-10-10', channelIdFor('nobodys'), 'd', { views: 10_000 }),
  ])
  const { report } = await fetchDashboard({ period: 'month' })
  expect(report?.totals.views).toBe(101)
  expect(report?.series.views).toEqual([...Array(8).fill(null), 1, 100])
  const videos = await fetchAllVideos({ period: 'month' })
  expect(videos.map(({ videoId, views }) => [videoId, views])).toEqual([
    [videoIdFor('b'), 100],
    [videoIdFor('a'), 1],
  ])
})

test('lines about a channel itself count in its totals and are no video', async () => {
  await insertFacts(api.db, [
    buildFact('2026-11-01', channelOne, 'a', { views: 5 }),
    { ...buildFact('2026-11-01', channelOne, ''), videoId: '', views: 2 },
  ])
  expect((await fetchDashboard()).report?.totals.views).toBe(7)
  expect(await fetchAllVideos({})).toHaveLength(1)
})

test('amounts are dollars until a rate is known, then won by the rate of each day', async () => {
  await insertFacts(api.db, [
    buildFact('2026-11-01', channelOne, 'a', { revenueMicros: 1_000_000 }),
    buildFact('2026-11-02', channelOne, 'a', { revenueMicros: 2_000_001 }),
  ])
  expect(await fetchDashboard()).toMatchObject({
    currency: 'USD',
    report: { totals: { grossProfit: 3_000_001 } },
  })
  await queryRaw(
    api.db,
    `insert into exchange_rates values ('2026-11-02', 1400500000), ('2026-11-05', 8000000000)`,
  )
  await rebuildFigures(api.db)
  const won = await fetchDashboard()
  // The first day precedes all known rates and uses the earliest: 1,400.500 + 2,801.001 (rounded from …0014) won.
  expect(won).toMatchObject({ currency: 'KRW', report: { series: { grossProfit: [1_400_500, 2_801_001] } } })
  expect(won.report?.totals.grossProfit).toBe(4_201_501)
  expect((await fetchAllVideos({}))[0]?.grossProfit).toBe(4_201_501)
})

test('the comparison is with as many days before, of a day with its weekday, and none where data begin later', async () => {
  await insertFacts(api.db, [
    buildFact('2026-10-25', channelOne, 'a', { views: 3 }),
    buildFact('2026-11-01', channelOne, 'a', { views: 4 }),
  ])
  const latest = (await fetchDashboard({ period: 'latest' })).report
  expect(latest?.previous).toMatchObject({
    range: { from: '2026-10-25', to: '2026-10-25' },
    totals: { views: 3 },
  })
  expect(latest?.lastDays?.days).toHaveLength(14)
  expect(latest?.lastDays?.views.filter(Boolean)).toEqual([3, 4])
  expect((await fetchDashboard({ period: 'six-months' })).report?.previous).toBeNull()
})

test('a member sees the net by the rate of each day; the manager sees gross, and both for a member', async () => {
  await queryRaw(
    api.db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-11-01', 300), ($1, '2026-11-02', 125)`,
    [member],
  )
  await insertFacts(api.db, [
    buildFact('2026-10-31', channelOne, 'a', { revenueMicros: 1_000 }),
    buildFact('2026-11-01', channelOne, 'a', { revenueMicros: 1_000 }),
    buildFact('2026-11-02', channelOne, 'a', { revenueMicros: 1_000 }),
    buildFact('2026-11-02', channelTwo, 'b', { revenueMicros: 50_000 }),
  ])
  const mine = (await fetchDashboard({ period: 'month' }, memberToken)).report
  expect(mine?.totals).toMatchObject({ grossProfit: null, netProfit: 700 + 875 })
  expect(mine?.series.netProfit).toEqual([700, 875])
  expect((await fetchDashboard({ period: 'month', member })).report?.totals).toMatchObject({
    grossProfit: 2_000,
    netProfit: 1_575,
  })
  expect((await fetchDashboard({ period: 'month' })).report?.totals).toMatchObject({
    grossProfit: 52_000,
    netProfit: null,
  })
  expect(await fetchAllVideos({ period: 'month' }, memberToken)).toMatchObject([
    { grossProfit: null, netProfit: 1_575 },
  ])
  expect(await fetchAllVideos({ period: 'month', member })).toMatchObject([
    { grossProfit: 2_000, netProfit: 1_575 },
  ])
})

test('a member may choose nobody, and a manager only members of the own network', async () => {
  const other = await createAccount(
    api.db,
    { ...(await createSite(api.db, 'other.test')) },
    'else@other.test',
  )
  for (const endpoint of [readDashboard, listVideos]) {
    expect((await api.request(endpoint, { token: memberToken, query: { member } })).body.code).toBe(
      'forbidden',
    )
    for (const id of [other, manager, 999_999, Number.MAX_SAFE_INTEGER]) {
      expect((await api.request(endpoint, { token, query: { member: id } })).body.code).toBe('not_found')
    }
    expect((await api.request(endpoint, { token, query: { member: 'x' } })).body.fields.member.code).toBe(
      'invalid',
    )
    expect((await api.request(endpoint, { token, query: { period: 'ever' } })).body.fields.period.code).toBe(
      'invalid',
    )
  }
})

const invalidCursors = [
  ['views', 'desc', 'a\0', channelIdFor('one')],
  ['views', 'desc', videoIdFor('a'), ''],
  ['views', 'desc', videoIdFor('a'), 1],
  ['views', 'desc', videoIdFor('a')],
].map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'))

test.each(['', 'x', 'e30', ...invalidCursors])(
  'a cursor that was not given out (%j) is refused',
  async (cursor) => {
    await insertFacts(api.db, [buildFact('2026-11-01', channelOne, 'a')])
    for (const sort of ['views', 'date']) {
      const reply = await api.request(listVideos, { token, query: { cursor, sort } })
      expect([reply.status, reply.body.fields?.cursor?.code]).toEqual([422, 'invalid'])
    }
  },
)

test('videos by date page through equal dates and those without one, both ways', async () => {
  await insertFacts(
    api.db,
    [...'abcdef'].map((video) => buildFact('2026-11-01', channelOne, video)),
  )
  const dates = { a: '2026-10-03', b: '2026-10-01', c: '2026-10-03', d: '2026-10-02' }
  for (const [video, day] of Object.entries(dates)) {
    await queryRaw(
      api.db,
      `insert into videos (channel_id, video_id, channel_name, title, published_at, reported_on, reported_at)
      values ($1, $2, '', '', $3, '2026-11-01', now())`,
      [channelOne, videoIdFor(video), `${day}T12:00:00.123456Z`],
    )
  }
  await queryRaw(api.db, 'update report_state set data_revision = data_revision + 1')
  await rebuildFigures(api.db)
  const listed = async (order: string) =>
    (await fetchAllVideos({ sort: 'date', order, size: 1 })).map(({ videoId }) => videoId[0]).join('')
  expect(await listed('asc')).toBe('bdacef')
  expect(await listed('desc')).toBe('cadbef')
})

test('a cursor does not tell a member the gross', async () => {
  await queryRaw(
    api.db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-11-01', 500)`,
    [member],
  )
  await insertFacts(
    api.db,
    [...'ab'].map((video) => buildFact('2026-11-01', channelOne, video, { revenueMicros: 123_456 })),
  )
  const { nextCursor } = await api.call(listVideos, {
    token: memberToken,
    query: { sort: 'profit', size: 1 },
  })
  expect(Buffer.from(nextCursor ?? '', 'base64url').toString()).not.toContain('123456')
})

test('a cursor is refused once the list has changed', async () => {
  await insertFacts(api.db, [
    buildFact('2026-10-31', channelOne, 'a', { views: 2 }),
    buildFact('2026-10-31', channelOne, 'b'),
  ])
  const { nextCursor } = await api.call(listVideos, { token, query: { size: 1 } })
  await insertFacts(api.db, [buildFact('2026-11-01', channelOne, 'c')])
  const reply = await api.request(listVideos, { token, query: { size: 1, cursor: nextCursor ?? '' } })
  expect([reply.status, reply.body.code]).toEqual([409, 'list_changed'])
})

test('a cursor outlives what changes in another network', async () => {
  const rival = await createAccount(api.db, site, 'rival@example.test')
  await createChannel(api.db, rival, channelIdFor('rival'))
  await insertFacts(api.db, [
    buildFact('2026-10-31', channelOne, 'a', { views: 2000 }),
    buildFact('2026-10-31', channelOne, 'b'),
    buildFact('2026-10-31', channelIdFor('rival'), 'c'),
  ])
  const query = { size: 1, sort: 'views' } as const
  const first = await api.call(listVideos, { token, query })
  await insertReports(api.db, [buildFact('2026-10-31', channelIdFor('rival'), 'd')], 'other')
  await api.db.transaction((tx) => recomputeDays(tx, '2026-10-31', '2026-10-31', { owner: 'other' }))
  await refreshLists(api.db)
  const next = await api.call(listVideos, { token, query: { ...query, cursor: first.nextCursor ?? '' } })
  expect(next.videos.map(({ videoId }) => videoId)).toEqual([videoIdFor('b')])
  expect(next.revision).toBe(first.revision)
})

test('a list that is swapped while it is read is read again', async () => {
  await insertFacts(api.db, [buildFact('2026-11-01', channelOne, 'a', { revenueMicros: 1_000_000 })])
  let swapped = false
  const intercepted = interceptStatements(api.db, async (text, run) => {
    if (!swapped && text.includes('join video_period')) {
      swapped = true
      await queryRaw(api.db, `insert into exchange_rates values ('2026-11-01', 1400000000)`)
      await rebuildFigures(api.db)
    }
    return run()
  })
  const other = await startApi({ ...api.db, ...intercepted })
  const { currency, videos } = await other.call(listVideos, { token })
  expect([swapped, currency, videos[0]?.grossProfit]).toEqual([true, 'KRW', 1_400_000])
})

test('a list that is swapped whenever it is read is read from a snapshot in the end', {
  tags: ['one-server'],
}, async () => {
  await insertFacts(api.db, [buildFact('2026-11-01', channelOne, 'a', { revenueMicros: 1_000_000 })])
  const publications: Promise<void>[] = []
  const publish = async () => {
    await queryRaw(
      api.db,
      `insert into exchange_rates values ('2026-11-01', 1000000000)
      on conflict (day) do update set krw_micros = exchange_rates.krw_micros + 100000000`,
    )
    await rebuildFigures(api.db)
  }
  const publishBeforeRows = (queries: Queryable, canWait: boolean) =>
    interceptStatements(queries, async (text, run) => {
      if (text.includes('join video_period')) {
        publications.push(publish())
        if (canWait) await publications.at(-1)
      }
      return run()
    })
  const lines: { level: number; networkId: number; attempts: number }[] = []
  const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line)) })
  const other = await startApi(
    {
      ...api.db,
      ...publishBeforeRows(api.db, true),
      // The embedded database publishes only after the snapshot.
      readSnapshot: (work) =>
        api.db.readSnapshot((view) =>
          work({ ...view, ...publishBeforeRows(view, api.db.engine === 'postgres') }),
        ),
    },
    log,
  )
  const { currency, videos } = await other.call(listVideos, { token })
  await Promise.all(publications)
  expect([publications.length, currency, videos[0]?.grossProfit]).toEqual([4, 'KRW', 1_200_000])
  expect(lines).toEqual([expect.objectContaining({ level: 40, networkId: manager, attempts: 3 })])
  const { videos: latest } = await api.call(listVideos, { token })
  expect(latest[0]?.grossProfit).toBe(1_300_000)
})

test('a cursor belongs to one order of the list', async () => {
  await insertFacts(api.db, [
    buildFact('2026-11-01', channelOne, 'a'),
    buildFact('2026-11-01', channelOne, 'b'),
  ])
  const { nextCursor } = await api.call(listVideos, { token, query: { size: 1 } })
  const reply = await api.request(listVideos, { token, query: { cursor: nextCursor ?? '', sort: 'price' } })
  expect(reply.body.code).toBe('invalid')
})

const days = ['2026-08-30', '2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01', '2026-11-02']
const anyFact = fc.record({
  day: fc.constantFrom(...days),
  channelId: fc.constantFrom(channelOne, channelTwo, channelThree),
  videoId: fc.constantFrom(...'abcdefg').map(videoIdFor),
  country: fc.constantFrom('KR', 'US', 'ZZ'),
  views: fc.integer({ min: 0, max: 40 }),
  premiumViews: fc.constant(0),
  revenueMicros: fc.integer({ min: -50, max: 5_000_000 }),
  premiumRevenueMicros: fc.integer({ min: 0, max: 900 }),
})

/** Rounds halves away from zero, like PostgreSQL. */
const divideRounded = (dividend: bigint, divisor: bigint) => {
  const half = divisor / 2n
  return dividend < 0n ? -((-dividend + half) / divisor) : (dividend + half) / divisor
}

test('every list equals a simple model, whatever the facts, in every order, page by page', async () => {
  await queryRaw(
    api.db,
    `insert into exchange_rates values ('2026-09-15', 1387654321), ('2026-11-02', 1401000001)`,
  )
  const rateOn = (day: string) => (day >= '2026-11-02' ? 1_401_000_001n : 1_387_654_321n)
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyFact, { minLength: 1, maxLength: 40 }),
      fc.constantFrom(...presetPeriods),
      async (facts, period) => {
        await execRaw(
          api.db,
          'delete from activity_facts; delete from revenue_facts; delete from report_current',
        )
        await rebuildFigures(api.db)
        await insertFacts(api.db, facts)
        const { report } = await fetchDashboard({ period })
        const seen = facts.filter(
          ({ channelId, day }) =>
            channelId === channelOne || (channelId === channelTwo && day >= '2026-10-10'),
        )
        if (!report) {
          expect(seen).toEqual([])
          return
        }
        const counted = seen.filter(({ day }) => day >= report.range.from && day <= report.range.to)
        const won = (list: Fact[]) =>
          Object.entries(Object.groupBy(list, ({ day }) => day)).reduce((sum, [day, of = []]) => {
            const micros = of.reduce((total, { revenueMicros }) => total + BigInt(revenueMicros), 0n)
            return sum + Number(divideRounded(micros * rateOn(day), 1_000_000_000n))
          }, 0)
        expect(report.totals.views).toBe(counted.reduce((sum, { views }) => sum + views, 0))
        expect(report.totals.grossProfit).toBe(won(counted))
        const model = Object.values(
          Object.groupBy(counted, ({ channelId, videoId }) => channelId + videoId),
        ).map((of = []) => ({
          videoId: of[0]?.videoId ?? '',
          views: of.reduce((sum, { views }) => sum + views, 0),
          grossProfit: won(of),
        }))
        for (const sort of videoSorts) {
          for (const order of ['asc', 'desc'] as const) {
            const rows = await fetchAllVideos({ period, sort, order, size: 2 })
            const plain = (list: { videoId: string; views: number; grossProfit: number | null }[]) =>
              list.map(({ videoId, views, grossProfit }) => `${videoId} ${views} ${grossProfit}`).sort()
            expect(plain(rows)).toEqual(plain(model))
            expectSorted(rows, sort, order)
          }
        }
      },
    ),
    { numRuns: propertyRuns(12) },
  )
})

function expectSorted(rows: VideoRow[], sort: (typeof videoSorts)[number], order: 'asc' | 'desc'): void {
  const divide = (part: number, whole: number) => (whole > 0 ? Math.round((part * 1_000_000) / whole) : null)
  const key = (row: VideoRow) =>
    ({
      date: null,
      views: row.views,
      profit: getProfit(row),
      price: divide(getProfit(row), row.views),
      premiumViews: row.premiumViews,
      premiumRate: divide(row.premiumViews, row.views),
      premiumProfit: getPremiumProfit(row),
      premiumPrice: divide(getPremiumProfit(row), row.premiumViews),
    })[sort]
  const keys = rows.map(key)
  const tail = keys.indexOf(null)
  if (tail >= 0) expect(keys.slice(tail).every((value) => value === null)).toBe(true)
  const known = (tail < 0 ? keys : keys.slice(0, tail)).map(Number)
  for (const [at, value] of known.entries()) {
    const before = known[at - 1]
    if (before === undefined) continue
    expect(order === 'asc' ? before <= value + 1e-6 : before >= value - 1e-6).toBe(true)
  }
}
