// @module-tag extended
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays } from '#contract/reports/calendar.ts'
import { demoPassword } from '#server/demo/data/sites.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import { requireSite } from '#server/platform/command-line/command.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createJobQueue } from '#server/platform/jobs/pg-boss-queue.ts'
import { createLog } from '#server/platform/log.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import {
  createAccount,
  createChannel,
  createSite,
  findPerson,
  setPasswordHash,
} from '#tests/support/accounts.ts'
import { createEmptyDatabase, createOwnDatabase, createTestDatabase } from '#tests/support/database.ts'
import { encodeText } from '#tests/support/encodings.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { startFakeSmtp } from '#tests/support/fake-smtp-server.ts'
import { runOperator, runOperatorWith } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  formatRevenue,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'
import { deleteReports, findBrokenReportInvariants } from '#tests/support/report-invariants.ts'
import { execAsOwner } from '#tests/support/traces.ts'

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

async function writeDay() {
  const sub = await folder.createSubfolder()
  const here = sub.slice(folder.path.length + 1)
  await folder.write(`${here}/${reportFileName('basic', day)}`, formatActivity([activityRow(day)]))
  await folder.write(`${here}/${reportFileName('estimated_revenue', day)}`, formatRevenue([revenueRow(day)]))
  return { sub, here }
}

describe('invalid usage', () => {
  test.each([
    [['fly'], /Unknown command 'fly'/],
    [['report', 'total'], /Unknown command 'total'\n\(Did you mean totals\?\)/],
    [['import'], /Missing required argument 'path'/],
    [['import', 'x.csv', '--nope'], /Unknown option '--nope'\nAdd --help for the usage/],
    [['import', 'x.csv', '--created', 'yesterday'], /'--created <time>'.* ISO 8601/],
    [['import', 'x.csv', '--owner', 'a b'], /--owner/],
    [['report', 'totals'], /Required option '--by <grouping>' not specified/],
    [['report', 'totals', '--by', 'moon'], /Allowed choices are day, channel, video/],
    [['rates', 'set', '2026-03-02'], /Missing required argument 'won'/],
    [['rates', 'set', '2026-02-30', '1300'], /argument 'day'. Expected a day/],
    [['rates', 'set', '2026-03-02', '0'], /argument 'won'. Expected won per dollar/],
    [['rates', 'set', '2026-03-02', '1,300'], /argument 'won'. Expected won per dollar/],
    [['rates', 'import'], /Missing required argument 'file.csv'/],
    [['rates', 'import', 'a.csv', 'b.csv'], /Too many arguments for 'import'/],
    [['doctor', 'now'], /Too many arguments for 'doctor'/],
    [['network', 'adopt'], /Required option '--site <domain>' not specified/],
    [['network', 'adopt', 'x.csv', '--site', 'a b'], /'--site <domain>'.* Expected a domain/],
    [
      ['network', 'adopt', 'x.csv', '--site', 'a.test', '--manager', 'boss'],
      /'--manager <email>'.* Expected an email address/,
    ],
    [
      ['network', 'adopt', 'x.csv', '--site', 'a.test', '--manager', 'b@a.test'],
      /Required option '--from <day>' not specified/,
    ],
  ])('%j is refused before the database is opened', async (args, message) => {
    await expect(runOperator(db, ...args)).rejects.toThrow(message)
  })

  test('help lists all commands, those of a group, or the options of one', async () => {
    expect(await runOperator(db)).toMatchObject({
      status: 2,
      text: expect.stringMatching(/ {2}import .* {2}report totals \[options\] .* {2}site list /s),
    })
    expect(await runOperator(db, 'report')).toMatchObject({
      status: 2,
      text: expect.stringMatching(
        /Commands for imported reports and their figures.*report totals \[options\]/s,
      ),
    })
    expect(await runOperator(db, 'help')).toMatchObject({ status: 0 })
    for (const words of [
      ['rates', '--help'],
      ['help', 'rates'],
    ]) {
      const { status, text } = await runOperator(db, ...words)
      expect([status, text]).toEqual([0, expect.stringMatching(/Commands for exchange rates.*rates set/s)])
      expect(text).not.toContain('channel')
    }
    expect(await runOperator(db, 'import', '--help')).toMatchObject({
      status: 0,
      text: expect.stringContaining('--created'),
    })
  })
})

describe('import', () => {
  test('reports the outcome of each file and whether all of them succeeded', async () => {
    const { sub, here } = await writeDay()
    expect(await runOperator(db, 'import', sub)).toMatchObject({
      status: 0,
      lines: [
        expect.stringMatching(/^loaded +content_owner_basic_a4_20260302.csv: activity of 2026-03-02, 1 row/),
        expect.stringMatching(/^loaded +content_owner_estimated_revenue_a1/),
        expect.stringMatching(/^2 files: 2 loaded; 2 rows in/),
      ],
    })
    await folder.write(`${here}/broken.csv`, 'nothing\n')
    const { status, text } = await runOperator(db, 'import', sub)
    expect(status).toBe(1)
    expect(text).toMatch(/refused +broken.csv, line 1: this is not a report/)
    expect(text).toMatch(/3 files: 2 unchanged, 1 refused; 0 rows/)
  })

  test('names days that lack a report', async () => {
    const file = await folder.write(reportFileName('basic', day), formatActivity([activityRow(day)]))
    expect((await runOperator(db, 'import', file)).text).toMatch(/2026-03-02 of main: no revenue/)
  })

  test('warns when the embedded database exceeds its capacity', async () => {
    const { sub } = await writeDay()
    await runOperator(db, 'import', sub)
    await execRaw(db, 'update report_loads set row_count = 6000000')
    const { text } = await runOperator(db, 'import', sub)
    expect(/holds 12,000,000 facts .*DATABASE_URL/.test(text)).toBe(db.engine === 'pglite')
  })

  test('refuses a folder without reports', async () => {
    await expect(runOperator(db, 'import', await folder.createSubfolder())).rejects.toThrow(
      /There is no .csv, .csv.gz or .csv.zip file/,
    )
  })
})

describe('report totals', () => {
  test('prints what the database holds, as JSON or as a table', async () => {
    await runOperator(db, 'import', (await writeDay()).sub)
    const totals = { premium_revenue_micros: 60_000, premium_views: 70, revenue_micros: 250_000, views: 1000 }
    for (const [by, key] of [
      ['day', day],
      ['channel', channelIdFor('one')],
      ['video', videoIdFor('first')],
    ] as const) {
      expect(JSON.parse((await runOperator(db, 'report', 'totals', '--by', by, '--json')).text)).toEqual({
        [key]: totals,
      })
    }
    const { lines } = await runOperator(db, 'report', 'totals', '--by', 'day')
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['day', 'views', 'premium views', 'revenue $', 'premium $'],
      [day, '1,000', '70', '0.25', '0.06'],
    ])
  })
})

describe('rates', () => {
  test('change the amounts of the lists at once', async () => {
    const manager = await createAccount(db, await createSite(db), 'boss@example.test')
    await createChannel(db, manager, channelIdFor('one'))
    await runOperator(db, 'import', (await writeDay()).sub)
    const profit = () => queryRaw(db, `select profit from video_period where period = 'latest'`)
    expect(await profit()).toEqual([{ profit: 250_000 }])
    expect((await runOperator(db, 'rates', 'list')).text).toMatch(/There are no exchange rates/)
    expect((await runOperator(db, 'rates', 'set', '20260301', '1392.5')).text).toBe(
      '2026-03-01: 1392.5 won per dollar',
    )
    expect(await profit()).toEqual([{ profit: 348_125 }])
    expect((await runOperator(db, 'rates', 'set', '2026-03-01', '1392.50')).text).toMatch(/unchanged/)
    await runOperator(db, 'rates', 'set', '2026-03-02', '1400')
    expect(await profit()).toEqual([{ profit: 350_000 }])
    await runOperator(db, 'rates', 'remove', '2026-03-02')
    expect(await profit()).toEqual([{ profit: 348_125 }])
    await runOperator(db, 'rates', 'set', '2026-03-02', '1400')
    expect(await findBrokenReportInvariants(db)).toEqual([])
    expect((await runOperator(db, 'rates', 'list')).lines).toEqual(['2026-03-01  1392.5', '2026-03-02  1400'])
    expect((await runOperator(db, 'site', 'list')).lines).toEqual([
      'example.test  Example  (Korean site, new accounts are standalone)  1 channel  boss@example.test',
    ])
  })
})

describe('unlikely rates', () => {
  beforeEach(() => execAsOwner(db, 'truncate exchange_rates; delete from audit_log'))
  const setRate = (...args: string[]) => runOperator(db, 'rates', 'set', ...args)
  const list = async () => (await runOperator(db, 'rates', 'list')).lines

  test('a rate a hundred times too low is refused, unless it is forced', async () => {
    await setRate('2026-03-01', '1390')
    await expect(setRate('2026-03-02', '13.9')).rejects.toThrow(
      '13.9 won per dollar on 2026-03-02 is 99 % below the rate of 2026-03-01 (1390). Nothing was changed. If it is right, add --force.',
    )
    await expect(setRate('2026-02-28', '1700')).rejects.toThrow('22 % above the rate of 2026-03-01')
    const file = await folder.write('rates.csv', '2026-03-02,1400\n2026-03-03,140\n')
    await expect(runOperator(db, 'rates', 'import', file)).rejects.toThrow(
      '90 % below the rate of 2026-03-02',
    )
    expect(await list()).toEqual(['2026-03-01  1390'])
    await setRate('2026-03-02', '1668')
    await setRate('2026-03-03', '900', '--force')
    expect(await list()).toEqual(['2026-03-01  1390', '2026-03-02  1668', '2026-03-03  900'])
  })

  test('the first rates are refused where no dollar is worth as much, unless they are forced', async () => {
    await expect(setRate('2026-03-01', '1')).rejects.toThrow(
      '1 won per dollar on 2026-03-01 is not between 500 and 3000. Nothing was changed. If it is right, add --force.',
    )
    const file = await folder.write('rates.csv', '2026-03-02,13.9\n2026-03-03,14\n')
    await expect(runOperator(db, 'rates', 'import', file)).rejects.toThrow('not between 500 and 3000')
    expect(await list()).toEqual(['There are no exchange rates: amounts are shown in US dollars.'])
    await setRate('2026-03-01', '3500', '--force')
    expect(await list()).toEqual(['2026-03-01  3500'])
  })

  test('the audit log names the person who gives the name, wherever it stands', async () => {
    const commands = [
      ['rates', 'set', '2026-01-05', '1390', '--as', 'Kim Minji'],
      ['--as', 'lee', 'rates', 'set', '2026-01-06', '1390'],
      ['rates', 'set', '2026-01-07', '1390'],
    ]
    for (const command of commands) await runOperator(db, ...command)
    const entries = JSON.parse((await runOperator(db, 'audit', '--limit', '3', '--json')).text)
    expect(
      entries.map(({ actor, actorName, detail }: Record<string, object>) => [actor, actorName, detail]),
    ).toEqual([
      ['operator', null, { before: null, after: { won: '1390' } }],
      ['operator', 'lee', { before: null, after: { won: '1390' } }],
      ['operator', 'Kim Minji', { before: null, after: { won: '1390' } }],
    ])
    await expect(runOperator(db, 'audit', '--as', 'two\nlines')).rejects.toThrow('Expected a single line')
  })

  test('a rate is removed, and the audit log has what was before and after', async () => {
    await setRate('2026-03-01', '1390')
    await setRate('2026-03-01', '1392.5')
    expect((await runOperator(db, 'rates', 'remove', '2026-03-01')).text).toBe('2026-03-01: removed')
    await expect(runOperator(db, 'rates', 'remove', '2026-03-01')).rejects.toThrow(
      'There is no rate for 2026-03-01',
    )
    expect(await list()).toEqual(['There are no exchange rates: amounts are shown in US dollars.'])
    const details = await queryRaw(
      db,
      `select action, detail from audit_log where subject = 'rate' order by id`,
    )
    expect(details).toEqual([
      { action: 'rates set', detail: { before: null, after: { won: '1390' } } },
      { action: 'rates set', detail: { before: { won: '1390' }, after: { won: '1392.5' } } },
      { action: 'rates remove', detail: { before: { won: '1392.5' }, after: null } },
    ])
  })
})

describe('rates import', () => {
  beforeEach(() => execRaw(db, 'truncate exchange_rates'))
  const rates = () => queryRaw(db, 'select day, krw_micros as won from exchange_rates order by day')
  const revision = async () =>
    (await queryRaw<{ now: number }>(db, 'select data_revision as now from report_state'))[0]?.now ?? 0
  const write = (text: string) => folder.write('rates.csv', text)

  test('takes a file with a byte order mark, a header, quotes and blank lines, and counts once', async () => {
    const before = await revision()
    const file = await write('\uFEFFDay,Won\r\n\r\n"2026-03-02","1392.5"\r\n20260303, 1388\r\n')
    expect(await runOperator(db, 'rates', 'import', file)).toEqual({
      status: 0,
      lines: ['2 days: 2 set, 0 unchanged'],
      text: '2 days: 2 set, 0 unchanged',
    })
    expect(await rates()).toEqual([
      { day: '2026-03-02', won: 1_392_500_000 },
      { day: '2026-03-03', won: 1_388_000_000 },
    ])
    expect(await revision()).toBe(before + 1)
    const again = await write('2026-03-02,1392.50\n2026-03-04,1400')
    expect((await runOperator(db, 'rates', 'import', again)).text).toBe('2 days: 1 set, 1 unchanged')
    expect((await runOperator(db, 'rates', 'import', again)).text).toBe('2 days: 0 set, 2 unchanged')
    expect(await revision()).toBe(before + 2)
    expect(await rates()).toHaveLength(3)
    const recorded = await queryRaw(
      db,
      `select action, subject, subject_id as id, detail from audit_log where action = 'rates import' order by id`,
    )
    expect(recorded).toEqual([
      {
        action: 'rates import',
        subject: 'rate',
        id: '2026-03-02',
        detail: { before: null, after: { won: '1392.5' } },
      },
      {
        action: 'rates import',
        subject: 'rate',
        id: '2026-03-03',
        detail: { before: null, after: { won: '1388' } },
      },
      {
        action: 'rates import',
        subject: 'rate',
        id: '2026-03-04',
        detail: { before: null, after: { won: '1400' } },
      },
    ])
  })

  test('names every bad line, and sets nothing then', async () => {
    const bad = [
      '2026-02-30,1300',
      '2026-03-02,1300',
      '2026-03-03',
      '2026-03-04,0',
      '2026-03-05,"1,300"',
      '2026-03-06,9000',
      '20260302,1301',
      '2999-01-01,1300',
      '"2026-03-07,1300',
      '2026-03-08,1300,',
      'today,1300',
    ]
    const { status, lines } = await runOperator(db, 'rates', 'import', await write(bad.join('\n')))
    expect(status).toBe(1)
    expect(lines).toEqual([
      'rates.csv: 9 invalid lines, so nothing was changed:',
      '  line 1: "2026-02-30" is not a day (2026-03-02, 20260302 or 2026/3/2)',
      '  line 3: it has 1 values instead of a day and the won per dollar: remove other columns, and quote numbers such as "1,392.5"',
      '  line 4: "0" is not an amount of won per dollar (1392.5)',
      '  line 6: "9000" is not an amount of won per dollar (1392.5)',
      '  line 7: 2026-03-02 is already in line 2',
      '  line 8: 2999-01-01 is later than tomorrow',
      '  line 9: it is not valid CSV',
      '  line 10: it has 3 values instead of a day and the won per dollar: remove other columns, and quote numbers such as "1,392.5"',
      '  line 11: "today" is not a day (2026-03-02, 20260302 or 2026/3/2)',
    ])
    expect(await rates()).toEqual([])
  })

  test.each<[string, string | Uint8Array]>([
    ['as banks print them', '날짜,환율\n2026.03.02,"1,392.5"\n2026/3/3,"1,388.00"\n'],
    ['with points and spaces', '2026. 3. 2.,1392.5\n2026년 3월 3일,1388'],
    ['with times', 'day,won\n2026-03-02 00:00:00,1392.5\n2026-03-03T23:59:59+09:00,1388\n'],
    ['separated by tabs', 'day\twon\n2026-03-02\t1,392.5\n2026-03-03\t1388\n'],
    ['separated by semicolons', 'day;won\r\n2026-03-02;1392.5\r\n2026-03-03;1388\r\n'],
    ['in code page 949', encodeText('날짜,환율\r\n2026-03-02,1392.5\r\n2026-03-03,1388\r\n', 'cp949')],
    ['in Shift-JIS', encodeText('日付,レート\r\n2026-03-02,1392.5\r\n2026年3月3日,1388\r\n', 'shift_jis')],
    ['in UTF-16', Buffer.from('\uFEFF날짜\t환율\r\n2026-03-02\t1392.5\r\n2026-03-03\t1388\r\n', 'utf16le')],
  ])('reads rates %s', async (_, text) => {
    const { status, lines } = await runOperator(db, 'rates', 'import', await folder.write('rates.csv', text))
    expect([status, lines]).toEqual([0, ['2 days: 2 set, 0 unchanged']])
    expect(await rates()).toEqual([
      { day: '2026-03-02', won: 1_392_500_000 },
      { day: '2026-03-03', won: 1_388_000_000 },
    ])
  })

  test.each(['3/2/2026,1392.5', '2026-03-02;1392,5', '2026-03-02,1,392.5', '2026-03-02 noon,1392.5'])(
    'refuses %s',
    async (line) => {
      expect(await runOperator(db, 'rates', 'import', await write(line))).toMatchObject({ status: 1 })
      expect(await rates()).toEqual([])
    },
  )

  test('says how many invalid lines it omits after a thousand', async () => {
    const { lines } = await runOperator(db, 'rates', 'import', await write('x1,2\n'.repeat(1_005)))
    expect(lines).toHaveLength(1_002)
    expect(lines.at(-1)).toBe('  and 5 more')
  })

  test.each([
    ['nothing in it', 'day,won\n\n', /contains no rates/],
    [
      'what is no text',
      Buffer.from([0x50, 0xff, 0xfe, 0x0a]),
      /it is not UTF-8 text: save it as “CSV UTF-8”/,
    ],
  ])('cannot take a file with %s', async (_, text, message) => {
    const file = await folder.write('rates.csv', text)
    await expect(runOperator(db, 'rates', 'import', file)).rejects.toThrow(message)
  })

  test('cannot take what is not there, or is a folder', async () => {
    await expect(runOperator(db, 'rates', 'import', 'not-there.csv')).rejects.toThrow(
      /cannot be read or written \(ENOENT\)/,
    )
    await expect(runOperator(db, 'rates', 'import', folder.path)).rejects.toThrow(
      /cannot be read or written \(EISDIR\)/,
    )
  })
})

describe('doctor', () => {
  interface Finding {
    subject: string
    status: string
    message: string
    fix?: string
  }
  async function runDoctor(environment: Record<string, string> = {}) {
    const { status, text } = await runOperatorWith(db, environment, 'doctor', '--json')
    const findings = JSON.parse(text) as Finding[]
    return {
      status,
      findings,
      find: (subject: string) => findings.find((finding) => finding.subject === subject),
    }
  }
  afterEach(() => void vi.useRealTimers())

  test('finds what is missing and says how to fix it', async () => {
    await createSite(db, 'empty.test')
    const { status, find, findings } = await runDoctor({ DATA_DIR: '/not/there', YOUTUBE_API_KEY: '' })
    expect(status).toBe(1)
    expect(find('managers')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('empty.test'),
    })
    expect(find('payment information')).toMatchObject({ message: 'missing on empty.test, example.test' })
    expect(find('YouTube')).toMatchObject({ status: 'warning' })
    expect(find('data folder')?.status).toBe('error')
    expect(find('reports')).toMatchObject({ status: 'warning', message: 'no day has both of its reports' })
    for (const { status, fix } of findings) expect(fix !== undefined).toBe(status !== 'ok')
    await queryRaw(db, `delete from sites where domain = 'empty.test'`)
  })

  test('finds outdated reports and rates', async () => {
    await execRaw(db, 'truncate exchange_rates')
    await runOperator(db, 'import', (await writeDay()).sub)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-06T20:00:00Z') })
    expect((await runDoctor()).find('reports')).toMatchObject({
      status: 'ok',
      message: 'the latest complete day is 2026-03-02, 4 days ago',
    })
    expect((await runDoctor()).find('exchange rates')).toMatchObject({
      status: 'warning',
      message: 'there is no rate for 2026-03-02 or earlier',
    })
    await runOperator(db, 'rates', 'set', '2026-02-22', '1300')
    expect((await runDoctor()).find('exchange rates')).toMatchObject({
      status: 'warning',
      message: 'the rate for 2026-03-02 dates from 2026-02-22',
    })
    await runOperator(db, 'rates', 'set', '2026-02-23', '1300')
    expect((await runDoctor()).find('exchange rates')?.status).toBe('ok')
    vi.setSystemTime(new Date('2026-03-07T20:00:00Z'))
    expect((await runDoctor()).find('reports')).toMatchObject({ status: 'warning' })
    vi.setSystemTime(new Date('2026-02-20T20:00:00Z'))
    expect((await runDoctor()).find('reports')).toMatchObject({
      status: 'error',
      message: 'the latest complete day is 2026-03-02, 10 days in the future, and every period ends on it',
    })
    // The database does not use the fake time.
    expect((await runDoctor()).find('clock')).toMatchObject({ status: 'warning' })
  })

  test('counts the registrations that will end, without rejected ones', async () => {
    const networkId = await createAccount(db, await requireSite(db, 'example.test'), 'pending@example.test')
    await createChannel(db, networkId, channelIdFor('pending'), { verification: 'pending', approval: 0 })
    await createChannel(db, networkId, channelIdFor('rejected'), { verification: 'pending', approval: 3 })
    await queryRaw(db, 'update channels set expires_at = $2 where network_id = $1', [networkId, '2026-12-01'])
    expect((await runDoctor()).find('registrations')).toMatchObject({
      status: 'ok',
      message: '1 registration will end unless verified, the first on 2026-12-01',
    })
    await queryRaw(db, 'delete from channels where network_id = $1', [networkId])
  })

  test('finds outdated lists and jobs that do not run', async () => {
    expect((await runDoctor()).find('lists')?.status).toBe('ok')
    await execRaw(db, 'update report_state set data_revision = data_revision + 1')
    expect((await runDoctor()).find('lists')?.status).toBe('warning')
    await refreshLists(db)
    expect((await runDoctor()).find('background jobs')).toMatchObject({ message: 'none so far' })
    const jobs = createJobQueue(db, createLog('silent'))
    await jobs.start()
    await db.transaction((tx) => jobs.enqueue(tx, 'verify-channel', 1))
    await jobs.close()
    expect((await runDoctor()).find('background jobs')?.status).toBe('ok')
    await execRaw(db, `update jobs.job set start_after = now() - interval '2 hours'`)
    expect((await runDoctor()).find('background jobs')).toMatchObject({
      status: 'warning',
      message: '1 job waiting for more than an hour (verify-channel 1)',
    })
    await execRaw(db, 'drop schema jobs cascade')
  })

  test.each<[Record<string, string>, string]>([
    [{}, 'ok'],
    [{ HOST: '0.0.0.0', BEHIND_PROXY: '1' }, 'ok'],
    [{ HOST: '0.0.0.0' }, 'error'],
    [{ BEHIND_PROXY: '1', PUBLIC_API_URL: 'https://api.studio.example/api' }, 'ok'],
    [{ BEHIND_PROXY: '1', PUBLIC_API_URL: 'http://api.studio.example/api' }, 'error'],
  ])('finds a site without HTTPS: %j is %s', async (environment, status) => {
    expect((await runDoctor(environment)).find('HTTPS')?.status).toBe(status)
  })

  test.each([
    ['ok', 'postgres://localhost/it'],
    ['ok', 'postgres://user:p%40ss@127.0.0.1:5432/it?application_name=x'],
    ['ok', 'postgres://[::1]:5432/it'],
    ['ok', 'postgres://%2Fvar%2Frun%2Fpostgresql/it'],
    ['ok', 'postgres:///it'],
    ['ok', 'postgres://db.example/it?sslmode=verify-full'],
    ['ok', 'postgres://db.example/it?sslrootcert=system'],
    ['error', 'postgres://user:hunter2@db.example:5432/it'],
    ['error', 'postgres://db.example/it?sslmode=require'],
    ['error', 'postgres://192.0.2.7/it?sslmode=verify-full'],
    ['error', 'postgres://[2001:db8::7]:5432/it?sslmode=verify-full'],
    ['error', 'postgres://localhost:5432,db.example:5432/it?sslmode=prefer'],
  ])('%s: the connection to %s', async (status, url) => {
    const finding = (await runDoctor({ DATABASE_URL: url })).find('database connection')
    expect(finding?.status).toBe(status)
    expect(finding?.message).toMatch(
      status === 'ok' ? /verifies the server$/ : /^(db\.example|192\.0\.2\.7|2001:db8::7): /,
    )
  })

  test('finds accounts of the demo among others, on any site and database', async () => {
    expect((await runDoctor()).find('demo accounts')?.status).toBe('ok')
    const site = await createSite(db, 'restored.test')
    const password = await hashPassword(demoPassword)
    const addAccount = async (email: string, passwordHash: string) =>
      setPasswordHash(db, await createAccount(db, site, email, undefined, false), passwordHash)
    await addAccount('manager@hookline.example', password)
    await addAccount('haru@hookline.example', await hashPassword('another'))
    for (const url of ['', 'postgres://there/it'])
      expect((await runDoctor({ DATABASE_URL: url })).find('demo accounts')).toMatchObject({
        status: 'error',
        message: expect.stringMatching(/^1 account with .* beside \d+ others?: manager@hookline.example$/),
        fix: expect.stringContaining('account password manager@hookline.example --site restored.test'),
      })
    await runOperator(db, 'account', 'password', 'manager@hookline.example', '--site', 'restored.test')
    expect((await runDoctor()).find('demo accounts')?.status).toBe('ok')
    await execAsOwner(
      db,
      `delete from audit_log; delete from security_events;
      delete from email_links;
      delete from accounts where email like '%@hookline.example'`,
    )
    await queryRaw(db, `delete from sites where domain = 'restored.test'`)
  })

  test('finds that alerts reach nobody, and says what lets them', async () => {
    const own = await createOwnDatabase()
    const find = async () => {
      const findings = JSON.parse((await runOperator(own, 'doctor', '--json')).text) as Finding[]
      return findings.find(({ subject }) => subject === 'operators')
    }
    const expectFinding = async (message: string, fix: string) =>
      expect(await find()).toEqual({ subject: 'operators', status: 'warning', message, fix })
    const nobody =
      'nobody is operator of everything: alerts reach nobody, or only operators of some content owners'
    const [email, domain] = ['kim@alerts.test', 'alerts.test']
    const onSite = [email, '--site', domain]
    await expectFinding(
      nobody,
      'Open the link that the server prints when it starts; a restart prints another one.',
    )
    await createAccount(own, await createSite(own, domain), email)
    const id = await findPerson(own, email, domain)
    await expectFinding(nobody, 'Run: account grant-operator <email> --site <domain>; see account list')
    await runOperator(own, 'account', 'password', ...onSite)
    await runOperator(own, 'account', 'grant-operator', ...onSite)
    // Each is corrected by the command that the finding names, so that the next one shows.
    for (const [obstacle, ...words] of [
      ['has not confirmed the address', 'account', 'confirm', ...onSite],
      ['gets no mail', 'mail', 'unsuppress', email],
    ]) {
      if (obstacle === 'gets no mail') await runOperator(own, 'mail', 'suppress', email)
      await expectFinding(`alerts reach nobody: ${email} ${obstacle}`, `Run: ${words.join(' ')}`)
      await runOperator(own, ...words)
    }
    await expectFinding(
      `alerts reach nobody: ${email} has no password`,
      `Run: account password ${onSite.join(' ')}`,
    )
    await queryRaw(
      own,
      `update accounts set password_hash = 'set', password_rules = 'strong' where id = $1`,
      [id],
    )
    expect(await find()).toMatchObject({
      status: 'ok',
      message: '1 operator of everything, 1 of them reachable',
    })
    await queryRaw(own, `update accounts set removed_at = now() where id = $1`, [id])
    expect((await find())?.message).toBe(nobody)
    await own.close()
  })

  test('finds nothing wrong with a complete installation', async () => {
    await runOperator(
      db,
      ...['payment', 'set', '--site', 'example.test', '--company-name', 'A', '--company-address', 'B'],
      ...[
        '--business-number',
        '123-45-67891',
        '--company-mail',
        'd@e.test',
        '--manager-name',
        'F',
        '--manager-contact',
        'G',
      ],
    )
    await runOperator(db, 'import', (await writeDay()).sub)
    await runOperator(db, 'rates', 'set', addDays(getPacificDay(new Date()), -5), '1300')
    await execRaw(
      db,
      'update report_current set day = current_date - 2; update report_loads set day = current_date - 2',
    )
    // An installation with DATABASE_URL has no data folder.
    const smtp = await startFakeSmtp()
    const environment = {
      DATABASE_URL: 'postgres://there/it?sslmode=verify-full',
      SMTP_URL: smtp.url,
      SECRET_KEY: '0'.repeat(64),
    }
    await execRaw(
      db,
      `update accounts set email_confirmed_at = now();
      insert into installation_grants (account_id, role)
      select min(id), 'operator' from accounts where kind = 'person' and removed_at is null`,
    )
    expect(await runOperatorWith(db, environment, 'doctor')).toMatchObject({
      status: 0,
      text: expect.stringMatching(/Everything is ok\.$/),
    })
    await smtp.close()
  })

  test('names missing migrations, and goes on with what it can check', async () => {
    const empty = await createEmptyDatabase()
    const { status, text } = await runOperator(empty, 'doctor')
    await empty.close()
    expect(status).toBe(1)
    expect(text).toMatch(/^error {4}schema: .*0001_baseline\.sql … traces\.sql.*\n +→ .*run: migrate$/m)
    expect(text).toMatch(/^ok {7}Node: /m)
    expect(text).toMatch(/^ok {7}database: PostgreSQL/m)
    expect(text).toMatch(/^warning {2}not checked: .*mail/m)
    expect(text).not.toContain('the check failed')
  })

  test('migrate applies them, and does nothing the second time', async () => {
    const empty = await createEmptyDatabase()
    expect((await runOperator(empty, 'migrate')).lines).toContain('applied  0001_baseline.sql')
    expect((await runOperator(empty, 'migrate')).lines).toEqual(['Every migration is applied.'])
    await empty.close()
  })

  test('reports a check that fails', async () => {
    const broken = { ...db, query: () => Promise.reject(new Error('no such thing')) }
    const { status, text } = await runOperator(broken, 'doctor')
    expect(status).toBe(1)
    expect(text).toMatch(/^error {4}lists: the check failed: no such thing$/m)
  })
})
