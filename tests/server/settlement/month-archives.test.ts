import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { formatAds, formatPaymentSummary, monthFileName } from '#tests/support/month-files.ts'
import { mutate, mutations } from '#tests/support/mutations.ts'
import { runOperator } from '#tests/support/operator.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
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
afterEach(() => queryRaw(db, 'truncate month_loads, month_sums cascade'))

const adsName = monthFileName('video_summary')
const ads = formatAds([['one', '1.5']])
const summaryName = monthFileName('payment_summary')
const summary = formatPaymentSummary([['Ads Revenue', '1.5']])

const importArchive = async (files: Parameters<typeof buildZip>[0], name = 'set.zip') =>
  importMonthFiles(db, [await folder.write(name, buildZip(files))], { owner: 'main' })

test('what systems and people put beside the files is passed over', async () => {
  const path = await folder.write(
    'drive-download.zip',
    buildZip({
      '.DS_Store': '\0\0\0\u0001Bud1',
      '정산/': '',
      [`정산/${adsName}`]: ads,
      '정산/.~lock.ads.csv#': 'somebody',
      [`정산/._${adsName}`]: '\0\u0005\u0016\u0007',
      [`__MACOSX/정산/._${adsName}`]: '\0\u0005\u0016\u0007',
      '정산/안내.pdf': '%PDF-1.7\n',
      '정산/합계.xlsx': 'PK',
      'Thumbs.db': '\0',
      [`정산/${summaryName}`]: summary,
    }),
  )
  const { status, text } = await runOperator(db, 'month', 'import', path)
  expect(text).toMatch(/2 files: 2 loaded/)
  expect(status).toBe(0)
})

test('hidden files in a folder are passed over as well', async () => {
  const sub = await folder.createSubfolder()
  await folder.write(`${sub.split('/').at(-1)}/${adsName}`, ads)
  await folder.write(`${sub.split('/').at(-1)}/._${adsName}`, '\0\u0005\u0016\u0007')
  expect(await importMonthFiles(db, [sub], { owner: 'main' })).toMatchObject([{ result: 'loaded' }])
})

test('an archive in an archive is read', async () => {
  const outcomes = await importArchive({
    [`all/${adsName}.zip`]: buildZip({ [adsName]: ads, '__MACOSX/x': '' }),
    [`all/${summaryName}.gz`]: gzipSync(summary),
  })
  expect(outcomes).toMatchObject([
    { result: 'loaded', source: 'ads', name: `set.zip/all/${adsName}.zip/${adsName}` },
    { result: 'loaded', source: 'payment_summary', name: `set.zip/all/${summaryName}.gz` },
  ])
})

test.each<[string, Parameters<typeof buildZip>[0], RegExp]>([
  [
    'one is too deep',
    { 'b.zip': buildZip({ 'c.zip': buildZip({ [adsName]: ads }) }) },
    /^there are more than 2 archives inside of each other: unpack the outer one$/,
  ],
  [
    'one is of another kind',
    { 'b.7z': '7z' },
    /^this is an archive in an archive, and not a zip archive: unpack/,
  ],
  ['one is damaged', { 'b.zip': 'PK\u0003\u0004' }, /^the zip archive is damaged/],
  ['there is no file', { 'a.pdf': '%PDF' }, /^the zip archive contains no CSV file$/],
  [
    'there are too many',
    Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`${at}.csv`, ''])),
    /^the zip archive contains more than 1000 files: unpack it$/,
  ],
])('an archive is refused when %s, and the files beside it are imported', async (_what, files, reason) => {
  const beside = await folder.write(summaryName, summary)
  const archive = await folder.write('set.zip', buildZip(files))
  expect(await importMonthFiles(db, [archive, beside], { owner: 'main' })).toMatchObject([
    { result: 'refused', reason: expect.stringMatching(reason) },
    { result: 'loaded' },
  ])
})

/** `CASES=2000` for a long run. */
const cases = Number(process.env.CASES ?? propertyRuns(60))

test(
  'of a damaged set, each file is loaded whole or refused in words',
  async () => {
    const inner = buildZip({ [adsName]: ads })
    const zipped = gzipSync(summary)
    const damages: ((damage: (content: Buffer) => Buffer) => Buffer)[] = [
      (damage) => damage(buildZip({ 'a.zip': inner, [`${summaryName}.gz`]: zipped })),
      (damage) => buildZip({ 'a.zip': damage(inner), [`${summaryName}.gz`]: zipped }),
      (damage) => buildZip({ 'a.zip': inner, [`${summaryName}.gz`]: damage(zipped) }),
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...damages), mutations, async (build, changes) => {
        const path = await folder.write(
          'set.zip',
          build((content) => mutate(content, changes)),
        )
        for (const outcome of await importMonthFiles(db, [path], { owner: 'main' }))
          if (outcome.result === 'refused')
            expect(outcome.reason).toMatch(/^(?!.*(undefined|\[object)).{10,}/s)
        const amounts = await queryRaw<{ amount: string }>(db, 'select distinct amount::text from month_sums')
        expect(['', '1.5']).toContain(amounts.map(({ amount }) => amount).join())
        await queryRaw(db, 'truncate month_loads, month_sums cascade')
      }),
      { numRuns: cases },
    )
  },
  60_000 + cases * 1_000,
)
