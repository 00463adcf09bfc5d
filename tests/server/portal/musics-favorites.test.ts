// @module-tag extended
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withdrawAccount } from '#contract/people/account.ts'
import { deleteMember } from '#contract/people/member-management.ts'
import { listFavorites, listMusics, reorderFavorites, setFavorite } from '#contract/portal/musics.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import { createAccount, createSite, findPerson, password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { insertTracks, withdrawTrack } from '#tests/support/tracks.ts'

let api: Api
let site: Site
let managerId: number
let token: string
let otherToken: string
let trackIds: number[]
/** An id that no track has. */
const unknownId = 2 ** 31 - 1

beforeAll(async () => {
  api = await startApi()
  site = await createSite(api.db)
  managerId = await createAccount(api.db, site, 'boss@example.test')
  await createAccount(api.db, site, 'other@example.test')
  token = await signIn(api, 'boss@example.test')
  otherToken = await signIn(api, 'other@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  trackIds = await insertTracks(
    api.db,
    Array.from({ length: 20 }, () => ({})),
  )
})
afterEach(() => execRaw(api.db, 'delete from favorites; delete from tracks'))

const requestFavorite = (music: number | undefined, favorite = true, as = token) =>
  api.request(setFavorite, { token: as, body: { music, favorite } })
const addFavorites = async (...musics: (number | undefined)[]) => {
  for (const music of musics) expect((await requestFavorite(music)).status).toBe(200)
}
const removeFavorite = (music: number | undefined) => requestFavorite(music, false)
const requestOrder = (musics: readonly (number | undefined)[]) =>
  api.request(reorderFavorites, { token, body: { musics } })
const getIds = ({ musics }: { musics: { id: number }[] }) => musics.map(({ id }) => id)
const listFavoriteIds = async (as = token) => getIds(await api.call(listFavorites, { token: as }))
const describeResponse = ({ status, body }: Awaited<ReturnType<typeof requestFavorite>>) => [
  status,
  body.code ?? 'ok',
]

test('a track is added behind the others and taken out, and the others close up', async () => {
  const [a, b, c, d] = trackIds
  await addFavorites(a, b, c)
  expect(await listFavoriteIds()).toEqual([a, b, c])
  const { body } = await removeFavorite(b)
  expect(getIds(body)).toEqual([a, c])
  expect(getIds((await requestFavorite(d)).body)).toEqual([a, c, d])
  const places = await queryRaw(api.db, 'select position from favorites order by position')
  expect(places).toEqual([{ position: 1 }, { position: 2 }, { position: 3 }])
})

test('what is so already stays so', async () => {
  const [a, b] = trackIds
  await addFavorites(a, b, a)
  expect(await listFavoriteIds()).toEqual([a, b])
  expect(describeResponse(await removeFavorite(trackIds[5]))).toEqual([200, 'ok'])
  expect(describeResponse(await removeFavorite(unknownId))).toEqual([200, 'ok'])
  expect(await listFavoriteIds()).toEqual([a, b])
})

test('everybody has their own, and sees them marked wherever tracks are', async () => {
  const [a, b] = trackIds
  await addFavorites(a)
  await requestFavorite(b, true, otherToken)
  expect([await listFavoriteIds(), await listFavoriteIds(otherToken)]).toEqual([[a], [b]])
  const { musics } = await api.call(listMusics, { token, query: { size: 100 } })
  expect(musics.filter(({ favorite }) => favorite).map(({ id }) => id)).toEqual([a])
  expect((await api.call(listFavorites, { token })).musics[0]).toMatchObject({ id: a, favorite: true })
})

test('the eleventh is refused, in the caller’s language, until another is taken out', async () => {
  await addFavorites(...trackIds.slice(0, 10))
  expect(describeResponse(await requestFavorite(trackIds[10]))).toEqual([409, 'favorites_full'])
  const body = { music: trackIds[10], favorite: true }
  const { body: said } = await api.request(setFavorite, { token, body, language: 'en' })
  expect(said.message).toContain('10')
  expect(describeResponse(await requestFavorite(trackIds[3]))).toEqual([200, 'ok'])
  await removeFavorite(trackIds[0])
  await addFavorites(trackIds[10])
  expect(await listFavoriteIds()).toEqual(trackIds.slice(1, 11))
})

test.each([0, -1, 1.5, 2 ** 31, 'x', null])('the id %s is refused', async (music) => {
  const { status, body } = await api.request(setFavorite, { token, body: { music, favorite: true } })
  expect([status, body.code]).toEqual([422, 'invalid'])
})

test('a track that is not in the catalog is not found', async () => {
  expect(describeResponse(await requestFavorite(unknownId))).toEqual([404, 'not_found'])
  await withdrawTrack(api.db, trackIds[0] ?? 0)
  expect(describeResponse(await requestFavorite(trackIds[0]))).toEqual([404, 'not_found'])
  expect(await listFavoriteIds()).toEqual([])
})

test('a track that is taken out of the catalog is no favorite any more, nor when it comes back', async () => {
  const [a, b, c] = trackIds
  await addFavorites(...trackIds.slice(0, 10))
  await withdrawTrack(api.db, b ?? 0)
  const rest = trackIds.slice(0, 10).filter((id) => id !== b)
  expect(await listFavoriteIds()).toEqual(rest)
  await addFavorites(trackIds[10])
  expect(await listFavoriteIds()).toEqual([...rest, trackIds[10]])
  await withdrawTrack(api.db, b ?? 0, false)
  expect(await listFavoriteIds()).toEqual([...rest, trackIds[10]])
  expect(describeResponse(await requestOrder([c, a, ...rest.slice(2), trackIds[10]]))).toEqual([200, 'ok'])
})

test('they are put in another order, all of them or none', async () => {
  const [a, b, c, d] = trackIds
  await addFavorites(a, b, c)
  expect(getIds((await requestOrder([c, a, b])).body)).toEqual([c, a, b])
  for (const wrong of [[c, a], [c, a, b, d], [c, a, d], [c, c, a], [], [c, a, b, b]])
    expect(describeResponse(await requestOrder(wrong))).toEqual([409, 'outdated'])
  expect(describeResponse(await requestOrder(trackIds.slice(0, 11)))).toEqual([422, 'invalid'])
  expect(await listFavoriteIds()).toEqual([c, a, b])
  await addFavorites(d)
  expect(await listFavoriteIds()).toEqual([c, a, b, d])
})

describe('at once', () => {
  const codes = async (calls: Promise<Awaited<ReturnType<typeof requestFavorite>>>[]) =>
    (await Promise.all(calls)).map(({ status, body }) => (status === 200 ? 'ok' : body.code)).sort()
  const repeated = (code: string, times: number) => Array.from({ length: times }, () => code)

  test('of ten further tracks to nine favorites, one is added', async () => {
    for (let round = 0; round < 5; round++) {
      await execRaw(api.db, 'delete from favorites')
      await addFavorites(...trackIds.slice(0, 9))
      expect(await codes(trackIds.slice(9, 19).map((id) => requestFavorite(id)))).toEqual([
        ...repeated('favorites_full', 9),
        'ok',
      ])
      expect((await listFavoriteIds()).slice(0, 9)).toEqual(trackIds.slice(0, 9))
      expect(await listFavoriteIds()).toHaveLength(10)
    }
  })

  test('of twenty tracks to none, ten are added', async () => {
    expect(await codes(trackIds.map((id) => requestFavorite(id)))).toEqual([
      ...repeated('favorites_full', 10),
      ...repeated('ok', 10),
    ])
    expect(new Set(await listFavoriteIds()).size).toBe(10)
  })

  test('the same track ten times is added once', async () => {
    expect(await codes(Array.from({ length: 10 }, () => requestFavorite(trackIds[0])))).toEqual(
      repeated('ok', 10),
    )
    expect(await listFavoriteIds()).toEqual([trackIds[0]])
  })

  test('two orders leave one of them', async () => {
    const five = trackIds.slice(0, 5)
    await addFavorites(...five)
    const orders = [five.toReversed(), [...five.slice(2), ...five.slice(0, 2)]]
    expect(await codes([...orders, ...orders, ...orders].map(requestOrder))).toEqual(repeated('ok', 6))
    expect(orders).toContainEqual(await listFavoriteIds())
  })

  test('added, taken out and ordered, each happens or is refused, and no favorite is lost', async () => {
    for (let round = 0; round < 5; round++) {
      await execRaw(api.db, 'delete from favorites')
      const five = trackIds.slice(0, 5)
      await addFavorites(...five)
      const [added, taken, ordered] = await Promise.all([
        requestFavorite(trackIds[5]),
        removeFavorite(trackIds[0]),
        requestOrder(five.toReversed()),
      ])
      expect([describeResponse(added), describeResponse(taken)]).toEqual([
        [200, 'ok'],
        [200, 'ok'],
      ])
      const backwards = ordered.status === 200
      if (!backwards) expect(ordered.body.code).toBe('outdated')
      const rest = five.slice(1)
      expect(await listFavoriteIds()).toEqual([...(backwards ? rest.toReversed() : rest), trackIds[5]])
    }
  })

  test('a track that leaves the catalog while it is added stays with nobody', async () => {
    for (const id of trackIds.slice(0, 5)) {
      const [added] = await Promise.all([requestFavorite(id), withdrawTrack(api.db, id)])
      expect(['ok', 'not_found']).toContain(added.status === 200 ? 'ok' : added.body.code)
    }
    expect(await listFavoriteIds()).toEqual([])
    expect(await queryRaw(api.db, 'select track_id from favorites')).toEqual([])
  })
})

test('who withdraws or is removed loses them', async () => {
  const member = await createAccount(api.db, site, 'member@example.test', managerId)
  await createAccount(api.db, site, 'leaver@example.test', managerId)
  const tokens = [await signIn(api, 'member@example.test'), await signIn(api, 'leaver@example.test')]
  for (const as of tokens) expect((await requestFavorite(trackIds[0], true, as)).status).toBe(200)
  await addFavorites(trackIds[1])
  await api.call(deleteMember, { token, body: { target: member, password } })
  await api.call(withdrawAccount, { token: tokens[1] ?? '', body: { password } })
  expect(await queryRaw(api.db, 'select account_id as id from favorites')).toEqual([
    { id: await findPerson(api.db, 'boss@example.test') },
  ])
})

test('whatever is asked one after the other, they are a list of at most ten', async () => {
  const anyIndex = fc.nat({ max: 14 })
  const anyStep = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), at: anyIndex }),
    fc.record({ kind: fc.constant('add' as const), at: anyIndex }),
    fc.record({ kind: fc.constant('take' as const), at: anyIndex }),
    fc.record({ kind: fc.constant('turn' as const), at: anyIndex }),
    fc.record({ kind: fc.constant('leave' as const), at: anyIndex }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 25, maxLength: 40, size: 'max' }), async (steps) => {
      await execRaw(api.db, 'delete from favorites; update tracks set withdrawn_at = null')
      let list: number[] = []
      const gone = new Set<number>()
      for (const { kind, at } of steps) {
        const id = trackIds[at] ?? 0
        if (kind === 'leave' && gone.size < 4) {
          await withdrawTrack(api.db, id)
          gone.add(id)
          list = list.filter((one) => one !== id)
        } else if (kind === 'add') {
          const code = gone.has(id)
            ? 'not_found'
            : list.length === 10 && !list.includes(id)
              ? 'favorites_full'
              : 'ok'
          expect(describeResponse(await requestFavorite(id))[1]).toBe(code)
          if (code === 'ok' && !list.includes(id)) list.push(id)
        } else if (kind === 'take') {
          expect(describeResponse(await removeFavorite(id))[1]).toBe('ok')
          list = list.filter((one) => one !== id)
        } else {
          const split = list.length === 0 ? 0 : at % list.length
          list = [...list.slice(split), ...list.slice(0, split)]
          expect(describeResponse(await requestOrder(list))[1]).toBe('ok')
        }
        expect(await listFavoriteIds()).toEqual(list)
      }
    }),
    { numRuns: propertyRuns(5), endOnFailure: true },
  )
})
