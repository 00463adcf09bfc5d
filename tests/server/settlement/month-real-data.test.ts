import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { readLineBlocks } from '#server/platform/files/file-content.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { runOperator } from '#tests/support/operator.ts'
import { buildZip } from '#tests/support/zip.ts'

const shared = fileURLToPath(new URL('../../../../shared/realdata', import.meta.url))
const folder = join(shared, 'month_kr')
const hasRealData = existsSync(folder)
if (!hasRealData)
  console.warn(`SKIPPED: there are no final files at ${folder}; their totals are not compared.`)

const month = ['--month', '2020-08']

// Skipped without the folder of real files, which is not part of the project.
describe.skipIf(!hasRealData)('a real month', () => {
  let db: Database
  let expected: unknown
  let copy: string
  /** Uncompressed content, by name. */
  const contents = new Map<string, string>()

  beforeAll(async () => {
    expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
    copy = await mkdtemp(join(tmpdir(), 'hookline-month-'))
    for (const name of await readdir(folder)) {
      if (!/\.csv(\.zip)?$/.test(name)) continue
      const blocks: Buffer[] = []
      for await (const block of readLineBlocks({ path: join(folder, name) })) blocks.push(Buffer.from(block))
      contents.set(name.replace(/\.zip$/, ''), Buffer.concat(blocks).toString('utf8'))
    }
    expect(contents.size).toBe(10)
    db = await createTestDatabase()
    await importFiles(db, [join(shared, 'kr')])
    const metadata = join(shared, 'kr/content_owner_video_metadata_a4_20200819.csv')
    const words = ['--site', 'kr.test', '--manager', 'boss@kr.test', '--from', '2020-08-01']
    expect((await runOperator(db, 'network', 'adopt', metadata, ...words)).status).toBe(0)
  })
  afterEach(async () => {
    await runOperator(db, 'month', 'withdraw', ...month)
  })
  afterAll(async () => {
    await rm(copy, { recursive: true, force: true })
    await db.close()
  })

  const runMonth = (...args: string[]) => runOperator(db, 'month', ...args)
  const readTotals = async () => JSON.parse((await runMonth('totals', ...month, '--json')).text)

  async function expectTotals(): Promise<void> {
    expect(await readTotals()).toEqual(expected)
  }

  /** Writes files to a new folder. */
  async function writeSet(files: Iterable<readonly [string, string | Buffer]>): Promise<string> {
    const set = await mkdtemp(join(copy, 'set-'))
    for (const [name, content] of files) await writeFile(join(set, name), content)
    return set
  }

  async function expectImported(paths: readonly string[], last: RegExp): Promise<string> {
    const { status, text, lines } = await runMonth('import', ...paths)
    expect(text).not.toContain('refused')
    expect(status).toBe(0)
    expect(lines.at(-1)).toMatch(last)
    return text
  }

  test('has exactly the totals that were computed apart, also when it is imported twice', async () => {
    await expectImported([folder], /^10 files: 10 loaded; /)
    await expectTotals()
    await expectImported([folder, await writeSet(contents)], /^20 files: 20 unchanged; 0 rows/)
    await expectTotals()
  })

  test('agrees with its payment summary to the cent, and lists what has no channel', async () => {
    await expectImported([folder], /10 loaded/)
    const { status, text, lines } = await runMonth('reconcile', ...month)
    expect(text).not.toContain('DIFFERS')
    expect(lines.filter((line) => line.includes('agrees')).map((line) => line.replace(/ {2}.*/, ''))).toEqual(
      [
        'ads',
        'ads adjustments',
        'Shorts ads',
        'Shorts subscription',
        'premium',
        'paid features',
        'channel adjustments',
        'total',
      ],
    )
    expect(text).toContain('All sources agree with the payment summary.')
    expect(text).toContain('covers 7 of 31 days')
    expect(text).toMatch(/Money without a known channel:[\s\S]+ads +58\.46[\s\S]+premium, not music +63\.35/)
    expect(status).toBe(0)
    const json = JSON.parse((await runMonth('reconcile', ...month, '--json')).text)
    const days = JSON.parse(readFileSync(join(shared, 'kr/expected.json'), 'utf8')).channels
    const estimates = Object.fromEntries(
      json.estimates.channels
        .filter((row: { estimatedDays: number }) => row.estimatedDays > 0)
        .map((row: { channelId: string; estimateMicros: number }) => [row.channelId, row.estimateMicros]),
    )
    const withRevenue = Object.entries<{ revenue_micros: number }>(days).map(([id, of]) => [
      id,
      of.revenue_micros,
    ])
    expect(estimates).toEqual(Object.fromEntries(withRevenue))
  })

  test('is the same with its lines in another order', async () => {
    const shuffled = [...contents].map(([name, text]) => [name, reverseLines(text)] as const)
    expect(shuffled).not.toEqual([...contents])
    await expectImported([await writeSet(shuffled)], /10 loaded/)
    await expectTotals()
    // The same figures come from other content, so each file is replaced.
    const text = await expectImported([folder], /10 loaded/)
    expect(text.match(/, replacing /g)).toHaveLength(10)
    await expectTotals()
  })

  test('is the same with other names, if one file says the month', async () => {
    const renamed = [...contents.values()].map((text, at) => [`${at}.csv`, text] as const)
    const text = await expectImported([await writeSet(renamed)], /10 loaded/)
    expect(text).toContain('it does not state its month; 2020-08 was assumed')
    await expectTotals()
  })

  test('is the same as one archive, as archives, and compressed', async () => {
    const archive = await writeSet([['august.zip', buildZip(Object.fromEntries(contents))]])
    await expectImported([archive], /10 loaded/)
    await expectTotals()
    await runMonth('withdraw', ...month)
    const compressed = await writeSet(
      [...contents].map(([name, text], at) =>
        at % 2 === 0
          ? ([`${name}.gz`, gzipSync(text)] as const)
          : ([`${name}.zip`, buildZip({ [name]: text })] as const),
      ),
    )
    await expectImported([compressed], /10 loaded/)
    await expectTotals()
    await expectImported([archive], /10 unchanged/)
  })

  test('is the same as reports of the Reporting API, and from either for each source', async () => {
    const reports = [...contents].map(([name, text]) => toReport(name, text))
    await expectImported([await writeSet(reports)], /10 loaded/)
    await expectTotals()
    const mixed = [...contents].map((file, at) => (at % 2 === 0 ? file : (reports[at] ?? file)))
    // What comes from Studio replaces the report of its source; the rest is there already.
    await expectImported([await writeSet(mixed)], /10 files: 5 loaded, 5 unchanged/)
    await expectTotals()
  })

  test('has its figures again after another file of a source counted', async () => {
    await expectImported([folder], /10 loaded/)
    const [name = '', text = ''] = [...contents].find(([name]) => name.includes('_ADJ_')) ?? []
    const shorter = await writeSet([[name, text.split('\n').slice(0, 5).join('\n').concat('\n')]])
    await expectImported([shorter], /1 loaded; 2 rows/)
    expect((await readTotals()).sources.ads_adjustments).not.toBe(56_916_038)
    const refused = await runMonth('import', folder)
    expect(refused.text).toMatch(/refused {4}.*_ADJ_.*replaced by .*--replace/)
    await expectImported([folder, '--replace'], /10 files: 1 loaded, 9 unchanged/)
    await expectTotals()
  })

  test('counts for one owner only, beside another', async () => {
    await expectImported([folder], /10 loaded/)
    const { text } = await runMonth('import', folder, '--owner', 'us')
    expect(text.match(/refused .*would count it twice/g)).toHaveLength(10)
    const [name = '', ads = ''] =
      [...contents].find(([name]) => name.endsWith('20200801_video_summary_v1-1.csv')) ?? []
    const same = await writeSet([[name, reverseLines(ads)]])
    expect((await runMonth('import', same, '--owner', 'us')).text).toMatch(
      /refused .*already has the same lines/,
    )
    const worthless = (ads.trimEnd().split('\n').at(-1) ?? '').replace(/[^,]*$/, '0')
    const other = await writeSet([[name, `${reverseLines(ads)}${worthless}\n`]])
    await expectImported([other, '--owner', 'us'], /1 loaded/)
    expect(JSON.parse((await runMonth('totals', ...month, '--owner', 'main', '--json')).text)).toEqual(
      expected,
    )
    // The exact amount is 8933.2663754342: it is rounded once, not per owner.
    expect((await readTotals()).sources.ads).toBe(8_933_266_375)
    await expect(runMonth('reconcile', ...month)).rejects.toThrow('There are files of main, us')
    await runMonth('withdraw', ...month, '--owner', 'us')
    await expectTotals()
  })
})

const layouts = join(shared, 'layouts')
const hasLayouts = existsSync(layouts)
if (!hasLayouts) console.warn(`SKIPPED: there are no files at ${layouts}; their layouts are not read.`)

describe.skipIf(!hasLayouts)('a file in a layout of Studio', () => {
  let db: Database

  beforeAll(async () => {
    db = await createTestDatabase()
  })
  afterAll(() => db.close())

  const channelId = 'UCwildAAAAAAAAAAAAAAAAA1'

  test.each([
    [
      'paid/YouTube_WildP_Ecommerce_paid_features_M_20250901_20250930_v1-1.csv',
      ['2025-09', 3, 'paid_features', 1_250_000],
    ],
    [
      'studio/YouTube_WildC_Ecommerce_paid_features_M_20230401_20230430_v1-0.csv',
      ['2023-04', 1, 'paid_features', 3_500_000],
    ],
    [
      'studio/YouTube_WildA_M_20230301_20230331_monthly_shorts_non_music_subscription_video_summary_v1-0.csv',
      ['2023-03', 1, 'shorts_subscription', 400_000],
    ],
    [
      'studio/YouTube_WildB_M_20231001_20231031_monthly_shorts_non_music.csv',
      ['2023-10', 1, 'shorts_subscription', 400_000],
    ],
  ] as const)('%s is read', async (path, [month, rows, source, micros]) => {
    const { text, status } = await runOperator(db, 'month', 'import', join(layouts, path))
    expect(text).toMatch(new RegExp(`1 loaded; ${rows} rows?`))
    expect(status).toBe(0)
    const totals = JSON.parse((await runOperator(db, 'month', 'totals', '--month', month, '--json')).text)
    expect(totals.sources).toEqual({ [source]: micros })
    expect(totals.channels).toEqual({ [channelId]: { [source]: micros } })
    await runOperator(db, 'month', 'withdraw', '--month', month)
  })
})

const reportTypes = [
  [/ADJ_video_summary/, 'content_owner_ad_adjustment_revenue_summary_a1'],
  [/shorts_ads/, 'content_owner_shorts_ad_revenue_summary_a2'],
  [/subscription/, 'content_owner_shorts_red_revenue_video_summary_a1'],
  [/video_summary/, 'content_owner_ad_revenue_summary_a1'],
  [/red_music/, 'content_owner_music_red_revenue_raw_a1'],
  [/red_rawdata/, 'content_owner_non_music_red_revenue_raw_a1'],
  [/paid_features/, 'content_owner_transactions_paid_features_revenue_a1'],
  [/channel_adjustments/, 'content_owner_channel_adjustments_summary_a1'],
  [/affiliate/, 'content_owner_tax_withholding_a1'],
  [/payment_summary/, 'content_owner_payments_summary_a1'],
] as const

/** Names that are more than another spelling. */
const otherNames: Readonly<Record<string, string>> = {
  total_revenue: 'total_revenue_by_source',
  deduction_amount: 'adjustment_amount',
}

/** The same content as the Reporting API names it: file and columns, and no lines above them. */
function toReport(name: string, text: string): readonly [string, string] {
  const [, type] = reportTypes.find(([pattern]) => pattern.test(name)) ?? []
  if (!type) throw new Error(`There is no report like ${name}.`)
  const lines = text.split('\n')
  const at = lines.findIndex((line) => /Channel ID|Revenue Type/.test(line))
  const header = (lines[at] ?? '')
    .trimEnd()
    .split(',')
    .map((cell) =>
      cell
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_')
        .replace(/^_|_$/g, ''),
    )
    .map((cell) => otherNames[cell] ?? cell)
  return [`KR_${type}_2020-08.csv`, [header.join(','), ...lines.slice(at + 1)].join('\n')]
}

/** Reverses the lines below the header. This month's titles contain no line breaks. */
function reverseLines(text: string): string {
  const lines = text.trimEnd().split('\n')
  const header = lines.findIndex((line) => /Channel ID|Revenue Type/.test(line))
  return [...lines.slice(0, header + 1), ...lines.slice(header + 1).reverse(), ''].join('\n')
}
