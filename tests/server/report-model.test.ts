import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelSorts, listChannelFigures, readChannelSeries } from '#contract/channel-report.ts'
import type { Figures } from '#contract/reports.ts'
import { type Period, periods, readDashboard, type SortOrder, videoSorts } from '#contract/reports.ts'
import { readVideo } from '#contract/video-detail.ts'
import { listVideos, readVideoExtremes } from '#contract/videos.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertReports, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { deleteReports } from '#tests/support/report-invariants.ts'
import { createReportModel, type Registration, type Viewer, type World } from '#tests/support/report-model.ts'

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
    removed: fc.constantFrom(false, false, false, false, true),
    members: fc.subarray(['ann', 'ben']),
  })

/** A channel as it is, and sometimes what it was before it was removed and registered again. */
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

const anyWorld: fc.Arbitrary<World> = fc.record({
  registrations: anyRegistrations,
  reports: fc.array(anyReport, { minLength: 2, maxLength: 5, size: 'max' }),
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
        verification_code, earns_from, removed_at)
      values ($1, $2, $3, 'people', $4, $5, 'ABCD1234', $6, case when $7 then now() end)
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
    ],
  )
}

type Query = Record<string, string | number>

/** All pages of a list, three rows at a time. */
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

/** The figures of a row, without names and dates. */
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

async function expectModelFigures(
  world: World,
  viewer: Viewer,
  period: Period,
  chance: number,
): Promise<void> {
  const model = createReportModel(world)
  const token = tokens[viewer.netOnly ? (viewer.member ?? '') : 'boss'] ?? ''
  const member: Query =
    viewer.member !== null && !viewer.netOnly ? { member: accounts[viewer.member] ?? 0 } : {}
  const wide: Query = { period, ...member }
  const query: Query = { ...wide, ...(viewer.channel !== null && { channel: viewer.channel }) }
  const order: SortOrder = chance % 2 === 0 ? 'desc' : 'asc'

  const board = await api.call(readDashboard, { token, query })
  expect(board.currency).toBe(model.currency)
  expect(board.report).toEqual(model.dashboard(viewer, period))

  const sort = videoSorts[chance % videoSorts.length] ?? 'views'
  const listed = await fetchAllPages(async (page) => {
    const reply = await api.call(listVideos, { token, query: { ...query, ...page, sort, order } })
    return { rows: reply.videos, nextCursor: reply.nextCursor }
  })
  expect(toFigures(listed)).toEqual(model.videos(viewer, period, sort, order))

  const extremes = await api.call(readVideoExtremes, { token, query })
  const { minViews, highest, lowest } = extremes
  expect({ minViews, highest: toFigures(highest), lowest: toFigures(lowest) }).toEqual(
    model.extremes(viewer, period),
  )

  const video = videoIds[chance % videoIds.length] ?? ''
  const found = await api.request(readVideo, { token, query: { ...query, video } })
  expect(found.status === 404 ? null : found.body).toEqual(
    expectedVideo(model.video(viewer, period, video), model.currency),
  )

  const all = { ...viewer, channel: null }
  const channelSort = channelSorts[chance % channelSorts.length] ?? 'profit'
  const channels = await fetchAllPages(async (page) => {
    const reply = await api.call(listChannelFigures, {
      token,
      query: { ...wide, ...page, sort: channelSort, order },
    })
    expect(reply.total).toBe(model.channels(all, period, channelSort, order).length)
    return { rows: reply.channels.map(({ thumbnail: _, ...row }) => row), nextCursor: reply.nextCursor }
  })
  expect(channels).toEqual(model.channels(all, period, channelSort, order))

  const top = model.channels(all, period, 'profit', 'desc').slice(0, 5)
  const defaultSeries = await api.call(readChannelSeries, { token, query: wide })
  expect(defaultSeries.report).toEqual(
    model.channelSeries(
      all,
      period,
      top.map(({ channelId }) => channelId),
    ),
  )
  const own = model.findVisibleChannels(all).slice(chance % 2)
  if (own.length === 0) return
  const requested = await api.call(readChannelSeries, { token, query: { ...wide, channels: own.join() } })
  expect(requested.report).toEqual(model.channelSeries(all, period, own))
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
          await expectModelFigures(world, { ...asker, channel }, period, chance)
        }
      }
    }),
    { numRuns: propertyRuns(5), endOnFailure: true },
  )
})
