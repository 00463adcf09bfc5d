// @module-tag property
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listChannels } from '#contract/channels/channels.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
let manager: number
let member: number
let tokens: { manager: string; member: string }
const now = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  manager = await createAccount(api.db, site, 'boss@example.test')
  member = await createAccount(api.db, site, 'ann@example.test', manager)
  tokens = { manager: await signIn(api, 'boss@example.test'), member: await signIn(api, 'ann@example.test') }
})
afterAll(() => api.close())

const anyChannel = fc.record({
  approval: fc.constantFrom(0, 0, 1, 2, 2, 2, 3),
  verification: fc.constantFrom('pending', 'verifying', 'verified', 'verified', 'verified'),
  /** Seconds before now. */
  registered: fc.integer({ min: 0, max: 5_000_000 }),
  /** Seconds after the registration, and after that. */
  verified: fc.option(fc.integer({ min: 0, max: 900_000 })),
  approved: fc.option(fc.integer({ min: -1_000, max: 900_000 })),
  /** Seconds before now. */
  reReviewed: fc.option(fc.integer({ min: 0, max: 90_000 })),
  isAssigned: fc.boolean(),
})
type Channel = typeof anyChannel extends fc.Arbitrary<infer C> ? C : never

async function insertChannel(channel: Channel, at: number): Promise<void> {
  const { approval, verification, registered, verified, approved, reReviewed } = channel
  const id = await createChannel(api.db, manager, channelIdFor(`c${at}`), { approval, verification })
  const time = (secondsAgo: number | null) =>
    secondsAgo === null ? null : new Date(now.getTime() - secondsAgo * 1000).toISOString()
  const verifiedAgo = verified === null ? null : registered - verified
  const approvedAgo = approved === null ? null : (verifiedAgo ?? registered) - approved
  await queryRaw(
    api.db,
    `update channels set registered_at = $2, verified_at = $3, approved_at = $4, re_reviewed_at = $5
    where registration_id = $1`,
    [id, time(registered), time(verifiedAgo), time(approvedAgo), time(reReviewed)],
  )
  if (channel.isAssigned) await insertAssignment(api.db, id, member)
}

/** Sorts, and takes the lower of two values in the middle. */
function findMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? null
}

const findLongest = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((longest, value) => Math.max(longest, value), 0)

function computeTiming(channels: readonly Channel[]) {
  const through = channels.filter(({ verification }) => verification === 'verified')
  const waiting = channels.filter((one) => one.verification !== 'verified' && one.approval !== 3)
  const review = through.filter(({ approval }) => approval === 0)
  const approved = through.filter(({ approval }) => approval === 2)
  return {
    verification: {
      medianSeconds: findMedian(through.flatMap(({ verified }) => (verified === null ? [] : [verified]))),
      longestWaitSeconds: findLongest(waiting.map(({ registered }) => registered)),
    },
    review: {
      medianSeconds: findMedian(
        approved.flatMap((one) =>
          one.verified === null || one.approved === null || one.approved < 0 ? [] : [one.approved],
        ),
      ),
      longestWaitSeconds: findLongest(
        review.map(({ reReviewed, registered, verified }) => reReviewed ?? registered - (verified ?? 0)),
      ),
    },
  }
}

test('how long verification and review take, and wait, is the model’s for everybody', async () => {
  api.clock.now = now
  await fc.assert(
    fc.asyncProperty(fc.array(anyChannel, { maxLength: 12 }), async (channels) => {
      await queryRaw(api.db, 'delete from assignments')
      await queryRaw(api.db, 'delete from channels')
      for (const [at, channel] of channels.entries()) await insertChannel(channel, at)
      const read = async (token: string, query = {}) =>
        (await api.call(listChannels, { token, query })).timing
      const own = channels.filter(({ isAssigned }) => isAssigned)
      expect(await read(tokens.manager)).toEqual(computeTiming(channels))
      expect(await read(tokens.manager, { member })).toEqual(computeTiming(own))
      expect(await read(tokens.manager, { state: 'held' })).toEqual(computeTiming(channels))
      expect(await read(tokens.member)).toEqual(computeTiming(own))
    }),
    { numRuns: propertyRuns(40) },
  )
})
