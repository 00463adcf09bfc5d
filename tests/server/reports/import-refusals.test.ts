import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CsvRow } from '#server/demo/data/report-csv.ts'
import type { Database } from '#server/platform/db/database.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityColumns,
  activityRow,
  buildReportResource,
  claimRow,
  createReportFolder,
  formatActivity,
  formatClaims,
  formatCsv,
  formatMetadata,
  formatRevenue,
  metadataRow,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'
import { deleteReports, findBrokenReportInvariants } from '#tests/support/report-invariants.ts'
import { clearAuditLog } from '#tests/support/traces.ts'
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
afterEach(() => deleteReports(db))

const day = '2026-03-02'
const activityName = reportFileName('basic', day)
const revenueName = reportFileName('estimated_revenue', day)
const validActivity = formatActivity([activityRow(day), activityRow(day, { country_code: 'US' })])
const formatActivityWith = (more: CsvRow) => formatActivity([activityRow(day), activityRow(day, more)])
const formatRevenueWith = (more: CsvRow) => formatRevenue([revenueRow(day), revenueRow(day, more)])
const removeColumn = (column: string) =>
  formatCsv(
    activityColumns.filter((name) => name !== column),
    [activityRow(day)],
  )
const concatBytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

const gzipped = gzipSync(validActivity)
const corruptGzip = Buffer.from(gzipped)
corruptGzip[corruptGzip.length - 6] = (corruptGzip[corruptGzip.length - 6] ?? 0) ^ 0xff

const zipped = buildZip({ [activityName]: validActivity })
const corruptZip = Buffer.from(zipped)
corruptZip[30 + activityName.length + 40] = (corruptZip[30 + activityName.length + 40] ?? 0) ^ 0xff

const invalidFiles: [
  what: string,
  name: string,
  content: string | Uint8Array,
  line: number | undefined,
  reason: RegExp,
][] = [
  [
    'a needed column is missing',
    activityName,
    removeColumn('red_views'),
    1,
    /"red_views" missing in content_owner_basic_a4/,
  ],
  ['no column is the one', activityName, 'a,b\n1,2\n', 1, /columns .* missing/],
  [
    'a number is none',
    activityName,
    formatActivityWith({ views: 'many' }),
    3,
    /views is "many", not a whole number/,
  ],
  ['a count has decimals', activityName, formatActivityWith({ views: '1.5' }), 3, /views is "1.5"/],
  ['a count is negative', activityName, formatActivityWith({ red_views: '-1' }), 3, /red_views is "-1"/],
  [
    'a number is missing',
    activityName,
    formatActivityWith({ watch_time_minutes: '' }),
    3,
    /watch_time_minutes is ""/,
  ],
  [
    'an amount is no number',
    revenueName,
    formatRevenueWith({ estimated_partner_revenue: '0,25' }),
    3,
    /"0,25", not a number/,
  ],
  [
    'an amount is beyond what can be counted',
    revenueName,
    formatRevenueWith({ estimated_partner_revenue: '9e12' }),
    3,
    /too large/,
  ],
  [
    'an amount is infinite',
    revenueName,
    formatRevenueWith({ estimated_partner_red_revenue: 'NaN' }),
    3,
    /"NaN"/,
  ],
  ['a channel id is none', activityName, formatActivityWith({ channel_id: 'one' }), 3, /channel_id is "one"/],
  [
    'a channel id lacks its UC',
    activityName,
    formatActivityWith({ channel_id: 'x'.repeat(22) }),
    3,
    /channel_id/,
  ],
  ['a video id is none', activityName, formatActivityWith({ video_id: 'short' }), 3, /video_id is "short"/],
  ['a country is none', activityName, formatActivityWith({ country_code: 'kr' }), 3, /country_code is "kr"/],
  [
    'a day is none',
    activityName,
    formatActivityWith({ date: '20260230' }),
    3,
    /date is "20260230", not a day/,
  ],
  [
    'the first day is none',
    activityName,
    formatActivity([activityRow(day, { date: 'today' })]),
    2,
    /date is "today"/,
  ],
  [
    'there are two days',
    activityName,
    formatActivityWith({ date: '20260303' }),
    3,
    /the line is for 2026-03-03, the file is for 2026-03-02/,
  ],
  ['a line has fewer columns', activityName, `${validActivity}20260302,x\n`, 4, /more or fewer columns/],
  ['a line has more columns', activityName, validActivity.replace(/\n$/, ',1\n'), 3, /more or fewer columns/],
  ['a line is empty', activityName, `${validActivity}\n`, 4, /more or fewer columns/],
  ['a quote is never closed', activityName, `${validActivity}"2026\n`, 4, /never closed/],
  [
    'a quote stands inside',
    activityName,
    `${validActivity}20"26\n`,
    4,
    /there is a quote where none is allowed/,
  ],
  [
    'there is text after a quote',
    activityName,
    `${validActivity}"20"26\n`,
    4,
    /there is a quote where none is allowed/,
  ],
  ['it is cut off within a line', activityName, validActivity.slice(0, -9), 3, /truncated/],
  ['it is cut off before its last value', activityName, validActivity.slice(0, -3), 3, /truncated/],
  ['it is cut off within a quote', activityName, `${validActivity}"20260302,x`, 4, /truncated/],
  [
    'it is a header without an end',
    activityName,
    formatActivity([]).slice(0, -1),
    1,
    /truncated.*; download it again, or add a line break at its end if nothing is missing$/,
  ],
  [
    'a field is too long',
    reportFileName('video_metadata', day),
    formatMetadata([metadataRow({ video_title: '가'.repeat(400_000) })]),
    2,
    /^a field is too long: a line may have 1 MiB/,
  ],
  [
    'a quoted field is too long',
    reportFileName('video_metadata', day),
    formatMetadata([metadataRow({ video_title: ','.repeat(1_100_000) })]),
    2,
    /^a field is too long/,
  ],
  [
    'a quote is never closed in many lines',
    activityName,
    `${validActivity}"2026\n${validActivity.repeat(8_000)}`,
    4,
    /^a quote is opened and never closed/,
  ],
  [
    'its lines end as on old Macs',
    activityName,
    validActivity.replaceAll('\n', '\r'),
    1,
    /CR instead of LF.*“CSV UTF-8”/,
  ],
  ['gzip is cut off', `${activityName}.gz`, gzipped.subarray(0, -20), undefined, /gzip file is truncated/],
  ['gzip is damaged', `${activityName}.gz`, corruptGzip, undefined, /gzip file is damaged/],
  ['zip is cut off', `${activityName}.zip`, zipped.subarray(0, -20), undefined, /zip archive is damaged/],
  ['zip has other content', `${activityName}.zip`, corruptZip, undefined, /zip archive is damaged \(/],
  [
    'zip has two reports',
    `${activityName}.zip`,
    buildZip({ 'a.csv': validActivity, 'b.csv': validActivity }),
    undefined,
    /^the zip archive contains 2 files, and it has to be one report: unpack it and import its folder$/,
  ],
  [
    'zip holds more than a report can have',
    `${activityName}.zip`,
    buildZip({ [activityName]: validActivity }, 2 ** 36 + 1),
    undefined,
    /^unpacked, the file has more than 64 GiB, the maximum/,
  ],
  ['zip has none', 'reports.csv.zip', buildZip({ '__MACOSX/a.csv': '' }), undefined, /contains no CSV file/],
  ['there are NUL bytes', activityName, concatBytes(validActivity, [0, 0, 10]), 4, /NUL/],
  [
    'it is not UTF-8',
    reportFileName('video_metadata', day),
    concatBytes(formatMetadata([metadataRow()]), [0xc0, 0xaf, 10]),
    3,
    /^it is not UTF-8 text: save it as “CSV UTF-8” in the spreadsheet$/,
  ],
  ['it is empty', activityName, '', undefined, /empty/],
  [
    'a time is none',
    reportFileName('video_metadata', day),
    formatMetadata([metadataRow({ time_published: 'once' })]),
    2,
    /time_published/,
  ],
  [
    'a title is far too long',
    reportFileName('video_metadata', day),
    formatMetadata([metadataRow({ video_title: '가'.repeat(1_001) })]),
    2,
    /video_title has 1001 characters, more than 1000/,
  ],
  [
    'a length is none',
    reportFileName('video_metadata', day),
    formatMetadata([metadataRow({ video_length: '1:02' })]),
    2,
    /video_length/,
  ],
  [
    'a claim has no id',
    reportFileName('active_claims', day),
    formatClaims([claimRow({ claim_id: '' })]),
    2,
    /claim_id/,
  ],
  [
    'yes is neither',
    reportFileName('active_claims', day),
    formatClaims([claimRow({ is_shorts_eligible: 'maybe' })]),
    2,
    /Yes or No/,
  ],
  ['nothing says its day', 'metadata.csv', formatMetadata([metadataRow()]), undefined, /its day is unknown/],
  [
    'its name says two days',
    'v_20260301_20260302.csv',
    formatMetadata([metadataRow()]),
    undefined,
    /its day is unknown/,
  ],
  ['a header alone says no day', 'activity.csv', formatActivity([]), undefined, /its day is unknown/],
  [
    'it is a report by asset',
    'content_owner_asset_basic_a3_20260302.csv',
    validActivity,
    undefined,
    /content_owner_asset_basic_a3 is not supported; expected one of/,
  ],
  [
    'it looks like a report by asset',
    'x.csv',
    'date,channel_id,video_id,asset_id,claimed_status,red_views\n',
    1,
    /by asset/,
  ],
  [
    'it is a channel report',
    'channel_basic_a3.csv',
    validActivity,
    undefined,
    /channel_basic_a3 is not supported/,
  ],
  [
    'it looks like a channel report',
    'x.csv',
    'date,channel_id,video_id,views,red_views\n',
    1,
    /not a supported content owner report/,
  ],
  ['it is from Studio, by name', 'YouTube_Owner_M_20260301_20260331_v1-1.csv', validActivity, 1, /Studio/],
  ['it is from Studio, by columns', 'x.csv', 'Adjustment Type,Video ID,Channel ID\n', 1, /Studio/],
  ['a line about the file stands above', 'x.csv', 'Report for Owner\ndate,views\n', 1, /not a report/],
  ['it is something else', 'x.csv', '{"reports":\n', 1, /^this is JSON, not a report$/],
  [
    'it is an error message of the API',
    activityName,
    '{\n  "error": {\n    "code": 401,\n    "message": "Request had \\"invalid\\" credentials.",\n    "status": "UNAUTHENTICATED"\n  }\n}',
    1,
    /error message of the API \("Request had \\"invalid\\" credentials\."\).*download it again/,
  ],
  [
    'it is an error message with an escape that JSON lacks',
    activityName,
    '{"error": {"message": "\\q"}}\n',
    1,
    /^this is JSON, not a report$/,
  ],
  [
    'it is a web page',
    activityName,
    '\uFEFF\n<!DOCTYPE html><html><title>Sign in</title></html>',
    1,
    /web page/,
  ],
  ['it is a PDF document', activityName, '%PDF-1.7\n\u0000', 1, /PDF/],
  [
    'semicolons separate its columns',
    activityName,
    validActivity.replaceAll(',', ';'),
    1,
    /by semicolons instead/,
  ],
  [
    'it is UTF-16 with half a letter',
    activityName,
    Buffer.from(`\uFEFF${validActivity}\ud83d`, 'utf16le'),
    undefined,
    /^a part of it is not text: save it as “CSV UTF-8”/,
  ],
  [
    'a column is there twice',
    activityName,
    validActivity.replaceAll(/$/gm, ',1').replace(/,1\n/, ',views\n').replace(/,1$/, ''),
    1,
    /column "views" appears twice/,
  ],
  [
    'a count is too large',
    activityName,
    formatActivityWith({ views: '99999999999999' }),
    3,
    /views is "99999999999999", which is too large/,
  ],
]

describe('a broken file is refused by line and reason, with nothing of it kept', () => {
  test.each(invalidFiles)('%s', async (_what, name, content, line, reason) => {
    const { outcomes } = await importFiles(db, [await folder.write(name, content)])
    expect(outcomes).toMatchObject([{ result: 'refused', reason: expect.stringMatching(reason) }])
    if (line !== undefined) expect(outcomes).toMatchObject([{ line }])
    expect(await queryRaw(db, 'select id from report_loads')).toEqual([])
    expect(await findBrokenReportInvariants(db)).toEqual([])
  })

  test('far into a large file, what was stored is taken back, and what was there stays', async () => {
    await importFiles(db, [await folder.write(activityName, validActivity)], {
      created: new Date('2026-03-03T00:00:00Z'),
    })
    const rows = Array.from({ length: 40_000 }, (_, at) => activityRow(day, { views: at }))
    const text = formatActivity([...rows, activityRow(day, { views: '?' })])
    const { outcomes } = await importFiles(db, [await folder.write(activityName, text)])
    expect(outcomes).toMatchObject([{ result: 'refused', line: 40_002 }])
    expect(await queryRaw(db, 'select sum(views)::bigint as views from activity_facts')).toEqual([
      { views: 2000 },
    ])
    expect(await findBrokenReportInvariants(db)).toEqual([])
  })
})

describe('days that have not been', () => {
  const now = new Date('2026-03-03T05:00:00Z')
  const importDay = async (of: string) =>
    (await importFiles(db, [await folder.write('activity.csv', formatActivity([activityRow(of)]))], { now }))
      .outcomes

  test('tomorrow in Pacific time is the last that is accepted', async () => {
    expect(await importDay('2026-03-03')).toMatchObject([{ result: 'loaded' }])
    expect(await importDay('2026-03-04')).toMatchObject([
      {
        result: 'refused',
        reason: expect.stringContaining('it is for 2026-03-04, but today is 2026-03-02 in Pacific'),
      },
    ])
  })

  test('nor is one named by reports.json or by the name of the file', async () => {
    const named = await folder.write(
      reportFileName('video_metadata', '2030-12-31'),
      formatMetadata([metadataRow()]),
    )
    const { outcomes } = await importFiles(db, [named], { now })
    expect(outcomes).toMatchObject([{ result: 'refused', reason: expect.stringContaining('2030-12-31') }])
  })
})

test('impossible values are counted in a warning', async () => {
  const rows = [activityRow(day), activityRow(day, { country_code: 'US', views: 10, red_views: 11 })]
  const { outcomes } = await importFiles(db, [await folder.write(activityName, formatActivity(rows))])
  expect(outcomes).toMatchObject([
    { result: 'loaded', warnings: ['red_views exceeds views in 1 of 2 lines'] },
  ])
})

test('an import leaves an audit entry, with what it replaced', async () => {
  await clearAuditLog(db)
  const path = await folder.write(activityName, validActivity)
  await importFiles(db, [path], { created: new Date('2026-03-03T00:00:00Z') })
  await folder.write(activityName, formatActivity([activityRow(day)]))
  await importFiles(db, [path], { created: new Date('2026-03-04T00:00:00Z') })
  await importFiles(db, [path], { created: new Date('2026-03-04T00:00:00Z') })
  const entries = await queryRaw<{ id: string }>(
    db,
    'select actor, action, subject, subject_id as id, detail from audit_log order by audit_log.id',
  )
  const detail = { type: 'activity', owner: 'main', day }
  const entry = { actor: 'operator', action: 'import', subject: 'report' }
  const first = { load: Number(entries[0]?.id), rows: 2 }
  expect(entries).toEqual([
    { ...entry, id: expect.any(String), detail: { ...detail, before: null, after: first } },
    {
      ...entry,
      id: expect.any(String),
      detail: { ...detail, before: first, after: { load: Number(entries[1]?.id), rows: 1 } },
    },
  ])
})

test('the others go on', async () => {
  const paths = [
    await folder.write('bad.csv', 'x\n'),
    await folder.write(activityName, validActivity),
    `${folder.path}/nowhere.csv`,
    await folder.write(revenueName, formatRevenue([revenueRow(day)])),
  ]
  const { outcomes } = await importFiles(db, paths)
  const findOutcome = (path: string) => outcomes.find((one) => one.path === path)
  expect(paths.map((path) => findOutcome(path)?.result)).toEqual(['refused', 'loaded', 'refused', 'loaded'])
  expect(findOutcome(paths[2] ?? '')).toMatchObject({ reason: 'there is no such file' })
})

describe('reports.json beside the files', () => {
  async function beside(list: unknown, content = validActivity) {
    const sub = await folder.createSubfolder()
    const here = sub.slice(folder.path.length + 1)
    await folder.write(`${here}/${activityName}`, content)
    await folder.write(`${here}/reports.json`, typeof list === 'string' ? list : JSON.stringify(list))
    return (await importFiles(db, [sub])).outcomes
  }
  const said = (more: Record<string, unknown>) => ({
    reports: [buildReportResource(activityName, 'basic', day, more)],
  })

  test.each<[string, unknown, RegExp]>([
    ['says another number of rows', said({ rows: 3 }), /it has 2 rows, but reports.json says 3/],
    [
      'says another day',
      { reports: [buildReportResource(activityName, 'basic', '2026-03-03')] },
      /its lines are for 2026-03-02, but reports.json says the report is for 2026-03-03/,
    ],
    ['says more than one day', said({ endTime: '2026-03-05T08:00:00Z' }), /covers 2026-03-02 to 2026-03-04/],
    [
      'says another type',
      said({ reportTypeId: 'content_owner_ad_rates_a1' }),
      /ad_rates_a1 is not supported/,
    ],
    ['names the file twice', { reports: [...said({}).reports, ...said({}).reports] }, /2 times/],
    ['is no JSON', '{', /reports.json is not a list/],
    ['is another JSON', { reports: [{ file: 1 }] }, /reports.json is not a list .*reports.0/],
  ])('refuses its files when it %s', async (_what, list, reason) => {
    expect(await beside(list)).toMatchObject([{ result: 'refused', reason: expect.stringMatching(reason) }])
    expect(await findBrokenReportInvariants(db)).toEqual([])
  })

  test('does not mind files that it does not name, nor the hour of winter and summer', async () => {
    expect(await beside({ reports: [] })).toMatchObject([{ result: 'loaded' }])
    const july = formatActivity([activityRow('2026-07-02')])
    const list = { reports: [buildReportResource(activityName, 'basic', '2026-07-02')] }
    expect(await beside(list, july)).toMatchObject([{ result: 'loaded', day: '2026-07-02' }])
  })
})
