import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { importFiles } from '#server/ingest/import-files.ts'
import { freshDatabase } from '#tests/support/database.ts'
import {
  activityColumns,
  activityCsv,
  activityRow,
  claimRow,
  claimsCsv,
  csv,
  metadataCsv,
  metadataRow,
  type Row,
  reportFolder,
  reportName,
  resource,
  revenueCsv,
  revenueRow,
} from '#tests/support/report-files.ts'
import { emptyReports, selectFlaws } from '#tests/support/reports.ts'

let db: Database
let folder: Awaited<ReturnType<typeof reportFolder>>

beforeAll(async () => {
  db = await freshDatabase()
  folder = await reportFolder()
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})
afterEach(() => emptyReports(db))

const day = '2026-03-02'
const activityName = reportName('basic', day)
const revenueName = reportName('estimated_revenue', day)
const good = activityCsv([activityRow(day), activityRow(day, { country_code: 'US' })])
const activityWith = (more: Row) => activityCsv([activityRow(day), activityRow(day, more)])
const revenueWith = (more: Row) => revenueCsv([revenueRow(day), revenueRow(day, more)])
const without = (column: string) =>
  csv(
    activityColumns.filter((name) => name !== column),
    [activityRow(day)],
  )
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

const packed = gzipSync(good)
const damaged = Buffer.from(packed)
damaged[damaged.length - 6] = (damaged[damaged.length - 6] ?? 0) ^ 0xff

const bad: [
  what: string,
  name: string,
  content: string | Uint8Array,
  line: number | undefined,
  reason: RegExp,
][] = [
  [
    'a needed column is missing',
    activityName,
    without('red_views'),
    1,
    /"red_views" missing in content_owner_basic_a4/,
  ],
  ['no column is the one', activityName, 'a,b\n1,2\n', 1, /columns .* missing/],
  [
    'a number is none',
    activityName,
    activityWith({ views: 'many' }),
    3,
    /views is "many", not a whole number/,
  ],
  ['a count has decimals', activityName, activityWith({ views: '1.5' }), 3, /views is "1.5"/],
  ['a count is negative', activityName, activityWith({ red_views: '-1' }), 3, /red_views is "-1"/],
  [
    'a number is missing',
    activityName,
    activityWith({ watch_time_minutes: '' }),
    3,
    /watch_time_minutes is ""/,
  ],
  [
    'an amount is no number',
    revenueName,
    revenueWith({ estimated_partner_revenue: '0,25' }),
    3,
    /"0,25", not a number/,
  ],
  [
    'an amount is beyond what can be counted',
    revenueName,
    revenueWith({ estimated_partner_revenue: '9e12' }),
    3,
    /not a number/,
  ],
  ['an amount is infinite', revenueName, revenueWith({ estimated_partner_red_revenue: 'NaN' }), 3, /"NaN"/],
  ['a channel id is none', activityName, activityWith({ channel_id: 'one' }), 3, /channel_id is "one"/],
  ['a channel id lacks its UC', activityName, activityWith({ channel_id: 'x'.repeat(22) }), 3, /channel_id/],
  ['a video id is none', activityName, activityWith({ video_id: 'short' }), 3, /video_id is "short"/],
  ['a country is none', activityName, activityWith({ country_code: 'kr' }), 3, /country_code is "kr"/],
  ['a day is none', activityName, activityWith({ date: '20260230' }), 3, /date is "20260230", not a day/],
  [
    'the first day is none',
    activityName,
    activityCsv([activityRow(day, { date: 'today' })]),
    2,
    /date is "today"/,
  ],
  [
    'there are two days',
    activityName,
    activityWith({ date: '20260303' }),
    3,
    /the line is of 2026-03-03, the file is of 2026-03-02/,
  ],
  ['a line has fewer columns', activityName, `${good}20260302,x\n`, 4, /more or fewer columns/],
  ['a line has more columns', activityName, good.replace(/\n$/, ',1\n'), 3, /more or fewer columns/],
  ['a line is empty', activityName, `${good}\n`, 4, /more or fewer columns/],
  ['a quote is never closed', activityName, `${good}"2026\n`, 4, /never closed/],
  ['a quote stands inside', activityName, `${good}20"26\n`, 4, /there is a quote where none is allowed/],
  [
    'there is text after a quote',
    activityName,
    `${good}"20"26\n`,
    4,
    /there is a quote where none is allowed/,
  ],
  ['it is cut off within a line', activityName, good.slice(0, -9), 3, /cut off/],
  ['its last line has no end', activityName, good.slice(0, -1), 3, /cut off/],
  ['gzip is cut off', `${activityName}.gz`, packed.subarray(0, -20), undefined, /gzip file is cut off/],
  ['gzip is damaged', `${activityName}.gz`, damaged, undefined, /gzip file is damaged/],
  ['there are NUL bytes', activityName, bytes(good, [0, 0, 10]), 4, /NUL/],
  [
    'it is not UTF-8',
    reportName('video_metadata', day),
    bytes(metadataCsv([metadataRow()]), [0xc0, 0xaf, 10]),
    3,
    /UTF-8/,
  ],
  ['it is empty', activityName, '', undefined, /empty/],
  [
    'a time is none',
    reportName('video_metadata', day),
    metadataCsv([metadataRow({ time_published: 'once' })]),
    2,
    /time_published/,
  ],
  [
    'a length is none',
    reportName('video_metadata', day),
    metadataCsv([metadataRow({ video_length: '1:02' })]),
    2,
    /video_length/,
  ],
  [
    'a claim has no id',
    reportName('active_claims', day),
    claimsCsv([claimRow({ claim_id: '' })]),
    2,
    /claim_id/,
  ],
  [
    'yes is neither',
    reportName('active_claims', day),
    claimsCsv([claimRow({ is_shorts_eligible: 'maybe' })]),
    2,
    /Yes or No/,
  ],
  ['nothing says its day', 'metadata.csv', metadataCsv([metadataRow()]), undefined, /which day/],
  ['its name says two days', 'v_20260301_20260302.csv', metadataCsv([metadataRow()]), undefined, /which day/],
  ['a header alone says no day', 'activity.csv', activityCsv([]), undefined, /which day/],
  [
    'it is a report by asset',
    'content_owner_asset_basic_a3_20260302.csv',
    good,
    undefined,
    /content_owner_asset_basic_a3 is not used; expected one of/,
  ],
  [
    'it looks like a report by asset',
    'x.csv',
    'date,channel_id,video_id,asset_id,claimed_status,red_views\n',
    1,
    /by asset/,
  ],
  ['it is a channel report', 'channel_basic_a3.csv', good, undefined, /channel_basic_a3 is not used/],
  [
    'it looks like a channel report',
    'x.csv',
    'date,channel_id,video_id,views,red_views\n',
    1,
    /not one of the content owner/,
  ],
  ['it is from Studio, by name', 'YouTube_Owner_M_20260301_20260331_v1-1.csv', good, 1, /Studio/],
  ['it is from Studio, by columns', 'x.csv', 'Adjustment Type,Video ID,Channel ID\n', 1, /Studio/],
  ['a line about the file stands above', 'x.csv', 'Report for Owner\ndate,views\n', 1, /not a report/],
  ['it is something else', 'x.csv', '{"reports":\n', 1, /not a report|quote/],
]

describe('a broken file is refused by line and reason, with nothing of it kept', () => {
  test.each(bad)('%s', async (_what, name, content, line, reason) => {
    const { outcomes } = await importFiles(db, [await folder.write(name, content)])
    expect(outcomes).toMatchObject([{ result: 'refused', reason: expect.stringMatching(reason) }])
    if (line !== undefined) expect(outcomes).toMatchObject([{ line }])
    expect(await db.query('select id from report_loads')).toEqual([])
    expect(await selectFlaws(db)).toEqual([])
  })

  test('far into a large file, what was stored is taken back, and what was there stays', async () => {
    await importFiles(db, [await folder.write(activityName, good)], {
      created: new Date('2026-03-03T00:00:00Z'),
    })
    const rows = Array.from({ length: 40_000 }, (_, at) => activityRow(day, { views: at }))
    const text = activityCsv([...rows, activityRow(day, { views: '?' })])
    const { outcomes } = await importFiles(db, [await folder.write(activityName, text)])
    expect(outcomes).toMatchObject([{ result: 'refused', line: 40_002 }])
    expect(await db.query('select sum(views)::bigint as views from activity_facts')).toEqual([
      { views: 2000 },
    ])
    expect(await selectFlaws(db)).toEqual([])
  })
})

test('the others go on', async () => {
  const paths = [
    await folder.write('bad.csv', 'x\n'),
    await folder.write(activityName, good),
    `${folder.path}/nowhere.csv`,
    await folder.write(revenueName, revenueCsv([revenueRow(day)])),
  ]
  const { outcomes } = await importFiles(db, paths)
  expect(outcomes.map(({ result }) => result)).toEqual(['refused', 'loaded', 'refused', 'loaded'])
  expect(outcomes[2]).toMatchObject({ reason: 'there is no such file' })
})

describe('reports.json beside the files', () => {
  async function beside(list: unknown, content = good) {
    const sub = await folder.sub()
    const here = sub.slice(folder.path.length + 1)
    await folder.write(`${here}/${activityName}`, content)
    await folder.write(`${here}/reports.json`, typeof list === 'string' ? list : JSON.stringify(list))
    return (await importFiles(db, [sub])).outcomes
  }
  const said = (more: Record<string, unknown>) => ({ reports: [resource(activityName, 'basic', day, more)] })

  test.each<[string, unknown, RegExp]>([
    ['says another number of rows', said({ rows: 3 }), /it has 2 rows, but reports.json says 3/],
    [
      'says another day',
      { reports: [resource(activityName, 'basic', '2026-03-03')] },
      /its lines are of 2026-03-02, but reports.json says that the report is of 2026-03-03/,
    ],
    ['says more than one day', said({ endTime: '2026-03-05T08:00:00Z' }), /from 2026-03-02 to 2026-03-04/],
    ['says another type', said({ reportTypeId: 'content_owner_ad_rates_a1' }), /ad_rates_a1 is not used/],
    ['names the file twice', { reports: [...said({}).reports, ...said({}).reports] }, /2 times/],
    ['is no JSON', '{', /reports.json beside it is not a list/],
    ['is another JSON', { reports: [{ file: 1 }] }, /reports.json beside it is not a list .*reports.0/],
  ])('refuses its files when it %s', async (_what, list, reason) => {
    expect(await beside(list)).toMatchObject([{ result: 'refused', reason: expect.stringMatching(reason) }])
    expect(await selectFlaws(db)).toEqual([])
  })

  test('does not mind files that it does not name, nor the hour of winter and summer', async () => {
    expect(await beside({ reports: [] })).toMatchObject([{ result: 'loaded' }])
    const july = activityCsv([activityRow('2026-07-02')])
    const list = { reports: [resource(activityName, 'basic', '2026-07-02')] }
    expect(await beside(list, july)).toMatchObject([{ result: 'loaded', day: '2026-07-02' }])
  })
})
