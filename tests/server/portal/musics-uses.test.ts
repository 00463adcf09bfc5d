// @module-tag extended
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listMusics } from '#contract/portal/musics.ts'
import type { CountryFigures } from '#contract/reports/countries.ts'
import { type Mover, readMovers } from '#contract/reports/movers.ts'
import { listMusicUses, type MusicUse } from '#contract/reports/music-uses.ts'
import { getProfit, type RequestedTime } from '#contract/reports/reports.ts'
import { readTrackReport, type TrackReport } from '#contract/reports/track-report.ts'
import { allNetworks } from '#server/reports/figures/network-revisions.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { publishChange } from '#server/reports/lists/publish-change.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createCountingDatabase } from '#tests/support/counting-database.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, type Fact, insertReports, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { findExample, propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { deleteReports } from '#tests/support/report-invariants.ts'
import { createReportModel, type Registration, type Viewer, type World } from '#tests/support/report-model.ts'
import { type Claim, insertTracks, isrcFor, replaceClaims, withdrawTrack } from '#tests/support/tracks.ts'

let api: Api
let countingDb: ReturnType<typeof createCountingDatabase>
let trackIds: number[]
const accounts: Record<string, number> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  countingDb = createCountingDatabase(await createTestDatabase())
  api = await startApi(countingDb.db)
  const site = await createSite(api.db)
  accounts.ours = await createAccount(api.db, site, 'boss@example.test')
  accounts.theirs = await createAccount(api.db, site, 'rival@example.test')
  for (const member of ['ann', 'ben'])
    accounts[member] = await createAccount(api.db, site, `${member}@example.test`, accounts.ours)
  for (const who of ['boss', 'rival', 'ann', 'ben']) tokens[who] = await signIn(api, `${who}@example.test`)
  trackIds = await insertTracks(api.db, [{}, {}, {}, {}])
  await countingDb.connected
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(api.db, 'delete from assignments; delete from channels; delete from fee_rates')
  await deleteReports(api.db)
})

const lastDay = '2026-11-03'
const fetchUses = (who = 'boss', ids: readonly number[] = trackIds) =>
  api.call(listMusicUses, { token: tokens[who] ?? '', query: { musics: ids.join() } })

const buildClaim = (channel: string, video: string, music: number, status = 'ACTIVE'): Claim => ({
  channelId: channelIdFor(channel),
  videoId: videoIdFor(video),
  isrc: isrcFor(music),
  status,
})

const buildRegistration = (name: string, overrides: Partial<Registration> = {}): Registration => ({
  channelId: channelIdFor(name),
  network: 'ours',
  name,
  approval: 2,
  verification: 'verified',
  earnsFrom: '2020-01-01',
  approvedOn: null,
  removed: false,
  members: [],
  ...overrides,
})

async function insertWorld({ registrations, reports, rates, fees }: World): Promise<void> {
  const { db } = api
  for (const one of registrations) await insertRegistration(one)
  for (const { day, krwMicros } of rates)
    await queryRaw(db, 'insert into exchange_rates (day, krw_micros) values ($1, $2)', [day, krwMicros])
  for (const { member, day, permille } of fees)
    await queryRaw(db, 'insert into fee_rates (account_id, from_day, permille) values ($1, $2, $3)', [
      accounts[member],
      day,
      permille,
    ])
  for (const { owner, types, facts } of reports) await insertReports(db, facts, owner, types)
  await rebuildFigures(db)
}

async function insertRegistration({ network, members, ...one }: Registration): Promise<void> {
  await queryRaw(
    api.db,
    `with made as (
      insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
        verification_code, earns_from)
      values ($1, $2, $3, 'people', $4, $5, 'ABCD1234', $6)
      returning registration_id
    )
    insert into assignments (registration_id, account_id)
    select registration_id, unnest($7::integer[]) from made`,
    [
      one.channelId,
      accounts[network],
      one.name,
      one.approval,
      one.verification,
      one.earnsFrom,
      members.map((member) => accounts[member]),
    ],
  )
}

const buildFact = (channel: string, video: string, revenueMicros: number, day = lastDay): Fact => ({
  day,
  channelId: channelIdFor(channel),
  videoId: videoIdFor(video),
  country: 'KR',
  views: 10,
  premiumViews: 1,
  revenueMicros,
  premiumRevenueMicros: 1,
})

const buildWorld = (overrides: Partial<World>): World => ({
  registrations: [buildRegistration('a', { members: ['ann'] }), buildRegistration('b')],
  reports: [],
  rates: [],
  fees: [],
  metadata: [],
  ...overrides,
})

const bothTypes = ['activity', 'revenue'] as const

test('before anything was reported there is nothing, of no days', async () => {
  for (const who of ['boss', 'ann'])
    expect(await fetchUses(who)).toMatchObject({ currency: 'USD', range: null, uses: [] })
})

test('a manager sees the gross of the network, a member the net of the own channels, and others nothing', async () => {
  await replaceClaims(api.db, [
    buildClaim('a', 'v', 1),
    buildClaim('a', 'w', 1),
    buildClaim('a', 'w', 2),
    buildClaim('b', 'x', 1),
    buildClaim('b', 'inactive', 3, 'INACTIVE'),
    buildClaim('b', 'without figures', 4),
  ])
  const facts = [
    buildFact('a', 'v', 1_001),
    buildFact('a', 'w', 2_003),
    buildFact('b', 'x', 5_000),
    buildFact('b', 'inactive', 7),
  ]
  await insertWorld(
    buildWorld({
      reports: [{ owner: 'main', types: bothTypes, facts }],
      fees: [{ member: 'ann', day: '2026-01-01', permille: 200 }],
    }),
  )
  const [one, two] = trackIds
  const { range, uses: ofNetwork } = await fetchUses()
  expect(range).toEqual({ from: '2026-06-01', to: lastDay })
  expect(ofNetwork).toEqual([
    { musicId: one, videos: 3, grossProfit: 8_004, netProfit: null },
    { musicId: two, videos: 1, grossProfit: 2_003, netProfit: null },
  ])
  expect((await fetchUses('ann')).uses).toEqual([
    { musicId: one, videos: 2, grossProfit: null, netProfit: 801 + 1_602 },
    { musicId: two, videos: 1, grossProfit: null, netProfit: 1_602 },
  ])
  expect((await fetchUses('ben')).uses).toEqual([])
  expect((await fetchUses('rival')).uses).toEqual([])
  expect((await fetchUses('boss', trackIds.slice(1))).uses.map(({ musicId }) => musicId)).toEqual([two])
  expect((await fetchUses('boss', [2 ** 31 - 1, 9_999_999_999])).uses).toEqual([])
})

const fetchIds = async (who: string, query: Record<string, string | number> = {}) => {
  const { musics, total } = await api.call(listMusics, {
    token: tokens[who] ?? '',
    query: { sort: 'earned', ...query },
  })
  return { total, ids: musics.map(({ id }) => id) }
}

test('the catalog is sorted by what the own videos earned, then by the popular order', async () => {
  const [one = 0, two = 0, three = 0, four = 0] = trackIds
  expect((await fetchIds('boss')).ids).toEqual((await fetchIds('boss', { sort: 'popular' })).ids)
  await replaceClaims(api.db, [buildClaim('a', 'v', 2), buildClaim('a', 'w', 4), buildClaim('b', 'x', 3)])
  await replaceClaims(api.db, [buildClaim('a', 'v', 2)], 'second')
  const facts = [buildFact('a', 'v', 2_000), buildFact('a', 'w', 3_000), buildFact('b', 'x', 9_000)]
  await insertWorld(
    buildWorld({
      reports: [{ owner: 'main', types: bothTypes, facts }],
      fees: [{ member: 'ann', day: '2026-01-01', permille: 200 }],
    }),
  )
  const popular = (await fetchIds('boss', { sort: 'popular' })).ids
  expect(await fetchIds('boss')).toEqual({ total: 4, ids: [three, four, two, one] })
  const unused = popular.filter((id) => id !== two && id !== four)
  expect((await fetchIds('ann')).ids).toEqual([four, two, ...unused])
  for (const who of ['ben', 'rival']) expect((await fetchIds(who)).ids).toEqual(popular)
  expect(await fetchIds('boss', { page: 1, size: 3 })).toEqual({ total: 4, ids: [one] })
  expect(await fetchIds('boss', { search: isrcFor(2) })).toEqual({ total: 1, ids: [two] })
})

test('a track that comes into the catalog later, or has left it, is told as well', async () => {
  await replaceClaims(api.db, [buildClaim('a', 'v', 9), buildClaim('a', 'v', 1)])
  await insertWorld(
    buildWorld({ reports: [{ owner: 'main', types: bothTypes, facts: [buildFact('a', 'v', 11)] }] }),
  )
  const [late = 0] = await insertTracks(api.db, [{ isrc: isrcFor(9) }])
  await withdrawTrack(api.db, trackIds[0] ?? 0)
  for (const [who, profit] of [
    ['boss', { grossProfit: 11, netProfit: null }],
    ['ann', { grossProfit: null, netProfit: 11 }],
  ] as const)
    expect((await fetchUses(who, [trackIds[0] ?? 0, late])).uses).toEqual([
      { musicId: trackIds[0], videos: 1, ...profit },
      { musicId: late, videos: 1, ...profit },
    ])
  await withdrawTrack(api.db, trackIds[0] ?? 0, false)
  await queryRaw(api.db, 'delete from tracks where id = $1', [late])
})

test('a repeated question costs the database nothing, until something has changed', async () => {
  await replaceClaims(api.db, [buildClaim('a', 'v', 1)])
  await insertWorld(
    buildWorld({ reports: [{ owner: 'main', types: bothTypes, facts: [buildFact('a', 'v', 1_000)] }] }),
  )
  for (const who of ['boss', 'ann']) {
    const first = await fetchUses(who)
    const before = countingDb.statements
    expect(await fetchUses(who)).toEqual(first)
    expect(countingDb.statements).toBe(before)
  }
  await replaceClaims(api.db, [buildClaim('b', 'x', 1)])
  await api.db.transaction((tx) => publishChange(tx, { claims: true, networks: allNetworks }))
  await refreshLists(api.db)
  for (const who of ['boss', 'ann']) expect((await fetchUses(who)).uses).toEqual([])
})

test.each(['', '0', '1,', ',1', '1,,2', 'x', '1;2', '-1', '1.5', Array(101).fill(1).join()])(
  'the question for %s is refused',
  async (query) => {
    const { status, body } = await api.request(listMusicUses, {
      token: tokens.boss ?? '',
      query: { musics: query },
    })
    expect([status, body.code]).toEqual([422, 'invalid'])
  },
)

const names = [...'abcd']
const videos = [...'vwxyz']
const days = ['2026-05-31', '2026-06-01', '2026-09-30', '2026-10-15', '2026-11-01', '2026-11-02', lastDay]
const anyDay = fc.constantFrom(...days)

const anyClaims = fc.record({
  owner: fc.constantFrom('main', 'second'),
  claims: fc.array(
    fc.record({
      channel: fc.constantFrom(...names),
      video: fc.constantFrom(...videos),
      music: fc.integer({ min: 1, max: 5 }),
      status: fc.constantFrom('ACTIVE', 'ACTIVE', 'active', 'INACTIVE'),
    }),
    { minLength: 5, maxLength: 25, size: 'max' },
  ),
})

const anyWorld: fc.Arbitrary<World> = fc.record({
  registrations: fc.tuple(
    ...names.map((name) =>
      fc
        .record({
          network: fc.constantFrom('ours' as const, 'ours' as const, 'ours' as const, 'theirs' as const),
          approval: fc.constantFrom(2, 2, 2, 1),
          earnsFrom: fc.constantFrom('2020-01-01', '2020-01-01', '2026-11-01', null),
          approvedOn: fc.constant(null),
          members: fc.subarray(['ann', 'ben']),
        })
        .map((more) => buildRegistration(name, more.network === 'ours' ? more : { ...more, members: [] })),
    ),
  ),
  reports: fc.array(
    fc.record({
      owner: fc.constantFrom('main', 'second'),
      types: fc.constantFrom(...([bothTypes, bothTypes, ['activity'], ['revenue']] as const)),
      facts: fc.uniqueArray(
        fc
          .record({
            channel: fc.constantFrom(...names),
            video: fc.constantFrom(...videos),
            day: anyDay,
            revenueMicros: fc.integer({ min: -90_000, max: 5_000_000 }),
          })
          .map(({ channel, video, day, revenueMicros }) => buildFact(channel, video, revenueMicros, day)),
        {
          minLength: 10,
          maxLength: 50,
          size: 'max',
          selector: ({ day, channelId, videoId }) => day + channelId + videoId,
        },
      ),
    }),
    { minLength: 1, maxLength: 4, size: 'max' },
  ),
  rates: fc.uniqueArray(
    fc.record({ day: anyDay, krwMicros: fc.integer({ min: 1_300_000_000, max: 1_500_000_000 }) }),
    { maxLength: 3, selector: ({ day }) => day },
  ),
  fees: fc.uniqueArray(
    fc.record({
      member: fc.constantFrom('ann', 'ben'),
      day: anyDay,
      permille: fc.integer({ min: 0, max: 1000 }),
    }),
    { maxLength: 6, selector: ({ member, day }) => member + day },
  ),
  metadata: fc.constant([]),
})

/** Loops for each track over the rows of the videos' report, and over the claims that count. */
function expectedUses(world: World, claims: readonly Claim[], viewer: Viewer): MusicUse[] {
  const rows = createReportModel(world).videos(
    viewer,
    { period: 'six-months', compare: 'none' },
    'views',
    'desc',
  )
  return trackIds.flatMap((musicId, at) => {
    const used = rows.filter((row) =>
      claims.some(
        ({ channelId, videoId, isrc, status }) =>
          isrc === isrcFor(at + 1) &&
          status?.toLowerCase() === 'active' &&
          channelId === row.channelId &&
          videoId === row.videoId,
      ),
    )
    const profit = used.reduce((sum, row) => sum + getProfit(row), 0)
    const [grossProfit, netProfit] = viewer.netOnly ? [null, profit] : [profit, null]
    return used.length > 0 ? [{ musicId, videos: used.length, grossProfit, netProfit }] : []
  })
}

async function expectTrackMovers(world: World, claims: readonly Claim[], who: string, viewer: Viewer) {
  const time = { period: 'custom', from: '2026-10-28', to: '2026-11-03', compare: 'previous' } as const
  const { comparison } = await api.call(readMovers, {
    token: tokens[who] ?? '',
    query: { ...time, by: 'track' },
  })
  const listTracks = (video: { channelId: string; videoId: string }) => [
    ...new Set(
      claims.flatMap(({ channelId, videoId, isrc, status }) =>
        isrc &&
        status?.toLowerCase() === 'active' &&
        channelId === video.channelId &&
        videoId === video.videoId
          ? [isrc]
          : [],
      ),
    ),
  ]
  const dropNames = ({ id, channelId, current, previous }: Mover) => ({ id, channelId, current, previous })
  expect(
    comparison && {
      ...comparison,
      risers: comparison.risers.map(dropNames),
      fallers: comparison.fallers.map(dropNames),
    },
  ).toEqual(createReportModel(world).movers(viewer, time, 'track', listTracks))
}

/** The model adds up videos one by one, from the facts. */
async function expectTrackReports(world: World, claims: readonly Claim[], who: string, viewer: Viewer) {
  const model = createReportModel(world)
  const times: RequestedTime[] = [
    { period: 'six-months', compare: 'previous' },
    { period: 'month', compare: 'previous' },
    { period: 'custom', from: '2026-10-20', to: lastDay, compare: 'year' },
  ]
  const viewers: [Viewer, Record<string, string | number>][] = [
    [viewer, {}],
    ...(viewer.netOnly ? [] : [[{ ...viewer, member: 'ann' }, { member: accounts.ann ?? 0 }] as const]),
    ...model
      .findVisibleChannels(viewer)
      .slice(0, 1)
      .map((channel): [Viewer, { channel: string }] => [{ ...viewer, channel }, { channel }]),
  ] as [Viewer, Record<string, string | number>][]
  for (const [at, time] of times.entries()) {
    const [asker, filter] = viewers[at % viewers.length] ?? [viewer, {}]
    const music = trackIds[at % trackIds.length] ?? 0
    const isUsed = ({ channelId, videoId }: { channelId: string; videoId: string }) =>
      claims.some(
        (claim) =>
          claim.isrc === isrcFor(trackIds.indexOf(music) + 1) &&
          claim.status?.toLowerCase() === 'active' &&
          claim.channelId === channelId &&
          claim.videoId === videoId,
      )
    const reply = await api.call(readTrackReport, {
      token: tokens[who] ?? '',
      query: { ...time, ...filter, music } as Record<string, string | number>,
    })
    const report = reply.report && {
      ...reply.report,
      videos: reply.report.videos.map(
        ({ channelName: _1, title: _2, publishedAt: _3, lengthSeconds: _4, thumbnail: _5, ...row }) => row,
      ),
    }
    expect(report).toEqual(model.trackReport(asker, time, isUsed))
    expect(reply.currency).toBe(model.currency)
    expectCountriesToAddUp(reply)
  }
}

function expectCountriesToAddUp({ report }: TrackReport) {
  if (!report) return
  const sum = (of: (row: CountryFigures) => number | null) =>
    report.countries.reduce((total, row) => total + (of(row) ?? 0), 0)
  const { views, grossProfit, netProfit } = report.totals
  expect([sum((row) => row.views), sum((row) => row.grossProfit), sum((row) => row.netProfit)]).toEqual([
    views,
    grossProfit ?? 0,
    netProfit ?? 0,
  ])
}

const anyClaimReports = fc.array(anyClaims, { minLength: 1, maxLength: 3 })

const claimsOf = ({
  claims,
}: {
  claims: { channel: string; video: string; music: number; status: string }[]
}) => claims.map(({ channel, video, music, status }) => buildClaim(channel, video, music, status))

const hasUses = ([world, reports]: [World, Parameters<typeof claimsOf>[0][]]) =>
  expectedUses(world, reports.flatMap(claimsOf), { member: 'ben', netOnly: true, channel: null }).length > 0

test('whatever was reported and claimed, the sums are those of the rows in the report of videos', async () => {
  let listed = 0
  await fc.assert(
    fc.asyncProperty(anyWorld, anyClaimReports, async (of, reports) => {
      await execRaw(api.db, 'delete from assignments; delete from channels; delete from fee_rates')
      await deleteReports(api.db)
      for (const one of reports) await replaceClaims(api.db, claimsOf(one), one.owner)
      await insertWorld(of)
      const current = new Map(reports.map((one) => [one.owner, claimsOf(one)]))
      const askers: [string, Viewer][] = [
        ['boss', { member: null, netOnly: false, channel: null }],
        ['ann', { member: 'ann', netOnly: true, channel: null }],
        ['ben', { member: 'ben', netOnly: true, channel: null }],
      ]
      for (const [who, asker] of askers) {
        const expected = expectedUses(of, [...current.values()].flat(), asker)
        const reply = await fetchUses(who)
        expect(reply.uses).toEqual(expected)
        const profits = new Map(expected.map((use) => [use.musicId, getProfit(use)]))
        const { ids } = await fetchIds(who)
        expect(ids.slice(0, expected.length).map((id) => profits.get(id))).toEqual(
          [...profits.values()].sort((a, b) => b - a),
        )
        await expectTrackReports(of, [...current.values()].flat(), who, asker)
        expect(reply.currency).toBe(createReportModel(of).currency)
        listed += expected.length
        await expectTrackMovers(of, [...current.values()].flat(), who, asker)
      }
    }),
    {
      numRuns: 1 + propertyRuns(24),
      examples: findExample(fc.tuple(anyWorld, anyClaimReports), hasUses),
      endOnFailure: true,
    },
  )
  expect(listed).toBeGreaterThan(0)
})
