import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import { reconcileMonth } from '#server/settlement/files/reconciliation.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

// A small file for each layout and spelling of YouTube's monthly files, with invented content and the source of its columns. A
// new layout is a new file and a line.

const folder = fileURLToPath(new URL('../../fixtures/month-layouts/', import.meta.url))

/** Where the columns of a layout are known from. */
const origins = {
  api: 'reference of the YouTube Reporting API: system-managed reports',
  loaders: 'header lines in public programs that load the downloaded files',
  studio: 'several public programs that read the files of YouTube Studio',
} as const

type Expected = [source: string, total: string, rows: number] | RegExp
interface Case {
  name: string
  from: keyof typeof origins
  expected: Expected
  month?: string
}
const studio = 'YouTube_Corpus_M_20260501_20260531'
const api = (type: string, expected: Expected, day = '2026-05'): Case => ({
  name: `CorpusOwner_${type}_${day}.csv`,
  from: 'api',
  expected,
  ...(day.startsWith('2025') && { month: '2025-05-01' }),
})

const cases: readonly Case[] = [
  { name: `${studio}_video_summary_v1-1.csv`, from: 'studio', expected: ['ads', '2.8750000004', 3] },
  {
    name: 'YouTube-Corpus-M-20260501-20260531-ADJ-video-summary-v1-1.csv',
    from: 'studio',
    expected: ['ads_adjustments', '0.7', 2],
  },
  { name: 'Ads Revenue Video Summary 5-2026.csv', from: 'loaders', expected: ['ads', '3.5', 1] },
  {
    name: 'YouTube_Corpus_M_20260501_video_raw_v1-1.csv',
    from: 'loaders',
    expected: /ads by day and country.*_video_summary_/,
  },
  {
    name: `${studio}_red_music_rawdata_video_v1-1.csv`,
    from: 'studio',
    expected: ['premium_music', '0.80', 2],
  },
  { name: `${studio}_red_rawdata_video_v1-1.csv`, from: 'loaders', expected: ['premium', '0.3', 1] },
  {
    name: `${studio}_red_label_rawdata_video_v1-1.csv`,
    from: 'loaders',
    expected: ['premium_music', '0.6', 1],
  },
  {
    name: 'youtube_shorts_ads_revenue_month_youtube_shorts_ads_video_summary_v1_0_20260501_20260531.csv',
    from: 'studio',
    expected: ['shorts_ads', '0.875', 1],
  },
  {
    name: 'YouTube_Corpus_M_20250501_20250531_monthly_shorts_non_music_ads_video_summary_v1-0.csv',
    from: 'loaders',
    expected: ['shorts_ads', '0.625', 1],
    month: '2025-05-01',
  },
  {
    name: `${studio}_monthly_shorts_non_music_subscription_video_summary_v1-0.csv`,
    from: 'loaders',
    expected: ['shorts_subscription', '0.1000000001', 1],
  },
  {
    name: `${studio}_monthly_shorts_non_music.csv`,
    from: 'loaders',
    expected: ['shorts_subscription', '0.2', 1],
  },
  {
    name: 'YouTube_Corpus_Ecommerce_paid_features_M_20260501_20260531_v1-1.csv',
    from: 'loaders',
    expected: ['paid_features', '2.80', 3],
  },
  { name: 'Paid Features Report 5-2026.csv', from: 'loaders', expected: ['paid_features', '1.40', 1] },
  {
    name: 'YouTube_Corpus_Ecommerce_paid_features_M_20260501_20260531_v1-0.csv',
    from: 'studio',
    expected: ['paid_features', '4.20', 1],
  },
  {
    name: 'YouTube_Corpus_M_202605_channel_adjustments_summary_v1-0.csv',
    from: 'studio',
    expected: ['channel_adjustments', '-0.10', 2],
  },
  {
    name: 'YouTube_Corpus_M_202605_affiliate_payment_summary_v1-0.csv',
    from: 'studio',
    expected: ['tax', '0.60', 2],
  },
  {
    name: 'YouTube_Rates_M_202605_affiliate_payment_summary_v1-0.csv',
    from: 'loaders',
    expected: ['tax', '1.80', 3],
  },
  {
    name: 'YouTube_Won_M_202605_affiliate_payment_summary_v1-0.csv',
    from: 'api',
    expected: /its amounts are in KRW: import it with the payment summary/,
  },
  {
    // The name is known from loaders; the columns are the report's, as Studio writes those of its tax file.
    name: 'YouTube_Corpus_M_202605_affiliate_tax_refund_summary_v1_0.csv',
    from: 'loaders',
    expected: ['tax_refund', '0.95', 3],
  },
  {
    name: 'YouTube_Corpus_M_202605_payment_summary_v1-0.csv',
    from: 'studio',
    expected: ['payment_summary', '0', 3],
  },
  api('content_owner_ad_revenue_summary_a1', ['ads', '2.7500000004', 2]),
  api('content_owner_ad_revenue_raw_a1', /ads by day and country.*content_owner_ad_revenue_summary/),
  api('content_owner_ad_revenue_raw_weekly_a1', /weekly or daily file, which is not final/),
  api('content_owner_global_ad_revenue_summary_a1', /a sum of all channels/),
  api('content_owner_music_red_revenue_raw_a1', ['premium_music', '0.75', 1]),
  api('content_owner_non_music_red_revenue_raw_a1', ['premium', '0.3', 1]),
  api('music_content_owner_red_revenue_raw_a1', ['premium_music', '0.6', 1]),
  api('content_owner_shorts_ad_revenue_summary_a1', ['shorts_ads', '0.625', 1], '2025-05'),
  api('content_owner_shorts_ad_revenue_summary_a2', ['shorts_ads', '0.875', 1], '2026-05-01T07_00_00Z'),
  api('content_owner_shorts_red_revenue_video_summary_a1', ['shorts_subscription', '0.1000000001', 1]),
  api('content_owner_transactions_paid_features_revenue_a1', ['paid_features', '2.80', 1]),
  api('content_owner_channel_adjustments_summary_a1', ['channel_adjustments', '-0.30', 1]),
  api('content_owner_tax_withholding_a1', /its amounts are in KRW/),
  api('content_owner_affiliate_tax_refund_summary_a1', ['tax_refund', '2.10', 3]),
  api('content_owner_payments_summary_a1', ['payment_summary', '0', 2]),
]

let db: Database
beforeAll(async () => {
  db = await createTestDatabase()
})
afterEach(async () => {
  for (const table of ['month_sums', 'month_lines', 'month_taxes', 'month_payments', 'month_loads', 'months'])
    await queryRaw(db, `delete from ${table}`)
})
afterAll(() => db.close())

test('every file of the corpus has a line', () => {
  expect(readdirSync(folder).sort()).toEqual(cases.map(({ name }) => name).sort())
})

test.each(cases)(
  '$name is read as its columns say',
  async ({ name, from, expected, month = '2026-05-01' }) => {
    const [outcome] = await importMonthFiles(db, [folder + name], { owner: 'corpus' })
    if (expected instanceof RegExp) {
      expect(outcome, origins[from]).toMatchObject({
        result: 'refused',
        reason: expect.stringMatching(expected),
      })
      return
    }
    const [source, total, rows] = expected
    expect(outcome, origins[from]).toMatchObject({ result: 'loaded', source, month, rows })
    const [sum] = await queryRaw<{ total: string }>(
      db,
      'select coalesce(sum(amount), 0)::text as total from month_sums',
    )
    expect(sum?.total).toBe(total)
  },
)

const importNamed = (...parts: string[]) =>
  importMonthFiles(
    db,
    cases.filter(({ name }) => parts.some((part) => name.includes(part))).map(({ name }) => folder + name),
    { owner: 'corpus' },
  )

describe('amounts in another currency', () => {
  test('are converted as the payment summary of the month says, in any order, and the load says how', async () => {
    const outcomes = await importNamed('tax_withholding_a1', 'payments_summary_a1')
    expect(outcomes.map(({ result }) => result)).toEqual(['loaded', 'loaded'])
    expect(outcomes.find(({ name }) => name.includes('tax'))?.warnings).toEqual([
      'its amounts are in KRW; they were converted at 1400 KRW a dollar, as in the payment summary of 2026-05',
    ])
    // 4 dollars are 5,600 won there, so that 840 won are 0.6 dollars.
    expect(
      await queryRaw(
        db,
        'select round(us_revenue, 9)::text as us, round(withheld, 9)::text as withheld from month_taxes',
      ),
    ).toEqual([{ us: '2.000000000', withheld: '0.600000000' }])
    expect(
      await queryRaw(
        db,
        `select source, currency, round(1 / dollar_rate, 6)::text as rate from month_loads order by source`,
      ),
    ).toEqual([
      { source: 'payment_summary', currency: null, rate: null },
      { source: 'tax', currency: 'KRW', rate: '1400.000000' },
    ])
  })

  test('are converted again once a summary states another rate', async () => {
    await importNamed('tax_withholding_a1', 'payments_summary_a1')
    const [summary] = cases.filter(({ name }) => name.includes('payments_summary_a1'))
    const text = await readFile(folder + summary?.name, 'utf8')
    const copy = await mkdtemp(join(tmpdir(), 'month-corpus-'))
    onTestFinished(() => rm(copy, { recursive: true }))
    const changed = join(copy, summary?.name ?? '')
    await writeFile(changed, text.replace(',3850,', ',3900,'))
    expect(await importMonthFiles(db, [changed], { owner: 'corpus' })).toMatchObject([
      {
        result: 'loaded',
        warnings: [expect.stringMatching(/tax_withholding.* was converted again, at 1412.5 KRW a dollar/)],
      },
    ])
    // 840 won.
    expect(
      await queryRaw(
        db,
        `select round(s.amount, 6)::text as sum, round(t.withheld, 6)::text as withheld
        from month_sums s
        join month_taxes t using (load_id, channel_id)`,
      ),
    ).toEqual([{ sum: '0.594690', withheld: '0.594690' }])
  })

  test('are rounded to whole units there, which is no wrong tax', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'month-corpus-'))
    onTestFinished(() => rm(copy, { recursive: true }))
    const [won] = cases.filter(({ name }) => name.startsWith('YouTube_Won_M'))
    const text = await readFile(folder + won?.name, 'utf8')
    const rows = [
      ['10', '7', '1'],
      ['0.3', '0', '0'],
      ['30%', '2', '1'],
    ].map(([rate, us, withheld]) =>
      text.trimEnd().split('\n')[1]?.replace('2800,30%,840', `${us},${rate},${withheld}`),
    )
    const path = join(copy, won?.name ?? '')
    await writeFile(path, `${text.split('\n')[0]}\n${rows.join('\n')}\n`)
    await importNamed('payments_summary_a1')
    const [outcome] = await importMonthFiles(db, [path], { owner: 'corpus' })
    expect(outcome).toMatchObject({ result: 'loaded', warnings: [expect.stringContaining('are in KRW')] })
    expect(
      await queryRaw(db, 'select rate_percent::text as rate from month_taxes order by us_revenue'),
    ).toEqual([{ rate: '30' }, { rate: '30' }, { rate: '10' }])
  })

  test('are converted by a summary that was imported before', async () => {
    await importNamed('payments_summary_a1')
    expect(await importNamed('YouTube_Won_M')).toMatchObject([{ result: 'loaded', source: 'tax' }])
  })
})

test('a tax that is not its rate of the revenue is named', async () => {
  const [rates] = cases.filter(({ name }) => name.startsWith('YouTube_Corpus_M_202605_affiliate'))
  const text = await readFile(folder + rates?.name, 'utf8')
  const copy = await mkdtemp(join(tmpdir(), 'month-corpus-'))
  onTestFinished(() => rm(copy, { recursive: true }))
  await writeFile(join(copy, 'tax.csv'), text.replace('0.60', '0.90'))
  const [outcome] = await importMonthFiles(db, [join(copy, 'tax.csv')], { owner: 'corpus' })
  expect(outcome).toMatchObject({
    result: 'loaded',
    warnings: ['tax is not its rate of the revenue from the United States in 1 line'],
  })
})

test('adjustments in a payment summary are compared with the file of adjustments', async () => {
  await importNamed('payments_summary_a1')
  const { sources, unknownLines } = await reconcileMonth(db, { month: '2026-05-01', owner: 'corpus' })
  expect(sources.map(({ group, paidMicros }) => [group, paidMicros])).toEqual([
    ['ads', 2_750_000],
    ['ads_adjustments', 1_250_000],
  ])
  expect(unknownLines).toEqual([])
})
