// @module-tag extended
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listMoods, listMusics, musicSorts } from '#contract/portal/musics.ts'
import type { MusicCategory } from '#contract/reports/tracks.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { insertTracks, isrcFor, type Track, withdrawTrack } from '#tests/support/tracks.ts'

let api: Api
let token: string
let playlistToken: string
const moodIds: Record<string, number> = {}

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  await createAccount(api.db, site, 'boss@example.test')
  const elsewhere = await createSite(api.db, 'playlist.test', true)
  await createAccount(api.db, elsewhere, 'boss@example.test')
  token = await signIn(api, 'boss@example.test')
  playlistToken = await signIn(api, 'boss@example.test', 'playlist.test')
  for (const { id, key } of await queryRaw<{ id: number; key: string }>(api.db, 'select id, key from moods'))
    moodIds[key] = id
})
afterAll(() => api.close())
afterEach(async () => {
  await execRaw(api.db, 'delete from weekly_track_ranks; delete from track_moods; delete from tracks')
})

type Query = Record<string, string | number>
const fetchMusics = (query: Query = {}) => api.call(listMusics, { token, query })
const fetchNames = async (query: Query = {}) => (await fetchMusics(query)).musics.map(({ name }) => name)
const getCalmId = () => moodIds.calm ?? 0

async function setRanks(...ids: (number | undefined)[]): Promise<void> {
  await api.db.transaction(async (tx) => {
    await queryRaw(tx, 'delete from weekly_track_ranks')
    for (const [at, id] of ids.entries())
      await queryRaw(tx, 'insert into weekly_track_ranks (rank, track_id) values ($1, $2)', [at + 1, id])
  })
}

describe('a search', () => {
  const roly = 'Roly-Poly (50% off) [a_b] C:\\song'
  const tracks: Partial<Track>[] = [
    { name: '비 갠 오후', artist: '하루기타', aliases: 'Afternoon after Rain', isrc: 'KRA402000111' },
    { name: '여름방학', artist: '세 번째 줄', aliases: '夏天的假期\n夏日假期', isrc: 'KRMIM2600002' },
    { name: '月亮代表我的心', artist: '鄧麗君', aliases: '달빛이 내 마음', isrc: 'TWA452100003' },
    { name: '晴天', artist: '周杰倫', aliases: 'Sunny Day', isrc: 'TWK970300104' },
    { name: roly, artist: "T-ARA's Own", isrc: 'KRC012100007' },
    { name: 'ＦＵＬＬ　ｗｉｄｔｈ', artist: 'ﾊﾝｶｸ', isrc: 'ISRC12345678' },
    { name: 'Eté 🎵 à la plage', artist: 'Céline', isrc: 'FRZ032200009' },
  ]
  const found = async (search: string) => (await fetchNames({ search })).sort()

  test.each<[string, string[]]>([
    ['비 갠', ['비 갠 오후']],
    ['오후', ['비 갠 오후']],
    ['하루', ['비 갠 오후']],
    ['after rain', ['비 갠 오후']],
    ['RAIN   하루기타', ['비 갠 오후']],
    ['rain 여름', []],
    ['여', ['여름방학']],
    ['假期', ['여름방학']],
    ['月亮', ['月亮代表我的心']],
    ['我的', ['月亮代表我的心']],
    ['晴天 周杰倫', ['晴天']],
    ['sunny', ['晴天']],
    ['마음', ['月亮代表我的心']],
    ['full', ['ＦＵＬＬ　ｗｉｄｔｈ']],
    ['ＷＩＤＴＨ', ['ＦＵＬＬ　ｗｉｄｔｈ']],
    ['ハンカク', ['ＦＵＬＬ　ｗｉｄｔｈ']],
    ['t-ara', [roly]],
    ['tara', [roly]],
    ['T‐ARA — rolypoly', [roly]],
    ['🎵', ['Eté 🎵 à la plage']],
    ['오후'.normalize('NFD'), ['비 갠 오후']],
    ['à la'.normalize('NFD'), ['Eté 🎵 à la plage']],
    ['nowhere', []],
  ])('for %s finds what has all its words', async (search, expected) => {
    await insertTracks(api.db, tracks)
    expect(await found(search)).toEqual(expected)
  })

  test.each<[string, string[]]>([
    ['KRA402000111', ['비 갠 오후']],
    ['kr-a40-20-00111', ['비 갠 오후']],
    ['KR A40 20 00111', ['비 갠 오후']],
    ['ISRC KR-A40-20-00111', ['비 갠 오후']],
    ['isrc: kra402000111', ['비 갠 오후']],
    ['ISRCKRA402000111', ['비 갠 오후']],
    ['ＫＲ－Ａ４０－２０－００１１１', ['비 갠 오후']],
    ['KR–A40–20–00111', ['비 갠 오후']],
    ['a40-20', ['비 갠 오후']],
    ['kra40-2000', ['비 갠 오후']],
    ['ISRC a40', ['비 갠 오후']],
    ['00111', ['비 갠 오후']],
    ['krmim', ['여름방학']],
    ['ISRC12345678', ['ＦＵＬＬ　ｗｉｄｔｈ']],
    ['is-rc1-23-45678', ['ＦＵＬＬ　ｗｉｄｔｈ']],
    ['ISRC IS-RC1-23-45678', ['ＦＵＬＬ　ｗｉｄｔｈ']],
    ['KRA402000112', []],
  ])('for the ISRC %s finds its track', async (search, expected) => {
    await insertTracks(api.db, tracks)
    expect(await found(search)).toEqual(expected)
  })

  test.each<[string, string[]]>([
    ['%', [roly]],
    ['0%', [roly]],
    ['_', [roly]],
    ['a_b', [roly]],
    ['a%b', []],
    ['\\', [roly]],
    [':\\s', [roly]],
    ["'", [roly]],
    ["'; drop table tracks; --", []],
    ['"', []],
    ['(50%', [roly]],
    ['[a_b]', [roly]],
    ['.*', []],
    ['x'.repeat(100), []],
    ['가'.repeat(100), []],
    [Array.from({ length: 50 }, (_, at) => at % 10).join(' '), []],
    ['👩‍👩‍👧‍👦', []],
    ['\u1112', []],
    ['\u0301', []],
    ['\ufffd', []],
    ['<script>alert(1)</script>', []],
  ])('for %j is plain text', async (search, expected) => {
    await insertTracks(api.db, tracks)
    expect(await found(search)).toEqual(expected)
  })

  test.each(['', '  ', '\t', '-', ' — '])('for nothing, as %j, leaves all', async (search) => {
    await insertTracks(api.db, tracks)
    expect((await fetchMusics({ search })).total).toBe(tracks.length)
  })

  test('that no text could hold is refused', async () => {
    const refusal = async (search: string) => {
      const { status, body } = await api.request(listMusics, { token, query: { search } })
      return [status, body.code]
    }
    expect(await refusal('a\0b')).toEqual([400, 'malformed'])
    expect(await refusal('x'.repeat(101))).toEqual([422, 'invalid'])
  })
})

test.each<Query>([
  { category: 'opera' },
  { mood: 0 },
  { mood: 'calm' },
  { mood: 2 ** 31 },
  { shopping: 'yes' },
  { sort: 'price' },
  { page: -1 },
  { page: 1_000_001 },
  { size: 0 },
  { size: 101 },
])('%j is refused', async (query) => {
  const { status, body } = await api.request(listMusics, { token, query })
  expect([status, body.code]).toEqual([422, 'invalid'])
})

test('before there is a catalog there are no tracks and no moods', async () => {
  expect(await fetchMusics()).toMatchObject({ total: 0, page: 0, size: 24, musics: [] })
  expect(await fetchMusics({ search: 'a', page: 1_000_000, size: 100 })).toMatchObject({
    total: 0,
    musics: [],
  })
  expect((await api.call(listMoods, { token })).moods).toEqual([])
})

test('the order is the week’s and then the newest, the newest, or by name', async () => {
  const ids = await insertTracks(api.db, [
    { name: 'delta', createdAt: '2026-01-01' },
    { name: 'Bravo', createdAt: '2026-02-01' },
    { name: 'alpha', createdAt: '2026-02-01' },
    { name: '가', createdAt: '2026-03-01' },
    { name: '心', createdAt: '2026-01-15' },
  ])
  await setRanks(ids[4], ids[2])
  expect(await fetchNames()).toEqual(['心', 'alpha', '가', 'Bravo', 'delta'])
  expect(await fetchNames({ sort: 'newest' })).toEqual(['가', 'Bravo', 'alpha', '心', 'delta'])
  expect(await fetchNames({ sort: 'name' })).toEqual(['alpha', 'Bravo', 'delta', '心', '가'])
  await setRanks(ids[0])
  expect(await fetchNames()).toEqual(['delta', '가', 'Bravo', 'alpha', '心'])
  await setRanks()
  expect(await fetchNames()).toEqual(await fetchNames({ sort: 'newest' }))
})

test('whatever of a track changes, the list follows', async () => {
  const [first = 0, second = 0] = await insertTracks(api.db, [{ name: 'Single' }, { name: 'Two' }])
  await queryRaw(
    api.db,
    `update tracks set name = 'Other', category = 'OST', shopping = true where id = $1`,
    [first],
  )
  expect(await fetchNames({ search: 'single' })).toEqual([])
  expect(await fetchNames({ search: 'other', category: 'OST', shopping: 1 })).toEqual(['Other'])
  await queryRaw(api.db, 'insert into track_moods (track_id, mood_id) values ($1, $2)', [second, getCalmId()])
  expect(await fetchNames({ mood: getCalmId() })).toEqual(['Two'])
  await queryRaw(api.db, 'delete from track_moods')
  expect(await fetchNames({ mood: getCalmId() })).toEqual([])
  await withdrawTrack(api.db, first)
  expect([await fetchNames(), await fetchNames({ search: 'other' })]).toEqual([['Two'], []])
  await withdrawTrack(api.db, first, false)
  expect((await fetchNames()).sort()).toEqual(['Other', 'Two'])
  await api.db.transaction(async (tx) => {
    await queryRaw(tx, 'delete from tracks where id = $1', [second])
    await insertTracks(tx, [{ name: 'Three', isrc: isrcFor(3) }])
    await queryRaw(tx, `update tracks set artist = 'Nobody' where name = 'Three'`)
  })
  expect(await fetchNames({ search: 'nobody' })).toEqual(['Three'])
  expect(await queryRaw(api.db, 'select id from track_changes')).toEqual([])
})

test('what is undone has changed nothing', async () => {
  await insertTracks(api.db, [{ name: 'Single' }])
  const failing = api.db.transaction(async (tx) => {
    await queryRaw(tx, `update tracks set name = 'Two'`)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await fetchNames({ search: 'single' })).toEqual(['Single'])
  expect(await queryRaw(api.db, 'select id from track_changes')).toEqual([])
})

test('while tracks and ranks change on all sides, pages are whole, and in the end as they are then', async () => {
  const ids = await api.db.transaction((tx) =>
    insertTracks(
      tx,
      Array.from({ length: 30 }, () => ({})),
    ),
  )
  const changes = ids.map((id, at) =>
    at % 3 === 0
      ? withdrawTrack(api.db, id)
      : queryRaw(api.db, `update tracks set name = 'Changed' where id = $1 and $2 = 1`, [id, at % 3]),
  )
  const ranking = async () => {
    for (const id of ids.slice(0, 10)) await setRanks(id, ids[29])
  }
  const reads = Array.from({ length: 30 }, async (_, at) => {
    const { total, musics } = await fetchMusics({ search: at % 2 === 0 ? '' : 'krtst', size: 100 })
    expect(musics.length).toBe(total)
    expect(new Set(musics.map(({ id }) => id)).size).toBe(total)
  })
  await Promise.all([...changes, ...reads, ranking()])
  expect((await fetchMusics({ search: 'changed' })).total).toBe(10)
  expect((await fetchMusics()).total).toBe(20)
  await setRanks(ids[29], ids[1])
  expect((await fetchMusics({ size: 2 })).musics.map(({ id }) => id)).toEqual([ids[29], ids[1]])
})

test('moods are named in the caller’s language, counted, and those that no track has left out', async () => {
  const { calm: one = 0, warm = 0, dark = 0 } = moodIds
  const ids = await insertTracks(api.db, [{ moods: [one, warm] }, { moods: [one] }, { moods: [dark] }])
  await withdrawTrack(api.db, ids[2] ?? 0)
  const moods = async (language: string, as = token, domain = 'example.test') =>
    (await api.call(listMoods, { token: as, language, domain })).moods.map(({ name, tracks }) => [
      name,
      tracks,
    ])
  expect(await moods('ko')).toEqual([
    ['따뜻한', 1],
    ['잔잔한', 2],
  ])
  expect((await moods('en')).map(([name]) => name)).toEqual(['Calm', 'Warm'])
  expect((await moods('zh-CN')).map(([name]) => name).sort()).toEqual(['温暖', '舒缓'].sort())
  expect((await moods('zh-TW')).map(([name]) => name).sort()).toEqual(['溫暖', '舒緩'].sort())
  expect((await moods('fr', playlistToken, 'playlist.test')).map(([name]) => name)).toEqual(['Calm', 'Warm'])
  const [track] = (await api.call(listMusics, { token, language: 'en', query: { mood: warm } })).musics
  expect(track?.moodTags.map(({ name }) => name)).toEqual(['Calm', 'Warm'])
})

describe('filters, orders and pages', () => {
  const letters = ['a', 'b', 'ab', 'ba', '가', '가나', '나']
  const anyTrack = fc.record({
    name: fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 3 })
      .map((words) => words.join(' ')),
    artist: fc.constantFrom('A', '나', 'a-b'),
    category: fc.constantFrom<MusicCategory>('BGM', 'song', 'OST'),
    shopping: fc.boolean(),
    moods: fc.subarray([0, 1, 2]),
    createdAt: fc.constantFrom('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
    withdrawn: fc.boolean(),
    rank: fc.option(fc.nat({ max: 500 })),
  })
  const anyQuestion = fc.record(
    {
      search: fc.constantFrom('a', 'b a', '가', '가나', 'ab', 'krtst26', '0000', 'zz'),
      category: fc.constantFrom<MusicCategory>('BGM', 'song', 'OST'),
      mood: fc.constantFrom(0, 1, 2),
      shopping: fc.constant(1),
      sort: fc.constantFrom(...musicSorts),
      size: fc.constantFrom(1, 3, 7, 100),
    },
    { requiredKeys: ['sort', 'size'] },
  )

  test('leave of any catalog what plain loops leave', async () => {
    const moods = Object.values(moodIds).slice(0, 3)
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTrack, { minLength: 1, maxLength: 300, size: 'max' }),
        fc.array(anyQuestion, { minLength: 8, maxLength: 8 }),
        async (tracks, questions) => {
          await execRaw(api.db, 'delete from weekly_track_ranks; delete from track_moods; delete from tracks')
          const ids = await api.db.transaction(async (tx) => {
            const put = await insertTracks(
              tx,
              tracks.map((one) => ({ ...one, moods: one.moods.map((at) => moods[at] ?? 0) })),
            )
            const gone = put.filter((_, at) => tracks[at]?.withdrawn)
            await queryRaw(tx, 'update tracks set withdrawn_at = now() where id = any($1::integer[])', [gone])
            return put
          })
          const all = tracks.map((track, at) => ({ ...track, id: ids[at] ?? 0, isrc: isrcFor(at + 1) }))
          const ranked = all
            .filter((one) => one.rank !== null)
            .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.id - b.id)
          await setRanks(...ranked.map(({ id }) => id))
          const rankOf = new Map(ranked.map(({ id }, at) => [id, at]))
          const compare = <V extends string | number>(a: V, b: V) => (a < b ? -1 : a > b ? 1 : 0)
          type One = (typeof all)[number]
          const newest = (a: One, b: One) => compare(b.createdAt, a.createdAt) || a.id - b.id
          const orders = {
            newest,
            popular: (a: One, b: One) =>
              (rankOf.get(a.id) ?? 1_000) - (rankOf.get(b.id) ?? 1_000) || newest(a, b),
            name: (a: One, b: One) => compare(a.name, b.name) || a.id - b.id,
          }
          // Nobody has earned anything here.
          const ordersBySort = { ...orders, earned: orders.popular }
          for (const { search = '', category, mood, shopping, sort, size } of questions) {
            const expected = all
              .filter((one) => !one.withdrawn)
              .filter((one) => category === undefined || one.category === category)
              .filter((one) => mood === undefined || one.moods.includes(mood))
              .filter((one) => shopping === undefined || one.shopping)
              .filter((one) => {
                const text = `${one.name}\n${one.artist}\n${one.isrc}`.toLowerCase().replaceAll('-', '')
                return search.split(' ').every((word) => text.includes(word))
              })
              .sort(ordersBySort[sort])
              .map(({ id }) => id)
            const query: Query = { sort, size }
            if (search) query.search = search
            if (category) query.category = category
            if (mood !== undefined) query.mood = moods[mood] ?? 0
            if (shopping) query.shopping = 1
            const seen: number[] = []
            for (let page = 0; page === 0 || (page * size < expected.length && page < 5); page++) {
              const reply = await fetchMusics({ ...query, page })
              expect(reply.total).toBe(expected.length)
              seen.push(...reply.musics.map(({ id }) => id))
            }
            expect(seen).toEqual(expected.slice(0, seen.length))
            const last = Math.max(0, Math.ceil(expected.length / size) - 1)
            const end = await fetchMusics({ ...query, page: last })
            expect(end.musics.map(({ id }) => id)).toEqual(expected.slice(last * size))
            expect((await fetchMusics({ ...query, page: last + 1 })).musics).toEqual([])
          }
        },
      ),
      { numRuns: propertyRuns(5), endOnFailure: true },
    )
  })
})
