// @module-tag extended
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listMusicRanks, listPopularMusics, rankedWeeks } from '#contract/portal/musics.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertReports, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw } from '#tests/support/raw-sql.ts'
import { deleteReports } from '#tests/support/report-invariants.ts'
import { insertTracks, isrcFor, replaceClaims, withdrawTrack } from '#tests/support/tracks.ts'

const lastDay = '2026-10-20'

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
  await createAccount(api.db, await createSite(api.db), 'boss@example.test')
  token = await signIn(api, 'boss@example.test')
})
afterAll(() => api.close())
afterEach(async () => {
  await execRaw(api.db, 'delete from tracks')
  await deleteReports(api.db)
})

interface Viewed {
  daysAgo: number
  video: string
  views: number
}

async function insertViews(viewed: readonly Viewed[], firstDaysAgo: number): Promise<void> {
  const everyDay = Array.from({ length: firstDaysAgo + 1 }, (_, daysAgo) => ({
    daysAgo,
    video: 'none',
    views: 0,
  }))
  const sums = Map.groupBy([...everyDay, ...viewed], ({ daysAgo, video }) => `${daysAgo} ${video}`)
  await insertReports(
    api.db,
    [...sums.values()].flatMap(([first, ...others]) =>
      first
        ? {
            day: addDays(lastDay, -first.daysAgo),
            channelId: channelIdFor('own'),
            videoId: videoIdFor(first.video),
            country: 'KR',
            views: others.reduce((sum, { views }) => sum + views, first.views),
            premiumViews: 0,
            revenueMicros: 1,
            premiumRevenueMicros: 0,
          }
        : [],
    ),
    'main',
  )
}

const claimTracks = (uses: readonly { video: string; track: number }[]) =>
  replaceClaims(
    api.db,
    uses.map(({ video, track }) => ({
      channelId: channelIdFor('own'),
      videoId: videoIdFor(video),
      isrc: isrcFor(track + 1),
    })),
  )

const fetchWeeks = async (music: number) =>
  (await api.call(listMusicRanks, { token, query: { music } })).weeks

test('a track that is unknown or withdrawn has no ranks; none are there before the first report', async () => {
  const [id = 0] = await insertTracks(api.db, [{}])
  expect(await fetchWeeks(id)).toEqual([])
  await withdrawTrack(api.db, id)
  for (const music of [id, id + 1]) {
    const { status, body } = await api.request(listMusicRanks, { token, query: { music } })
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
  expect((await api.request(listMusicRanks, { query: { music: id } })).status).toBe(401)
})

test('weeks end on the last complete day, and start with the first report', async () => {
  const [rising = 0, falling = 0] = await insertTracks(api.db, [{}, {}])
  await claimTracks([
    { video: 'a', track: 0 },
    { video: 'b', track: 1 },
  ])
  const viewed = [
    { daysAgo: 0, video: 'a', views: 20 },
    { daysAgo: 6, video: 'b', views: 10 },
    { daysAgo: 7, video: 'b', views: 5 },
    { daysAgo: 14, video: 'a', views: 3 },
    { daysAgo: 15, video: 'b', views: 4 },
  ]
  await insertViews(viewed, 15)
  await rebuildFigures(api.db)
  const readRanks = async (id: number) => (await fetchWeeks(id)).map(({ rank }) => rank)
  expect(await readRanks(rising)).toEqual([2, null, 1])
  expect(await readRanks(falling)).toEqual([1, 1, 2])
  expect((await fetchWeeks(rising)).map(({ from, to }) => [from, to])).toEqual([
    ['2026-09-30', '2026-10-06'],
    ['2026-10-07', '2026-10-13'],
    ['2026-10-14', '2026-10-20'],
  ])
})

const videos = ['a', 'b', 'c', 'd', 'e']
const tracks = 5

const anyHistory = fc.record({
  firstDaysAgo: fc.integer({ min: 0, max: 70 }),
  viewed: fc.array(
    fc.record({
      daysAgo: fc.integer({ min: 0, max: 70 }),
      video: fc.constantFrom(...videos),
      views: fc.integer({ min: 0, max: 4 }),
    }),
    { maxLength: 120, size: 'max' },
  ),
  uses: fc.uniqueArray(fc.record({ video: fc.constantFrom(...videos), track: fc.nat({ max: tracks - 1 }) }), {
    maxLength: 12,
    selector: ({ video, track }) => `${video}${track}`,
  }),
  laterUses: fc.uniqueArray(
    fc.record({ video: fc.constantFrom(...videos), track: fc.nat({ max: tracks - 1 }) }),
    { maxLength: 12, selector: ({ video, track }) => `${video}${track}` },
  ),
  withdrawn: fc.option(fc.nat({ max: tracks - 1 }), { nil: null }),
})

/** Counts the tracks ahead: those with more views, or with as many and a lower id. */
function countRank(
  { viewed, firstDaysAgo }: { viewed: readonly Viewed[]; firstDaysAgo: number },
  uses: readonly { video: string; track: number }[],
  listed: readonly number[],
  track: number,
  weeksAgo: number,
): number | null {
  const countViews = (one: number) => {
    let views = 0
    for (const day of viewed) {
      const isInWeek = day.daysAgo <= firstDaysAgo && Math.floor(day.daysAgo / 7) === weeksAgo
      if (isInWeek && uses.some((use) => use.track === one && use.video === day.video)) views += day.views
    }
    return views
  }
  const own = countViews(track)
  if (own === 0) return null
  const ahead = listed.filter((one) => countViews(one) > own || (countViews(one) === own && one < track))
  return ahead.length + 1
}

test('ranks are those of an independent count, as is the list of popular tracks', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async ({ firstDaysAgo, viewed, uses, laterUses, withdrawn }) => {
      const ids = await insertTracks(
        api.db,
        Array.from({ length: tracks }, () => ({})),
      )
      const known = viewed.filter(({ daysAgo }) => daysAgo <= firstDaysAgo)
      await insertViews(known, firstDaysAgo)
      if (withdrawn !== null) await withdrawTrack(api.db, ids[withdrawn] ?? 0)
      const listed = ids.flatMap((_, track) => (track === withdrawn ? [] : [track]))
      for (const claimed of [uses, laterUses]) {
        await claimTracks(claimed)
        await rebuildFigures(api.db)
        const expected = (track: number, weeksAgo: number) =>
          countRank({ viewed: known, firstDaysAgo }, claimed, listed, track, weeksAgo)
        const weeks = Math.min(rankedWeeks, Math.floor(firstDaysAgo / 7) + 1)
        for (const track of listed) {
          const ranks = (await fetchWeeks(ids[track] ?? 0)).map(({ rank }) => rank)
          expect(ranks).toEqual(Array.from({ length: weeks }, (_, at) => expected(track, weeks - 1 - at)))
        }
        const { musics } = await api.call(listPopularMusics, {})
        expect(musics.map(({ id, rank, previousRank }) => [id, rank, previousRank])).toEqual(
          listed
            .map((track) => [ids[track] ?? 0, expected(track, 0), expected(track, 1)] as const)
            .filter(([, rank]) => rank !== null)
            .sort(([, a], [, b]) => (a ?? 0) - (b ?? 0)),
        )
      }
      await execRaw(api.db, 'delete from tracks')
      await deleteReports(api.db)
    }),
    { numRuns: propertyRuns(30) },
  )
})
