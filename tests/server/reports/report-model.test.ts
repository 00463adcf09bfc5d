// @module-tag property
// @module-tag adapter
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMembers } from '#contract/people/members.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { channelSorts, listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import { type CountryFigures, readCountries } from '#contract/reports/countries.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { type LatestDay, readLatestDay } from '#contract/reports/latest-day.ts'
import { type Mover, type Movers, readMovers } from '#contract/reports/movers.ts'
import { readPriceSpread } from '#contract/reports/price-spread.ts'
import { readReportEvents } from '#contract/reports/report-events.ts'
import type { Figures } from '#contract/reports/reports.ts'
import { comparisons, periods, type RequestedTime, type SortOrder } from '#contract/reports/reports.ts'
import { readVideo, readVideoContext, readVideoCurve } from '#contract/reports/video-detail.ts'
import {
  formatVideoKey,
  listVideos,
  readVideoExtremes,
  readVideoTotals,
  readVideoTrends,
  videoSorts,
} from '#contract/reports/videos.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertReports, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { findExample, propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { deleteReports } from '#tests/support/report-invariants.ts'
import { createReportModel, type Registration, type Viewer, type World } from '#tests/support/report-model.ts'
import type { Report } from '#tests/support/reported-facts.ts'

let api: Api
const accounts: Record<string, number> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  accounts.ours = manager
  accounts.theirs = await createAccount(api.db, site, 'rival@example.test')
  for (const member of ['ann', 'ben'])
    accounts[member] = await createAccount(api.db, site, `${member}@example.test`, manager)
  for (const who of ['boss', 'ann', 'ben']) tokens[who] = await signIn(api, `${who}@example.test`)
})
afterAll(() => api.close())

const channelIds = [...'vwxyz'].map(channelIdFor)
const videoIds = [...'abcd'].map(videoIdFor)
const days = [
  ...['2026-04-30', '2026-05-01', '2026-08-31', '2026-09-01', '2026-09-30', '2026-10-01', '2026-10-02'],
  ...['2026-10-03', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'],
]
const anyDay = fc.constantFrom(...days)
const anyMember = fc.constantFrom('ann', 'ben')

const anyRegistration = (channelId: string) =>
  fc.record({
    channelId: fc.constant(channelId),
    network: fc.constantFrom('ours', 'ours', 'ours', 'ours', 'theirs'),
    name: fc.constantFrom('Zoo', '가나', 'ＡＢＣ', 'abc', '中文', 'É'),
    approval: fc.constantFrom(2, 2, 2, 2, 2, 1, 3),
    verification: fc.constantFrom('verified', 'verified', 'verified', 'verified', 'verifying'),
    earnsFrom: fc.constantFrom('2020-01-01', '2020-01-01', '2020-01-01', '2026-10-01', '2026-11-02', null),
    approvedOn: fc.option(anyDay),
    removed: fc.constantFrom(false, false, false, false, true),
    members: fc.subarray(['ann', 'ben']),
  })

/** A channel's registration, sometimes preceded by one that was removed. */
const anyRegistrations = fc
  .tuple(...channelIds.map((id) => fc.tuple(anyRegistration(id), fc.option(anyRegistration(id)))))
  .map((pairs) =>
    pairs
      .flatMap(([now, before]) => (before ? [{ ...before, removed: true }, now] : [now]))
      .map((one) => (one.network === 'ours' ? one : { ...one, members: [] })),
  ) as fc.Arbitrary<Registration[]>

const anyFact = fc.record({
  day: anyDay,
  channelId: fc.constantFrom(...channelIds),
  videoId: fc.constantFrom('', ...videoIds, ...videoIds),
  country: fc.constantFrom('KR', 'US', 'ZZ'),
  views: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 })),
  premiumViews: fc.integer({ min: 0, max: 9 }),
  revenueMicros: fc.integer({ min: -90_000, max: 5_000_000 }),
  premiumRevenueMicros: fc.integer({ min: -50, max: 900 }),
})

const anyReport = fc.record({
  owner: fc.constantFrom('main', 'second'),
  types: fc.constantFrom(
    ...([['activity', 'revenue'], ['activity', 'revenue'], ['activity'], ['revenue']] as const),
  ),
  facts: fc.uniqueArray(anyFact, {
    maxLength: 40,
    selector: ({ day, channelId, videoId, country }) => day + channelId + videoId + country,
  }),
})

/** Sometimes makes the other owner also report videos of the first report, on the same days. */
const addSharedVideos = (reports: Report[]): fc.Arbitrary<Report[]> =>
  fc.option(fc.integer({ min: 1, max: 999 })).map((added) => {
    const [first] = reports
    if (!first || added === null) return reports
    const facts = first.facts.map((fact) => ({ ...fact, revenueMicros: fact.revenueMicros + added }))
    return [...reports, { ...first, owner: first.owner === 'main' ? 'second' : 'main', facts }]
  })

const anyWorld: fc.Arbitrary<World> = fc.record({
  registrations: anyRegistrations,
  reports: fc.array(anyReport, { minLength: 2, maxLength: 5, size: 'max' }).chain(addSharedVideos),
  rates: fc.uniqueArray(
    fc.record({ day: anyDay, krwMicros: fc.integer({ min: 1_300_000_000, max: 1_500_000_000 }) }),
    { maxLength: 4, selector: ({ day }) => day },
  ),
  fees: fc.uniqueArray(
    fc.record({ member: anyMember, day: anyDay, permille: fc.integer({ min: 0, max: 1000 }) }),
    { maxLength: 6, selector: ({ member, day }) => member + day },
  ),
  metadata: fc.uniqueArray(
    fc.record({
      channelId: fc.constantFrom(...channelIds),
      videoId: fc.constantFrom(...videoIds),
      saidOn: anyDay,
      publishedAt: fc.option(anyDay.map((day) => `${day}T12:00:00.000Z`)),
      lengthSeconds: fc.constantFrom(null, 0, 17),
    }),
    { maxLength: 8, selector: ({ channelId, videoId }) => channelId + videoId },
  ),
})

async function insertWorld(world: World): Promise<void> {
  const { db } = api
  await execRaw(db, 'delete from assignments; delete from channels; delete from fee_rates')
  await deleteReports(db)
  for (const one of world.registrations) await insertRegistration(one)
  for (const { day, krwMicros } of world.rates)
    await queryRaw(db, 'insert into exchange_rates (day, krw_micros) values ($1, $2)', [day, krwMicros])
  for (const { member, day, permille } of world.fees)
    await queryRaw(db, 'insert into fee_rates (account_id, from_day, permille) values ($1, $2, $3)', [
      accounts[member],
      day,
      permille,
    ])
  for (const { channelId, videoId, saidOn, publishedAt, lengthSeconds } of world.metadata)
    await queryRaw(
      db,
      `insert into videos (channel_id, video_id, channel_name, title, length_seconds, published_at, reported_on, reported_at)
      values ($1, $2, '', 'A title', $3, $4, $5, '2026-11-04')`,
      [channelId, videoId, lengthSeconds, publishedAt, saidOn],
    )
  for (const { owner, types, facts } of world.reports) await insertReports(db, facts, owner, types)
  await rebuildFigures(db)
}

async function insertRegistration({ network, removed, members, ...one }: Registration): Promise<void> {
  await queryRaw(
    api.db,
    `with made as (
      insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
        verification_code, earns_from, removed_at, approved_at)
      values ($1, $2, $3, 'people', $4, $5, 'ABCD1234', $6, case when $7 then now() end, $9::text::timestamptz)
      returning registration_id
    )
    insert into assignments (registration_id, account_id)
    select registration_id, unnest($8::integer[]) from made`,
    [
      one.channelId,
      accounts[network],
      one.name,
      one.approval,
      one.verification,
      one.earnsFrom,
      removed,
      members.map((member) => accounts[member]),
      one.approvedOn && `${one.approvedOn}T12:00:00Z`,
    ],
  )
}

type Query = Record<string, string | number>

/** Fetches all pages of a list, three rows at a time. */
async function fetchAllPages<R>(read: (query: Query) => Promise<{ rows: R[]; nextCursor: string | null }>) {
  const rows: R[] = []
  let cursor: string | null = null
  do {
    const page: { rows: R[]; nextCursor: string | null } = await read({ size: 3, ...(cursor && { cursor }) })
    rows.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}

/** Extracts the figures of a row, without names and dates. */
const toFigures = (rows: readonly (Figures & { videoId: string; channelId: string })[]) =>
  rows.map((row) => ({
    videoId: row.videoId,
    channelId: row.channelId,
    views: row.views,
    premiumViews: row.premiumViews,
    grossProfit: row.grossProfit,
    netProfit: row.netProfit,
    grossPremiumProfit: row.grossPremiumProfit,
    netPremiumProfit: row.netPremiumProfit,
  }))

/** Omits names and pictures. */
const toChanges = (comparison: Movers['comparison']) =>
  comparison && {
    ...comparison,
    risers: comparison.risers.map(toChange),
    fallers: comparison.fallers.map(toChange),
  }
const toChange = ({ id, channelId, current, previous }: Mover) => ({ id, channelId, current, previous })

async function expectModelFigures(
  world: World,
  viewer: Viewer,
  time: RequestedTime,
  chance: number,
): Promise<void> {
  const model = createReportModel(world)
  const token = tokens[viewer.netOnly ? (viewer.member ?? '') : 'boss'] ?? ''
  const member: Query =
    viewer.member !== null && !viewer.netOnly ? { member: accounts[viewer.member] ?? 0 } : {}
  const wide: Query = { ...(time as Query), ...member }
  const query: Query = { ...wide, ...(viewer.channel !== null && { channel: viewer.channel }) }
  const order: SortOrder = chance % 2 === 0 ? 'desc' : 'asc'

  const board = await api.call(readDashboard, { token, query })
  expect(board.currency).toBe(model.currency)
  expect(board.report).toEqual(model.dashboard(viewer, time))

  const { report: byCountry } = await api.call(readCountries, { token, query })
  expect(byCountry).toEqual(model.countries(viewer, time))
  const sumOf = (of: (row: CountryFigures) => number | null) =>
    byCountry?.countries.reduce((sum, row) => sum + (of(row) ?? 0), 0) ?? 0
  expect([sumOf((row) => row.views), sumOf((row) => row.grossProfit), sumOf((row) => row.netProfit)]).toEqual(
    [
      board.report?.totals.views ?? 0,
      board.report?.totals.grossProfit ?? 0,
      board.report?.totals.netProfit ?? 0,
    ],
  )

  const sort = videoSorts[chance % videoSorts.length] ?? 'views'
  const listed = await fetchAllPages(async (page) => {
    const reply = await api.call(listVideos, { token, query: { ...query, ...page, sort, order } })
    return { rows: reply.videos, nextCursor: reply.nextCursor }
  })
  expect(toFigures(listed)).toEqual(model.videos(viewer, time, sort, order))

  const counted = await api.call(readVideoTotals, { token, query })
  expect(counted).toMatchObject(model.videoTotals(viewer, time, () => true))
  const wanted = videoIds[chance % videoIds.length] ?? ''
  const countedOne = await api.call(readVideoTotals, { token, query: { ...query, search: wanted } })
  expect(countedOne).toMatchObject(model.videoTotals(viewer, time, (id) => id === wanted))

  if (listed.length > 0) {
    const { trends } = await api.call(readVideoTrends, {
      token,
      query: { ...query, videos: [...listed.map(formatVideoKey), 'nowhere:nothing'].join() },
    })
    const sorted = trends.toSorted((a, b) => (a.channelId + a.videoId < b.channelId + b.videoId ? -1 : 1))
    expect(sorted).toEqual(model.videoTrends(viewer, time))
  }

  const extremes = await api.call(readVideoExtremes, { token, query })
  const { minViews, highest, lowest } = extremes
  expect({ minViews, highest: toFigures(highest), lowest: toFigures(lowest) }).toEqual(
    model.extremes(viewer, time),
  )

  expect(await api.call(readPriceSpread, { token, query })).toMatchObject(
    model.priceSpread(viewer, time, () => true),
  )
  expect(await api.call(readPriceSpread, { token, query: { ...query, search: wanted } })).toMatchObject(
    model.priceSpread(viewer, time, (id) => id === wanted),
  )

  const video = videoIds[chance % videoIds.length] ?? ''
  const found = await api.request(readVideo, { token, query: { ...query, video } })
  expect(found.status === 404 ? null : found.body).toEqual(
    expectedVideo(model.video(viewer, time, video), model.currency),
  )

  if (found.status === 200) {
    const { range, watchRates } = await api.call(readVideoContext, { token, query: { ...query, video } })
    expect(range).toEqual(model.video(viewer, time, video)?.range)
    expect(watchRates).toEqual(model.watchRates(viewer, time, video))
  }

  expect(await api.call(readReportEvents, { token, query })).toEqual(
    expect.objectContaining(model.events(viewer, time)),
  )

  for (const by of ['channel', 'video'] as const) {
    const reply = await api.call(readMovers, { token, query: { ...query, by } })
    expect(toChanges(reply.comparison)).toEqual(model.movers(viewer, time, by))
  }

  const all = { ...viewer, channel: null }
  const channelSort = channelSorts[chance % channelSorts.length] ?? 'profit'
  const channels = await fetchAllPages(async (page) => {
    const reply = await api.call(listChannelFigures, {
      token,
      query: { ...wide, ...page, sort: channelSort, order },
    })
    const expected = model.channels(all, time, channelSort, order)
    expect(reply.total).toBe(expected.channels.length)
    expect(reply.totals).toEqual(expected.totals)
    expect(reply.previousRange).toEqual(expected.previousRange)
    // Tags are in tests/server/reports/tagged-reports.test.ts.
    const rows = reply.channels.map(({ thumbnail: _, tags: __, ...row }) => row)
    return { rows, nextCursor: reply.nextCursor }
  })
  expect(channels).toEqual(model.channels(all, time, channelSort, order).channels)

  const top = model.channels(all, time, 'profit', 'desc').channels.slice(0, 5)
  const defaultSeries = await api.call(readChannelSeries, { token, query: wide })
  expect(defaultSeries.report).toEqual(
    model.channelSeries(
      all,
      time,
      top.map(({ channelId }) => channelId),
    ),
  )
  const own = model.findVisibleChannels(all).slice(chance % 2)
  if (own.length === 0) return
  const selected = own.slice(0, 2)
  const some = await api.call(readDashboard, { token, query: { ...wide, channels: selected.join() } })
  expect(some.report).toEqual(model.dashboard({ ...all, channels: selected }, time))
  const requested = await api.call(readChannelSeries, { token, query: { ...wide, channels: own.join() } })
  expect(requested.report).toEqual(model.channelSeries(all, time, own))
}

/** Compares every month, in pages of one member. */
async function expectModelMonths(world: World, chance: number): Promise<void> {
  const token = tokens.boss ?? ''
  const model = createReportModel(world)
  const months = model.memberMonths(['ann', 'ben'])
  const query = { figures: 'month', size: 1 } as const
  const { report } = await api.call(listMembers, { token, query })
  expect(report?.months ?? []).toEqual(months.map(({ month }) => month))
  for (const { rows, ...expected } of months) {
    const [sort, order] = chance % 2 ? (['net', 'desc'] as const) : (['name', 'asc'] as const)
    const pages = await Promise.all(
      [0, 1].map((page) =>
        api.call(listMembers, { token, query: { ...query, month: expected.month, sort, order, page } }),
      ),
    )
    for (const { report } of pages)
      expect(report).toEqual({
        ...expected,
        currency: model.currency,
        months: months.map(({ month }) => month),
      })
    const sorted = sort === 'net' ? rows.toSorted((a, b) => b.netProfit - a.netProfit) : rows
    expect(pages.flatMap(({ members }) => members.map(({ profit }) => profit?.netProfit))).toEqual(
      sorted.map(({ netProfit }) => netProfit),
    )
    for (const { id, profit } of pages.flatMap(({ members }) => members)) {
      const own = rows.find(({ member }) => accounts[member] === id)
      expect(profit).toEqual({ grossProfit: own?.grossProfit, netProfit: own?.netProfit })
    }
  }
}

function expectedVideo(video: ReturnType<ReturnType<typeof createReportModel>['video']>, currency: string) {
  if (!video) return null
  const { channelId, ...rest } = video
  return expect.objectContaining({ ...rest, currency, video: expect.objectContaining({ channelId }) })
}

const viewers: Omit<Viewer, 'channel'>[] = [
  { member: null, netOnly: false },
  { member: 'ann', netOnly: false },
  { member: 'ben', netOnly: true },
]

test('whatever was reported and registered, every figure of every report is the model’s', async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, fc.nat({ max: 1000 }), async (world, seed) => {
      await insertWorld(world)
      let chance = seed
      for (const asker of viewers) {
        const own = createReportModel(world).findVisibleChannels({ ...asker, channel: null })
        for (const period of periods) {
          chance += 1
          const channel = chance % 2 === 0 ? null : (own[chance % own.length] ?? null)
          const [from = '', to = ''] = [days[chance % days.length], days[(chance * 7) % days.length]].sort()
          const compare = comparisons[Math.trunc(chance / 2) % comparisons.length] ?? 'previous'
          const time: RequestedTime = { period, compare, ...(period === 'custom' && { from, to }) }
          await expectModelFigures(world, { ...asker, channel }, time, chance)
        }
      }
    }),
    { numRuns: propertyRuns(5), endOnFailure: true },
  )
})

const manager = { member: null, netOnly: false, channel: null }

const weekdayChannels = channelIds.slice(0, 3)

/**
 * Seventy to ninety days of three channels whose profits stay near an amount of their own, apart from outliers. Days are
 * missing, and another owner reports only half of some of them. The first channel is a member's, the last one begins late.
 */
const anyWeekdayWorld: fc.Arbitrary<World> = fc
  .record({
    days: fc.array(
      fc.record({
        isMissing: fc.constantFrom(false, false, false, false, false, false, false, true),
        isIncomplete: fc.constantFrom(...Array.from({ length: 11 }, () => false), true),
        shares: fc.tuple(
          ...weekdayChannels.map(() =>
            fc.oneof(
              { weight: 8, arbitrary: fc.integer({ min: 90, max: 110 }) },
              { weight: 1, arbitrary: fc.integer({ min: -20, max: 400 }) },
            ),
          ),
        ),
        video: fc.constantFrom('', ...videoIds),
      }),
      { minLength: 30, maxLength: 90, size: 'max' },
    ),
    beginsAfter: fc.integer({ min: 0, max: 60 }),
    last: fc.integer({ min: 1, max: 28 }),
    world: anyWorld,
  })
  .map(({ days: shares, beginsAfter, last, world }): World => {
    const lastDay = `2026-11-${String(last).padStart(2, '0')}`
    const factOf = (at: number, channel: number, videoId: string) => ({
      day: addDays(lastDay, at + 1 - shares.length),
      channelId: weekdayChannels[channel] ?? '',
      videoId,
      country: 'KR',
      views: 10 + (shares[at]?.shares[channel] ?? 0) ** 2,
      premiumViews: 3,
      revenueMicros: (shares[at]?.shares[channel] ?? 0) * 12_345 * (channel + 1),
      premiumRevenueMicros: 7,
    })
    const reported = shares.flatMap(({ isMissing, video }, at) =>
      isMissing
        ? []
        : weekdayChannels.flatMap((_, channel) =>
            channel === 2 && at < beginsAfter
              ? []
              : [factOf(at, channel, video), factOf(at, channel, videoIdFor('e'))],
          ),
    )
    const halves = shares.flatMap(({ isIncomplete }, at) =>
      isIncomplete ? [factOf(at, 1, videoIdFor('f'))] : [],
    )
    return {
      ...world,
      registrations: weekdayChannels.map((channelId, at) => ({
        channelId,
        network: 'ours',
        name: `Channel ${at}`,
        approval: 2,
        verification: 'verified',
        earnsFrom: '2020-01-01',
        approvedOn: null,
        removed: false,
        members: at === 0 ? ['ann', 'ben'] : at === 1 ? ['ann'] : ['ben'],
      })),
      reports: [
        { owner: 'main', types: ['activity', 'revenue'], facts: reported },
        ...(halves.length > 0
          ? [
              { owner: 'second', types: ['activity', 'revenue'] as const, facts: halves.slice(0, 1) },
              { owner: 'second', types: ['activity'] as const, facts: halves.slice(1) },
            ]
          : []),
      ],
    }
  })

const isUnusual = (world: World) => createReportModel(world).latestDay(manager)?.unusual != null

/** Omits names and pictures. */
const toReasons = (report: LatestDay['report']) =>
  report && {
    ...report,
    reasons: report.reasons && { ...report.reasons, movers: report.reasons.movers.map(toChange) },
  }

test('the latest day, its weekday, usual ranges and reasons are the model’s', async () => {
  const counts = { compared: 0, usual: 0, unusual: 0 }
  await fc.assert(
    fc.asyncProperty(anyWeekdayWorld, async (world) => {
      await insertWorld(world)
      const model = createReportModel(world)
      for (const asker of viewers)
        for (const channel of [null, ...model.findVisibleChannels({ ...asker, channel: null })]) {
          const viewer = { ...asker, channel }
          const query: Query = {
            ...(viewer.member !== null && !viewer.netOnly && { member: accounts[viewer.member] ?? 0 }),
            ...(channel !== null && { channel }),
          }
          const token = tokens[viewer.netOnly ? (viewer.member ?? '') : 'boss'] ?? ''
          const { currency, report } = await api.call(readLatestDay, { token, query })
          expect(currency).toBe(model.currency)
          expect(toReasons(report)).toEqual(model.latestDay(viewer))
          counts.compared += Number(report?.weekBefore != null)
          counts.usual += Number(report?.days.at(-1)?.usual != null)
          counts.unusual += Number(report?.unusual != null)
        }
    }),
    {
      numRuns: 1 + propertyRuns(20),
      examples: [findExample(anyWeekdayWorld, isUnusual)],
      endOnFailure: true,
    },
  )
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0)
  expect(counts.usual).toBeGreaterThan(counts.unusual)
})

/** An activity and a revenue report for each day until the 3rd or a later day of November. */
const anyDenseWorld: fc.Arbitrary<World> = fc
  .record({ count: fc.integer({ min: 12, max: 70 }), last: fc.integer({ min: 3, max: 30 }), world: anyWorld })
  .chain(({ count, last, world }) => {
    const lastDay = `2026-11-${String(last).padStart(2, '0')}`
    const facts = Array.from({ length: count }, (_, at) =>
      anyFact.map((fact) => ({ ...fact, day: addDays(lastDay, -at), channelId: channelIds[0] ?? '' })),
    )
    return fc.tuple(...facts).map((all): World => {
      const reports = [{ owner: 'main', types: ['activity', 'revenue'] as const, facts: all }]
      const [first, ...others] = world.registrations
      const registrations = first
        ? [
            {
              ...first,
              network: 'ours' as const,
              approval: 2,
              verification: 'verified',
              earnsFrom: '2020-01-01',
              removed: false,
              members: ['ann', 'ben'],
            },
            ...others.filter(({ channelId }) => channelId !== first.channelId),
          ]
        : []
      return { ...world, registrations, reports }
    })
  })

const hasForecast = (world: World) =>
  createReportModel(world).dashboard(manager, { period: 'month', compare: 'previous' })?.forecast != null

test('the forecast of a month is the model’s', async () => {
  let forecasts = 0
  await fc.assert(
    fc.asyncProperty(anyDenseWorld, async (world) => {
      await insertWorld(world)
      const model = createReportModel(world)
      for (const viewer of viewers.map((one) => ({ ...one, channel: null }))) {
        const query: Query =
          viewer.member !== null && !viewer.netOnly ? { member: accounts[viewer.member] ?? 0 } : {}
        const token = tokens[viewer.netOnly ? (viewer.member ?? '') : 'boss'] ?? ''
        const { report } = await api.call(readDashboard, { token, query })
        expect(report).toEqual(model.dashboard(viewer, { period: 'month', compare: 'previous' }))
        if (report?.forecast) forecasts += 1
      }
    }),
    { numRuns: 1 + propertyRuns(6), examples: [findExample(anyDenseWorld, hasForecast)], endOnFailure: true },
  )
  expect(forecasts).toBeGreaterThan(0)
})

test('gross and net of each member and month are the model’s, and so are their sums', async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, fc.nat({ max: 1000 }), async (world, seed) => {
      await insertWorld(world)
      await expectModelMonths(world, seed)
    }),
    { numRuns: propertyRuns(20), endOnFailure: true },
  )
})

const curveVideos = [...'abcdefghijkl'].map(videoIdFor)

/** Twelve videos of one channel, uploaded around its first day of earning or later, with figures on most days. */
const anyCurveWorld: fc.Arbitrary<World> = fc
  .record({
    uploads: fc.tuple(
      ...curveVideos.map(() =>
        fc.record({ ago: fc.integer({ min: 2, max: 75 }), hour: fc.nat({ max: 23 }) }),
      ),
    ),
    earnsFrom: fc.constantFrom('2020-01-01', '2026-09-20'),
    hasRates: fc.boolean(),
    world: anyWorld,
  })
  .chain(({ uploads, earnsFrom, hasRates, world }) => {
    const channelId = channelIds[0] ?? ''
    const count = 170
    const facts = Array.from({ length: count }, (_, at) =>
      anyFact.map((fact) => ({
        ...fact,
        channelId,
        day: addDays('2026-11-20', -(at % 85)),
        videoId: curveVideos[(at * 5) % curveVideos.length] ?? '',
      })),
    )
    return fc.tuple(fc.tuple(...facts), fc.boolean()).map(
      ([all, hasGap]): World => ({
        registrations: [
          {
            channelId,
            network: 'ours',
            name: 'Zoo',
            approval: 2,
            verification: 'verified',
            earnsFrom,
            approvedOn: null,
            removed: false,
            members: ['ann', 'ben'],
          },
        ],
        reports: [
          { owner: 'main', types: ['activity', 'revenue'] as const, facts: dropDuplicates(all) },
          ...(hasGap
            ? [
                {
                  owner: 'second',
                  types: ['activity'] as const,
                  facts: dropDuplicates(all).filter(({ day }) => day > '2026-11-10'),
                },
              ]
            : []),
        ],
        rates: hasRates ? world.rates : [],
        fees: world.fees,
        metadata: uploads.map(({ ago, hour }, at) => ({
          channelId,
          videoId: curveVideos[at] ?? '',
          saidOn: '2026-11-20',
          publishedAt: `${addDays('2026-11-20', -ago)}T${String(hour).padStart(2, '0')}:30:00.000Z`,
          lengthSeconds: 17,
        })),
      }),
    )
  })

const dropDuplicates = (facts: World['reports'][number]['facts']) => [
  ...new Map(facts.map((fact) => [fact.day + fact.videoId + fact.country, fact])).values(),
]

const hasComparedCurve = (world: World) =>
  curveVideos.some(
    (video) => createReportModel(world).videoCurve(manager, video)?.curve?.usual.low[0] != null,
  )

test('the curve of a video since its upload is the model’s', async () => {
  let curves = 0
  let compared = 0
  await fc.assert(
    fc.asyncProperty(anyCurveWorld, async (world) => {
      await insertWorld(world)
      const model = createReportModel(world)
      for (const viewer of viewers.map((one) => ({ ...one, channel: null }))) {
        const token = tokens[viewer.netOnly ? (viewer.member ?? '') : 'boss'] ?? ''
        const member: Query =
          viewer.member !== null && !viewer.netOnly ? { member: accounts[viewer.member] ?? 0 } : {}
        for (const video of curveVideos) {
          const { status, body } = await api.request(readVideoCurve, { token, query: { ...member, video } })
          const expected = model.videoCurve(viewer, video)
          expect(status).toBe(expected ? 200 : 404)
          if (!expected) continue
          expect(body).toMatchObject({ currency: model.currency, ...expected })
          if (expected.curve) curves += 1
          if (expected.curve?.usual.low[0] != null) compared += 1
        }
      }
    }),
    {
      numRuns: 1 + propertyRuns(4),
      examples: [findExample(anyCurveWorld, hasComparedCurve)],
      endOnFailure: true,
    },
  )
  expect(curves).toBeGreaterThan(0)
  expect(compared).toBeGreaterThan(0)
})
