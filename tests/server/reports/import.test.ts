// @module-tag adapter
import { stat, utimes, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { selectTotals } from '#server/reports/commands/reported-totals.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
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
import { deleteReports } from '#tests/support/report-invariants.ts'
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
const fileName = reportFileName('basic', day)
const createdAt = (time: string) => ({ created: new Date(time) })

async function importContent(
  file: string,
  content: string | Uint8Array,
  options: { created?: Date; owner?: string } = {},
) {
  const { outcomes } = await importFiles(db, [await folder.write(file, content)], options)
  return outcomes[0]
}

const readViews = async () => Object.values(await selectTotals(db, 'day')).map((totals) => totals.views)

describe('a day counts once', () => {
  test('both daily reports together make the totals', async () => {
    const rows = [
      activityRow(day),
      activityRow(day, { country_code: 'ZZ', views: 5, red_views: 1 }),
      activityRow(day, { video_id: '', views: 7, red_views: 0 }),
    ]
    await importContent(fileName, formatActivity(rows))
    await importContent(reportFileName('estimated_revenue', day), formatRevenue([revenueRow(day)]))
    const money = { revenue_micros: 250_000, premium_revenue_micros: 60_000 }
    expect(await selectTotals(db, 'day')).toEqual({ [day]: { views: 1012, premium_views: 71, ...money } })
    expect(await selectTotals(db, 'video')).toEqual({
      [videoIdFor('first')]: { views: 1005, premium_views: 71, ...money },
    })
  })

  test('the same file again changes nothing, packed or not', async () => {
    const text = formatActivity([activityRow(day)])
    expect(await importContent(fileName, text)).toMatchObject({ result: 'loaded', rows: 1 })
    expect(await importContent(fileName, text)).toMatchObject({ result: 'unchanged' })
    expect(await importContent(`${fileName}.gz`, gzipSync(text))).toMatchObject({ result: 'unchanged' })
    const zip = buildZip({ '__MACOSX/._a.csv': 'x', 'reports/': '', 'reports/a.csv': text })
    expect(await importContent(`${fileName}.zip`, zip)).toMatchObject({ result: 'unchanged' })
    expect(await readViews()).toEqual([1000])
  })

  test('a packed file is read whatever its name says', async () => {
    expect(await importContent(fileName, gzipSync(formatActivity([activityRow(day)])))).toMatchObject({
      result: 'loaded',
      rows: 1,
    })
  })

  test('a newer report replaces its day whole, an older one nothing', async () => {
    const second = activityRow(day, { video_id: videoIdFor('second') })
    await importContent(
      fileName,
      formatActivity([activityRow(day), second]),
      createdAt('2026-03-04T09:00:00Z'),
    )
    await importContent(
      'other.csv',
      formatActivity([activityRow('2026-03-03')]),
      createdAt('2026-03-04T09:00:00Z'),
    )
    const newer = formatActivity([activityRow(day, { views: 1100 })])
    expect(await importContent(fileName, newer, createdAt('2026-03-05T09:00:00Z'))).toMatchObject({
      result: 'loaded',
    })
    expect(await readViews()).toEqual([1100, 1000])
    const older = formatActivity([activityRow(day, { views: 900 })])
    expect(await importContent(fileName, older, createdAt('2026-03-03T09:00:00Z'))).toMatchObject({
      result: 'older',
    })
    expect(await readViews()).toEqual([1100, 1000])
    expect(
      await queryRaw(db, 'select distinct video_id from video_daily where day = $1', [day]),
    ).toHaveLength(1)
    expect(await queryRaw(db, 'select count(*) as count from activity_facts')).toEqual([{ count: 2 }])
  })

  test('what was issued again unchanged is not replaced by what was issued in between', async () => {
    const text = formatActivity([activityRow(day)])
    await importContent(fileName, text, createdAt('2026-03-04T09:00:00Z'))
    expect(await importContent(fileName, text, createdAt('2026-03-06T09:00:00Z'))).toMatchObject({
      result: 'unchanged',
    })
    const between = formatActivity([activityRow(day, { views: 5 })])
    expect(await importContent(fileName, between, createdAt('2026-03-05T09:00:00Z'))).toMatchObject({
      result: 'older',
    })
    expect(await readViews()).toEqual([1000])
  })

  test('a file that is there is not read again, unless it has changed', async () => {
    const path = await folder.write(fileName, formatActivity([activityRow(day)]))
    const importPath = async (options: { owner?: string; created?: Date } = {}) =>
      (await importFiles(db, [path], options)).outcomes[0]
    expect(await importPath()).toMatchObject({ result: 'loaded', rows: 1 })
    // The file is unreadable, so that any attempt to read it fails.
    const { mtime } = await stat(path)
    const damaged = Buffer.alloc((await stat(path)).size)
    await writeFile(path, damaged)
    await utimes(path, mtime, mtime)
    expect(await importPath()).toMatchObject({ result: 'unchanged', type: 'activity', day, rows: 1 })
    expect(await importPath({ owner: 'other' })).toMatchObject({ result: 'refused' })
    expect(await importPath(createdAt('2026-03-09T09:00:00Z'))).toMatchObject({ result: 'refused' })
    await utimes(path, mtime, new Date(mtime.getTime() + 1_000))
    expect(await importPath()).toMatchObject({ result: 'refused' })
  })

  test('a copy with another time is read once', async () => {
    const path = await folder.write(fileName, formatActivity([activityRow(day)]))
    await importFiles(db, [path])
    const later = new Date('2026-03-20T00:00:00Z')
    await utimes(path, later, later)
    await importFiles(db, [path])
    await writeFile(path, Buffer.alloc((await stat(path)).size))
    await utimes(path, later, later)
    expect((await importFiles(db, [path])).outcomes).toMatchObject([{ result: 'unchanged' }])
  })

  test('two different files of the same time are not decided between', async () => {
    await importContent(fileName, formatActivity([activityRow(day)]), createdAt('2026-03-04T09:00:00Z'))
    const other = formatActivity([activityRow(day, { views: 5 })])
    expect(await importContent('other.csv', other, createdAt('2026-03-04T09:00:00Z'))).toMatchObject({
      result: 'refused',
      reason: expect.stringMatching(/same creation time .* --replace/),
    })
    expect(await readViews()).toEqual([1000])
  })

  test('owners have days of their own', async () => {
    const elsewhere = activityRow(day, { channel_id: channelIdFor('two'), views: 30 })
    await importContent(fileName, formatActivity([activityRow(day)]))
    await importContent(fileName, formatActivity([elsewhere]), { owner: 'second' })
    expect(await readViews()).toEqual([1030])
    expect(await queryRaw(db, 'select owner from report_current order by owner')).toEqual([
      { owner: 'main' },
      { owner: 'second' },
    ])
  })
})

describe('what is in a file', () => {
  test('columns are found by name, in any order, with others among them', async () => {
    const columns = ['brand_new_column', ...activityColumns.toReversed()]
    const row = activityRow(day, { brand_new_column: 'x, "y"\nz' })
    expect(await importContent(fileName, formatCsv(columns, [row]))).toMatchObject({
      result: 'loaded',
      rows: 1,
    })
    expect(await readViews()).toEqual([1000])
  })

  test('older reports have no engaged views: all their views were', async () => {
    const columns = activityColumns.filter((column) => column !== 'engaged_views')
    await importContent('content_owner_basic_a3_20260302.csv', formatCsv(columns, [activityRow(day)]))
    expect(await queryRaw(db, 'select engaged_views as engaged from video_daily')).toEqual([
      { engaged: 1000 },
    ])
  })

  test('a byte order mark, CRLF and days with hyphens are fine', async () => {
    const text = formatActivity([activityRow(day, { date: day })]).replaceAll('\n', '\r\n')
    expect(await importContent('a.csv', `\uFEFF${text}`)).toMatchObject({ result: 'loaded', rows: 1, day })
  })

  test('a header alone is a day without data, of the day in the name or in reports.json', async () => {
    await importContent(fileName, formatActivity([activityRow(day)]), createdAt('2026-03-04T09:00:00Z'))
    expect(
      await importContent(fileName, formatActivity([]), createdAt('2026-03-05T09:00:00Z')),
    ).toMatchObject({
      result: 'loaded',
      rows: 0,
      day,
    })
    expect(await readViews()).toEqual([])
    const sub = await folder.createSubfolder()
    await folder.write(`${sub.slice(folder.path.length + 1)}/any.csv`, formatActivity([]))
    const list = { reports: [buildReportResource('any.csv', 'basic', '2026-03-08')] }
    await folder.write(`${sub.slice(folder.path.length + 1)}/reports.json`, JSON.stringify(list))
    expect((await importFiles(db, [sub])).outcomes).toMatchObject([{ result: 'loaded', day: '2026-03-08' }])
  })

  test('it is known by its columns when its name says nothing', async () => {
    for (const [text, type] of [
      [formatActivity([activityRow(day)]), 'activity'],
      [formatRevenue([revenueRow(day)]), 'revenue'],
      [formatMetadata([metadataRow()]), 'metadata'],
      [formatClaims([claimRow()]), 'claims'],
    ] as const) {
      expect(await importContent(`report-2026-03-02-${type}.csv`, text)).toMatchObject({
        result: 'loaded',
        type,
        day,
      })
    }
  })
})

describe('when a report was created', () => {
  test('reports.json says it first, by the name of the file or of what it was packed from', async () => {
    const sub = await folder.createSubfolder()
    const here = sub.slice(folder.path.length + 1)
    await folder.write(`${here}/${fileName}.gz`, gzipSync(formatActivity([activityRow(day)])))
    const said = buildReportResource(fileName, 'basic', day, {
      createTime: '2026-03-04T10:00:00.5Z',
      rows: 1,
    })
    await folder.write(`${here}/reports.json`, JSON.stringify({ reports: [said] }))
    await importFiles(db, [sub], createdAt('2020-01-01T00:00:00Z'))
    expect(
      await queryRaw(db, 'select create_time as "createTime", report_id as id from report_loads'),
    ).toEqual([{ createTime: '2026-03-04T10:00:00.500Z', id: `basic-${day}` }])
  })

  test('else --created, else the time of the file', async () => {
    const file = await folder.write(fileName, formatActivity([activityRow(day)]))
    await utimes(file, new Date(), new Date('2026-03-04T11:00:00Z'))
    await importFiles(db, [file])
    expect(await queryRaw(db, 'select create_time as time from report_loads')).toEqual([
      { time: '2026-03-04T11:00:00.000Z' },
    ])
  })
})

describe('what is said about videos and claims', () => {
  test('of a video the last word counts, in whichever order it is heard', async () => {
    const words = [
      { day: '2026-03-02', created: '2026-03-04T09:00:00Z', title: 'first' },
      { day: '2026-03-02', created: '2026-03-06T09:00:00Z', title: 'first, again' },
      { day: '2026-03-05', created: '2026-03-05T09:00:00Z', title: 'last, with "quotes",\nlines and 🎬\\t' },
    ]
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      for (const at of order) {
        const word = words[at]
        if (!word) continue
        const text = formatMetadata([
          metadataRow({ video_title: word.title }),
          ...(at === 0 ? [metadataRow({ video_id: videoIdFor('early'), video_title: 'only there' })] : []),
        ])
        await importContent(reportFileName('video_metadata', word.day), text, {
          created: new Date(word.created),
        })
      }
      expect(await queryRaw(db, 'select video_id as "videoId", title from videos order by video_id')).toEqual(
        [
          { videoId: videoIdFor('early'), title: 'only there' },
          { videoId: videoIdFor('first'), title: words[2]?.title },
        ],
      )
      await deleteReports(db)
    }
  })

  test('claims are those of the newest report', async () => {
    const claims = (id: string) => formatClaims([claimRow({ claim_id: id, isrc: 'isrc kr-a40-20-00111' })])
    await importContent(reportFileName('active_claims', '2026-03-03'), claims('newer'))
    expect(await importContent(reportFileName('active_claims', '2026-03-02'), claims('older'))).toMatchObject(
      {
        result: 'older',
      },
    )
    await importContent(reportFileName('active_claims', '2026-03-04'), claims('newest'))
    expect(await queryRaw(db, 'select claim_id as id, isrc from claims')).toEqual([
      { id: 'newest', isrc: 'KRA402000111' },
    ])
  })
})

test('days with one of the two daily reports are named', async () => {
  await importContent(fileName, formatActivity([activityRow(day)]))
  const { incompleteDays } = await importFiles(db, [])
  expect(incompleteDays).toEqual([{ owner: 'main', day, activity: 1, revenue: 0 }])
})
