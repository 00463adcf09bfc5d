import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listPopularMusics } from '#contract/musics.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { loadFacts } from '#server/ingest/bulk.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { addDays } from '#server/reports/periods.ts'
import { type Api, type CallOptions, startApi } from '#tests/support/api.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { channelNamed, type Fact, putFacts, settle, videoNamed } from '#tests/support/facts.ts'
import { makeAccount, makeChannel, makeSite } from '#tests/support/people.ts'
import { emptyReports } from '#tests/support/reports.ts'

const last = '2026-10-20'
const daysBefore = (days: number) => addDays(last, -days)

let api: Api
beforeAll(async () => {
  api = await startApi()
  const site = await makeSite(api.db)
  const manager = await makeAccount(api.db, site, 'boss@example.test')
  await makeChannel(api.db, manager, channelNamed('own'))
  await makeSite(api.db, 'other.test', true)
})
afterAll(() => api.close())
afterEach(async () => {
  await api.db.exec('delete from music_moods; delete from musics')
  await emptyReports(api.db)
})

const fact = (day: string, video: string, views: number, channel = 'own'): Fact => ({
  day,
  channelId: channelNamed(channel),
  videoId: videoNamed(video),
  country: 'KR',
  views,
  premiumViews: 0,
  revenueMicros: 1,
  premiumRevenueMicros: 0,
})

/** Tracks named by a letter, with ids in the order of the letters. */
async function makeMusics(...names: string[]): Promise<void> {
  for (const [at, name] of names.entries()) {
    await api.db.query(
      `insert into musics (isrc, name, artist, category) values ($1, $2, 'Someone', 'BGM')`,
      [`KRMIM26${String(at).padStart(5, '0')}`, name],
    )
  }
}

/** Claims of an owner on videos, by the names of their tracks; a track that is not in the catalogue is `QZZZZ…`. */
async function claim(
  uses: [video: string, music: string, channel?: string][],
  owner = 'main',
  status = 'ACTIVE',
) {
  const [load] = await api.db.query<{ id: number }>(
    `insert into report_loads (report_type, owner, day, create_time, file_name, sha256, state)
    values ('claims', $1, $2, now(), 'test', 'test', 'current')
    returning id`,
    [owner, last],
  )
  if (!load) throw new Error('the claims were not noted')
  await api.db.query(
    `insert into report_current (report_type, owner, day, load_id) values ('claims', $1, $2, $3)`,
    [owner, last, load.id],
  )
  for (const [at, [video, music, channel = 'own']] of uses.entries()) {
    await api.db.query(
      `insert into claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc,
        is_shorts_eligible)
      values ($1, $2, $3, $4, $5, 'A1', 'x', 'x', coalesce((select isrc from musics where name = $6), 'QZZZZ2600001'), true)`,
      [load.id, `${owner} ${at}`, status, channelNamed(channel), videoNamed(video), music],
    )
  }
}

const popular = (query: Record<string, number> = {}) => api.ask(listPopularMusics, { query })

async function ranks(query: Record<string, number> = {}) {
  return (await popular(query)).musics.map(({ name, rank, last_rank }) => [name, rank, last_rank])
}

test('anyone on one of the sites may see them, without an account', async () => {
  expect((await api.call(listPopularMusics, { domain: 'other.test' })).status).toBe(200)
  expect((await api.call(listPopularMusics, { token: 'A'.repeat(43) })).status).toBe(200)
  const nowhere = await api.call(listPopularMusics, { domain: 'nowhere.test' })
  expect([nowhere.status, nowhere.body.code]).toEqual([404, 'unknown_site'])
})

test.each([0, 51, 1.5, 'many'])('a size of %s is refused', async (size) => {
  const reply = await api.call(listPopularMusics, { query: { size } })
  expect([reply.status, reply.body.fields?.size?.code]).toEqual([422, 'invalid'])
})

test('before anything is imported there is no week', async () => {
  await makeMusics('a')
  expect(await popular()).toMatchObject({ from: null, to: null, musics: [] })
})

test('seven report days count, up to the latest whole one, with the rank of the seven before', async () => {
  await makeMusics('a', 'b', 'c', 'd')
  await putFacts(api.db, [
    fact(daysBefore(14), 'of_b', 90_000),
    fact(daysBefore(13), 'of_b', 500),
    fact(daysBefore(7), 'of_c', 400),
    fact(daysBefore(6), 'of_a', 300),
    fact(daysBefore(3), 'of_c', 200),
    fact(last, 'of_a', 10),
    fact(last, 'of_b', 305),
  ])
  await claim([
    ['of_a', 'a'],
    ['of_b', 'b'],
    ['of_c', 'c'],
  ])
  await settle(api.db)
  const row = { channelId: channelNamed('own'), videoId: videoNamed('of_c'), country: 'KR' }
  // Only one of the two reports is there: the day is not shown yet.
  await loadFacts(api.db, [
    {
      owner: 'main',
      day: addDays(last, 1),
      createTime: new Date(),
      type: 'activity',
      rows: [{ ...row, views: 90_000, premiumViews: 0, watchMs: 0, watchedShare: 0 }],
    },
  ])
  await settle(api.db)
  expect(await popular()).toMatchObject({ from: daysBefore(6), to: last })
  expect(await ranks()).toEqual([
    ['a', 1, null],
    ['b', 2, 1],
    ['c', 3, 2],
  ])
})

test('a track is shown as the catalogue has it', async () => {
  await api.db.exec(
    `insert into musics (isrc, name, artist, category, cover, time_limit_seconds, exclusive, exclusive_logo, shopping,
      length_seconds, audio) values
      ('KRMIM2600001', 'Official', 'One', 'OST', 'covers/1.svg', 15, true, 'logos/1.webp', true, 95, 'audio/1.mp3'),
      ('KRABC2600001', 'Foreign', 'Two', 'song', null, null, false, null, false, null, null);
    insert into music_moods (music_id, mood_tag_id)
    select m.id, t.id from musics m, mood_tags t where m.name = 'Official' and t.key in ('calm', 'warm')`,
  )
  await putFacts(api.db, [fact(last, 'v', 2), fact(last, 'w', 1)])
  await claim([
    ['v', 'Official'],
    ['w', 'Foreign'],
  ])
  await settle(api.db)
  const { musics } = await api.ask(listPopularMusics, { language: 'ko' })
  expect(musics).toEqual([
    {
      id: expect.any(Number),
      isrc: 'KRMIM2600001',
      name: 'Official',
      artist: 'One',
      category: 'OST',
      cover: 'covers/1.svg',
      has_time_limit: true,
      official: true,
      exclusive: true,
      exclusive_logo: 'logos/1.webp',
      shopping: true,
      length_seconds: 95,
      audio: 'audio/1.mp3',
      mood_tags: [
        { id: expect.any(Number), name: '잔잔한' },
        { id: expect.any(Number), name: '따뜻한' },
      ],
      favourite: false,
      rank: 1,
      last_rank: null,
    },
    expect.objectContaining({
      category: 'song',
      cover: null,
      has_time_limit: false,
      official: false,
      exclusive: false,
      mood_tags: [],
    }),
  ])
  const moodsIn = async (options: CallOptions) =>
    (await api.ask(listPopularMusics, options)).musics[0]?.mood_tags.map(({ name }) => name)
  expect(await moodsIn({ language: 'zh-TW' })).toEqual(['舒緩', '溫暖'])
  expect(await moodsIn({ domain: 'other.test', language: 'fr' })).toEqual(['Calm', 'Warm'])
})

test('views of all channels and owners count, each video once for each of its tracks', async () => {
  await makeMusics('a', 'b', 'c')
  await putFacts(api.db, [fact(last, 'shared', 100), fact(last, 'of_a', 30), fact(last, 'of_c', 129)])
  await putFacts(api.db, [fact(last, 'shared', 10), fact(last, 'of_b', 25, 'nobodys')], 'second')
  await claim([
    ['shared', 'a'],
    ['shared', 'b'],
    ['shared', 'b'],
    ['of_a', 'a'],
    ['of_b', 'b', 'nobodys'],
    ['of_c', 'c'],
  ])
  await claim(
    [
      ['shared', 'b'],
      ['shared', 'not in the catalogue'],
    ],
    'second',
  )
  await settle(api.db)
  // a 140, b 135, c 129
  expect((await ranks()).map(([name]) => name)).toEqual(['a', 'b', 'c'])
})

test('ties are in the order of ids, in both weeks', async () => {
  await makeMusics('a', 'b', 'c')
  const days = [daysBefore(10), last]
  await putFacts(
    api.db,
    days.flatMap((day) => ['x', 'y', 'z'].map((video) => fact(day, video, 50))),
  )
  await claim([
    ['x', 'c'],
    ['y', 'b'],
    ['z', 'a'],
  ])
  await settle(api.db)
  expect(await ranks()).toEqual([
    ['a', 1, 1],
    ['b', 2, 2],
    ['c', 3, 3],
  ])
})

test('a track without views this week is not ranked, nor one without an active claim', async () => {
  await makeMusics('viewed', 'last week only', 'unviewed', 'released')
  await putFacts(api.db, [
    fact(last, 'v', 5),
    fact(last, 'unviewed', 0),
    fact(last, 'released', 70),
    fact(daysBefore(8), 'old', 900),
  ])
  await claim([
    ['v', 'viewed'],
    ['old', 'last week only'],
    ['unviewed', 'unviewed'],
  ])
  await claim([['released', 'released']], 'second', 'INACTIVE')
  await settle(api.db)
  expect(await ranks()).toEqual([['viewed', 1, null]])
})

test('as many as are asked for, ten by themselves; newer claims replace older ones', async () => {
  const names = Array.from('abcdefghijkl')
  await makeMusics(...names)
  await putFacts(
    api.db,
    names.map((name, at) => fact(last, `of_${name}`, 100 - at)),
  )
  await claim(names.map((name) => [`of_${name}`, name]))
  await settle(api.db)
  expect((await ranks()).map(([name]) => name)).toEqual(names.slice(0, 10))
  expect((await ranks({ size: 2 })).map(([name]) => name)).toEqual(['a', 'b'])
  expect(await ranks({ size: 50 })).toHaveLength(12)
  await api.db.exec(`delete from report_current where report_type = 'claims'`)
  await claim([['of_l', 'l']])
  await settle(api.db)
  expect(await ranks()).toEqual([['l', 1, null]])
})

test('a track that is taken out of the catalogue leaves no hole, at once', async () => {
  await makeMusics('a', 'b', 'c')
  await putFacts(api.db, [fact(last, 'x', 30), fact(last, 'y', 20), fact(last, 'z', 10)])
  await claim([
    ['x', 'a'],
    ['y', 'b'],
    ['z', 'c'],
  ])
  await settle(api.db)
  await api.db.exec(`update musics set withdrawn_at = now() where name = 'b'`)
  const shown = [
    ['a', 1, null],
    ['c', 2, null],
  ]
  expect(await ranks()).toEqual(shown)
  expect(await ranks({ size: 2 })).toEqual(shown)
  await settle(api.db)
  expect(await ranks()).toEqual(shown)
})

test('lists from before there was a ranking count as old, so that the next start makes it', async () => {
  const db = await freshDatabase()
  onTestFinished(() => db.close())
  await db.exec('drop schema public cascade; create schema public')
  await db.exec('create table migrations (name text primary key, sha256 text not null)')
  for (const { name, script, sha256 } of (await readMigrations()).slice(0, 3)) {
    await db.exec(script)
    await db.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
  }
  await db.exec('update report_state set data_revision = 7, lists_revision = 7')
  await migrate(db)
  const ages = 'select data_revision > lists_revision as old from report_state'
  expect(await db.query(ages)).toEqual([{ old: true }])
  await refreshLists(db)
  expect(await db.query(ages)).toEqual([{ old: false }])
})
