import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import {
  formatAds,
  formatMonthFile,
  formatPaidFeatures,
  formatPaymentSummary,
  monthFileName,
  purchase,
} from '#tests/support/month-files.ts'
import { runOperator } from '#tests/support/operator.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { clearAuditLog } from '#tests/support/traces.ts'

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>

// April is not over, so its files are not expected yet.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-04-15T20:00:00Z') })
  db = await createTestDatabase()
  folder = await createReportFolder()
  const manager = await createAccount(db, await createSite(db), 'boss@example.test')
  await createChannel(db, manager, channelIdFor('one'))
  await createChannel(db, manager, channelIdFor('idle'))
  const fact = (day: string, name: string, revenueMicros: number) => ({
    ...{ day, channelId: channelIdFor(name), videoId: videoIdFor(name), country: 'KR' },
    ...{ views: 10, premiumViews: 0, revenueMicros, premiumRevenueMicros: 0 },
  })
  await insertFacts(db, [
    fact('2026-02-28', 'one', 9_000_000),
    fact('2026-03-01', 'one', 1_000_000),
    fact('2026-03-02', 'one', 2_000_000),
    fact('2026-03-02', 'idle', 700_000),
  ])
})
afterAll(async () => {
  vi.useRealTimers()
  await db.close()
  await folder.remove()
})

const march = ['--month', '2026-03']
const owners = ['main', 'us']
const run = (...args: string[]) => runOperator(db, 'month', ...args)

afterEach(async () => {
  for (const owner of owners) await run('withdraw', ...march, '--owner', owner).catch(() => {})
  await clearAuditLog(db)
})

async function importMonth(files: Readonly<Record<string, string>>, ...options: string[]): Promise<void> {
  const set = await folder.createSubfolder()
  for (const [kind, content] of Object.entries(files))
    await folder.write(`${set.slice(folder.path.length + 1)}/${monthFileName(kind)}`, content)
  const { text, status } = await run('import', set, ...options)
  expect(text).not.toContain('refused')
  expect(status).toBe(0)
}

const ads = formatAds([
  ['one', '3.2'],
  ['stranger', '0.75'],
  ['', '0.0512'],
])
const paid = formatPaidFeatures(
  [purchase('one', { 'Earnings (USD)': '20.00' })],
  ['Paid Features,20260301,20260331'],
)
const summary = formatPaymentSummary([
  ['Ads Revenue', '4.00'],
  ['Transactions Revenue - Others', '20.00'],
  ['Total', '24.00'],
])
const complete = { video_summary: ads, Ecommerce_paid_features: paid, payment_summary: summary }

test('a month is listed with what is missing, shown by file, and gone when it is withdrawn', async () => {
  expect((await run('list')).text).toBe('There are no final files, and none are expected yet.')
  await importMonth(complete)
  expect((await run('list')).lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['month', 'owner', 'state', 'files', 'by', 'rows', 'arrival', 'missing'],
    ['2026-03', 'main', 'open', '3', 'file', '7', 'incomplete, due 2026-04-20', 'tax'],
  ])
  const { lines } = await run('show', ...march)
  const cells = lines.map((line) => line.split(/ {2,}/))
  expect(cells.map((row) => [row[1], ...row.slice(3)])).toEqual([
    ['file', 'source', 'by', 'rows', 'channels', 'dollars'],
    [monthFileName('video_summary'), 'ads', 'file', '3', '3', '4.00'],
    [monthFileName('Ecommerce_paid_features'), 'paid features', 'file', '1', '1', '20.00'],
    [monthFileName('payment_summary'), 'payment summary', 'file', '3', '–', '24.00'],
  ])
  expect((await run('withdraw', ...march, '--source', 'ads')).lines).toEqual([
    `${monthFileName('video_summary')}: ads of 2026-03 of main withdrawn, 3 rows`,
  ])
  await expect(run('withdraw', ...march, '--source', 'tax')).rejects.toThrow(
    'There is no tax of 2026-03 of main',
  )
  const json = JSON.parse((await run('show', ...march, '--json')).text)
  expect(json.files).toMatchObject([
    { source: 'paid_features', micros: 20_000_000, rows: 1 },
    { source: 'payment_summary', micros: 24_000_000 },
  ])
  await importMonth({ video_summary: ads })
  expect((await run('show', ...march)).text).toContain('4.00')
})

test('totals have registered channels, those in files, and what has no channel', async () => {
  await importMonth(complete)
  const { lines } = await run('totals', ...march)
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual(
    expect.arrayContaining([
      ['channel', 'ads', 'paid features', 'tax withheld'],
      ['(none)', '0.05', '0.00', '0.00'],
      [channelIdFor('one'), '3.20', '20.00', '0.00'],
      [channelIdFor('idle'), '0.00', '0.00', '0.00'],
      [channelIdFor('stranger'), '0.75', '0.00', '0.00'],
      ['total', '4.00', '20.00', '0.00'],
    ]),
  )
  expect(JSON.parse((await run('totals', ...march, '--json')).text)).toEqual({
    channels: {
      '(none)': { ads: 51_200 },
      [channelIdFor('one')]: { ads: 3_200_000, paid_features: 20_000_000 },
      [channelIdFor('idle')]: {},
      [channelIdFor('stranger')]: { ads: 750_000 },
    },
    month: '202603',
    sources: { ads: 4_001_200, paid_features: 20_000_000 },
    tax_withheld: null,
  })
  await expect(run('totals', '--month', '2026-04')).rejects.toThrow(
    'no final files of 2026-04. See: month list',
  )
})

describe('a reconciliation', () => {
  test('agrees within a cent, and shows final beside estimated amounts of the covered days', async () => {
    await importMonth(complete)
    const { status, text, lines } = await run('reconcile', ...march)
    expect(text).toContain('All sources agree with the payment summary.')
    expect(status).toBe(0)
    expect(text).toContain('covers 2 of 31 days')
    const rows = lines.map((line) => line.trim().split(/ {2,}/))
    expect(rows).toContainEqual([channelIdFor('one'), '2', '3.20', '3.00', '0.20'])
    expect(rows).toContainEqual([channelIdFor('idle'), '1', '0.00', '0.70', '-0.70'])
    expect(rows).toContainEqual(['all channels', '2', '4.00', '3.70', '0.30'])
    expect(rows).toContainEqual(['ads', '0.05'])
    expect(rows).toContainEqual([channelIdFor('stranger'), '0.75'])
  })

  test.each([
    [
      'another amount',
      { ...complete, video_summary: formatAds([['one', '4.0101']]) },
      /^ads +DIFFERS +4\.01 +4\.00 +0\.01$/m,
    ],
    [
      'a missing file',
      { payment_summary: summary, Ecommerce_paid_features: paid },
      /^ads +DIFFERS, not imported: ads +– +4\.00 +-4\.00$/m,
    ],
    [
      'a missing line',
      { video_summary: ads, payment_summary: formatPaymentSummary([['Total', '4']]) },
      /^ads +DIFFERS +4\.00 +– +4\.00$/m,
    ],
    [
      'a line of no file',
      {
        video_summary: ads,
        payment_summary: formatPaymentSummary([
          ['Ads Revenue', '4'],
          ['Bonus', '1.00'],
          ['Total', '4'],
        ]),
      },
      /^Bonus +no file corresponds to it +– +1\.00 +-1\.00$/m,
    ],
    [
      'another total',
      {
        video_summary: ads,
        payment_summary: formatPaymentSummary([
          ['Ads Revenue', '4'],
          ['Total', '5'],
        ]),
      },
      /^total +DIFFERS +4\.00 +5\.00 +-1\.00$/m,
    ],
    ['no payment summary', { video_summary: ads }, /^There is no payment summary/m],
  ])('finds %s', async (_what, files, line) => {
    await importMonth(files)
    const { status, text } = await run('reconcile', ...march)
    expect(text).toMatch(line)
    expect(text).not.toContain('All sources agree')
    expect(status).toBe(1)
  })

  test('adds what several lines and files say of one source', async () => {
    const premium = (amount: string) =>
      formatMonthFile(
        ['Day', 'Country', 'Video ID', 'Channel ID', 'Claim Type', 'Partner Revenue'],
        [['20260301', 'KR', videoIdFor('one'), channelIdFor('one'), 'Audio', amount]],
      )
    const adjusted = formatMonthFile(
      ['Adjustment Type', 'Video ID', 'Channel ID', 'Partner Revenue'],
      [
        ['Backpay', videoIdFor('one'), channelIdFor('one'), '1.004'],
        ['Spam Adjustment', videoIdFor('one'), channelIdFor('one'), '-0.5'],
      ],
    )
    await importMonth({
      red_rawdata_video: premium('1.25'),
      red_music_rawdata_video: premium('2.5'),
      ADJ_video_summary: adjusted,
      payment_summary: formatPaymentSummary([
        ['Ads Revenue: Backpay', '1.00'],
        ['Ads&nbsp;Revenue:&nbsp;Spam&nbsp;Adjustment', '(0.50)'],
        ['Subscriptions Revenue - YouTube Premium / Music Premium', '3.75'],
        ['Total', '4.25'],
      ]),
    })
    const { sources, total } = JSON.parse((await run('reconcile', ...march, '--json')).text)
    expect([...sources, total]).toMatchObject([
      { name: 'ads adjustments', filesMicros: 504_000, paidMicros: 500_000, agrees: true },
      { name: 'premium', filesMicros: 3_750_000, paidMicros: 3_750_000, agrees: true },
      { name: 'total', filesMicros: 4_254_000, paidMicros: 4_250_000, agrees: true },
    ])
  })
})

test('two content owners are side by side', async () => {
  await importMonth(complete)
  await expect(run('import', folder.path)).rejects.toThrow('no .csv, .csv.gz or .zip file')
  await importMonth({ video_summary: formatAds([['us', '7']]) }, '--owner', 'us')
  await expect(run('import', folder.path)).rejects.toThrow(
    /There are reports of main, us: name the owner of these with --owner/,
  )
  expect((await run('list')).lines.slice(1).map((line) => line.slice(0, 13))).toEqual([
    '2026-03  main',
    '2026-03  us  ',
  ])
  const readAds = async (...owner: string[]) =>
    JSON.parse((await run('totals', ...march, '--json', ...owner)).text).sources.ads
  expect(await readAds()).toBe(11_001_200)
  expect(await readAds('--owner', 'us')).toBe(7_000_000)
  await expect(run('withdraw', ...march)).rejects.toThrow(
    'There are files of main, us: choose one with --owner.',
  )
})
