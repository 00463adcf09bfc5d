import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { encodeText } from '#tests/support/encodings.ts'
import { formatAds, monthFileName } from '#tests/support/month-files.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  formatMetadata,
  metadataRow,
  reportFileName,
} from '#tests/support/report-files.ts'
import { deleteReports, findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

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
afterEach(async () => {
  expect(await findBrokenReportInvariants(db)).toEqual([])
  await deleteReports(db)
})

const day = '2026-03-02'
const metadataName = reportFileName('video_metadata', day)
const activityName = reportFileName('basic', day)

const korean = '밤하늘에 쏟아지는 별빛'
const japanese = '夜空に降りそそぐ星のひかり'
const chinese = '夜空中最亮的星，请照亮我前行的声音'

const importContent = async (name: string, content: string | Uint8Array, options = {}) =>
  (await importFiles(db, [await folder.write(name, content)], options)).outcomes

const formatTitle = (title: string) => formatMetadata([metadataRow({ video_title: title })])
const toUtf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

describe('titles are read in', () => {
  test.each<[string, string, Uint8Array]>([
    ['UTF-16', korean, toUtf16(formatTitle(korean))],
    ['UTF-16 with the high byte first', japanese, toUtf16(formatTitle(japanese)).swap16()],
    ['UTF-16 with tabs', `${korean} 🌙`, toUtf16(formatTitle(`${korean} 🌙`).replaceAll(',', '\t'))],
    ['UTF-8 with tabs', chinese, Buffer.from(formatTitle(chinese).replaceAll(',', '\t'))],
    ['code page 949', korean, encodeText(formatTitle(korean), 'cp949')],
    ['code page 949 with rare syllables', `${korean} 똠`, encodeText(formatTitle(`${korean} 똠`), 'cp949')],
    ['Shift-JIS', japanese, encodeText(formatTitle(japanese), 'shift_jis')],
    ['GB 18030', chinese, encodeText(formatTitle(chinese), 'gb18030')],
  ])('%s', async (_encoding, title, content) => {
    expect(await importContent(metadataName, content)).toMatchObject([{ result: 'loaded', rows: 1 }])
    expect(await queryRaw(db, 'select title from videos')).toEqual([{ title }])
  })
})

test('many lines are read across the blocks of a file', async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) =>
    metadataRow({
      video_id: `video${String(at).padStart(6, '0')}`,
      video_title: `${korean} ${'.'.repeat(at % 7)}`,
    }),
  )
  const text = formatMetadata(rows)
  expect(await importContent(metadataName, encodeText(text, 'cp949'))).toMatchObject([
    { result: 'loaded', rows: 30_000 },
  ])
  expect(
    await queryRaw(db, `select count(*) as videos from videos where rtrim(title, '. ') = $1`, [korean]),
  ).toEqual([{ videos: 30_000 }])
})

test.each<[string, Uint8Array]>([
  ['a few letters could be Korean or Chinese', encodeText(formatTitle('별빛'), 'cp949')],
  [
    'Korean and Chinese letters are mixed',
    encodeText(formatTitle('밤하늘에 쏟아지는 星光月色夢幻'), 'cp949'),
  ],
  ['a Western letter', Buffer.from(formatTitle('Café au lait'), 'latin1')],
  ['what is no text', Buffer.concat([Buffer.from(formatTitle('a')), Buffer.from([0xff, 0xfe, 0xfd, 10])])],
])('is refused with the remedy: %s', async (_what, content) => {
  expect(await importContent(metadataName, content)).toMatchObject([
    { result: 'refused', reason: 'it is not UTF-8 text: save it as “CSV UTF-8” in the spreadsheet' },
  ])
})

test('monthly files are read in the same encodings', async () => {
  const ads = formatAds([['one', '1.5']]).replace('of one', korean)
  for (const content of [encodeText(ads, 'cp949'), toUtf16(ads.replaceAll(',', '\t'))]) {
    const path = await folder.write(monthFileName('video_summary'), content)
    expect(await importMonthFiles(db, [path], { owner: 'main', replace: true })).toMatchObject([
      { result: expect.stringMatching(/loaded|unchanged/), source: 'ads', rows: 1 },
    ])
  }
})

const activity = formatActivity([activityRow(day), activityRow(day, { country_code: 'US' })])

test('without a line break at its end, a file is whole if somebody says so', async () => {
  // A value that is cut off is a value, too.
  for (const open of [activity.slice(0, -1), activity.slice(0, -2)])
    expect(await importContent(activityName, open)).toMatchObject([
      { result: 'refused', reason: expect.stringMatching(/may be cut off: .*with --complete/) },
    ])
  expect(await importContent(activityName, activity.slice(0, -1), { complete: true })).toMatchObject([
    { result: 'loaded', rows: 2 },
  ])
  // It is the same file as with one.
  expect(await importContent(activityName, activity)).toMatchObject([{ result: 'unchanged' }])
})

test('a monthly file is whole without one, too, if somebody says so', async () => {
  const path = await folder.write(
    monthFileName('video_summary', '202602'),
    formatAds([['one', '2.5']]).trimEnd(),
  )
  expect(await importMonthFiles(db, [path], { owner: 'main' })).toMatchObject([
    { result: 'refused', reason: expect.stringContaining('--complete') },
  ])
  expect(await importMonthFiles(db, [path], { owner: 'main', complete: true })).toMatchObject([
    { result: 'loaded', rows: 1 },
  ])
})

test('whole numbers may be written as decimals', async () => {
  const row = activityRow(day, { views: '10.0', red_views: '1.00', engaged_views: '9.0' })
  expect(await importContent(activityName, formatActivity([row]))).toMatchObject([{ result: 'loaded' }])
  expect(
    await queryRaw(
      db,
      'select views, premium_views as premium, engaged_views as engaged from activity_facts',
    ),
  ).toEqual([{ views: 10, premium: 1, engaged: 9 }])
})
