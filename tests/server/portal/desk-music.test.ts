import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EndpointBody } from '#contract/platform/endpoint.ts'
import { editTrack, readCatalog, storeTrackMedia, withdrawTracks } from '#contract/portal/desk/music.ts'
import { listAuditEntries } from '#tests/support/accounts.ts'
import { createTone } from '#tests/support/audio-files.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'
import { execAsOwner } from '#tests/support/traces.ts'
import { insertTracks, isrcFor } from '#tests/support/tracks.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let folder: string
let operator: Person
let ofOneSite: Person
let auditor: Person
let manager: Person
const woken: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-desk-music-'))
  const jobs = { wake: (name: string) => void woken.push(name) }
  on = await startFactorApi(undefined, jobs as never, {
    mediaDir: join(folder, 'media'),
    trackFilesDir: join(folder, 'files'),
  })
  await on.reset()
  operator = await on.createOperator()
  auditor = await on.createOperator('--role', 'auditor')
  ofOneSite = await on.createOperator('--for-site', 'example.test')
  manager = await on.createPerson('manager')
})
afterAll(async () => {
  await on.api.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await execAsOwner(on.api.db, 'truncate tracks, moods, audit_log restart identity cascade')
  const [mood] = await queryRaw<{ id: number }>(
    on.api.db,
    `insert into moods (key, name) values ('calm', '{"ko":"차분한","en":"Calm"}') returning id`,
  )
  await insertTracks(on.api.db, [
    { name: 'Bus', moods: [mood?.id ?? 0] },
    { name: 'Autumn', artist: 'Rain' },
  ])
})

const read = (query: Record<string, string | number> = {}, { token } = operator) =>
  on.api.call(readCatalog, { token, query, language: 'en' })
const names = async (query: Record<string, string | number>) =>
  (await read(query)).tracks.map(({ name }) => name)
const edit = (change: EndpointBody<typeof editTrack>['change'], { token } = operator) =>
  on.api.request(editTrack, { token, body: { isrc: isrcFor(1), change } })

describe('the catalog', () => {
  test('is found by name, mood and what a track lacks', async () => {
    const { counts, moods, total } = await read()
    expect(total).toBe(2)
    expect(counts).toEqual({ listed: 2, withdrawn: 0, withoutFile: 2, withoutCover: 2, withoutPreview: 2 })
    expect(moods).toEqual([{ key: 'calm', name: 'Calm', tracks: 1 }])
    expect(await names({})).toEqual(['Autumn', 'Bus'])
    expect(await names({ search: 'rain' })).toEqual(['Autumn'])
    expect(await names({ search: 'KR-TST-26-00001' })).toEqual(['Bus'])
    expect(await names({ mood: 'calm' })).toEqual(['Bus'])
    expect(await names({ without: 'file' })).toEqual(['Autumn', 'Bus'])
    expect(await names({ state: 'withdrawn' })).toEqual([])
  })

  test('is changed value by value, as an imported file would', async () => {
    expect((await edit({ name: '버스', shopping: true, timeLimitSeconds: 30 })).body.hasChanged).toBe(true)
    expect((await edit({ name: '버스' })).body.hasChanged).toBe(false)
    const [track] = (await read({ search: isrcFor(1) })).tracks
    expect(track).toMatchObject({ name: '버스', shopping: true, timeLimitSeconds: 30, moods: ['calm'] })
    await edit({ moods: [], aliases: ['Autobus', 'Coach'] })
    expect((await read({ search: 'coach' })).tracks[0]).toMatchObject({
      moods: [],
      aliases: ['Autobus', 'Coach'],
    })
    const entries = await listAuditEntries(on.api.db)
    expect(entries.map(({ action }) => action)).toEqual(['editTrack', 'editTrack', 'editTrack'])
    expect(entries[0]).toMatchObject({
      actor: operator.id,
      detail: { before: { name: 'Bus', shopping: false }, after: { name: '버스', shopping: true } },
    })
  })

  test('refuses moods and tracks that it does not have, and values that are none', async () => {
    expect((await edit({ moods: ['unknown'] })).body.code).toBe('invalid')
    expect((await edit({ name: ' ' })).body.code).toBe('invalid')
    expect((await edit({ lengthSeconds: 0 })).body.code).toBe('invalid')
    const body = { isrc: isrcFor(9), change: { name: 'x' } }
    expect((await on.api.request(editTrack, { token: operator.token, body })).status).toBe(404)
    expect(await names({})).toEqual(['Autumn', 'Bus'])
  })

  test('loses tracks that are withdrawn, and gets them back', async () => {
    const withdraw = (withdrawn: boolean, isrcs = [isrcFor(1)]) =>
      on.api.request(withdrawTracks, { token: operator.token, body: { isrcs, withdrawn } })
    expect((await withdraw(true)).body.changed).toBe(1)
    expect((await withdraw(true)).body.changed).toBe(0)
    expect(await names({ state: 'withdrawn' })).toEqual(['Bus'])
    // An edit restores nothing.
    await edit({ name: 'Coach' })
    expect(await names({ state: 'withdrawn' })).toEqual(['Coach'])
    expect((await withdraw(false)).body.changed).toBe(1)
    expect(await names({})).toEqual(['Autumn', 'Coach'])
    expect((await withdraw(true, [isrcFor(1), isrcFor(9)])).status).toBe(404)
    expect(woken).toEqual(['refresh-lists', 'refresh-lists'])
  })

  test('gets covers, previews and licensed files, and refuses those that cannot be used', async () => {
    const store = (kind: 'cover' | 'file' | 'preview', bytes: Buffer) =>
      on.api.request(storeTrackMedia, {
        token: operator.token,
        body: { isrc: isrcFor(1), kind, content: bytes.toString('base64') },
      })
    const image = (size: number) =>
      sharp({ create: { width: size, height: size, channels: 3, background: '#d00' } })
        .png()
        .toBuffer()
    expect((await store('cover', await image(200))).status).toBe(200)
    expect((await store('cover', await image(40))).body.code).toBe('invalid')
    expect((await store('preview', await image(200))).body.code).toBe('invalid')
    expect((await store('file', createTone(60))).status).toBe(200)
    expect((await store('file', createTone(2))).body.code).toBe('invalid')
    const [track] = (await read({ search: isrcFor(1) })).tracks
    expect(track?.cover).toMatch(/^media\/covers\//)
    expect(track?.file).toMatchObject({ format: 'wav' })
    expect(await readdir(join(folder, 'media', 'covers'))).not.toEqual([])
    expect(await names({ without: 'cover' })).toEqual(['Autumn'])
    expect((await listAuditEntries(on.api.db)).map(({ action }) => action)).toEqual([
      'storeTrackMedia',
      'storeTrackMedia',
    ])
  })
})

test('a role for a site reads the catalog of all, and changes nothing of it; so does an auditor', async () => {
  for (const person of [ofOneSite, auditor]) {
    expect((await read({}, person)).total).toBe(2)
    expect((await edit({ name: 'x' }, person)).status).toBe(403)
  }
  expect((await on.api.request(readCatalog, { token: manager.token })).status).toBe(403)
})

test('a large body is read only for those who may send it', async () => {
  const huge = 'x'.repeat(storeTrackMedia.maxBodyBytes + 1)
  const send = async (token: string) => {
    const { status, body } = await on.api.request(storeTrackMedia, { token, body: { huge } as never })
    return [status, body.code]
  }
  expect(await send('')).toEqual([401, 'unauthenticated'])
  expect(await send(operator.token)).toEqual([413, 'too_large'])
})
