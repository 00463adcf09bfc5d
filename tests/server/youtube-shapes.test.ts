import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseListing, reasonOf } from '#server/channels/youtube-reply.ts'
import type { Fault } from '#server/demo/stand-in.ts'
import { madeUp, type StartedYoutube, startYoutube } from '#tests/support/youtube.ts'

const folder = fileURLToPath(new URL('../../../shared/realdata/youtube_data_api', import.meta.url))
const isThere = existsSync(folder)
if (!isThere) console.warn(`SKIPPED: there are no real replies at ${folder}; shapes are not compared.`)

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

/** The kinds of values at each place that both have must be the same. */
function compare(made: unknown, real: unknown, place = ''): string[] {
  if (typeof made !== typeof real || Array.isArray(made) !== Array.isArray(real)) return [place]
  if (Array.isArray(made)) return compare(made[0] ?? null, (real as unknown[])[0] ?? null, `${place}[]`)
  if (made === null || typeof made !== 'object') return []
  return Object.entries(made).flatMap(([name, value]) => {
    const other = (real as Record<string, unknown>)[name]
    return other === undefined ? [] : compare(value, other, `${place}.${name}`)
  })
}

describe.skipIf(!isThere)('real replies', () => {
  let platform: StartedYoutube
  beforeAll(async () => {
    platform = await startYoutube(
      madeUp('pebble', { localizations: { en: { title: 'Pebble', description: 'stones' } } }),
    )
  })
  afterAll(() => platform.close())

  async function ask(query: string) {
    const response = await fetch(`${platform.url}/youtube/v3/channels?key=k&${query}`)
    return { status: response.status, body: await response.json() }
  }

  test('each listing of channels is read', () => {
    const listings = readdirSync(folder).filter(
      (name) => /json$/.test(name) && read(name).includes('ListResponse'),
    )
    expect(listings.length).toBeGreaterThan(4)
    for (const name of listings) {
      const items = JSON.parse(read(name)).items ?? []
      const channels = parseListing(read(name))
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
      const real = JSON.parse(read(name))
      expect(compare(body, real)).toEqual([])
      expect(Object.keys(body).sort()).toEqual(Object.keys(real).sort())
    }
    const none = await ask('part=snippet&forHandle=nobody')
    const real = JSON.parse(read('channels_list_empty_200.json'))
    expect(none).toEqual({ status: 200, body: { ...real, etag: none.body.etag } })
  })

  test.each<[Fault['kind'], string]>([
    ['quota', 'quotaExceeded_403.json'],
    ['key', 'keyInvalid_400.json'],
    ['rate', 'rateLimitExceeded.json'],
  ])('the stand-in refuses by %s as %s', async (kind, name) => {
    platform.faults.all = { kind, times: 1 }
    const real = JSON.parse(read(name))
    expect(await ask('part=snippet&forHandle=pebble')).toEqual({ status: real.error.code, body: real })
    expect(reasonOf(real)).toBe(real.error.errors[0].reason)
  })
})
