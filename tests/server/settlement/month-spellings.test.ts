// @module-tag extended
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { type LegacyEncoding, legacyEncodings } from '#server/platform/files/encoding/detection.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import { selectMonthTotals } from '#server/settlement/files/totals.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { encodeText } from '#tests/support/encodings.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { formatMonthFile, monthFileName } from '#tests/support/month-files.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { buildZip } from '#tests/support/zip.ts'

// A month is the same money however its files are written: in Studio's columns or the Reporting API's, of whatever version, in
// any order, encoded and packed in any way.

const month = '2026-03-01'
const channels = ['one', 'two', 'three', ''] as const

interface Line {
  channel: (typeof channels)[number]
  video: number
  day: number
  country: string
  /** In tenths of a billionth of a dollar. */
  units: bigint
  views: number
  adjustment: string
}

const anyLine: fc.Arbitrary<Line> = fc.record({
  channel: fc.constantFrom(...channels),
  video: fc.nat(5),
  day: fc.integer({ min: 1, max: 31 }),
  country: fc.constantFrom('KR', 'US', ''),
  units: fc.bigInt({ min: -50_000_000_000n, max: 900_000_000_000n }),
  views: fc.nat(100_000),
  adjustment: fc.constantFrom('Backpay', 'Spam Adjustment', 'Dispute Resolution', 'Revenue Correction'),
})

/** Nothing is taken back. */
const anyRefund = anyLine.map((line) => ({ ...line, units: line.units < 0n ? -line.units : line.units }))

const decimals = 10_000_000_000n
const toDecimal = (units: bigint): string => {
  const digits = String(units < 0n ? -units : units).padStart(11, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -10)}.${digits.slice(-10)}`
}

interface Style {
  hasPrefix: boolean
  dayOf(day: string): string
  title: string
}
const asDay = (day: number) => `202603${String(day).padStart(2, '0')}`

/** What the cells of a column are. */
const cells = {
  channel: ({ channel }: Line, { hasPrefix }: Style) =>
    channel === '' ? '' : channelIdFor(channel).slice(hasPrefix ? 0 : 2),
  video: ({ video }: Line) => videoIdFor(String(video)),
  none: () => 'None',
  adjustment: ({ adjustment }: Line) => adjustment,
  day: ({ day }: Line, { dayOf }: Style) => dayOf(asDay(day)),
  country: ({ country }: Line) => country,
  views: ({ views }: Line) => String(views),
  amount: ({ units }: Line) => toDecimal(units),
  text: (_line: Line, { title }: Style) => `a "${title}", 2`,
  word: () => 'Audio',
  month: () => '202603',
  currency: () => 'USD',
  rate: () => '15%',
} as const
type Cell = keyof typeof cells

interface Spelling {
  /** Studio's file has its name; a report has its type. */
  name: string
  columns: Readonly<Record<string, Cell>>
  above?: string
  /** Its columns say what it is, so that it may have any name. */
  isKnownByColumns?: boolean
}

const summary: Spelling['columns'] = {
  'Adjustment Type': 'none',
  'Video ID': 'video',
  'Video Title': 'text',
  'Channel ID': 'channel',
  'Owned Views': 'views',
  'Partner Revenue': 'amount',
}
const premium: Spelling['columns'] = {
  'Adjustment Type': 'none',
  Day: 'day',
  Country: 'country',
  'Video ID': 'video',
  'Video Title': 'text',
  'Channel ID': 'channel',
  'Claim Type': 'word',
  'Owned Views': 'views',
  'Partner Revenue': 'amount',
}
const { 'Channel ID': _, 'Claim Type': __, ...labelColumns } = premium
const label = {
  ...labelColumns,
  'Video Channel ID': 'channel',
  'Asset ID': 'word',
  'Asset Title': 'text',
} as const
const shorts = (views: string): Spelling['columns'] => ({
  'Video ID': 'video',
  'Video Title': 'text',
  'Channel ID': 'channel',
  [views]: 'views',
  'Net Partner Revenue (Post revshare)': 'amount',
})
const subscription: Spelling['columns'] = {
  Day: 'day',
  Country: 'country',
  'Video ID': 'video',
  'Video Title': 'text',
  'Channel ID': 'channel',
  'Owned Subscription Views': 'views',
  'Partner Revenue': 'amount',
}
const purchases: Spelling['columns'] = {
  Date: 'day',
  'Purchase Type': 'word',
  Country: 'country',
  'Channel Name': 'text',
  'Channel ID': 'channel',
  'Earnings (USD)': 'amount',
}

const refunds: Spelling['columns'] = {
  'AdSense Earnings Month': 'month',
  'Channel ID': 'channel',
  'Local Currency': 'currency',
  'Corrected Tax Withholding Rate': 'rate',
  'Tax Refund Amount': 'amount',
}

const spellings: Readonly<Record<string, readonly Spelling[]>> = {
  ads: [
    { name: monthFileName('video_summary'), columns: summary },
    { name: 'content_owner_ad_revenue_summary_a1', columns: summary },
  ],
  ads_adjustments: [
    {
      name: monthFileName('ADJ_video_summary'),
      columns: { ...summary, 'Adjustment Type': 'adjustment' },
      above: 'Ads Adjustment Video Summary',
    },
  ],
  premium: [
    { name: monthFileName('red_rawdata_video'), columns: premium, above: '"Video Report,20260301,20260331"' },
    { name: 'content_owner_non_music_red_revenue_raw_a1', columns: premium },
  ],
  premium_music: [
    { name: monthFileName('red_music_rawdata_video'), columns: premium },
    { name: 'content_owner_music_red_revenue_raw_a1', columns: premium },
    { name: monthFileName('red_label_rawdata_video'), columns: label },
    { name: 'music_content_owner_red_revenue_raw_a1', columns: label },
  ],
  shorts_ads: [
    {
      name: monthFileName('shorts_ads_video_summary'),
      columns: shorts('Engaged Views'),
      isKnownByColumns: true,
    },
    { name: 'content_owner_shorts_ad_revenue_summary_a1', columns: shorts('Total Views') },
    { name: 'content_owner_shorts_ad_revenue_summary_a2', columns: shorts('Engaged Views') },
  ],
  shorts_subscription: [
    {
      name: monthFileName('monthly_shorts_non_music_subscription_video_summary'),
      columns: subscription,
      isKnownByColumns: true,
    },
    { name: 'content_owner_shorts_red_revenue_video_summary_a1', columns: subscription },
  ],
  paid_features: [
    { name: monthFileName('Ecommerce_paid_features'), columns: purchases, isKnownByColumns: true },
    { name: 'content_owner_transactions_paid_features_revenue_a1', columns: purchases },
  ],
  tax_refund: [
    { name: monthFileName('affiliate_tax_refund_summary'), columns: refunds, isKnownByColumns: true },
    { name: 'content_owner_affiliate_tax_refund_summary_a1', columns: refunds },
  ],
}
const sources = Object.keys(spellings)

const encodings = ['utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be', ...legacyEncodings] as const
type Encoding = (typeof encodings)[number]

/** Titles by whose letters a file shows which encoding it is in. */
const titles: Readonly<Record<LegacyEncoding, readonly string[]>> = {
  cp949: [
    '밤하늘에 쏟아지는 별빛',
    '오늘도 한 그릇 뚝딱, 모퉁이 부엌',
    '똠양꿍 만드는 법과 어느 여름날의 이야기',
  ],
  shift_jis: ['夜空に降りそそぐ星のひかり', 'きょうのお昼ごはんと町の商店街', 'ソーダ水の表面をのぞいてみた'],
  gb18030: ['夜空中最亮的星，请照亮我前行的声音', '今天上午我们一起去买菜做饭，生活真美好'],
}
const otherTitles = ['Café au lait 🌙', '별 星 ほし', 'plain']

/** Letters of the encoding, whatever they mean: of some, nothing tells which encoding they are in. */
const anyLetters = (encoding: LegacyEncoding, [from, to]: readonly [number, number]): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 0xa1, max: 0xfc })), {
      minLength: 1,
      maxLength: 12,
    })
    .map((pairs) =>
      new TextDecoder(encoding === 'cp949' ? 'euc-kr' : encoding)
        .decode(Uint8Array.from(pairs.flat()))
        .replace(/[\p{Co}\uFFFD]/gu, ''),
    )

interface Script {
  encoding: Encoding
  title: string
  /** Nothing but the encoding is possible. */
  isClear: boolean
}

const anyScript: fc.Arbitrary<Script> = fc.oneof(
  fc.record({
    encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be'),
    title: fc.constantFrom(...Object.values(titles).flat(), ...otherTitles),
    isClear: fc.constant(true),
  }),
  ...legacyEncodings.map((encoding) =>
    fc.record({
      encoding: fc.constant(encoding),
      title: fc.constantFrom(...titles[encoding]),
      isClear: fc.constant(true),
    }),
  ),
  ...(
    [
      ['cp949', [0xb0, 0xc8]],
      ['shift_jis', [0x88, 0x97]],
      ['gb18030', [0xb0, 0xf7]],
    ] as const
  ).map(([encoding, leads]) =>
    fc.record({
      encoding: fc.constant(encoding),
      title: anyLetters(encoding, leads),
      isClear: fc.constant(false),
    }),
  ),
)

function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text)
  const marked = `\uFEFF${text}`
  if (encoding === 'utf-8 with mark') return Buffer.from(marked)
  if (encoding === 'utf-16le') return Buffer.from(marked, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(marked, 'utf16le').swap16()
  return encodeText(text, encoding)
}

interface Written {
  lines: Line[]
  spelling: number
  isRenamed: boolean
  isReversed: boolean
  script: Script
  lineEnd: '\n' | '\r\n'
  dayStyle: number
  packing: 'plain' | 'gzip' | 'first archive' | 'second archive'
}
const anyFile = (source: string): fc.Arbitrary<Written> =>
  fc.record({
    lines: fc.array(source === 'tax_refund' ? anyRefund : anyLine, {
      minLength: source === 'ads_adjustments' ? 1 : 0,
      maxLength: 6,
    }),
    spelling: fc.nat((spellings[source]?.length ?? 1) - 1),
    isRenamed: fc.boolean(),
    isReversed: fc.boolean(),
    script: anyScript,
    lineEnd: fc.constantFrom('\n', '\r\n'),
    dayStyle: fc.nat(2),
    packing: fc.constantFrom('plain', 'gzip', 'first archive', 'second archive'),
  })

const toSnakeCase = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/_$/, '')
const dayStyles = [
  (day: string) => day,
  (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`,
  (day: string) => `${day.slice(6)}/${day.slice(4, 6)}/${day.slice(0, 4)}`,
]

function writeFile(source: string, at: number, file: Written): { name: string; content: Uint8Array } {
  const spelling = spellings[source]?.[file.spelling]
  if (!spelling) throw new Error(`There is no such spelling of ${source}.`)
  const isReport = spelling.name.includes('content_owner')
  const columns = Object.entries(spelling.columns)
  if (file.isReversed) columns.reverse()
  // Only purchases have days as people write them.
  const dayOf = dayStyles[source === 'paid_features' ? file.dayStyle : file.dayStyle % 2]
  const style = { hasPrefix: isReport, dayOf: dayOf ?? String, title: file.script.title }
  const text = formatMonthFile(
    columns.map(([name]) => (isReport ? toSnakeCase(name) : name)),
    file.lines.map((line) => columns.map(([, cell]) => cells[cell](line, style))),
    spelling.above && !isReport ? [spelling.above] : [],
  )
  const isRenamed = file.isRenamed && spelling.isKnownByColumns && file.lines.length > 0
  const name = isReport ? `Owner_${spelling.name}_2026-03.csv` : spelling.name
  return {
    name: isRenamed ? `download (${at}).csv` : name,
    content: encode(text.replaceAll('\n', file.lineEnd), file.script.encoding),
  }
}

/** Rounds once, half away from zero, as the product does. */
const toMicros = (units: bigint): number => {
  const half = decimals / 2_000_000n
  const scale = decimals / 1_000_000n
  return Number(units < 0n ? -((-units + half) / scale) : (units + half) / scale)
}

function sumLines(files: Readonly<Record<string, Written>>) {
  const byChannel: Record<string, Record<string, number>> = {}
  const bySource: Record<string, number> = {}
  for (const [source, { lines }] of Object.entries(files)) {
    const name = source === 'tax_refund' ? 'tax_refunded' : source
    bySource[name] = toMicros(lines.reduce((sum, { units }) => sum + units, 0n))
    for (const [channel, own] of Map.groupBy(lines, (line) => line.channel)) {
      const micros = toMicros(own.reduce((sum, { units }) => sum + units, 0n))
      const key = channel === '' ? '(none)' : channelIdFor(channel)
      byChannel[key] ??= {}
      if (micros !== 0) byChannel[key][name] = micros
    }
  }
  return { channels: byChannel, sources: bySource }
}

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

const write = (sub: string, name: string, content: string | Uint8Array) =>
  folder.write(join(relative(folder.path, sub), name), content)

async function pack(files: Readonly<Record<string, Written>>, isReversed: boolean): Promise<string[]> {
  const sub = await folder.createSubfolder()
  const archives: Record<string, Record<string, Uint8Array>> = {}
  const paths: string[] = []
  for (const [at, [source, file]] of Object.entries(files).entries()) {
    const { name, content } = writeFile(source, at, file)
    if (file.packing === 'plain') paths.push(await write(sub, name, content))
    else if (file.packing === 'gzip') paths.push(await write(sub, `${name}.gz`, gzipSync(content)))
    else {
      archives[file.packing] ??= {}
      Object.assign(archives[file.packing] ?? {}, { [name]: content })
    }
  }
  for (const [name, entries] of Object.entries(archives))
    paths.push(await write(sub, `${name}.zip`, buildZip(entries)))
  return isReversed ? paths.reverse() : paths
}

const isClear = ({ lines, script }: Written) => lines.length === 0 || script.isClear

test('a month is the same money however its files are written', async () => {
  const anyMonth = fc.record(
    Object.fromEntries(sources.map((source) => [source, fc.option(anyFile(source), { nil: undefined })])),
  )
  await fc.assert(
    fc.asyncProperty(anyMonth, fc.boolean(), async (drawn, isReversed) => {
      const files = Object.fromEntries(
        Object.entries(drawn).flatMap(([source, file]) => (file ? [[source, file]] : [])),
      )
      for (const table of ['month_sums', 'month_lines', 'month_loads', 'months'])
        await queryRaw(db, `delete from ${table}`)
      const paths = await pack(files, isReversed)
      const outcomes = await importMonthFiles(db, paths, { owner: 'main', month })
      const loaded = new Set(
        outcomes.flatMap((outcome) => (outcome.result === 'loaded' ? [outcome.source as string] : [])),
      )
      const refused = outcomes.filter(({ result }) => result !== 'loaded')
      // Nothing is left out in silence: a file counts whole, or it is named with what to do.
      expect(outcomes).toHaveLength(Object.keys(files).length)
      for (const outcome of refused)
        expect(outcome).toMatchObject({
          result: 'refused',
          name: expect.stringMatching(/\.(?:csv|csv\.gz|zip)/),
          reason: expect.stringContaining('save it as “CSV UTF-8”'),
        })
      for (const [source, file] of Object.entries(files)) if (isClear(file)) expect(loaded).toContain(source)
      const {
        channels: byChannel,
        sources: bySource,
        tax_refunded: refunded,
      } = await selectMonthTotals(db, { month })
      expect({
        channels: byChannel,
        sources: { ...bySource, ...(refunded !== undefined && { tax_refunded: refunded }) },
      }).toEqual(sumLines(Object.fromEntries(Object.entries(files).filter(([source]) => loaded.has(source)))))
    }),
    { numRuns: Number(process.env.SPELLINGS ?? propertyRuns(40)) },
  )
}, 3_600_000)
