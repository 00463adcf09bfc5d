import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getErrorReason, parseChannelList } from '#server/channels/youtube/response.ts'
import type { Fault } from '#server/demo/youtube/fake-youtube-api.ts'
import {
  buildFakeChannel,
  type FakeYoutubeServer,
  startFakeYoutube,
} from '#tests/support/fake-youtube-server.ts'

const folder = fileURLToPath(new URL('../../../../shared/realdata/youtube_data_api', import.meta.url))
const hasRealData = existsSync(folder)
if (!hasRealData) console.warn(`SKIPPED: there are no real replies at ${folder}; shapes are not compared.`)

const readRecording = (name: string) => readFileSync(join(folder, name), 'utf8')

/** Requires values of the same kind wherever both have one. */
function findShapeDifferences(actual: unknown, expected: unknown, path = ''): string[] {
  if (typeof actual !== typeof expected || Array.isArray(actual) !== Array.isArray(expected)) return [path]
  if (Array.isArray(actual))
    return findShapeDifferences(actual[0] ?? null, (expected as unknown[])[0] ?? null, `${path}[]`)
  if (actual === null || typeof actual !== 'object') return []
  return Object.entries(actual).flatMap(([name, value]) => {
    const other = (expected as Record<string, unknown>)[name]
    return other === undefined ? [] : findShapeDifferences(value, other, `${path}.${name}`)
  })
}

describe.skipIf(!hasRealData)('real replies', () => {
  let platform: FakeYoutubeServer
  beforeAll(async () => {
    platform = await startFakeYoutube(
      buildFakeChannel('pebble', { localizations: { en: { title: 'Pebble', description: 'stones' } } }),
    )
  })
  afterAll(() => platform.close())

  async function ask(query: string) {
    const response = await fetch(`${platform.url}/youtube/v3/channels?key=k&${query}`)
    return { status: response.status, body: await response.json() }
  }

  test('each listing of channels is read', () => {
    const listings = readdirSync(folder).filter(
      (name) => /json$/.test(name) && readRecording(name).includes('ListResponse'),
    )
    expect(listings.length).toBeGreaterThan(4)
    for (const name of listings) {
      const items = JSON.parse(readRecording(name)).items ?? []
      const channels = parseChannelList(readRecording(name))
      expect([name, channels.map(({ channelId }) => channelId)]).toEqual([
        name,
        items.map(({ id }: { id: string }) => id),
      ])
      for (const [at, { subscribers, name: title }] of channels.entries()) {
        expect(title).toBe(items[at].snippet.title)
        if (items[at].statistics) expect(String(subscribers)).toBe(items[at].statistics.subscriberCount)
      }
    }
  })

  test('the stand-in answers in their shape', async () => {
    const { body } = await ask('part=snippet,statistics,brandingSettings,localizations&forHandle=pebble')
    for (const name of ['apidata__channels__info.json', 'apidata__channels__info_multiple.json']) {
      const real = JSON.parse(readRecording(name))
      expect(findShapeDifferences(body, real)).toEqual([])
      expect(Object.keys(body).sort()).toEqual(Object.keys(real).sort())
    }
    const none = await ask('part=snippet&forHandle=nobody')
    const real = JSON.parse(readRecording('channels_list_empty_200.json'))
    expect(none).toEqual({ status: 200, body: { ...real, etag: none.body.etag } })
  })

  test.each<[Fault['kind'], string]>([
    ['quota', 'quotaExceeded_403.json'],
    ['key', 'keyInvalid_400.json'],
    ['rate', 'rateLimitExceeded.json'],
  ])('the stand-in refuses by %s as %s', async (kind, name) => {
    platform.faults.all = { kind, times: 1 }
    const real = JSON.parse(readRecording(name))
    expect(await ask('part=snippet&forHandle=pebble')).toEqual({ status: real.error.code, body: real })
    expect(getErrorReason(real)).toBe(real.error.errors[0].reason)
  })
})
