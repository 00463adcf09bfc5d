// @module-tag adapter
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPopularMusics } from '#contract/portal/musics.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import { createAccount, createChannel, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertFacts, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { runOperator, runOperatorWith } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const day = '2026-10-20'
const [firstIsrc, secondIsrc] = ['KRMIM2600001', 'KRMIM2600002']

let api: Api
let token: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-catalog-'))
  api = await startApi()
  const manager = await createAccount(api.db, await createSite(api.db), 'boss@example.test')
  await createChannel(api.db, manager, channelIdFor('own'))
  token = await signIn(api, 'boss@example.test')
  await insertFacts(
    api.db,
    ['v1', 'v2'].map((video, at) => ({
      day,
      channelId: channelIdFor('own'),
      videoId: videoIdFor(video),
      country: 'KR',
      views: 100 - at,
      premiumViews: 0,
      revenueMicros: 1,
      premiumRevenueMicros: 0,
    })),
  )
  await insertClaims(['v1', firstIsrc], ['v2', secondIsrc])
  await rebuildFigures(api.db)
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

async function insertClaims(...uses: [video: string, isrc: string][]): Promise<void> {
  const [load] = await queryRaw<{ id: number }>(
    api.db,
    `insert into report_loads (report_type, owner, day, create_time, file_name, sha256, state)
    values ('claims', 'main', $1, now(), 'test', 'test', 'current')
    returning id`,
    [day],
  )
  await queryRaw(
    api.db,
    `insert into report_current (report_type, owner, day, load_id) values ('claims', 'main', $1, $2)`,
    [day, load?.id],
  )
  for (const [video, isrc] of uses)
    await queryRaw(
      api.db,
      `insert into claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc,
        is_shorts_eligible)
      values ($1, $2, 'ACTIVE', $3, $2, 'A1', 'x', 'x', $4, true)`,
      [load?.id, videoIdFor(video), channelIdFor('own'), isrc],
    )
}

async function importTracks(isrcs: readonly string[], ...options: string[]): Promise<void> {
  const file = join(folder, 'catalog.csv')
  const lines = isrcs.map((isrc) => `${isrc},Track ${isrc.at(-1)},Somebody,BGM`)
  await writeFile(file, ['isrc,track,artist,category', ...lines].join('\n'))
  const result = await runOperatorWith(
    api.db,
    { MEDIA_DIR: join(folder, 'media') },
    'music',
    'import',
    file,
    ...options,
  )
  expect(result).toMatchObject({ status: 0 })
}

const listRanks = async () =>
  (await api.call(listPopularMusics, {})).musics.map(({ isrc, rank }) => [isrc, rank])

async function listVideoTracks(video: string) {
  const { musics } = await api.call(readVideo, { token, query: { video: videoIdFor(video) } })
  return musics.map(({ isrc, name }) => [isrc, name])
}

test('tracks are ranked when they come into the catalog, whenever they were claimed, and not when they are out', async () => {
  expect(await listRanks()).toEqual([])
  await importTracks([firstIsrc, secondIsrc])
  expect(await listRanks()).toEqual([
    [firstIsrc, 1],
    [secondIsrc, 2],
  ])
  await runOperator(api.db, 'music', 'withdraw', firstIsrc)
  expect(await listRanks()).toEqual([[secondIsrc, 1]])
  expect(await listVideoTracks('v1')).toEqual([[firstIsrc, 'Track 1']])
  await importTracks([firstIsrc], '--withdraw-missing')
  expect(await listRanks()).toEqual([])
  await runOperator(api.db, 'music', 'restore', firstIsrc)
  await importTracks([firstIsrc, secondIsrc])
  expect(await listRanks()).toEqual([
    [firstIsrc, 1],
    [secondIsrc, 2],
  ])
})
