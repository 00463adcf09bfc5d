// @module-tag extended
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withdrawAccount } from '#contract/people/account.ts'
import {
  downloadTrackFile,
  listFavorites,
  listMusics,
  listPopularMusics,
  readMusic,
  setFavorite,
} from '#contract/portal/musics.ts'
import { createLog } from '#server/platform/log.ts'
import { createAccount, createSite, password, signIn } from '#tests/support/accounts.ts'
import { type Api, type CallOptions, startApi } from '#tests/support/api.ts'
import { createTone } from '#tests/support/audio-files.ts'
import { runFailingOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'
import { insertTracks } from '#tests/support/tracks.ts'

let api: Api
let folder: string
const ids = { track: 0, bare: 0, boss: 0, kim: 0 }
const tokens = { boss: '', kim: '', elsewhere: '' }
const lines: string[] = []
const log = createLog('info', { write: (line) => void lines.push(line) })
const tone = createTone(40)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-downloads-'))
  api = await startApi(undefined, log, { trackFilesDir: join(folder, 'stored') })
  const site = await createSite(api.db)
  ids.boss = await createAccount(api.db, site, 'boss@example.test')
  ids.kim = await createAccount(api.db, site, 'kim@example.test', ids.boss)
  const other = await createSite(api.db, 'elsewhere.test')
  await createAccount(api.db, other, 'lee@elsewhere.test')
  const [track = 0, bare = 0] = await insertTracks(api.db, [
    { isrc: 'KRA402000111', name: '비 갠 오후', artist: '하루기타' },
    { isrc: 'KRA402000112', name: 'B', artist: 'B' },
  ])
  Object.assign(ids, { track, bare })
  await writeFile(join(folder, 'KRA402000111.wav'), tone)
  expect(await operate('supply', join(folder, 'KRA402000111.wav'))).toMatchObject({ status: 0 })
  tokens.boss = await signIn(api, 'boss@example.test')
  tokens.kim = await signIn(api, 'kim@example.test')
  tokens.elsewhere = await signIn(api, 'lee@elsewhere.test', 'elsewhere.test')
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  api.clock.now = new Date('2026-03-05T04:00:00Z')
  await execAsOwner(api.db, 'delete from track_downloads; delete from rate_limit_windows')
  await queryRaw(api.db, `update sessions set expires_at = '2027-01-01'`)
  lines.length = 0
})

const operate = (...args: string[]) =>
  runFailingOperator(api.db, { TRACK_FILES_DIR: join(folder, 'stored') }, 'music', ...args)

interface Asking extends Pick<CallOptions, 'language' | 'domain'> {
  token?: string
  music?: number
  headers?: Record<string, string>
}

const ask = ({ token = tokens.kim, music = ids.track, headers, ...options }: Asking = {}) =>
  api.request(downloadTrackFile, {
    ...options,
    token,
    query: { music },
    tamper: (sent) => void Object.assign(sent, headers),
  })
const getRefusal = async (asking?: Asking) => {
  const { status, body } = await ask(asking)
  return [status, body?.code]
}
const listDownloads = () =>
  queryRaw<{ email: string | null; domain: string }>(
    api.db,
    `select a.email, s.domain
    from track_downloads d
    join accounts a on a.id = d.account_id
    join sites s on s.id = d.site_id
    order by d.id`,
  )
const change = (account: number, values: string) =>
  queryRaw(api.db, `update accounts set ${values} where id = ${account}`)

describe('the licensed file of a track', () => {
  test('is what the operator supplied, named after artist and track, and stored by nobody between', async () => {
    const { status, headers } = await ask()
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(tone.length),
      'content-disposition': `attachment; filename="KRA402000111.wav"; filename*=UTF-8''${encodeURIComponent('하루기타 – 비 갠 오후.wav')}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    const [stored = ''] = (await readdir(join(folder, 'stored'))).filter((name) => name.endsWith('.wav'))
    expect((await readFile(join(folder, 'stored', stored))).equals(tone)).toBe(true)
  })

  test('is sent in parts, which belong to one download', async () => {
    const { headers } = await ask()
    const etag = headers.get('ETag') ?? ''
    const part = await ask({ headers: { Range: 'bytes=100-', 'If-Range': etag } })
    expect([part.status, part.headers.get('Content-Range')]).toEqual([
      206,
      `bytes 100-${tone.length - 1}/${tone.length}`,
    ])
    expect((await ask({ headers: { 'If-None-Match': etag } })).status).toBe(304)
    expect(await listDownloads()).toHaveLength(1)
  })

  test('is for everybody who is signed in, on every site', async () => {
    expect((await ask({ token: tokens.boss })).status).toBe(200)
    expect((await ask({ token: tokens.elsewhere, domain: 'elsewhere.test' })).status).toBe(200)
    expect(await getRefusal({ token: tokens.elsewhere })).toEqual([401, 'unauthenticated'])
    expect(await getRefusal({ token: '' })).toEqual([401, 'unauthenticated'])
    expect(await listDownloads()).toEqual([
      { email: 'boss@example.test', domain: 'example.test' },
      { email: 'lee@elsewhere.test', domain: 'elsewhere.test' },
    ])
  })

  test.each([
    ['awaits_approval = true', 'awaits_approval = false', 'awaiting_approval'],
    [
      'is_self_registered = true, email_confirmed_at = null',
      'is_self_registered = false, email_confirmed_at = now()',
      'unconfirmed',
    ],
  ])('is not for people for whom nobody answers: %s', async (values, former, code) => {
    await change(ids.kim, values)
    expect(await getRefusal()).toEqual([403, code])
    const { music } = await api.call(readMusic, { token: tokens.kim, query: { music: ids.track } })
    expect(music.file).toBeNull()
    await change(ids.kim, former)
    expect((await ask()).status).toBe(200)
    expect(await listDownloads()).toHaveLength(1)
  })

  test('does not exist of a track without one, a withdrawn and an unknown one', async () => {
    expect(await getRefusal({ music: ids.bare })).toEqual([404, 'not_found'])
    expect(await getRefusal({ music: 999_999 })).toEqual([404, 'not_found'])
    await operate('withdraw', 'KRA402000111')
    expect(await getRefusal()).toEqual([404, 'not_found'])
    await operate('restore', 'KRA402000111')
    expect((await ask()).status).toBe(200)
  })

  test('that is gone from the disk is a clear error, which the log tells, and no download', async () => {
    const [stored = ''] = (await readdir(join(folder, 'stored'))).filter((name) => name.endsWith('.wav'))
    await rm(join(folder, 'stored', stored))
    expect(await getRefusal()).toEqual([503, 'file_missing'])
    expect((await ask({ language: 'en' })).body.message).toContain('tell your account manager')
    expect(lines.join('\n')).toContain('the file of a track is missing')
    await writeFile(join(folder, 'stored', stored), tone.subarray(0, 100))
    expect(await getRefusal()).toEqual([503, 'file_missing'])
    expect(await listDownloads()).toEqual([])
    await operate('supply', join(folder, 'KRA402000111.wav'))
    expect((await ask()).status).toBe(200)
  })
})

describe('lists say which tracks have a file', () => {
  const file = { format: 'wav', bytes: tone.length }

  test('to people who may download it', async () => {
    const options = { token: tokens.kim }
    const { musics } = await api.call(listMusics, { ...options, query: { sort: 'name' } })
    expect(musics.map(({ id, file }) => [id, file])).toEqual([
      [ids.bare, null],
      [ids.track, file],
    ])
    await api.call(setFavorite, { ...options, body: { music: ids.track, favorite: true } })
    expect((await api.call(listFavorites, options)).musics).toMatchObject([{ file }])
  })

  test('and not to visitors', async () => {
    expect((await api.call(readMusic, { query: { music: ids.track } })).music.file).toBeNull()
    for (const music of (await api.call(listPopularMusics, {})).musics) expect(music.file).toBeNull()
  })
})

describe('downloads are limited', () => {
  test('to twenty calls in ten minutes', async () => {
    for (let call = 1; call <= 20; call++) expect((await ask()).status).toBe(200)
    expect(await getRefusal()).toEqual([429, 'too_many'])
    expect((await ask({ token: tokens.boss })).status).toBe(200)
  })

  test('to sixty files a day, and the refusal says when there are more', async () => {
    await ask()
    await queryRaw(api.db, 'update rate_limit_windows set count = 60 where count = 1 and window_start = $1', [
      '2026-03-05',
    ])
    await execAsOwner(api.db, 'delete from track_downloads')
    const { status, headers, body } = await ask({ language: 'en' })
    expect([status, body.code, headers.get('Retry-After')]).toEqual([
      429,
      'downloads_used_up',
      String(20 * 60 * 60),
    ])
    expect(body.message).toContain('from 00:00 UTC')
    expect(await listDownloads()).toEqual([])
    api.clock.now = new Date('2026-03-06T00:00:01Z')
    expect((await ask()).status).toBe(200)
  })

  test('where a repeat within an hour is the same download', async () => {
    await ask()
    api.clock.now = new Date('2026-03-05T04:59:00Z')
    await ask()
    expect(await listDownloads()).toHaveLength(1)
    api.clock.now = new Date('2026-03-05T05:01:00Z')
    await ask()
    expect(await listDownloads()).toHaveLength(2)
  })
})

describe('the operator sees', () => {
  test('who has downloaded what and when, in a table, as JSON and as CSV', async () => {
    await ask()
    api.clock.now = new Date('2026-03-06T04:00:00Z')
    await ask({ token: tokens.elsewhere, domain: 'elsewhere.test' })
    const listed = async (...filter: string[]) =>
      JSON.parse((await operate('downloads', '--json', ...filter)).text).map(
        ({ account }: { account: string }) => account,
      )
    expect(await listed()).toEqual(['lee@elsewhere.test', 'kim@example.test'])
    expect(await listed('--site', 'elsewhere.test')).toEqual(['lee@elsewhere.test'])
    expect(await listed('--by', 'Kim@example.test')).toEqual(['kim@example.test'])
    expect(await listed('--from', '2026-03-06')).toEqual(['lee@elsewhere.test'])
    expect(await listed('--to', '2026-03-05')).toEqual(['kim@example.test'])
    expect(await listed('--isrc', 'KR-A40-20-00112')).toEqual([])
    expect(await listed('--limit', '1')).toEqual(['lee@elsewhere.test'])
    expect((await operate('downloads', '--limit', '1')).text).toMatch(
      /2026-03-06 04:00 +elsewhere\.test +lee@elsewhere\.test +KR-A40-20-00111 +비 갠 오후 +하루기타 +wav +[0-9a-f]{12}\n1 download$/,
    )
    const csv = join(folder, 'downloads.csv')
    expect((await operate('downloads', '--csv', csv)).text).toBe('downloads.csv: 2 downloads')
    expect(await readFile(csv, 'utf8')).toMatch(/^\uFEFFtime,site,account,isrc,.*kim@example\.test/s)
  })

  test('downloads of a deleted account without its address', async () => {
    const site = {
      id: (await queryRaw<{ id: number }>(api.db, 'select min(id) as id from sites'))[0]?.id ?? 0,
    }
    const gone = await createAccount(api.db, site as never, 'gone@example.test', ids.boss)
    const token = await signIn(api, 'gone@example.test')
    expect((await ask({ token })).status).toBe(200)
    await api.call(withdrawAccount, { token, body: { password } })
    const [download] = JSON.parse((await operate('downloads', '--json')).text)
    expect(download).toMatchObject({ accountId: gone, account: null, isrc: 'KRA402000111' })
    expect((await operate('downloads')).text).toContain(`account ${gone} `)
  })
})
