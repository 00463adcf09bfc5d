import { utimes } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { importFiles } from '#server/ingest/import-files.ts'
import { selectTotals } from '#server/ingest/totals.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { channelNamed, videoNamed } from '#tests/support/facts.ts'
import {
  activityColumns,
  activityCsv,
  activityRow,
  claimRow,
  claimsCsv,
  csv,
  metadataCsv,
  metadataRow,
  reportFolder,
  reportName,
  resource,
  revenueCsv,
  revenueRow,
} from '#tests/support/report-files.ts'
import { emptyReports } from '#tests/support/reports.ts'

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
const name = reportName('basic', day)
const at = (time: string) => ({ created: new Date(time) })

async function take(
  file: string,
  content: string | Uint8Array,
  options: { created?: Date; owner?: string } = {},
) {
  const { outcomes } = await importFiles(db, [await folder.write(file, content)], options)
  return outcomes[0]
}

const views = async () => Object.values(await selectTotals(db, 'day')).map((totals) => totals.views)

describe('a day counts once', () => {
  test('both daily reports together make the totals', async () => {
    const rows = [
      activityRow(day),
      activityRow(day, { country_code: 'ZZ', views: 5, red_views: 1 }),
      activityRow(day, { video_id: '', views: 7, red_views: 0 }),
    ]
    await take(name, activityCsv(rows))
    await take(reportName('estimated_revenue', day), revenueCsv([revenueRow(day)]))
    const money = { revenue_micros: 250_000, premium_revenue_micros: 60_000 }
    expect(await selectTotals(db, 'day')).toEqual({ [day]: { views: 1012, premium_views: 71, ...money } })
    expect(await selectTotals(db, 'video')).toEqual({
      [videoNamed('first')]: { views: 1005, premium_views: 71, ...money },
    })
  })

  test('the same file again changes nothing, packed or not', async () => {
    const text = activityCsv([activityRow(day)])
    expect(await take(name, text)).toMatchObject({ result: 'loaded', rows: 1 })
    expect(await take(name, text)).toMatchObject({ result: 'unchanged' })
    expect(await take(`${name}.gz`, gzipSync(text))).toMatchObject({ result: 'unchanged' })
    expect(await views()).toEqual([1000])
  })

  test('a packed file is read whatever its name says', async () => {
    expect(await take(name, gzipSync(activityCsv([activityRow(day)])))).toMatchObject({
      result: 'loaded',
      rows: 1,
    })
  })

  test('a newer report replaces its day whole, an older one nothing', async () => {
    const second = activityRow(day, { video_id: videoNamed('second') })
    await take(name, activityCsv([activityRow(day), second]), at('2026-03-04T09:00:00Z'))
    await take('other.csv', activityCsv([activityRow('2026-03-03')]), at('2026-03-04T09:00:00Z'))
    const newer = activityCsv([activityRow(day, { views: 1100 })])
    expect(await take(name, newer, at('2026-03-05T09:00:00Z'))).toMatchObject({ result: 'loaded' })
    expect(await views()).toEqual([1100, 1000])
    const older = activityCsv([activityRow(day, { views: 900 })])
    expect(await take(name, older, at('2026-03-03T09:00:00Z'))).toMatchObject({ result: 'older' })
    expect(await views()).toEqual([1100, 1000])
    expect(await db.query('select distinct video_id from video_daily where day = $1', [day])).toHaveLength(1)
    expect(await db.query('select count(*) as count from activity_facts')).toEqual([{ count: 2 }])
  })

  test('what was issued again unchanged is not replaced by what was issued in between', async () => {
    const text = activityCsv([activityRow(day)])
    await take(name, text, at('2026-03-04T09:00:00Z'))
    expect(await take(name, text, at('2026-03-06T09:00:00Z'))).toMatchObject({ result: 'unchanged' })
    const between = activityCsv([activityRow(day, { views: 5 })])
    expect(await take(name, between, at('2026-03-05T09:00:00Z'))).toMatchObject({ result: 'older' })
    expect(await views()).toEqual([1000])
  })

  test('two different files of the same time are not decided between', async () => {
    await take(name, activityCsv([activityRow(day)]), at('2026-03-04T09:00:00Z'))
    const other = activityCsv([activityRow(day, { views: 5 })])
    expect(await take('other.csv', other, at('2026-03-04T09:00:00Z'))).toMatchObject({
      result: 'refused',
      reason: expect.stringMatching(/same creation time .* --created/),
    })
    expect(await views()).toEqual([1000])
  })

  test('owners have days of their own', async () => {
    const elsewhere = activityRow(day, { channel_id: channelNamed('two'), views: 30 })
    await take(name, activityCsv([activityRow(day)]))
    await take(name, activityCsv([elsewhere]), { owner: 'second' })
    expect(await views()).toEqual([1030])
    expect(await db.query('select owner from report_current order by owner')).toEqual([
      { owner: 'main' },
      { owner: 'second' },
    ])
  })
})

describe('what is in a file', () => {
  test('columns are found by name, in any order, with others among them', async () => {
    const columns = ['brand_new_column', ...activityColumns.toReversed()]
    const row = activityRow(day, { brand_new_column: 'x, "y"\nz' })
    expect(await take(name, csv(columns, [row]))).toMatchObject({ result: 'loaded', rows: 1 })
    expect(await views()).toEqual([1000])
  })

  test('older reports have no engaged views: all their views were', async () => {
    const columns = activityColumns.filter((column) => column !== 'engaged_views')
    await take('content_owner_basic_a3_20260302.csv', csv(columns, [activityRow(day)]))
    expect(await db.query('select engaged_views as engaged from video_daily')).toEqual([{ engaged: 1000 }])
  })

  test('a byte order mark, CRLF and days with hyphens are fine', async () => {
    const text = activityCsv([activityRow(day, { date: day })]).replaceAll('\n', '\r\n')
    expect(await take('a.csv', `\uFEFF${text}`)).toMatchObject({ result: 'loaded', rows: 1, day })
  })

  test('a header alone is a day without data, of the day in the name or in reports.json', async () => {
    await take(name, activityCsv([activityRow(day)]), at('2026-03-04T09:00:00Z'))
    expect(await take(name, activityCsv([]), at('2026-03-05T09:00:00Z'))).toMatchObject({
      result: 'loaded',
      rows: 0,
      day,
    })
    expect(await views()).toEqual([])
    const sub = await folder.sub()
    await folder.write(`${sub.slice(folder.path.length + 1)}/any.csv`, activityCsv([]))
    const list = { reports: [resource('any.csv', 'basic', '2026-03-08')] }
    await folder.write(`${sub.slice(folder.path.length + 1)}/reports.json`, JSON.stringify(list))
    expect((await importFiles(db, [sub])).outcomes).toMatchObject([{ result: 'loaded', day: '2026-03-08' }])
  })

  test('it is known by its columns when its name says nothing', async () => {
    for (const [text, type] of [
      [activityCsv([activityRow(day)]), 'activity'],
      [revenueCsv([revenueRow(day)]), 'revenue'],
      [metadataCsv([metadataRow()]), 'metadata'],
      [claimsCsv([claimRow()]), 'claims'],
    ] as const) {
      expect(await take(`report-2026-03-02-${type}.csv`, text)).toMatchObject({ result: 'loaded', type, day })
    }
  })
})

describe('when a report was created', () => {
  test('reports.json says it first, by the name of the file or of what it was packed from', async () => {
    const sub = await folder.sub()
    const here = sub.slice(folder.path.length + 1)
    await folder.write(`${here}/${name}.gz`, gzipSync(activityCsv([activityRow(day)])))
    const said = resource(name, 'basic', day, { createTime: '2026-03-04T10:00:00.5Z', rows: 1 })
    await folder.write(`${here}/reports.json`, JSON.stringify({ reports: [said] }))
    await importFiles(db, [sub], at('2020-01-01T00:00:00Z'))
    expect(await db.query('select create_time as "createTime", report_id as id from report_loads')).toEqual([
      { createTime: '2026-03-04T10:00:00.500Z', id: `basic-${day}` },
    ])
  })

  test('else --created, else the time of the file', async () => {
    const file = await folder.write(name, activityCsv([activityRow(day)]))
    await utimes(file, new Date(), new Date('2026-03-04T11:00:00Z'))
    await importFiles(db, [file])
    expect(await db.query('select create_time as time from report_loads')).toEqual([
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
        const text = metadataCsv([
          metadataRow({ video_title: word.title }),
          ...(at === 0 ? [metadataRow({ video_id: videoNamed('early'), video_title: 'only there' })] : []),
        ])
        await take(reportName('video_metadata', word.day), text, { created: new Date(word.created) })
      }
      expect(await db.query('select video_id as "videoId", title from videos order by video_id')).toEqual([
        { videoId: videoNamed('early'), title: 'only there' },
        { videoId: videoNamed('first'), title: words[2]?.title },
      ])
      await emptyReports(db)
    }
  })

  test('claims are those of the newest report', async () => {
    const claims = (id: string) => claimsCsv([claimRow({ claim_id: id, isrc: 'isrc kr-a40-20-00111' })])
    await take(reportName('active_claims', '2026-03-03'), claims('newer'))
    expect(await take(reportName('active_claims', '2026-03-02'), claims('older'))).toMatchObject({
      result: 'older',
    })
    await take(reportName('active_claims', '2026-03-04'), claims('newest'))
    expect(await db.query('select claim_id as id, isrc from claims')).toEqual([
      { id: 'newest', isrc: 'KRA402000111' },
    ])
  })
})

test('days with one of the two daily reports are named', async () => {
  await take(name, activityCsv([activityRow(day)]))
  const { halfDays } = await importFiles(db, [])
  expect(halfDays).toEqual([{ owner: 'main', day, has: 'activity' }])
})
