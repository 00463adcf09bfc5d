import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import { draftMonth } from '#server/settlement/closing/drafts.ts'
import { selectJournal } from '#server/settlement/documents/journal/journal.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import { compareWithPayment } from '#server/settlement/files/reconciliation.ts'
import { selectMonthTotals } from '#server/settlement/files/totals.ts'
import { readStatementDetail } from '#server/settlement/statements/statement-detail.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { createAccount, createChannel, createSite, insertAssignment } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { formatAds, formatMonthFile, monthFileName, shortChannelId } from '#tests/support/month-files.ts'
import { closePreviewed } from '#tests/support/months.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { execAsOwner } from '#tests/support/traces.ts'

// YouTube gives tax back that it withheld, in this month or an earlier one: the payee gets it, and the network its part of it, as
// both have borne the tax.

const [march, april, may] = ['2026-03-01', '2026-04-01', '2026-05-01'] as const
const now = new Date('2026-11-20T12:00:00Z')
const krwMicros = 1_400_000_000

let db: Database
let site: Site
let folder: Awaited<ReturnType<typeof createReportFolder>>
const ids: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0

beforeAll(async () => {
  db = await createTestDatabase()
  folder = await createReportFolder()
  site = await createSite(db, 'studio.example')
  ids.boss = await createAccount(db, site, 'boss@studio.example')
  ids.ann = await createAccount(db, site, 'ann@studio.example', ids.boss)
  const registration = await createChannel(db, ids.boss, channelIdFor('one'))
  await insertAssignment(db, registration, ids.ann)
  await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 200)`,
    [ids.ann],
  )
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})
beforeEach(() =>
  execAsOwner(
    db,
    `truncate ledger_entries, statements, month_parts, months, month_loads, month_sums, month_lines, month_taxes, month_payments cascade`,
  ),
)

type Row = readonly [month: string, channel: string, amount: string, rate?: string, currency?: string]
const header = [
  'AdSense Earnings Month',
  'Channel ID',
  'Local Currency',
  'Corrected Tax Withholding Rate',
  'Tax Refund Amount',
]
const formatRefunds = (rows: readonly Row[], isReport = false) =>
  formatMonthFile(
    isReport ? header.map((name) => name.toLowerCase().replaceAll(' ', '_')) : header,
    rows.map(([month, channel, amount, rate = '15%', currency = 'USD']) => [
      month,
      channel === '' ? '' : isReport ? channelIdFor(channel) : shortChannelId(channel),
      currency,
      rate,
      amount,
    ]),
  )

const studioName = (month: string) => `YouTube_Studio_M_${month}_affiliate_tax_refund_summary_v1_0.csv`
const reportName = (month: string) => `Owner_content_owner_affiliate_tax_refund_summary_a1_${month}.csv`

async function importText(files: Readonly<Record<string, string>>, more: object = {}) {
  const sub = await folder.createSubfolder()
  const paths: string[] = []
  for (const [name, content] of Object.entries(files))
    paths.push(await folder.write(`${sub.slice(folder.path.length + 1)}/${name}`, content))
  return importMonthFiles(db, paths, { owner: 'main', now, ...more })
}
const importRefunds = async (name: string, rows: readonly Row[], more: object = {}) =>
  (await importText({ [name]: formatRefunds(rows, name.startsWith('Owner')) }, more))[0]

const taxHeader = [
  'AdSense Earnings Month',
  'Channel ID',
  'Revenue Source',
  'Local Currency',
  'US Sourced Revenue',
  'Tax Withholding Rate',
  'Tax Withheld Amount',
]
const formatTax = (month: string, us: string, rate: string, amount: string, currency = 'USD') =>
  formatMonthFile(taxHeader, [[month, shortChannelId('one'), 'Ads', currency, us, rate, amount]])
const taxName = (month: string) => `YouTube_Studio_M_${month}_affiliate_payment_summary_v1-0.csv`

const readRefunds = async (month: string) => {
  const { channels, tax_refunded: total } = await selectMonthTotals(db, { month })
  return { one: channels[channelIdFor('one')]?.tax_refunded, nobody: channels['(none)']?.tax_refunded, total }
}

describe('a file of refunds', () => {
  test('counts for the month of each of its lines, whatever month it came in', async () => {
    const rows: Row[] = [
      ['202603', 'one', '1.20'],
      ['Apr 2026', 'one', '0.30', ''],
      ['2026/5', 'one', '0.25', '0.15'],
      // As much as all lines above, but of a channel that is gone.
      ['2026-05-01', '', '1.75', '15', ''],
    ]
    expect(await importRefunds(studioName('202605'), rows)).toMatchObject({
      result: 'loaded',
      source: 'tax_refund',
      month: may,
      rows: 4,
      warnings: [],
    })
    expect(await readRefunds(march)).toEqual({ one: 1_200_000, total: 1_200_000 })
    expect(await readRefunds(april)).toEqual({ one: 300_000, total: 300_000 })
    expect(await readRefunds(may)).toEqual({ one: 250_000, nobody: 1_750_000, total: 2_000_000 })
  })

  test('is one source in both spellings, and is replaced as a whole', async () => {
    await importRefunds(studioName('202605'), [
      ['202603', 'one', '1.20'],
      ['202605', 'one', '2'],
    ])
    const rows: Row[] = [['202605', 'one', '0.5']]
    expect(await importRefunds(reportName('2026-05'), rows)).toMatchObject({
      result: 'loaded',
      replaced: studioName('202605'),
    })
    expect(await importRefunds(reportName('2026-05'), rows)).toMatchObject({ result: 'unchanged' })
    expect((await readRefunds(march)).total).toBeUndefined()
    expect((await readRefunds(may)).total).toBe(500_000)
  })

  test('of a later month adds to what came before for the same month', async () => {
    await importRefunds(studioName('202604'), [['202603', 'one', '1.20']])
    await importRefunds(studioName('202605'), [['202603', 'one', '0.80']])
    expect((await readRefunds(march)).total).toBe(2_000_000)
  })

  test('does not count twice under the name of another month', async () => {
    const rows: Row[] = [
      ['202603', 'one', '1.20'],
      ['202604', 'one', '0.5'],
    ]
    await importRefunds(studioName('202604'), rows)
    expect(await importRefunds(reportName('2026-05'), rows.toReversed())).toMatchObject({
      result: 'refused',
      reason: expect.stringContaining(`already has the same lines (${studioName('202604')})`),
    })
    expect(
      await importText({
        [studioName('202605')]: formatRefunds([['202605', 'one', '9']]),
        [reportName('2026-06')]: formatRefunds([['202605', 'one', '9']], true),
      }),
    ).toMatchObject([{ result: 'refused' }, { result: 'refused' }])
    expect((await readRefunds(march)).total).toBe(1_200_000)
  })

  test('with another name is of the month that is given, or of its lines', async () => {
    const rows: Row[] = [['202603', 'one', '1']]
    expect(await importRefunds('refunds.csv', rows)).toMatchObject({ result: 'loaded', month: march })
    expect(await importRefunds('refunds.csv', [['202603', 'one', '2']], { month: may })).toMatchObject({
      result: 'loaded',
      month: may,
    })
    expect(
      await importRefunds('refunds.csv', [
        ['202603', 'one', '3'],
        ['202604', 'one', '3'],
      ]),
    ).toMatchObject({ result: 'refused', reason: expect.stringContaining('add --month') })
  })

  test.each<[string, Row[], RegExp, number]>([
    ['a negative amount', [['202605', 'one', '-1']], /Tax Refund Amount is "-1": whether a negative one/, 2],
    ['no amount', [['202605', 'one', '']], /Tax Refund Amount is "", not an amount/, 2],
    [
      'a later month',
      [['202606', 'one', '1']],
      /AdSense Earnings Month is "202606", which is after 2026-05/,
      2,
    ],
    ['no month', [['', 'one', '1']], /AdSense Earnings Month is "", no month/, 2],
    ['no rate', [['202605', 'one', '1', 'high']], /Corrected Tax Withholding Rate is "high"/, 2],
    ['a rate over 100 %', [['202605', 'one', '1', '240']], /not a percentage/, 2],
    [
      'a total',
      [
        ['202605', 'one', '1'],
        ['202604', 'two', '2'],
        ['', '', '3'],
      ],
      /remove this total/,
      4,
    ],
  ])('with %s is refused', async (_what, rows, reason, line) => {
    expect(await importRefunds(studioName('202605'), rows)).toMatchObject({
      result: 'refused',
      reason: expect.stringMatching(reason),
      line,
    })
  })

  test('in won is converted as the payment summary of its month says', async () => {
    const rows: Row[] = [['202603', 'one', '840', '15%', 'KRW']]
    expect(await importRefunds(studioName('202605'), rows)).toMatchObject({
      result: 'refused',
      reason: expect.stringMatching(/its amounts are in KRW: import it with the payment summary/),
    })
    const payments = formatMonthFile(
      ['revenue_type', 'currency_code', 'partner_revenue_usd', 'partner_revenue_local'],
      [['Ads Revenue', 'KRW', '2', '2800']],
    )
    expect(
      await importText({
        [studioName('202605')]: formatRefunds(rows),
        'Owner_content_owner_payments_summary_a1_2026-05.csv': payments,
      }),
    ).toMatchObject([
      { result: 'loaded', source: 'tax_refund', warnings: [expect.stringContaining('1400 KRW a dollar')] },
      { result: 'loaded', source: 'payment_summary' },
    ])
    expect((await readRefunds(march)).total).toBe(600_000)
    expect(
      await importRefunds(studioName('202604'), [
        ['202603', 'one', '1'],
        ['202603', 'one', '840', '15%', 'KRW'],
      ]),
    ).toMatchObject({ reason: expect.stringContaining('several currencies: KRW, USD') })
  })
})

describe('more than was withheld', () => {
  const warning =
    'more tax of 2026-03 is given back than was withheld, of 1 channel: compare the files of both'

  test('counts, with a warning, whichever file comes last', async () => {
    await importText({ [taxName('202603')]: formatTax('202603', '10', '30%', '3.00') })
    expect(await importRefunds(studioName('202604'), [['202603', 'one', '1.50']])).toMatchObject({
      warnings: [],
    })
    expect(await importRefunds(studioName('202605'), [['202603', 'one', '1.51']])).toMatchObject({
      result: 'loaded',
      warnings: [],
    })
    expect(await importRefunds(studioName('202606'), [['202603', 'one', '0.01']])).toMatchObject({
      result: 'loaded',
      warnings: [warning],
    })
    expect(await importText({ [taxName('202603')]: formatTax('202603', '10', '20%', '2.00') })).toMatchObject(
      [{ result: 'loaded', warnings: [warning] }],
    )
    expect((await readRefunds(march)).total).toBe(3_020_000)
  })

  test('is not known without the tax file of the month', async () => {
    expect(await importRefunds(studioName('202605'), [['202603', 'one', '100']])).toMatchObject({
      warnings: [],
    })
  })
})

const close = (month: string) => closePreviewed(db, { month, krwMicros, now, explanation: 'It is right.' })
const monthOfAds = (month: string, amount: string) =>
  importText({ [monthFileName('video_summary', month)]: formatAds([['one', amount]]) })
const manager = () => ({ id: id('boss'), networkId: id('boss'), isNetwork: true, personId: null })
const readDetail = async (name: string, month: string) => {
  const own = (await selectStatements(db, { accountId: id(name) })).find((one) => one.month === month)
  return readStatementDetail(db, manager(), own?.id ?? 0)
}

describe('the ledger', () => {
  test('has a refund of the month beside its tax, shared as the tax is', async () => {
    await monthOfAds('202603', '10')
    await importText({ [taxName('202603')]: formatTax('202603', '10', '30%', '3.00') })
    await importRefunds(studioName('202603'), [['202603', 'one', '1.50']])
    const { agrees, total, unknownLines } = await compareWithPayment(db, { month: march, owner: 'main' })
    expect({ agrees, total, unknownLines }).toEqual({ agrees: false, total: null, unknownLines: [] })
    const { obstacles } = await db.readSnapshot((view) => draftMonth(view, { month: march, krwMicros, now }))
    expect(obstacles.map(({ code }) => code)).toEqual(['no-summary'])
    await close(march)
    const detail = await readDetail('ann', march)
    // 10 dollars less 3 of tax, of which 1.50 come back, and a fifth of it all.
    expect(detail).toMatchObject({ income: 14_000_000, tax: -2_100_000, fee: -2_380_000, net: 9_520_000 })
    expect(detail.taxLines).toMatchObject({
      amount: -2_100_000,
      lines: [
        { source: 'tax', amount: -4_200_000 },
        { source: 'tax_refund', amount: 2_100_000 },
      ],
    })
    expect(await readDetail('boss', march)).toMatchObject({ fee: 2_380_000, net: 2_380_000 })
    const journal = await selectJournal(db, { from: '2026-01-01', to: '2099-01-01' })
    expect(
      journal
        .filter(({ kind }) => kind === 'tax')
        .map(({ debit, credit, amount }) => [debit, credit, amount]),
    ).toEqual([
      ['payable', 'youtube', 4_200_000],
      ['youtube', 'payable', 2_100_000],
    ])
  })

  test('books a refund of a closed month with the next one, as a correction', async () => {
    await monthOfAds('202603', '10')
    await close(march)
    await monthOfAds('202604', '10')
    await importRefunds(studioName('202604'), [
      ['202603', 'one', '1'],
      ['202604', 'one', '2'],
      // Nobody had the month before the first.
      ['202601', '', '0.5'],
    ])
    await close(april)
    const detail = await readDetail('ann', april)
    expect(detail.taxLines.lines).toMatchObject([{ source: 'tax_refund', amount: 2_800_000 }])
    expect(detail.correctionLines.lines).toMatchObject([
      { kind: 'tax', source: 'tax_refund', earnedMonth: '2026-03', amount: 1_400_000, corrects: null },
      { kind: 'fee', earnedMonth: '2026-03', amount: -280_000 },
    ])
    const [sum] = await queryRaw<{ micros: number }>(
      db,
      'select sum(micros)::bigint as micros from ledger_entries',
    )
    expect(sum?.micros).toBe(23_500_000)
  })

  test('takes a refund back that a later edition of its file no longer has', async () => {
    await monthOfAds('202603', '10')
    await close(march)
    await monthOfAds('202604', '10')
    await importRefunds(studioName('202604'), [['202603', 'one', '1']])
    await close(april)
    await monthOfAds('202605', '10')
    await importRefunds(studioName('202604'), [['202603', 'one', '0.25']])
    await close(may)
    const { correctionLines } = await readDetail('ann', may)
    expect(correctionLines.lines).toMatchObject([
      { kind: 'tax', source: 'tax_refund', earnedMonth: '2026-03', amount: -1_050_000 },
      { kind: 'fee', earnedMonth: '2026-03', amount: 210_000 },
    ])
  })
})
