import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listPopularMusics } from '#contract/portal/musics.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { type Api, type CallOptions, startApi } from '#tests/support/api.ts'
import {
  channelIdFor,
  type Fact,
  insertFacts,
  insertReports,
  rebuildFigures,
  videoIdFor,
} from '#tests/support/facts.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { deleteReports } from '#tests/support/report-invariants.ts'

const lastDay = '2026-10-20'
const subtractDays = (days: number) => addDays(lastDay, -days)

let api: Api
beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  await createChannel(api.db, manager, channelIdFor('own'))
  await createSite(api.db, 'other.test', true)
})
afterAll(() => api.close())
afterEach(async () => {
  await execRaw(api.db, 'delete from track_moods; delete from tracks')
  await deleteReports(api.db)
})

const buildFact = (day: string, video: string, views: number, channel = 'own'): Fact => ({
  day,
  channelId: channelIdFor(channel),
  videoId: videoIdFor(video),
  country: 'KR',
  views,
  premiumViews: 0,
  revenueMicros: 1,
  premiumRevenueMicros: 0,
})

/** Inserts tracks that are named by letters, with ids in alphabetical order. */
async function insertNamedTracks(...names: string[]): Promise<void> {
  for (const [at, name] of names.entries()) {
    await queryRaw(
      api.db,
      `insert into tracks (isrc, name, artist, category) values ($1, $2, 'Someone', 'BGM')`,
      [`KRMIM26${String(at).padStart(5, '0')}`, name],
    )
  }
}

/** Inserts an owner's claims on videos, by track name; tracks outside of the catalog are named `QZZZZ…`. */
async function insertClaims(
  uses: [video: string, music: string, channel?: string][],
  owner = 'main',
  status = 'ACTIVE',
) {
  const [load] = await queryRaw<{ id: number }>(
    api.db,
    `insert into report_loads (report_type, owner, day, create_time, file_name, sha256, state)
    values ('claims', $1, $2, now(), 'test', 'test', 'current')
    returning id`,
    [owner, lastDay],
  )
  if (!load) throw new Error('the claims were not noted')
  await queryRaw(
    api.db,
    `insert into report_current (report_type, owner, day, load_id) values ('claims', $1, $2, $3)`,
    [owner, lastDay, load.id],
  )
  for (const [at, [video, music, channel = 'own']] of uses.entries()) {
    await queryRaw(
      api.db,
      `insert into claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc,
        is_shorts_eligible)
      select $1::integer, $2, $3, $4, $5, 'A1', 'x', 'x',
        coalesce((select isrc from tracks where name = $6), 'QZZZZ2600001'), true`,
      [load.id, `${owner} ${at}`, status, channelIdFor(channel), videoIdFor(video), music],
    )
  }
}

const fetchPopular = (query: Record<string, number> = {}) => api.call(listPopularMusics, { query })

async function fetchRanks(query: Record<string, number> = {}) {
  return (await fetchPopular(query)).musics.map(({ name, rank, previousRank }) => [name, rank, previousRank])
}

test('anyone on one of the sites may see them, without an account', async () => {
  expect((await api.request(listPopularMusics, { domain: 'other.test' })).status).toBe(200)
  expect((await api.request(listPopularMusics, { token: 'A'.repeat(43) })).status).toBe(200)
  const nowhere = await api.request(listPopularMusics, { domain: 'nowhere.test' })
  expect([nowhere.status, nowhere.body.code]).toEqual([404, 'unknown_site'])
})

test.each([0, 51, 1.5, 'many'])('a size of %s is refused', async (size) => {
  const reply = await api.request(listPopularMusics, { query: { size } })
  expect([reply.status, reply.body.fields?.size?.code]).toEqual([422, 'invalid'])
})

test('before anything is imported there is no week', async () => {
  await insertNamedTracks('a')
  expect(await fetchPopular()).toMatchObject({ from: null, to: null, musics: [] })
})

test('seven report days count, up to the latest whole one, with the rank of the seven before', async () => {
  await insertNamedTracks('a', 'b', 'c', 'd')
  await insertFacts(api.db, [
    buildFact(subtractDays(14), 'of_b', 90_000),
    buildFact(subtractDays(13), 'of_b', 500),
    buildFact(subtractDays(7), 'of_c', 400),
    buildFact(subtractDays(6), 'of_a', 300),
    buildFact(subtractDays(3), 'of_c', 200),
    buildFact(lastDay, 'of_a', 10),
    buildFact(lastDay, 'of_b', 305),
  ])
  await insertClaims([
    ['of_a', 'a'],
    ['of_b', 'b'],
    ['of_c', 'c'],
  ])
  await rebuildFigures(api.db)
  // Only one of the two reports has arrived, so the day is not shown yet.
  await insertReports(api.db, [buildFact(addDays(lastDay, 1), 'of_c', 90_000)], 'main', ['activity'])
  await rebuildFigures(api.db)
  expect(await fetchPopular()).toMatchObject({ from: subtractDays(6), to: lastDay })
  expect(await fetchRanks()).toEqual([
    ['a', 1, null],
    ['b', 2, 1],
    ['c', 3, 2],
  ])
})

test('a track is shown as the catalog has it', async () => {
  await execRaw(
    api.db,
    `insert into tracks (isrc, name, artist, category, cover, time_limit_seconds, exclusive, exclusive_logo, shopping,
      length_seconds, audio) values
      ('KRMIM2600001', 'Official', 'One', 'OST', 'covers/1.svg', 15, true, 'logos/1.webp', true, 95, 'audio/1.mp3'),
      ('KRABC2600001', 'Foreign', 'Two', 'song', null, null, false, null, false, null, null);
    insert into track_moods (track_id, mood_id)
    select m.id, t.id from tracks m, moods t where m.name = 'Official' and t.key in ('calm', 'warm')`,
  )
  await insertFacts(api.db, [buildFact(lastDay, 'v', 2), buildFact(lastDay, 'w', 1)])
  await insertClaims([
    ['v', 'Official'],
    ['w', 'Foreign'],
  ])
  await rebuildFigures(api.db)
  const { musics } = await api.call(listPopularMusics, { language: 'ko' })
  expect(musics).toEqual([
    {
      id: expect.any(Number),
      isrc: 'KRMIM2600001',
      name: 'Official',
      artist: 'One',
      category: 'OST',
      cover: 'covers/1.svg',
      hasTimeLimit: true,
      official: true,
      exclusive: true,
      exclusive_logo: 'logos/1.webp',
      shopping: true,
      lengthSeconds: 95,
      audio: 'audio/1.mp3',
      file: null,
      moodTags: [
        { id: expect.any(Number), name: '잔잔한' },
        { id: expect.any(Number), name: '따뜻한' },
      ],
      favorite: false,
      rank: 1,
      previousRank: null,
    },
    expect.objectContaining({
      category: 'song',
      cover: null,
      hasTimeLimit: false,
      official: false,
      exclusive: false,
      file: null,
      moodTags: [],
    }),
  ])
  const moodsIn = async (options: CallOptions) =>
    (await api.call(listPopularMusics, options)).musics[0]?.moodTags.map(({ name }) => name)
  expect(await moodsIn({ language: 'zh-TW' })).toEqual(['舒緩', '溫暖'])
  expect(await moodsIn({ domain: 'other.test', language: 'fr' })).toEqual(['Calm', 'Warm'])
})

test('views of all channels and owners count, each video once for each of its tracks', async () => {
  await insertNamedTracks('a', 'b', 'c')
  await insertFacts(api.db, [
    buildFact(lastDay, 'shared', 100),
    buildFact(lastDay, 'of_a', 30),
    buildFact(lastDay, 'of_c', 129),
  ])
  await insertFacts(
    api.db,
    [buildFact(lastDay, 'shared', 10), buildFact(lastDay, 'of_b', 25, 'nobodys')],
    'second',
  )
  await insertClaims([
    ['shared', 'a'],
    ['shared', 'b'],
    ['shared', 'b'],
    ['of_a', 'a'],
    ['of_b', 'b', 'nobodys'],
    ['of_c', 'c'],
  ])
  await insertClaims(
    [
      ['shared', 'b'],
      ['shared', 'not in the catalog'],
    ],
    'second',
  )
  await rebuildFigures(api.db)
  // a 140, b 135, c 129
  expect((await fetchRanks()).map(([name]) => name)).toEqual(['a', 'b', 'c'])
})

test('ties are in the order of ids, in both weeks', async () => {
  await insertNamedTracks('a', 'b', 'c')
  const days = [subtractDays(10), lastDay]
  await insertFacts(
    api.db,
    days.flatMap((day) => ['x', 'y', 'z'].map((video) => buildFact(day, video, 50))),
  )
  await insertClaims([
    ['x', 'c'],
    ['y', 'b'],
    ['z', 'a'],
  ])
  await rebuildFigures(api.db)
  expect(await fetchRanks()).toEqual([
    ['a', 1, 1],
    ['b', 2, 2],
    ['c', 3, 3],
  ])
})

test('a track without views this week is not ranked, nor one without an active claim', async () => {
  await insertNamedTracks('viewed', 'last week only', 'unviewed', 'released')
  await insertFacts(api.db, [
    buildFact(lastDay, 'v', 5),
    buildFact(lastDay, 'unviewed', 0),
    buildFact(lastDay, 'released', 70),
    buildFact(subtractDays(8), 'old', 900),
  ])
  await insertClaims([
    ['v', 'viewed'],
    ['old', 'last week only'],
    ['unviewed', 'unviewed'],
  ])
  await insertClaims([['released', 'released']], 'second', 'INACTIVE')
  await rebuildFigures(api.db)
  expect(await fetchRanks()).toEqual([['viewed', 1, null]])
})

test('as many as are asked for, ten by themselves; newer claims replace older ones', async () => {
  const names = Array.from('abcdefghijkl')
  await insertNamedTracks(...names)
  await insertFacts(
    api.db,
    names.map((name, at) => buildFact(lastDay, `of_${name}`, 100 - at)),
  )
  await insertClaims(names.map((name) => [`of_${name}`, name]))
  await rebuildFigures(api.db)
  expect((await fetchRanks()).map(([name]) => name)).toEqual(names.slice(0, 10))
  expect((await fetchRanks({ size: 2 })).map(([name]) => name)).toEqual(['a', 'b'])
  expect(await fetchRanks({ size: 50 })).toHaveLength(12)
  await execRaw(api.db, `delete from report_current where report_type = 'claims'`)
  await insertClaims([['of_l', 'l']])
  await rebuildFigures(api.db)
  expect(await fetchRanks()).toEqual([['l', 1, null]])
})

test('a ranking that stays as it was is not written again', async () => {
  await insertNamedTracks('a', 'b')
  await insertFacts(api.db, [buildFact(lastDay, 'of_a', 10), buildFact(lastDay, 'of_b', 5)])
  await insertClaims([
    ['of_a', 'a'],
    ['of_b', 'b'],
  ])
  await rebuildFigures(api.db)
  const selectVersions = () => queryRaw(api.db, 'select rank, xmin::text as version from weekly_track_ranks')
  const before = await selectVersions()
  expect(before).toHaveLength(2)
  await rebuildFigures(api.db)
  expect(await selectVersions()).toEqual(before)
})

test('a track that is taken out of the catalog leaves no hole, at once', async () => {
  await insertNamedTracks('a', 'b', 'c')
  await insertFacts(api.db, [
    buildFact(lastDay, 'x', 30),
    buildFact(lastDay, 'y', 20),
    buildFact(lastDay, 'z', 10),
  ])
  await insertClaims([
    ['x', 'a'],
    ['y', 'b'],
    ['z', 'c'],
  ])
  await rebuildFigures(api.db)
  await execRaw(api.db, `update tracks set withdrawn_at = now() where name = 'b'`)
  const shown = [
    ['a', 1, null],
    ['c', 2, null],
  ]
  expect(await fetchRanks()).toEqual(shown)
  expect(await fetchRanks({ size: 2 })).toEqual(shown)
  await rebuildFigures(api.db)
  expect(await fetchRanks()).toEqual(shown)
})
