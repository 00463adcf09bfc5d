import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { importMonthFiles, type MonthImportOptions } from '#server/settlement/files/import.ts'
import { selectMonthTotals } from '#server/settlement/files/totals.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { interceptStatements } from '#tests/support/intercept-statements.ts'
import {
  formatAds,
  formatMonthFile,
  formatPaymentSummary,
  monthFileName,
  shortChannelId,
  summaryHeader,
  summaryRow,
  taxHeader,
} from '#tests/support/month-files.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { buildZip } from '#tests/support/zip.ts'

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

const month = '2026-03-01'
const adsName = monthFileName('video_summary')
const ads = formatAds([['one', '1.5']])

async function importContent(
  name: string,
  content: string | Uint8Array,
  options: Partial<MonthImportOptions> = {},
) {
  const path = await folder.write(name, content)
  const [outcome] = await importMonthFiles(db, [path], { owner: 'main', ...options })
  return outcome
}

const formatSummary = (rows: Parameters<typeof formatMonthFile>[1]) => formatMonthFile(summaryHeader, rows)
const twoRows = [summaryRow('one', '1.5'), summaryRow('two', '2.249999999')]
const total = (label: string, amount: string) => [label, '', '', '', 20, amount, amount]

const expectNothingLeft = async () => {
  for (const table of ['month_loads', 'month_lines', 'month_taxes', 'month_payments', 'month_sums'])
    expect(await queryRaw(db, `select * from ${table}`), table).toEqual([])
}

const paidHeader = ['Channel ID', 'Channel Name', 'Country', 'Product', 'Transactions', 'Earnings (USD)']
const paidRow = (cells: Partial<Record<'channel' | 'country' | 'transactions' | 'earnings', string>>) => [
  cells.channel ?? channelIdFor('one'),
  'One',
  cells.country ?? 'KR',
  'Super Thanks',
  cells.transactions ?? '8',
  cells.earnings ?? '58.47',
]
const paid = (cells: Parameters<typeof paidRow>[0]) =>
  formatMonthFile(paidHeader, [paidRow({}), paidRow(cells)], ['Paid Features,20260301,20260331'])
const paidName = monthFileName('Ecommerce_paid_features')

const tax = (changes: Partial<Record<string, string>>) => {
  const row: Record<string, string> = {
    'AdSense Earnings Month': '202603',
    'Channel ID': channelIdFor('one'),
    'Revenue Source': 'Ads',
    'Local Currency': 'USD',
    'Total Revenue': '47.363877',
    'US Sourced Revenue': '3.277208',
    'Tax Withholding Rate': '24%',
    'Tax Withheld Amount': '0.786530',
  }
  const changed = { ...row, ...changes }
  return formatMonthFile(
    taxHeader,
    [taxHeader, taxHeader].map((names, at) => names.map((name) => (at === 0 ? row : changed)[name] ?? '')),
  )
}
const taxName = 'YouTube_Studio_M_202603_affiliate_payment_summary_v1-0.csv'

const deduction = (type: string, amount: string) =>
  formatMonthFile(
    ['Channel ID', 'Channel Display Name', 'Month', 'Adjustment Type', 'Deduction Amount'],
    [[channelIdFor('one'), 'One', '202603', type, amount]],
  )
const deductionName = 'YouTube_Studio_M_202603_channel_adjustments_summary_v1-0.csv'

const premiumHeader = [
  ...['Adjustment Type', 'Day', 'Country', 'Video ID', 'Channel ID', 'Claim Type', 'Asset ID'],
  'Partner Revenue',
]
const premium = (day: string, type = 'None') =>
  formatMonthFile(premiumHeader, [
    [type, day, 'KR', videoIdFor('one'), shortChannelId('one'), 'Audio', 'A1', '0.5'],
  ])
const premiumName = monthFileName('red_music_rawdata_video')

const corruptZip = buildZip({ [adsName]: ads })
corruptZip[30 + adsName.length + 40] = (corruptZip[30 + adsName.length + 40] ?? 0) ^ 0xff

describe('a file that is not one of the eleven', () => {
  test.each([
    ['YouTube_Studio_M_20260301_videoclaim_rawdata_v1-1.csv', ads, /by asset or claim.*_video_summary_/],
    ['YouTube_Studio_M_20260301_red_music_rawdata_asset_v1-1.csv', ads, /_red_music_rawdata_video_/],
    ['asset_raw_20260301.csv', ads, /would count twice/],
    ['YouTube_Studio_M_20260301_rev_views_by_asset_v1-0.csv', ads, /would count twice/],
    ['claim_raw_v1-1_20260301.csv', ads, /would count twice/],
    [
      'youtube_shorts_ads_revenue_week_video_summary_20260302.csv',
      ads,
      /weekly or daily.*shorts_ads_video_summary/,
    ],
    [
      'ads_partner_revenue_day_video_summary_v1-1_20260302.csv',
      ads,
      /weekly or daily file, which is not final/,
    ],
    ['content_owner_estimated_revenue_a1_20260301.csv', ads, /daily report.*"import" reads/],
    ['daily.csv', 'date,channel_id,video_id,country_code,estimated_partner_revenue\n', /daily estimate/],
    [
      'money.csv',
      formatMonthFile(['Adjustment Type', 'Asset ID', 'Asset Title', 'Partner Revenue'], []),
      /by asset/,
    ],
    [
      'money.csv',
      formatMonthFile(['Video ID', 'Asset Title', 'Channel ID', 'Partner Revenue'], []),
      /by asset/,
    ],
    ['songs.csv', 'isrc,track\nKRA402000111,Song\n', /not one of YouTube's monthly files.*payment_summary/],
    [adsName, 'isrc,track\nKRA402000111,Song\n', /begins with adjustment_type, video_id/],
    [
      adsName,
      formatMonthFile(['Adjustment Type', 'Video ID', 'Channel ID'], []),
      /column "partner_revenue" missing/,
    ],
    [adsName, formatMonthFile([...summaryHeader, 'Partner  revenue'], []), /"partner_revenue" appears twice/],
    [adsName, '<!doctype html><p>Sign in</p>\n', /web page/],
    [adsName, '', /empty/],
    [adsName, Buffer.from('\uFEFFa,b\n', 'utf16le'), /begins with adjustment_type/],
    [adsName, Buffer.from([0xb0, 0xa1, 10]), /^it is not UTF-8 text: save it as “CSV UTF-8”/],
  ])('%s is refused by name', async (name, content, reason) => {
    expect(await importContent(name, content)).toMatchObject({
      result: 'refused',
      reason: expect.stringMatching(reason),
    })
    await expectNothingLeft()
  })
})

describe('a damaged file', () => {
  test.each([
    ['without its end', adsName, ads.slice(0, -5), /truncated/, 2],
    ['with a short line', adsName, `${ads}None,abc\n`, /more or fewer columns/, 3],
    ['with an open quote', adsName, `${ads}None,"abc\n`, /never closed/, 3],
    [
      'with another channel id',
      adsName,
      ads.replace(shortChannelId('one'), '#NAME?'),
      /"#NAME\?".*channel id/,
      2,
    ],
    ['with another video id', adsName, ads.replace(videoIdFor('one'), '-1.2E+05'), /video id/, 2],
    ['without an amount', adsName, ads.replace('1.5\n', '\n'), /Partner Revenue is "", not an amount/, 2],
    ['with a word for an amount', adsName, ads.replace('1.5\n', 'n/a\n'), /"n\/a", not an amount/, 2],
    ['with a comma as decimal sign', paidName, paid({ earnings: '"1.234,56"' }), /not an amount/, 4],
    ['with misplaced separators', paidName, paid({ earnings: '1,23.45' }), /"1,23\.45", not an amount/, 4],
    ['with a half bracket', paidName, paid({ earnings: '(14.95' }), /not an amount/, 4],
    ['with a doubly negative amount', paidName, paid({ earnings: '(-14.95)' }), /not an amount/, 4],
    ['with an endless amount', paidName, paid({ earnings: '1234567890123' }), /too large/, 4],
    ['with an amount in powers of ten', adsName, ads.replace('1.5\n', '1E+15\n'), /"1E\+15".*too large/, 2],
    ['with an amount over a million', adsName, ads.replace('1.5\n', '1000000.01\n'), /too large/, 2],
    ['with endless transactions', paidName, paid({ transactions: '10000000000000' }), /too large/, 4],
    ['with a total', adsName, formatSummary([...twoRows, total('Total', '3.75')]), /remove this total/, 4],
    ['with a total of tax', taxName, tax({ 'Channel ID': '', 'Revenue Source': '' }), /remove this total/, 3],
    [
      'with a total in cents',
      adsName,
      formatSummary([...twoRows, total('', '3.75')]),
      /remove this total/,
      4,
    ],
    ['with an unknown type', adsName, formatSummary([summaryRow('one', '1', 'Sum')]), /neither None nor/, 2],
    ['with a long country', paidName, paid({ country: 'KOR' }), /country code/, 4],
    ['with half a transaction', paidName, paid({ transactions: '1.5' }), /whole number/, 4],
    ['with two currencies', taxName, tax({ 'Local Currency': 'KRW' }), /currencies: KRW, USD/, undefined],
    ['with no currency', taxName, tax({ 'Local Currency': 'won' }), /"won", not a currency/, 3],
    ['with another month', taxName, tax({ 'AdSense Earnings Month': '202602' }), /for 2026-03/, 3],
    ['with a word for a rate', taxName, tax({ 'Tax Withholding Rate': 'none' }), /percentage/, 3],
    ['with a rate that is none', taxName, tax({ 'Tax Withholding Rate': '0.31' }), /not the part/, 3],
    ['with an unknown adjustment', deductionName, deduction('BONUS', '1'), /whether it adds or deducts/, 2],
    ['with a signed deduction', deductionName, deduction('CREDIT - APPEAL', '-1'), /has to be positive/, 2],
    [
      'with a day of another month',
      premiumName,
      premium('20260201'),
      /is for 2026-02-01, the file is for 2026-03/,
      2,
    ],
    ['with a damaged archive', `${adsName}.zip`, corruptZip, /damaged/, undefined],
    [
      'with a damaged gzip',
      `${adsName}.gz`,
      gzipSync(ads).subarray(0, -9),
      /gzip file is (truncated|damaged)/,
      undefined,
    ],
  ])('%s is refused', async (_what, name, content, reason, line) => {
    const outcome = await importContent(name, content)
    expect(outcome).toMatchObject({ result: 'refused', reason: expect.stringMatching(reason) })
    if (line !== undefined) expect(outcome).toMatchObject({ line })
    await expectNothingLeft()
  })
})

describe('the month of a file', () => {
  test.each([
    ['is missing', 'ads.csv', ads, {}, /does not state its month: add --month/],
    ['is not over', adsName, ads, { now: new Date('2026-03-31T20:00:00Z') }, /2026-03, which is not over/],
    [
      'is another than its name says',
      monthFileName('Ecommerce_paid_features', '202602'),
      paid({}),
      {},
      /lines are for 2026-03, but its name says 2026-02/,
    ],
    ['is another than --month says', adsName, ads, { month: '2026-02-01' }, /for 2026-03, not for 2026-02/],
    [
      'is a week',
      'YouTube_Studio_20260302_20260308_video_summary_v1-1.csv',
      ads,
      {},
      /2026-03-02 to 2026-03-08: the final file of a whole month/,
    ],
  ])('%s', async (_what, name, content, options, reason) => {
    expect(await importContent(name, content, options)).toMatchObject({
      result: 'refused',
      reason: expect.stringMatching(reason),
    })
    await expectNothingLeft()
  })

  test('may concern earlier days by an adjustment', async () => {
    expect(await importContent(premiumName, premium('20260201', 'Backpay'))).toMatchObject({
      result: 'loaded',
    })
    await reset()
  })
})

const reset = async () => {
  for (const table of ['month_sums', 'month_lines', 'month_taxes', 'month_payments', 'month_loads', 'months'])
    await queryRaw(db, `delete from ${table}`)
}

const readTotals = () => selectMonthTotals(db, { month })

describe('the same lines of another owner', () => {
  const rows = [['one', '1.5'] as const, ['one', '1.5'] as const, ['two', '2'] as const]
  const importAsOther = (lines: readonly (readonly [string, string])[]) =>
    importContent(adsName, formatAds(lines), { owner: 'other' })

  test('are refused in any order and form, because they would count twice', async () => {
    await importContent(adsName, formatAds(rows))
    expect(
      await importAsOther([...rows].reverse().map(([name, amount]) => [name, `$${amount}`])),
    ).toMatchObject({
      result: 'refused',
      reason: expect.stringContaining('content owner main already has the same lines'),
    })
    expect((await readTotals()).sources).toEqual({ ads: 5_000_000 })
    await reset()
  })

  test('are others if one differs', async () => {
    await importContent(adsName, formatAds(rows))
    expect(
      await importAsOther([rows[0] ?? rows[1], rows[2], rows[2]].flatMap((row) => (row ? [row] : []))),
    ).toMatchObject({
      result: 'loaded',
    })
    await reset()
  })

  test('a line without channel and video is no total if it is not the sum', async () => {
    expect(await importContent(adsName, formatSummary([...twoRows, total('', '3.76')]))).toMatchObject({
      result: 'loaded',
      rows: 3,
    })
    await reset()
  })
})

test('lines that the database does not show after a failure are not left out of the sums', async () => {
  const path = await folder.write(
    adsName,
    formatAds([
      ['one', '1.5'],
      ['two', '2'],
    ]),
  )
  const failing = interceptStatements(db, async (text, run) => {
    if (text.includes('insert into month_sums'))
      await queryRaw(db, 'delete from month_lines where channel_id = $1', [channelIdFor('two')])
    return run()
  })
  expect(await importMonthFiles({ ...db, ...failing }, [path], { owner: 'main' })).toMatchObject([
    {
      result: 'refused',
      reason: 'the database shows 1 of its 2 lines, as after a failure of a server: import it again',
    },
  ])
  await expectNothingLeft()
  expect(await importMonthFiles(db, [path], { owner: 'main' })).toMatchObject([{ result: 'loaded' }])
  await reset()
})

describe('of two files of the same kind and month', () => {
  test('neither is imported when they differ, beside others that are', async () => {
    const first = await folder.write(adsName, ads)
    const second = await folder.write(monthFileName('b_video_summary'), formatAds([['one', '2']]))
    const summary = await folder.write(
      monthFileName('payment_summary'),
      formatPaymentSummary([['Total', '1.50']]),
    )
    const outcomes = await importMonthFiles(db, [first, second, summary], { owner: 'main' })
    expect(outcomes).toMatchObject([
      { result: 'refused', reason: expect.stringContaining('is also ads of 2026-03, with other content') },
      { result: 'refused' },
      { result: 'loaded', source: 'payment_summary' },
    ])
    expect((await readTotals()).sources).toEqual({})
    await reset()
  })

  test('one counts when they are the same', async () => {
    const archive = await folder.write('set.zip', buildZip({ [adsName]: ads, [`copy/${adsName}`]: ads }))
    const outcomes = await importMonthFiles(db, [archive], { owner: 'main' })
    expect(outcomes.map(({ result }) => result)).toEqual(['loaded', 'unchanged'])
    expect((await readTotals()).sources).toEqual({ ads: 1_500_000 })
    await reset()
  })
})

describe('what a file contains', () => {
  test('is read whatever its amounts, labels and ids are written like', async () => {
    const summary = formatPaymentSummary([
      ['Ads&nbsp;Revenue:\u00a0Dispute&#32;Resolution', '(1,234.56)'],
      ['YouTube Shorts - Ads Revenue', '$1,234,567.80'],
      ['Channel adjustments', '-$14.95'],
      ['Total', ' ($14.95) '],
    ])
    expect(
      await importContent(monthFileName('payment_summary'), `\uFEFF${summary.replaceAll('\n', '\r\n')}`),
    ).toMatchObject({
      result: 'loaded',
    })
    expect(await queryRaw(db, 'select label, amount::text from month_payments order by position')).toEqual([
      { label: 'Ads Revenue: Dispute Resolution', amount: '-1234.56' },
      { label: 'YouTube Shorts - Ads Revenue', amount: '1234567.80' },
      { label: 'Channel adjustments', amount: '-14.95' },
      { label: 'Total', amount: '-14.95' },
    ])
    await reset()
  })

  test('is summed with all decimals and rounded once, half away from zero', async () => {
    const third = '0.00000033333333333333333'
    const rows = [
      ...Array.from({ length: 3 }, () => ['one', third] as const),
      ['two', '0.0000005'],
      ['three', '-0.0000005'],
      ['four', '1.5E-7'],
      ['four', '3.5e-7'],
      ['', '0.00000049'],
    ] as const
    await importContent(adsName, formatAds(rows))
    const { channels, sources } = await readTotals()
    expect(channels).toEqual({
      '(none)': {},
      [channelIdFor('one')]: { ads: 1 },
      [channelIdFor('two')]: { ads: 1 },
      [channelIdFor('three')]: { ads: -1 },
      [channelIdFor('four')]: { ads: 1 },
    })
    expect(sources).toEqual({ ads: 2 })
    await reset()
  })

  test('is kept by line: video, day, country, type and units', async () => {
    await importContent(premiumName, premium('20260301'))
    await importContent(paidName, paid({ earnings: '(2.00)', transactions: '1,234' }))
    await importContent(deductionName, deduction('MONETIZATION&#32;DISABLED', '2.16'))
    const rows = await queryRaw(
      db,
      `select l.source, m.channel_id, m.video_id, m.day, m.country, m.type, m.units, m.amount::text
      from month_lines m join month_loads l on l.id = m.load_id order by l.id, m.amount desc`,
    )
    const of = (source: string, values: object) => ({
      ...{
        source,
        channel_id: channelIdFor('one'),
        video_id: '',
        day: null,
        country: '',
        units: null,
        ...values,
      },
    })
    expect(rows).toEqual([
      of('premium_music', {
        video_id: videoIdFor('one'),
        day: '2026-03-01',
        country: 'KR',
        type: '',
        amount: '0.5',
      }),
      of('paid_features', { country: 'KR', type: 'Super Thanks', units: 8, amount: '58.47' }),
      of('paid_features', { country: 'KR', type: 'Super Thanks', units: 1234, amount: '-2.00' }),
      of('channel_adjustments', { type: 'MONETIZATION DISABLED', amount: '-2.16' }),
    ])
    await reset()
  })

  test('tells adjustments from ads, whatever the name says', async () => {
    const adjusted = formatMonthFile(summaryHeader, [summaryRow('one', '0.25', 'Backpay')])
    expect(await importContent(adsName, adjusted)).toMatchObject({ source: 'ads_adjustments' })
    expect(await importContent(monthFileName('ADJ_video_summary'), ads)).toMatchObject({ source: 'ads' })
    await reset()
    const both = formatMonthFile(summaryHeader, [summaryRow('one', '1'), summaryRow('one', '2', 'Backpay')])
    expect(await importContent(monthFileName('ADJ_video_summary'), both)).toMatchObject({
      source: 'ads_adjustments',
    })
    expect(await importContent('both.csv', both, { month })).toMatchObject({
      result: 'refused',
      reason: expect.stringContaining('with and without an adjustment'),
    })
    await reset()
  })
})
