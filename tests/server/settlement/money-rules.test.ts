// @module-tag adapter
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { approvalStatus, VerificationStatus } from '#contract/channels/channel-states.ts'
import { getSiteCurrency } from '#contract/platform/currency.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { siteCurrency } from '#server/portal/site/payout-minimum.ts'
import { hasState, isEarning } from '#server/reports/figures/channel-states.ts'
import { getFee } from '#server/settlement/payout-shares/allocation.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

let db: Database
let networkIds: number[]
beforeAll(async () => {
  db = await createTestDatabase()
  networkIds = [
    await createAccount(db, await createSite(db, 'kr.test'), 'boss@kr.test'),
    await createAccount(db, await createSite(db, 'en.test', true), 'boss@en.test'),
  ]
})
afterAll(() => db.close())

test('the fee is the same in the program and in the database', async () => {
  const amount = fc.integer({ min: -9_000_000_000_000_000, max: 9_000_000_000_000_000 })
  const small = fc.integer({ min: -2_000, max: 2_000 })
  const cases = fc.sample(fc.tuple(fc.oneof(amount, small), fc.integer({ min: 0, max: 1_000 })), {
    numRuns: 10_000,
    seed: 1,
  })
  const rows = await db.query(
    z.object({ fee: Integer }),
    sql`select gross - net_of_fee(gross, permille) as fee
    from unnest(${cases.map(([gross]) => gross)}::bigint[], ${cases.map(([, permille]) => permille)}::integer[])
      with ordinality as c (gross, permille, position)
    order by position`,
  )
  expect(rows.map(({ fee }) => fee)).toEqual(cases.map(([gross, permille]) => getFee(gross, permille) || 0))
})

test('a price is profit per million views, rounded half away from zero, and absent beyond 2^53', async () => {
  const profit = fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 })
  const views = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 9_000_000_000 }))
  const halves = [
    [1, 2_000_000],
    [-1, 2_000_000],
    [3, 2_000_000],
    [-3, 2_000_000],
  ] as const
  const largest = [9_007_199_253_999_999, -9_007_199_253_999_999, Number.MAX_SAFE_INTEGER]
  const bounds = largest.flatMap((most) => [[most, 1_000_000] as const, [most, 999_999] as const])
  const cases = [...halves, ...bounds, ...fc.sample(fc.tuple(profit, views), { numRuns: 5_000, seed: 1 })]
  const rows = await db.query(
    z.object({ price: z.nullable(z.string()) }),
    sql`select price_per_million(profit, views)::text as price
    from unnest(${cases.map(([profit]) => profit)}::bigint[], ${cases.map(([, views]) => views)}::bigint[])
      with ordinality as c (profit, views, position)
    order by position`,
  )
  expect(rows.map(({ price }) => price)).toEqual(cases.map(([profit, views]) => getPrice(profit, views)))
})

/** Of one view: a price of a million views above it might exceed 2^53. */
const maxPrice = 9_007_199_254

function getPrice(profit: number, views: number): string | null {
  if (views === 0 || Math.floor(Math.abs(profit) / views) >= maxPrice) return null
  const doubled = (BigInt(Math.abs(profit)) * 2_000_000n) / BigInt(views)
  const price = (doubled + 1n) / 2n
  return String(profit < 0 ? -price : price)
}

describe('a channel that earns', () => {
  test('is approved and verified in the program, in queries and in the view', async () => {
    const states = Object.values(approvalStatus).flatMap((approval) =>
      VerificationStatus.options.map((verification) => ({ approval, verification })),
    )
    for (const state of states)
      await createChannel(
        db,
        networkIds[0] ?? 0,
        channelIdFor(`${state.approval}_${state.verification}`),
        state,
      )
    const rows = await db.query(
      z.object({ channelId: z.string(), isSelected: z.boolean(), isInView: z.boolean() }),
      sql`select c.channel_id as "channelId",
        ${hasState('approved')} as "isSelected",
        exists (select from earning_channels e where e.registration_id = c.registration_id) as "isInView"
      from channels c
      order by c.registration_id`,
    )
    expect(rows.map(({ isSelected }) => isSelected)).toEqual(states.map(isEarning))
    expect(rows.map(({ isInView }) => isInView)).toEqual(states.map(isEarning))
  })
})

test('the currency of a site is the same in the program, in queries and in the function', async () => {
  await queryRaw(db, `insert into exchange_rates (day, krw_micros) values ('2026-03-01', 1386500000)`)
  const rows = await db.query(
    z.object({ isPlaylist: z.boolean(), selected: z.string(), found: z.string() }),
    sql`select s.is_playlist as "isPlaylist",
      ${siteCurrency} as selected,
      network_currency(a.network_id) as found
    from accounts a
    join sites s on s.id = a.site_id
    where a.id = any(${networkIds}::integer[])
    order by a.id`,
  )
  expect(rows).toEqual(
    [false, true].map((isPlaylist) => {
      const currency = getSiteCurrency(isPlaylist)
      return { isPlaylist, selected: currency, found: currency }
    }),
  )
})
