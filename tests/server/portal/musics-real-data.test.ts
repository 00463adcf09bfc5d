import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMusics, listPopularMusics } from '#contract/portal/musics.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { insertTracks } from '#tests/support/tracks.ts'

const folder = fileURLToPath(new URL('../../../../shared/realdata/kr', import.meta.url))
const hasRealData = existsSync(folder)
if (!hasRealData) console.warn(`SKIPPED: there are no real reports at ${folder}; the week is not compared.`)

type Row = Record<string, string>

const readRows = (kind: string): Row[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(`content_owner_${kind}_`))
    .flatMap((name) => parse(readFileSync(join(folder, name)), { columns: true, bom: true }) as Row[])

const parseIsrc = ({ isrc = '' }: Row) =>
  isrc
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/^ISRC:?/, '')

// Skipped without the folder of real reports, which is not part of the project.
describe.skipIf(!hasRealData)('a real week', () => {
  let api: Api
  let token: string
  let claims: Row[]
  let views: Map<string, number>

  beforeAll(async () => {
    api = await startApi()
    await createAccount(api.db, await createSite(api.db), 'boss@example.test')
    token = await signIn(api, 'boss@example.test')
    claims = readRows('active_claims').filter((row) => /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(parseIsrc(row)))
    const named = new Map(claims.map((row) => [parseIsrc(row), row]))
    await api.db.transaction((tx) =>
      insertTracks(
        tx,
        [...named].map(([isrc, row]) => ({
          isrc,
          name: row.asset_title ?? '',
          artist: row.artist ?? '',
          category: 'song',
        })),
      ),
    )
    await importFiles(api.db, [folder])
    views = viewsByIsrc()
  })
  afterAll(() => api.close())

  /** A video's views count once for each track that it uses according to an active claim. */
  function viewsByIsrc(): Map<string, number> {
    const tracks = new Map<string, Set<string>>()
    for (const row of claims) {
      if (row.claim_status?.toLowerCase() !== 'active') continue
      const video = `${row.channel_id} ${row.video_id}`
      tracks.set(video, (tracks.get(video) ?? new Set()).add(parseIsrc(row)))
    }
    const sums = new Map<string, number>()
    for (const row of readRows('basic')) {
      for (const isrc of tracks.get(`${row.channel_id} ${row.video_id}`) ?? [])
        sums.set(isrc, (sums.get(isrc) ?? 0) + Number(row.views))
    }
    return sums
  }

  test('ranks its tracks by the views of their videos', async () => {
    const ids = new Map(
      (await queryRaw<{ id: number; isrc: string }>(api.db, 'select id, isrc from tracks')).map((row) => [
        row.isrc,
        row.id,
      ]),
    )
    const expected = [...views]
      .filter(([, sum]) => sum > 0)
      .sort(([a, x], [b, y]) => y - x || (ids.get(a) ?? 0) - (ids.get(b) ?? 0))
      .map(([isrc]) => isrc)
    expect(expected.length).toBeGreaterThan(30)
    const { from, to, musics } = await api.call(listPopularMusics, { query: { size: 50 } })
    expect([from, to]).toEqual(['2020-08-13', '2020-08-19'])
    expect(musics.map(({ isrc }) => isrc)).toEqual(expected.slice(0, 50))
    expect(musics.map(({ rank, previousRank }) => [rank, previousRank])).toEqual(
      musics.map((_, at) => [at + 1, null]),
    )
    const first = await api.call(listMusics, { token, query: { size: 100 } })
    expect(first.musics.map(({ isrc }) => isrc).slice(0, expected.length)).toEqual(expected.slice(0, 100))
  })
})
