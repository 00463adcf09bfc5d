import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withdraw } from '#contract/account.ts'
import { removeMember } from '#contract/member-changes.ts'
import { changeFavourite, listFavourites, listMusics, orderFavourites } from '#contract/musics.ts'
import type { Site } from '#server/session.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { putMusics, withdrawMusic } from '#tests/support/musics.ts'
import { makeAccount, makeSite, password, signIn } from '#tests/support/people.ts'

let api: Api
let site: Site
let boss: number
let token: string
let other: string
let ids: number[]
/** An id that no track has. */
const nowhere = 2 ** 31 - 1

beforeAll(async () => {
  api = await startApi()
  site = await makeSite(api.db)
  boss = await makeAccount(api.db, site, 'boss@example.test')
  await makeAccount(api.db, site, 'other@example.test')
  token = await signIn(api, 'boss@example.test')
  other = await signIn(api, 'other@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  ids = await putMusics(
    api.db,
    Array.from({ length: 20 }, () => ({})),
  )
})
afterEach(() => api.db.exec('delete from favourites; delete from musics'))

const call = (music: number | undefined, favourite = true, as = token) =>
  api.call(changeFavourite, { token: as, body: { music, favourite } })
const put = async (...musics: (number | undefined)[]) => {
  for (const music of musics) expect((await call(music)).status).toBe(200)
}
const take = (music: number | undefined) => call(music, false)
const order = (musics: readonly (number | undefined)[]) =>
  api.call(orderFavourites, { token, body: { musics } })
const idsOf = ({ musics }: { musics: { id: number }[] }) => musics.map(({ id }) => id)
const mine = async (as = token) => idsOf(await api.ask(listFavourites, { token: as }))
const saidOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.code ?? 'ok']

test('a track is added behind the others and taken out, and the others close up', async () => {
  const [a, b, c, d] = ids
  await put(a, b, c)
  expect(await mine()).toEqual([a, b, c])
  const { body } = await take(b)
  expect(idsOf(body)).toEqual([a, c])
  expect(idsOf((await call(d)).body)).toEqual([a, c, d])
  const places = await api.db.query('select place from favourites order by place')
  expect(places).toEqual([{ place: 1 }, { place: 2 }, { place: 3 }])
})

test('what is so already stays so', async () => {
  const [a, b] = ids
  await put(a, b, a)
  expect(await mine()).toEqual([a, b])
  expect(saidOf(await take(ids[5]))).toEqual([200, 'ok'])
  expect(saidOf(await take(nowhere))).toEqual([200, 'ok'])
  expect(await mine()).toEqual([a, b])
})

test('everybody has their own, and sees them marked wherever tracks are', async () => {
  const [a, b] = ids
  await put(a)
  await call(b, true, other)
  expect([await mine(), await mine(other)]).toEqual([[a], [b]])
  const { musics } = await api.ask(listMusics, { token, query: { size: 100 } })
  expect(musics.filter(({ favourite }) => favourite).map(({ id }) => id)).toEqual([a])
  expect((await api.ask(listFavourites, { token })).musics[0]).toMatchObject({ id: a, favourite: true })
})

test('the eleventh is refused, in the caller’s language, until another is taken out', async () => {
  await put(...ids.slice(0, 10))
  expect(saidOf(await call(ids[10]))).toEqual([409, 'favourites_full'])
  const body = { music: ids[10], favourite: true }
  const { body: said } = await api.call(changeFavourite, { token, body, language: 'en' })
  expect(said.message).toContain('10')
  expect(saidOf(await call(ids[3]))).toEqual([200, 'ok'])
  await take(ids[0])
  await put(ids[10])
  expect(await mine()).toEqual(ids.slice(1, 11))
})

test.each([0, -1, 1.5, 2 ** 31, 'x', null])('the id %s is refused', async (music) => {
  const { status, body } = await api.call(changeFavourite, { token, body: { music, favourite: true } })
  expect([status, body.code]).toEqual([422, 'invalid'])
})

test('a track that is not in the catalogue is not found', async () => {
  expect(saidOf(await call(nowhere))).toEqual([404, 'not_found'])
  await withdrawMusic(api.db, ids[0] ?? 0)
  expect(saidOf(await call(ids[0]))).toEqual([404, 'not_found'])
  expect(await mine()).toEqual([])
})

test('a track that is taken out of the catalogue is no favourite any more, nor when it comes back', async () => {
  const [a, b, c] = ids
  await put(...ids.slice(0, 10))
  await withdrawMusic(api.db, b ?? 0)
  const rest = ids.slice(0, 10).filter((id) => id !== b)
  expect(await mine()).toEqual(rest)
  await put(ids[10])
  expect(await mine()).toEqual([...rest, ids[10]])
  await withdrawMusic(api.db, b ?? 0, false)
  expect(await mine()).toEqual([...rest, ids[10]])
  expect(saidOf(await order([c, a, ...rest.slice(2), ids[10]]))).toEqual([200, 'ok'])
})

test('they are put in another order, all of them or none', async () => {
  const [a, b, c, d] = ids
  await put(a, b, c)
  expect(idsOf((await order([c, a, b])).body)).toEqual([c, a, b])
  for (const wrong of [[c, a], [c, a, b, d], [c, a, d], [c, c, a], [], [c, a, b, b]])
    expect(saidOf(await order(wrong))).toEqual([409, 'outdated'])
  expect(saidOf(await order(ids.slice(0, 11)))).toEqual([422, 'invalid'])
  expect(await mine()).toEqual([c, a, b])
  await put(d)
  expect(await mine()).toEqual([c, a, b, d])
})

describe('at once', () => {
  const codes = async (calls: Promise<Awaited<ReturnType<typeof call>>>[]) =>
    (await Promise.all(calls)).map(({ status, body }) => (status === 200 ? 'ok' : body.code)).sort()
  const repeated = (code: string, times: number) => Array.from({ length: times }, () => code)

  test('of ten further tracks to nine favourites, one is added', async () => {
    for (let round = 0; round < 5; round++) {
      await api.db.exec('delete from favourites')
      await put(...ids.slice(0, 9))
      expect(await codes(ids.slice(9, 19).map((id) => call(id)))).toEqual([
        ...repeated('favourites_full', 9),
        'ok',
      ])
      expect((await mine()).slice(0, 9)).toEqual(ids.slice(0, 9))
      expect(await mine()).toHaveLength(10)
    }
  })

  test('of twenty tracks to none, ten are added', async () => {
    expect(await codes(ids.map((id) => call(id)))).toEqual([
      ...repeated('favourites_full', 10),
      ...repeated('ok', 10),
    ])
    expect(new Set(await mine()).size).toBe(10)
  })

  test('the same track ten times is added once', async () => {
    expect(await codes(Array.from({ length: 10 }, () => call(ids[0])))).toEqual(repeated('ok', 10))
    expect(await mine()).toEqual([ids[0]])
  })

  test('two orders leave one of them', async () => {
    const five = ids.slice(0, 5)
    await put(...five)
    const orders = [five.toReversed(), [...five.slice(2), ...five.slice(0, 2)]]
    expect(await codes([...orders, ...orders, ...orders].map(order))).toEqual(repeated('ok', 6))
    expect(orders).toContainEqual(await mine())
  })

  test('added, taken out and ordered, each happens or is refused, and no favourite is lost', async () => {
    for (let round = 0; round < 5; round++) {
      await api.db.exec('delete from favourites')
      const five = ids.slice(0, 5)
      await put(...five)
      const [added, taken, ordered] = await Promise.all([
        call(ids[5]),
        take(ids[0]),
        order(five.toReversed()),
      ])
      expect([saidOf(added), saidOf(taken)]).toEqual([
        [200, 'ok'],
        [200, 'ok'],
      ])
      const backwards = ordered.status === 200
      if (!backwards) expect(ordered.body.code).toBe('outdated')
      const rest = five.slice(1)
      expect(await mine()).toEqual([...(backwards ? rest.toReversed() : rest), ids[5]])
    }
  })

  test('a track that leaves the catalogue while it is added stays with nobody', async () => {
    for (const id of ids.slice(0, 5)) {
      const [added] = await Promise.all([call(id), withdrawMusic(api.db, id)])
      expect(['ok', 'not_found']).toContain(added.status === 200 ? 'ok' : added.body.code)
    }
    expect(await mine()).toEqual([])
    expect(await api.db.query('select music_id from favourites')).toEqual([])
  })
})

test('who withdraws or is removed loses them', async () => {
  const member = await makeAccount(api.db, site, 'member@example.test', boss)
  await makeAccount(api.db, site, 'leaver@example.test', boss)
  const tokens = [await signIn(api, 'member@example.test'), await signIn(api, 'leaver@example.test')]
  for (const as of tokens) expect((await call(ids[0], true, as)).status).toBe(200)
  await put(ids[1])
  await api.ask(removeMember, { token, body: { target: member, password } })
  await api.ask(withdraw, { token: tokens[1] ?? '', body: { password } })
  expect(await api.db.query('select account_id as id from favourites')).toEqual([{ id: boss }])
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
      await api.db.exec('delete from favourites; update musics set withdrawn_at = null')
      let list: number[] = []
      const gone = new Set<number>()
      for (const { kind, at } of steps) {
        const id = ids[at] ?? 0
        if (kind === 'leave' && gone.size < 4) {
          await withdrawMusic(api.db, id)
          gone.add(id)
          list = list.filter((one) => one !== id)
        } else if (kind === 'add') {
          const code = gone.has(id)
            ? 'not_found'
            : list.length === 10 && !list.includes(id)
              ? 'favourites_full'
              : 'ok'
          expect(saidOf(await call(id))[1]).toBe(code)
          if (code === 'ok' && !list.includes(id)) list.push(id)
        } else if (kind === 'take') {
          expect(saidOf(await take(id))[1]).toBe('ok')
          list = list.filter((one) => one !== id)
        } else {
          const split = list.length === 0 ? 0 : at % list.length
          list = [...list.slice(split), ...list.slice(0, split)]
          expect(saidOf(await order(list))[1]).toBe('ok')
        }
        expect(await mine()).toEqual(list)
      }
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 5), endOnFailure: true },
  )
})
