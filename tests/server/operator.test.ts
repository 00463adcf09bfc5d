import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { channelNamed, videoNamed } from '#tests/support/facts.ts'
import { operate } from '#tests/support/operator.ts'
import { makeAccount, makeChannel, makeSite } from '#tests/support/people.ts'
import {
  activityCsv,
  activityRow,
  reportFolder,
  reportName,
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

async function writeDay() {
  const sub = await folder.sub()
  const here = sub.slice(folder.path.length + 1)
  await folder.write(`${here}/${reportName('basic', day)}`, activityCsv([activityRow(day)]))
  await folder.write(`${here}/${reportName('estimated_revenue', day)}`, revenueCsv([revenueRow(day)]))
  return { sub, here }
}

describe('a command that is written wrongly', () => {
  test.each([
    [['fly'], /There is no command "fly"/],
    [['report'], /There is no command "report"/],
    [['import'], /Give the files/],
    [['import', 'x.csv', '--nope'], /Unknown option '--nope'.* Usage: npm run operator -- import/],
    [['import', 'x.csv', '--created', 'yesterday'], /ISO 8601/],
    [['import', 'x.csv', '--owner', 'a b'], /--owner/],
    [['report', 'totals'], /--by day\|channel\|video/],
    [['report', 'totals', '--by', 'moon'], /--by/],
    [['rates', 'set', '2026-03-02'], /Give the day/],
    [['rates', 'set', '2026-02-30', '1300'], /Give the day/],
    [['rates', 'set', '2026-03-02', '0'], /not an amount of won/],
    [['rates', 'set', '2026-03-02', '1,300'], /not an amount of won/],
    [['network', 'adopt'], /Name one video metadata file/],
    [['network', 'adopt', 'x.csv', '--site', 'a b'], /--site/],
    [['network', 'adopt', 'x.csv', '--site', 'a.test', '--manager', 'boss'], /--manager/],
    [['network', 'adopt', 'x.csv', '--site', 'a.test', '--manager', 'b@a.test'], /--from/],
    [
      [
        'network',
        'adopt',
        'x.csv',
        '--site',
        'a.test',
        '--manager',
        'b@a.test',
        '--from',
        day,
        '--password',
        'abc',
      ],
      /4 to 64 characters/,
    ],
  ])('%j is refused before the database is opened', async (words, message) => {
    await expect(operate(db, ...words)).rejects.toThrow(message)
  })

  test('without words, and with --help, it tells what there is', async () => {
    expect(await operate(db)).toMatchObject({
      status: 2,
      text: expect.stringContaining('report totals --by'),
    })
    expect(await operate(db, 'help')).toMatchObject({ status: 0 })
    expect(await operate(db, 'import', '--help')).toMatchObject({
      status: 0,
      text: expect.stringContaining('--created'),
    })
  })
})

describe('import', () => {
  test('says what became of each file, and by its status whether all is fine', async () => {
    const { sub, here } = await writeDay()
    expect(await operate(db, 'import', sub)).toMatchObject({
      status: 0,
      lines: [
        expect.stringMatching(/^loaded +content_owner_basic_a4_20260302.csv: activity of 2026-03-02, 1 row/),
        expect.stringMatching(/^loaded +content_owner_estimated_revenue_a1/),
        expect.stringMatching(/^2 files: 2 loaded; 2 rows in/),
      ],
    })
    await folder.write(`${here}/broken.csv`, 'nothing\n')
    const { status, text } = await operate(db, 'import', sub)
    expect(status).toBe(1)
    expect(text).toMatch(/refused +broken.csv, line 1: this is not a report/)
    expect(text).toMatch(/3 files: 2 unchanged, 1 refused; 0 rows/)
  })

  test('names the days of which a report is missing', async () => {
    const file = await folder.write(reportName('basic', day), activityCsv([activityRow(day)]))
    expect((await operate(db, 'import', file)).text).toMatch(
      /2026-03-02 of main has activity, but no revenue/,
    )
  })

  test('warns when the embedded database holds more than it is made for', async () => {
    const { sub } = await writeDay()
    await operate(db, 'import', sub)
    await db.exec('update report_loads set row_count = 6000000')
    const { text } = await operate(db, 'import', sub)
    expect(/holds 12,000,000 facts .*DATABASE_URL/.test(text)).toBe(db.engine === 'pglite')
  })

  test('of a folder without reports cannot be done', async () => {
    await expect(operate(db, 'import', await folder.sub())).rejects.toThrow(/no .csv or .csv.gz file/)
  })
})

describe('report totals', () => {
  test('prints what the database holds, as JSON or as a table', async () => {
    await operate(db, 'import', (await writeDay()).sub)
    const totals = { premium_revenue_micros: 60_000, premium_views: 70, revenue_micros: 250_000, views: 1000 }
    for (const [by, key] of [
      ['day', day],
      ['channel', channelNamed('one')],
      ['video', videoNamed('first')],
    ] as const) {
      expect(JSON.parse((await operate(db, 'report', 'totals', '--by', by, '--json')).text)).toEqual({
        [key]: totals,
      })
    }
    const { lines } = await operate(db, 'report', 'totals', '--by', 'day')
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['day', 'views', 'premium views', 'revenue $', 'premium $'],
      [day, '1,000', '70', '0.25', '0.06'],
    ])
  })
})

describe('rates', () => {
  test('change the amounts of the lists at once', async () => {
    const manager = await makeAccount(db, await makeSite(db), 'boss@example.test')
    await makeChannel(db, manager, channelNamed('one'))
    await operate(db, 'import', (await writeDay()).sub)
    const profit = () => db.query(`select profit from video_period where period = 'latest'`)
    expect(await profit()).toEqual([{ profit: 250_000 }])
    expect((await operate(db, 'rates', 'list')).text).toMatch(/No exchange rate is known/)
    expect((await operate(db, 'rates', 'set', '20260301', '1392.5')).text).toBe(
      '2026-03-01: 1392.5 won per dollar',
    )
    expect(await profit()).toEqual([{ profit: 348_125 }])
    expect((await operate(db, 'rates', 'set', '2026-03-01', '1392.50')).text).toMatch(/as before/)
    await operate(db, 'rates', 'set', '2026-03-02', '1400')
    expect(await profit()).toEqual([{ profit: 350_000 }])
    expect((await operate(db, 'rates', 'list')).lines).toEqual(['2026-03-01  1392.5', '2026-03-02  1400'])
    expect((await operate(db, 'sites', 'list')).lines).toEqual([
      'example.test  Example  (Korean site)  1 channels  boss@example.test',
    ])
  })
})
