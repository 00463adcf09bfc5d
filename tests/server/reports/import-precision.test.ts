// @module-tag property
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { parseScaledDecimal } from '#server/platform/files/decimal.ts'
import { selectTotals } from '#server/reports/commands/reported-totals.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  formatRevenue,
  revenueRow,
} from '#tests/support/report-files.ts'
import { deleteReports, findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

/** A decimal as digits and the number of decimal places, with the text that a report would contain. */
const anyDecimal = (maximum: bigint) =>
  fc
    .record({ digits: fc.bigInt(0n, maximum), places: fc.nat(20), negative: fc.boolean() })
    .map(({ digits, places, negative }) => {
      const padded = String(digits).padStart(places + 1, '0')
      const integerPart = padded.slice(0, padded.length - places)
      const text = places === 0 ? integerPart : `${integerPart}.${padded.slice(padded.length - places)}`
      return { digits, places, negative, text: negative ? `-${text}` : text }
    })
type Decimal = ReturnType<typeof anyDecimal> extends fc.Arbitrary<infer Value> ? Value : never

/** Implements the promise of `scaled` with the simplest exact arithmetic. */
function expectedInteger({ digits, places, negative }: Decimal, factor: bigint): bigint {
  const unit = 10n ** BigInt(places)
  const size = (digits * factor * 2n + unit) / (unit * 2n)
  return negative ? -size : size
}

describe('a decimal becomes an integer exactly, halves going up', () => {
  test('whatever its digits', () => {
    fc.assert(
      fc.property(
        anyDecimal(10n ** 24n),
        fc.constantFrom(1, 100, 60_000, 1_000_000, 123_456_700),
        (value, factor) => {
          const wanted = expectedInteger(value, BigInt(factor))
          const size = wanted < 0n ? -wanted : wanted
          const found = parseScaledDecimal(value.text, factor)
          if (size > BigInt(Number.MAX_SAFE_INTEGER)) return found === undefined
          return found !== undefined && BigInt(found) === wanted && !Object.is(found, -0)
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test.each([
    ['0.0000005', 1],
    ['0.00000049999999999999999', 0],
    ['-0.0000005', -1],
    ['-0.00000049', 0],
    ['1.625925', 1_625_925],
    ['1E-5', 10],
    ['1.5e-06', 2],
    ['2.5E3', 2_500_000_000],
    ['0.1234565', 123_457],
    ['0000.0', 0],
    ['9007199254.740991', 9_007_199_254_740_991],
  ])('%s dollars are %i millionths', (text, micros) =>
    expect(parseScaledDecimal(text, 1_000_000)).toBe(micros),
  )

  test.each([
    '',
    ' ',
    '1,5',
    '1.',
    '.5',
    '+1',
    '0x10',
    '1e',
    '1e999',
    '--1',
    'Infinity',
    '9007199254.740992',
    '１',
  ])('"%s" is no amount', (text) => expect(parseScaledDecimal(text, 1_000_000)).toBeUndefined())
})

describe('what was reported is what is counted', () => {
  let db: Database
  let folder: Awaited<ReturnType<typeof createReportFolder>>
  beforeAll(async () => {
    db = await createTestDatabase()
    folder = await createReportFolder()
  })
  afterAll(async () => {
    await db.close()
    await folder.remove()
  })

  const where = {
    day: fc.constantFrom('2026-03-01', '2026-03-31', '2026-04-01'),
    channel: fc.constantFrom('one', 'two'),
    video: fc.constantFrom('a', 'b', 'c', ''),
    country: fc.constantFrom('KR', 'US', 'ZZ'),
  }
  const activity = fc.record({
    ...where,
    views: fc.nat(2_000_000),
    red: fc.nat(100_000),
    minutes: anyDecimal(10n ** 12n),
    percentage: anyDecimal(10n ** 10n),
  })
  const revenue = fc.record({ ...where, profit: anyDecimal(10n ** 12n), red: anyDecimal(10n ** 12n) })
  const key = ({ channel, video, country }: { channel: string; video: string; country: string }) => ({
    channel_id: channelIdFor(channel),
    video_id: video && videoIdFor(video),
    country_code: country,
  })
  const fits = ({ digits, places }: Decimal, factor: bigint, max = 10n ** 13n) =>
    (digits * factor) / 10n ** BigInt(places) < max
  /** A million dollars, which no line may exceed. */
  const maxMicros = 10n ** 12n

  test('to the last millionth, by day, channel and video', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          activity.filter(
            (row) => fits(row.minutes, 60_000n) && fits(row.percentage, BigInt(row.views) * 100n),
          ),
          { maxLength: 40 },
        ),
        fc.array(
          revenue.filter(
            (row) => fits(row.profit, 1_000_000n, maxMicros) && fits(row.red, 1_000_000n, maxMicros),
          ),
          { maxLength: 40 },
        ),
        async (activities, revenues) => {
          const paths = []
          for (const day of new Set([...activities, ...revenues].map((row) => row.day))) {
            const seen = activities.filter((row) => row.day === day)
            const earned = revenues.filter((row) => row.day === day)
            const rows = seen.map((row) =>
              activityRow(day, {
                ...key(row),
                views: row.views,
                red_views: row.red,
                watch_time_minutes: row.minutes.text,
                average_view_duration_percentage: row.percentage.text,
              }),
            )
            if (rows.length > 0) paths.push(await folder.write(`basic-${day}.csv`, formatActivity(rows)))
            const amounts = earned.map((row) =>
              revenueRow(day, {
                ...key(row),
                estimated_partner_revenue: row.profit.text,
                estimated_partner_red_revenue: row.red.text,
              }),
            )
            if (amounts.length > 0)
              paths.push(await folder.write(`revenue-${day}.csv`, formatRevenue(amounts)))
          }
          const { outcomes } = await importFiles(db, paths)
          expect(outcomes.filter(({ result }) => result !== 'loaded')).toEqual([])
          const sum = <Row>(rows: Row[], of: (row: Row) => bigint) =>
            Number(rows.reduce((total, row) => total + of(row), 0n))
          for (const [by, keyOf] of [
            ['day', (row: { day: string }) => row.day],
            ['channel', (row: { channel: string }) => channelIdFor(row.channel)],
            ['video', (row: { video: string }) => row.video && videoIdFor(row.video)],
          ] as [
            'day' | 'channel' | 'video',
            (row: { day: string; channel: string; video: string }) => string,
          ][]) {
            const keys = [...new Set([...activities, ...revenues].map(keyOf))]
              .filter((found) => found !== '')
              .sort()
            const wanted = keys.map((found) => {
              const seen = activities.filter((row) => keyOf(row) === found)
              const earned = revenues.filter((row) => keyOf(row) === found)
              const totals = {
                premium_revenue_micros: sum(earned, (row) => expectedInteger(row.red, 1_000_000n)),
                premium_views: sum(seen, (row) => BigInt(row.red)),
                revenue_micros: sum(earned, (row) => expectedInteger(row.profit, 1_000_000n)),
                views: sum(seen, (row) => BigInt(row.views)),
              }
              return [found, totals]
            })
            expect(Object.entries(await selectTotals(db, by))).toEqual(wanted)
          }
          const [watched] = await queryRaw<{ ms: number; share: number }>(
            db,
            `select coalesce(sum(watch_ms), 0)::bigint as ms,
              coalesce(sum(watched_share), 0)::bigint as share
            from video_daily`,
          )
          expect(watched).toEqual({
            ms: sum(activities, (row) => expectedInteger(row.minutes, 60_000n)),
            share: sum(activities, (row) => expectedInteger(row.percentage, BigInt(row.views) * 100n)),
          })
          expect(await findBrokenReportInvariants(db)).toEqual([])
          await deleteReports(db)
        },
      ),
      { numRuns: propertyRuns(12) },
    )
  }, 120_000)
})
