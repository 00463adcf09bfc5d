import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import { selectMonthTotals } from '#server/settlement/files/totals.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import {
  formatLayout,
  formatPaidFeatures,
  monthFileName,
  paidHeader,
  purchase,
  refund,
  shortsSubscriptionHeader,
  shortsSubscriptionRow,
} from '#tests/support/month-files.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'

// YouTube writes some files in several layouts: each is read by the names of its columns, whatever the file is called.

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>

beforeAll(async () => {
  db = await createTestDatabase()
  folder = await createReportFolder()
})
afterEach(async () => {
  for (const table of ['month_sums', 'month_lines', 'month_loads', 'months'])
    await queryRaw(db, `delete from ${table}`)
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})

const month = '2026-03-01'
const paidName = monthFileName('Ecommerce_paid_features')
const shortsName =
  'YouTube_Studio_M_20260301_20260331_monthly_shorts_non_music_subscription_video_summary_v1-0.csv'

async function importContent(name: string, content: string) {
  const [outcome] = await importMonthFiles(db, [await folder.write(name, content)], { owner: 'main', month })
  return outcome
}

/** @returns the stored lines */
async function importLines(source: string, name: string, content: string) {
  expect(await importContent(name, content)).toMatchObject({ result: 'loaded', source, month })
  return queryRaw(
    db,
    `select channel_id as channel, video_id as video, day, country, type, units, amount::text
    from month_lines order by day, amount, channel_id`,
  )
}

const refused = (reason: RegExp, line?: number) => ({
  result: 'refused',
  reason: expect.stringMatching(reason),
  ...(line === undefined ? {} : { line }),
})

const one = channelIdFor('one')
const bom = '\uFEFF'

describe('paid features', () => {
  const line = { channel: one, video: '', country: 'KR', type: 'Super Thanks', units: null }
  const thanks = { ...line, day: '2026-03-05', amount: '3.50' }

  test('have a line for each purchase, and a negative one for a refund', async () => {
    const chat = { 'Purchase Type': 'Super Chat', Date: '20260331', Country: '' }
    const rows = [purchase('one'), purchase('one', chat), refund('one', chat), purchase('two')]
    const text = formatPaidFeatures(rows, ['Paid Features,20260301,20260331'])
    const lastDay = { ...line, day: '2026-03-31', country: '', type: 'Super Chat' }
    expect(await importLines('paid_features', paidName, text)).toEqual([
      ...[thanks, { ...thanks, channel: channelIdFor('two') }].sort((a, b) =>
        a.channel < b.channel ? -1 : 1,
      ),
      { ...lastDay, amount: '-3.50' },
      { ...lastDay, amount: '3.50' },
    ])
    expect(await selectMonthTotals(db, { month })).toMatchObject({
      channels: { [one]: { paid_features: 3_500_000 } },
      sources: { paid_features: 7_000_000 },
    })
  })

  test.each([
    ['20260302', '2026-03-02'],
    ['2026-03-02', '2026-03-02'],
    ['02/03/2026', '2026-03-02'],
    ['31/03/2026', '2026-03-31'],
  ])('write a day as %s', async (date, day) => {
    const text = formatPaidFeatures([purchase('one', { Date: date })])
    expect(await importLines('paid_features', paidName, text)).toEqual([{ ...thanks, day }])
  })

  test.each([
    ['03/31/2026', /Date is "03\/31\/2026", not a day \(YYYYMMDD or DD\/MM\/YYYY\)/],
    ['31/02/2026', /not a day/],
    ['2/3/2026', /not a day/],
    ['', /not a day/],
    ['20260401', /the line is for 2026-04-01, the file is for 2026-03/],
    // The month comes first here, so the line is not from the file's month.
    ['03/02/2026', /the line is for 2026-02-03, the file is for 2026-03/],
  ])('are refused with the day %s', async (date, reason) => {
    const rows = [purchase('one'), refund('one', { Date: date })]
    expect(await importContent(paidName, formatPaidFeatures(rows))).toMatchObject(refused(reason, 3))
  })

  test('may have the video and a status, in any order of columns', async () => {
    const header = ['Status Change', ...paidHeader.toReversed(), 'Video ID']
    const video = { 'Video ID': videoIdFor('one'), 'Status Change': 'None' }
    const text = formatLayout(header, [purchase('one', video)])
    expect(await importLines('paid_features', paidName, text)).toEqual([
      { ...thanks, video: videoIdFor('one') },
    ])
  })

  test('may have a number of transactions in a line', async () => {
    const header = [...paidHeader.filter((name) => !/Tax|Fraction/.test(name)), 'Transactions']
    const text = formatLayout(header, [purchase('one', { Transactions: '1,234' })])
    expect(await importLines('paid_features', paidName, text)).toEqual([{ ...thanks, units: 1234 }])
  })

  test('may be by product, without days', async () => {
    const header = ['Channel ID', 'Channel Name', 'Country', 'Product', 'Transactions', 'Earnings (USD)']
    const row = purchase('one', { Product: 'Memberships', Transactions: 8 })
    expect(await importLines('paid_features', paidName, formatLayout(header, [row]))).toEqual([
      { ...thanks, day: null, type: 'Memberships', units: 8 },
    ])
  })

  test.each([
    ['without a title line', 'paid.csv', []],
    ['below a title line', 'paid.csv', ['Paid Features,20260301,20260331']],
    ['below a title line in quotes', 'paid.csv', ['"Paid Features,20260301,20260331"']],
  ])('are known by their columns behind a BOM, %s', async (_what, name, above) => {
    const text = formatPaidFeatures([purchase('one')], above).replaceAll('\n', '\r\n')
    expect(await importLines('paid_features', name, bom + text)).toEqual([thanks])
  })

  test.each([
    ['Purchase Type', /column "purchase_type" missing in Ecommerce_paid_features/],
    ['Date', /column "date" missing in Ecommerce_paid_features/],
    ['Earnings (USD)', /column "earnings_usd" missing in Ecommerce_paid_features/],
  ])('are refused without the column %s', async (missing, reason) => {
    const header = paidHeader.filter((name) => name !== missing)
    expect(await importContent(paidName, formatLayout(header, [purchase('one')]))).toMatchObject(
      refused(reason, 1),
    )
  })
})

describe('the Shorts subscription', () => {
  const line = { channel: one, video: videoIdFor('one'), country: 'KR', type: '' }
  const short = { ...line, day: '2026-03-05', units: 12, amount: '0.4000000001' }
  const format = (changes = {}, above: readonly string[] = []) =>
    formatLayout(shortsSubscriptionHeader, [shortsSubscriptionRow('one', changes)], above)

  test('has a line for each video, day and country', async () => {
    const rows = [
      shortsSubscriptionRow('one'),
      shortsSubscriptionRow('one', { Day: '20260331', Country: 'US', 'Partner Revenue': '-0.25' }),
      shortsSubscriptionRow('', { Day: '20260331', 'Owned Subscription Views': '' }),
    ]
    const text = formatLayout(shortsSubscriptionHeader, rows, ['Shorts Subscription Video Summary'])
    expect(await importLines('shorts_subscription', shortsName, text)).toEqual([
      short,
      { ...short, day: '2026-03-31', country: 'US', amount: '-0.25' },
      { ...short, channel: '', video: videoIdFor(''), day: '2026-03-31', units: null },
    ])
    expect(await selectMonthTotals(db, { month })).toMatchObject({
      channels: { [one]: { shorts_subscription: 150_000 }, '(none)': { shorts_subscription: 400_000 } },
      sources: { shorts_subscription: 550_000 },
    })
  })

  test.each([
    ['without a title line', []],
    ['below a title line', ['Shorts Subscription Video Summary,20260301,20260331']],
    ['below a title line in quotes', ['"Shorts Subscription Video Summary,20260301,20260331"']],
  ])('is known by its columns behind a BOM, %s', async (_what, above) => {
    const text = format({}, above).replaceAll('\n', '\r\n')
    expect(await importLines('shorts_subscription', 'shorts.csv', bom + text)).toEqual([short])
  })

  test('may be without days', async () => {
    const header = [
      ...['Country', 'Video ID', 'Custom ID', 'Video Title', 'Channel ID', 'Uploader', 'Content Type'],
      ...['Policy', 'Owned Views', 'YouTube Revenue Split', 'Partner Revenue'],
    ]
    const text = formatLayout(header, [shortsSubscriptionRow('one', { 'Owned Views': 7 })])
    const name = 'youtube_shorts_subscription_revenue_month_video_summary_v1_0_20260301.csv'
    expect(await importLines('shorts_subscription', name, text)).toEqual([{ ...short, day: null, units: 7 }])
  })

  test('is of its month, but for adjustments', async () => {
    expect(await importContent(shortsName, format({ Day: '20260228' }))).toMatchObject(
      refused(/the line is for 2026-02-28, the file is for 2026-03/, 2),
    )
    const text = format({ Day: '20260228', 'Adjustment Type': 'Backpay' })
    expect(await importLines('shorts_subscription', shortsName, text)).toEqual([
      { ...short, day: '2026-02-28', type: 'Backpay' },
    ])
  })

  test('with days is refused without its views, which premium has other columns for', async () => {
    const header = shortsSubscriptionHeader.map((name) =>
      name === 'Owned Subscription Views' ? 'Owned Views' : name,
    )
    const text = formatLayout(header, [shortsSubscriptionRow('one')])
    expect(await importContent(shortsName, text)).toMatchObject(
      refused(/column "owned_subscription_views" missing in shorts_non_music_subscription_video_summary/, 1),
    )
    expect(await importContent('shorts.csv', text)).toMatchObject(refused(/none of the monthly files/))
  })
})

test('a title line in quotes says the month', async () => {
  const text = formatPaidFeatures([purchase('one')], ['"Paid Features,20260301,20260331"'])
  const path = await folder.write('paid.csv', text)
  expect(await importMonthFiles(db, [path], { owner: 'main' })).toMatchObject([{ result: 'loaded', month }])
})
