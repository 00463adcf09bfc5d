// @module-tag extended
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createYoutubeClient } from '#server/channels/youtube/client.ts'
import {
  createYoutubeQuota,
  deleteExpiredShares,
  getQuotaLimits,
  type QuotaLimits,
} from '#server/channels/youtube/quota.ts'
import type { QuotaUse, YoutubeError } from '#server/channels/youtube/types.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import { createAccount, createSite } from '#tests/support/accounts.ts'
import { createYoutubeCalls } from '#tests/support/channel-fixtures.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import {
  buildFakeChannel,
  type FakeYoutubeServer,
  startFakeYoutube,
  youtubeChannelId,
} from '#tests/support/fake-youtube-server.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

const now = () => new Date('2026-11-20T18:00:00Z')
const log = createLog('silent')
const networks: number[] = []
let db: Database
let site: Site
let fakeYoutube: FakeYoutubeServer

beforeAll(async () => {
  db = await createTestDatabase()
  site = await createSite(db)
  for (let at = 0; at < 12; at++) networks.push(await createAccount(db, site, `boss${at}@example.test`))
  fakeYoutube = await startFakeYoutube(...['one', 'two', 'three'].map((name) => buildFakeChannel(name)))
})
afterAll(async () => {
  await fakeYoutube.close()
  await db.close()
})
beforeEach(() => clearQuota())

const clearQuota = () => execRaw(db, 'delete from youtube_quota; delete from youtube_quota_shares')
const getNetwork = (at: number) => networks[at] ?? 0
const lookUp = (at: number): QuotaUse => ({ networkId: getNetwork(at), purpose: 'look-up' })
const verification = (at: number): QuotaUse => ({ networkId: getNetwork(at), purpose: 'verification' })

const selectUnits = () =>
  queryRaw<{ units: number; lookUps: number }>(
    db,
    'select units, lookup_units as "lookUps" from youtube_quota',
  )
const selectShares = () =>
  queryRaw<{ networkId: number; units: number; lookUps: number }>(
    db,
    'select network_id as "networkId", units, lookup_units as "lookUps" from youtube_quota_shares',
  )

/** @returns 'ok', or the exhausted quota */
const createConsumer = (dailyUnits: number) => {
  const quota = createYoutubeQuota(db, dailyUnits, now, log)
  return (use: QuotaUse) =>
    quota.consume(use).then(
      () => 'ok',
      (error: YoutubeError) => error.failure,
    )
}

/** Consumes until a refusal. @returns the number of successes, and the refusal */
async function exhaust(consume: (use: QuotaUse) => Promise<string>, use: QuotaUse) {
  for (let units = 0; ; units++) {
    const outcome = await consume(use)
    if (outcome !== 'ok') return [units, outcome]
  }
}

test('a fifth of the day, and of each network’s tenth, is reserved for verification', () => {
  expect(getQuotaLimits(10_000)).toEqual({
    day: { units: 10_000, lookUpUnits: 8_000 },
    network: { units: 1_000, lookUpUnits: 800 },
    independent: { units: 3_000, lookUpUnits: 2_400 },
  })
  expect(getQuotaLimits(150).network).toEqual({ units: 20, lookUpUnits: 16 })
  expect(getQuotaLimits(1).network.units).toBe(1)
})

test('the share of a network is smaller than the reserve of the day, whatever its size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 1_000_000 }), (dailyUnits) => {
      const { day, network } = getQuotaLimits(dailyUnits)
      expect(day.lookUpUnits + network.units).toBeLessThan(dailyUnits)
      expect(network.lookUpUnits).toBeLessThanOrEqual(network.units)
    }),
  )
})

test('a network that has used its share is refused, and only that network', async () => {
  const consume = createConsumer(200)
  expect(await exhaust(consume, lookUp(0))).toEqual([16, 'network_quota'])
  expect(await exhaust(consume, verification(0))).toEqual([4, 'network_quota'])
  expect(await consume(lookUp(1))).toBe('ok')
  expect(await exhaust(consume, verification(1))).toEqual([19, 'network_quota'])
})

test('independent creators share what three networks have, however many accounts they make', async () => {
  const consume = createConsumer(200)
  const outcomes: unknown[] = []
  for (const at of [0, 1, 2, 3, 4]) {
    const networkId = await createAccount(db, site, `creator${at}@example.test`, undefined, false)
    outcomes.push(await exhaust(consume, { networkId, purpose: 'look-up' }))
  }
  expect(outcomes).toEqual([16, 16, 16, 0, 0].map((units) => [units, 'network_quota']))
  expect(await exhaust(consume, lookUp(0))).toEqual([16, 'network_quota'])
})

test('look-ups of all networks leave the reserve, and a refusal by the day costs no share', async () => {
  const consume = createConsumer(100)
  const lookUps = []
  for (let at = 0; at < 8; at++) lookUps.push(await exhaust(consume, lookUp(at)))
  expect(lookUps.reduce((sum, [units]) => sum + Number(units), 0)).toBe(80)
  expect(lookUps.at(-1)?.[1]).toBe('quota')
  expect(await exhaust(consume, lookUp(9))).toEqual([0, 'quota'])
  expect(await exhaust(consume, verification(9))).toEqual([19, 'network_quota'])
  expect(await exhaust(consume, verification(10))).toEqual([1, 'quota'])
})

test('whatever one network does, and whatever others look up, a unit remains for another’s verification', async () => {
  const act = fc.record({
    /** Network 0 does anything; the others only look channels up. */
    network: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(10) }),
    purpose: fc.constantFrom<QuotaUse['purpose']>('look-up', 'verification'),
    times: fc.integer({ min: 1, max: 25 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 10, max: 120 }),
      fc.array(act, { minLength: 4, maxLength: 14 }),
      async (dailyUnits, acts) => {
        await clearQuota()
        const consume = createConsumer(dailyUnits)
        for (const { network, purpose, times } of acts) {
          const use = network === 0 && purpose === 'verification' ? verification(0) : lookUp(network)
          await Promise.all(Array.from({ length: times }, () => consume(use)))
        }
        const [row] = await queryRaw<{ units: number; shares: number }>(
          db,
          `select units, (select sum(units)::integer from youtube_quota_shares) as shares from youtube_quota`,
        )
        expect(row?.units).toBe(row?.shares)
        expect(row?.units).toBeLessThan(dailyUnits)
        expect(await consume(verification(11))).toBe('ok')
      },
    ),
    { numRuns: propertyRuns(30) },
  )
}, 120_000)

test('at the edge, twenty at once spend what is left and no more, and nobody is refused before', async () => {
  const creators: number[] = []
  for (let at = 0; at < 5; at++)
    creators.push(await createAccount(db, site, `racer${at}@example.test`, undefined, false))
  const everybody = [...networks.slice(0, 5), ...creators]
  const Use = fc.record({
    networkId: fc.constantFrom(...everybody),
    purpose: fc.constantFrom<QuotaUse['purpose']>('look-up', 'look-up', 'verification'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(12, 30, 60, 200),
      fc.array(Use, { maxLength: 120 }),
      fc.array(Use, { minLength: 20, maxLength: 20 }),
      async (dailyUnits, before, atOnce) => {
        await clearQuota()
        // Two servers on one database.
        const consumers = [createConsumer(dailyUnits), createConsumer(dailyUnits)]
        const consume = (use: QuotaUse, at: number) => consumers[at % 2]?.(use)
        const earlier = await Promise.all(before.map(consume))
        const [{ units: unitsBefore } = { units: 0 }] = await selectUnits()
        const outcomes = await Promise.all(atOnce.map(consume))
        expect(['ok', 'quota', 'network_quota']).toEqual(
          expect.arrayContaining([...new Set([...earlier, ...outcomes])]),
        )
        const limits = getQuotaLimits(dailyUnits)
        const [total = { units: 0, lookUps: 0 }] = await selectUnits()
        const shares = await selectShares()
        const sumOf = (rows: typeof shares, field: 'units' | 'lookUps') =>
          rows.reduce((sum, row) => sum + row[field], 0)
        const independent = shares.filter(({ networkId }) => creators.includes(networkId))
        const isWithin = (rows: typeof shares, { units, lookUpUnits }: QuotaLimits) =>
          sumOf(rows, 'units') <= units && sumOf(rows, 'lookUps') <= lookUpUnits
        expect(total.units).toBe(unitsBefore + outcomes.filter((outcome) => outcome === 'ok').length)
        expect(total).toEqual({ units: sumOf(shares, 'units'), lookUps: sumOf(shares, 'lookUps') })
        expect(isWithin(shares, limits.day)).toBe(true)
        expect(isWithin(independent, limits.independent)).toBe(true)
        for (const share of shares) expect(isWithin([share], limits.network)).toBe(true)
        for (const [at, { networkId, purpose }] of atOnce.entries()) {
          const isFull = (rows: typeof shares, { units, lookUpUnits }: QuotaLimits) =>
            sumOf(rows, 'units') >= units || (purpose === 'look-up' && sumOf(rows, 'lookUps') >= lookUpUnits)
          const own = shares.filter((share) => share.networkId === networkId)
          const isOwnFull =
            isFull(own, limits.network) ||
            (creators.includes(networkId) && isFull(independent, limits.independent))
          if (outcomes[at] === 'network_quota') expect(isOwnFull).toBe(true)
          if (outcomes[at] === 'quota') expect(isFull(shares, limits.day)).toBe(true)
        }
      },
    ),
    { numRuns: Number(process.env.RACES ?? propertyRuns(30)) },
  )
}, 600_000)

test('ids that are read together share a call of their network; another network and purpose pay their own', async () => {
  const youtube = createYoutubeClient({
    db,
    baseUrl: fakeYoutube.url,
    key: 'a-key',
    dailyUnits: 200,
    now,
    log,
  })
  const [own, others] = [createYoutubeCalls(getNetwork(0)), createYoutubeCalls(getNetwork(1))]
  const consume = createConsumer(200)
  await exhaust(consume, lookUp(1))
  await exhaust(consume, verification(1))
  const [one, two, three] = ['one', 'two', 'three'].map(youtubeChannelId) as [string, string, string]
  const results = await Promise.allSettled([
    youtube.getChannel(one, own.verify()),
    youtube.getChannel(two, own.verify()),
    youtube.findChannel({ kind: 'id', value: three }, own.lookUp()),
    youtube.getChannel(one, others.verify()),
  ])
  expect(results).toMatchObject([
    ...[one, two, three].map((channelId) => ({ status: 'fulfilled', value: { channelId } })),
    { status: 'rejected', reason: { failure: 'network_quota' } },
  ])
  expect(fakeYoutube.calls.map((call) => call.id).sort()).toEqual([`${one},${two}`, three].sort())
  expect(
    await queryRaw(
      db,
      'select units, lookup_units as "lookUps" from youtube_quota_shares order by network_id limit 1',
    ),
  ).toEqual([{ units: 2, lookUps: 1 }])
})

test('shares are deleted after a week', async () => {
  await createConsumer(200)(lookUp(0))
  const afterDays = (days: number) => new Date(now().getTime() + days * 86_400_000)
  expect(await deleteExpiredShares(db, afterDays(7))).toBe(0)
  expect(await deleteExpiredShares(db, afterDays(8))).toBe(1)
})
