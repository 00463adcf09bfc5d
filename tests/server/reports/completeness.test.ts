import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, listDays } from '#contract/reports/calendar.ts'
import { readChannelSeries } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import type { Period } from '#contract/reports/reports.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import type { Database } from '#server/platform/db/database.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { withdrawReport } from '#server/reports/ingest/withdrawal.ts'
import { createAccount, createChannel, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, recomputeChannel, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  formatRevenue,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'
import { deleteReports, findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

let api: Api
let folder: Awaited<ReturnType<typeof createReportFolder>>
const tokens: Record<string, string> = {}
const video = videoIdFor('v')

beforeAll(async () => {
  api = await startApi(await createTestDatabase())
  folder = await createReportFolder()
  const site = await createSite(api.db)
  for (const name of ['us', 'jp']) {
    const manager = await createAccount(api.db, site, `${name}@example.test`)
    tokens[name] = await signIn(api, `${name}@example.test`)
    await createChannel(api.db, manager, channelIdFor(name))
    await createChannel(api.db, manager, channelIdFor(`${name}2`), { verification: 'verifying' })
  }
})
afterAll(async () => {
  await api.close()
  await folder.remove()
})
beforeEach(() => deleteReports(api.db))
afterEach(async () => {
  expect(await findBrokenReportInvariants(api.db)).toEqual([])
})

const firstDay = '2026-08-03'
type Half = 'activity' | 'revenue'
const bothHalves: readonly Half[] = ['activity', 'revenue']

/** Writes a day with 10 views and 4 dollars for each channel. */
async function writeReport(
  half: Half,
  day: string,
  channels: readonly string[],
  country = 'US',
): Promise<string> {
  const rows = channels.map((name) => ({
    channel_id: channelIdFor(name),
    video_id: video,
    country_code: country,
  }))
  return half === 'activity'
    ? folder.write(
        reportFileName('basic', day),
        formatActivity(rows.map((row) => activityRow(day, { ...row, views: 10 }))),
      )
    : folder.write(
        reportFileName('estimated_revenue', day),
        formatRevenue(rows.map((row) => revenueRow(day, { ...row, estimated_partner_revenue: 4 }))),
      )
}

interface Reported {
  halves?: readonly Half[]
  /** Defaults to the owner's one channel. */
  channels?: readonly string[]
}

async function report(
  owner: string,
  days: string | readonly string[],
  { halves = bothHalves, channels = [owner] }: Reported = {},
) {
  const files = [days]
    .flat()
    .flatMap((day) => halves.map((half) => writeReport(half, day, channels, owner.toUpperCase())))
  await importFiles(api.db, await Promise.all(files), { owner, created: new Date('2026-08-31T00:00:00Z') })
}

const readReport = async (name: string, period: Period = 'month') =>
  (await api.call(readDashboard, { token: tokens[name] ?? '', query: { period } })).report

describe('a network’s day', () => {
  test('is complete when every owner of its channels has reported both, whatever others have', async () => {
    await report('us', firstDay)
    await report('jp', firstDay)
    await report('us', addDays(firstDay, 1), { halves: ['activity'] })
    await report('jp', addDays(firstDay, 1))
    expect((await readReport('us'))?.range.to).toBe(firstDay)
    expect((await readReport('jp'))?.range.to).toBe(addDays(firstDay, 1))
    await report('us', addDays(firstDay, 1), { halves: ['revenue'] })
    expect((await readReport('us'))?.range.to).toBe(addDays(firstDay, 1))
  })

  test('waits for each of several owners, from the first day of its channels on', async () => {
    await report('us', [firstDay, addDays(firstDay, 1)])
    await report('jp', addDays(firstDay, 1), { channels: ['us'] })
    await report('us', addDays(firstDay, 2))
    expect(await readReport('us')).toMatchObject({
      range: { to: addDays(firstDay, 1) },
      incompleteDays: [],
      series: { views: [null, null, 10, 20] },
    })
  })

  test('no longer waits for an owner that has been silent for more than a week', async () => {
    await report('us', firstDay)
    await report('jp', firstDay, { channels: ['us'] })
    await report('us', listDays({ from: addDays(firstDay, 1), to: addDays(firstDay, 7) }))
    expect((await readReport('us'))?.range.to).toBe(firstDay)
    await report('us', addDays(firstDay, 8))
    expect(await readReport('us')).toMatchObject({ range: { to: addDays(firstDay, 8) }, incompleteDays: [] })
    await report('jp', addDays(firstDay, 8), { channels: ['us'] })
    expect((await readReport('us'))?.incompleteDays).toHaveLength(7)
  })

  test('waits for an owner of a channel as soon as the channel earns', async () => {
    await report('us', firstDay)
    await report('jp', firstDay, { channels: ['us2'] })
    await report('us', addDays(firstDay, 1))
    expect((await readReport('us'))?.range.to).toBe(addDays(firstDay, 1))
    await setVerification('us2', 'verified')
    expect((await readReport('us'))?.range.to).toBe(firstDay)
    await setVerification('us2', 'verifying')
    expect((await readReport('us'))?.range.to).toBe(addDays(firstDay, 1))
  })

  test('that lacks a report inside a period is a gap with a name, and counts in the totals as far as reported', async () => {
    await report('us', firstDay)
    await report('us', addDays(firstDay, 1), { halves: ['activity'] })
    await report('us', addDays(firstDay, 3))
    const days = { incompleteDays: [addDays(firstDay, 1), addDays(firstDay, 2)] }
    expect(await readReport('us')).toMatchObject({
      ...days,
      totals: { views: 30 },
      series: { views: [null, null, 10, null, null, 10] },
    })
    const query = { period: 'month' as const }
    const token = tokens.us ?? ''
    const { report: series } = await api.call(readChannelSeries, { token, query })
    expect(series).toMatchObject({ ...days, channels: [{ views: [null, null, 10, null, null, 10] }] })
    expect(await api.call(readVideo, { token, query: { ...query, video } })).toMatchObject({
      ...days,
      series: { views: [null, null, 10, null, null, 10] },
    })
  })

  test('is incomplete again when a report of it is withdrawn', async () => {
    await report('us', [firstDay, addDays(firstDay, 1)])
    await withdrawReport(api.db, { type: 'revenue', owner: 'us', day: addDays(firstDay, 1) })
    expect((await readReport('us'))?.range.to).toBe(firstDay)
    await withdrawReport(api.db, { type: 'activity', owner: 'us', day: addDays(firstDay, 1) })
    expect((await readReport('us'))?.range.to).toBe(firstDay)
  })
})

async function setVerification(name: string, status: string): Promise<void> {
  await queryRaw(api.db, 'update channels set verification_status = $2 where channel_id = $1', [
    channelIdFor(name),
    status,
  ])
  await recomputeChannel(api.db, channelIdFor(name))
  await importFiles(api.db, [])
}

describe('both reports of a day', () => {
  const reissued = new Date('2026-09-01T00:00:00Z')
  const selectSums = () =>
    queryRaw<{ views: number; dollars: number }>(
      api.db,
      `select sum(views)::bigint as views, sum(revenue_micros)::bigint / 1000000 as dollars
      from video_daily
      where day = $1`,
      [firstDay],
    )

  test('are published in one step, wherever the files lie', async () => {
    await report('us', [firstDay, addDays(firstDay, 1)])
    const twice = ['us', 'us2']
    const files = []
    for (const half of bothHalves)
      for (const day of [addDays(firstDay, 1), firstDay]) files.push(await writeReport(half, day, twice))
    const states = new Set<string>()
    const observedDb: Database = {
      ...api.db,
      async transaction(work) {
        const result = await api.db.transaction(work)
        const [sums] = await selectSums()
        states.add(`${sums?.views} views, ${sums?.dollars} dollars`)
        return result
      },
    }
    const { outcomes } = await importFiles(observedDb, files, { owner: 'us', created: reissued })
    expect(outcomes.map((one) => [one.result, 'day' in one && one.day, 'type' in one && one.type])).toEqual([
      ['loaded', firstDay, 'activity'],
      ['loaded', firstDay, 'revenue'],
      ['loaded', addDays(firstDay, 1), 'activity'],
      ['loaded', addDays(firstDay, 1), 'revenue'],
    ])
    // Before and after, and nothing between.
    expect([...states]).toEqual(['10 views, 4 dollars', '20 views, 8 dollars'])
  })

  test('stay as they are when one of them cannot be read', async () => {
    await report('us', firstDay)
    const before = await selectSums()
    for (const broken of ['content_owner_basic_a4', 'content_owner_estimated_revenue_a1']) {
      const files = [
        await writeReport('activity', firstDay, ['us', 'us2']),
        await writeReport('revenue', firstDay, ['us', 'us2']),
      ]
      const path = await folder.write(`${broken}_${firstDay.replaceAll('-', '')}.csv`, '<html></html>\n')
      const { outcomes } = await importFiles(api.db, files, { owner: 'us', created: reissued })
      expect(outcomes.map(({ result }) => result)).toEqual(['refused', 'refused'])
      expect(outcomes.find((one) => one.path !== path)).toMatchObject({
        reason: expect.stringMatching(
          /^the \w+ of the same day was refused \(.*\); a day that is there already/,
        ),
      })
      expect(await selectSums()).toEqual(before)
    }
  })

  test('come one by one on a new day, and then it is incomplete', async () => {
    const files = [
      await writeReport('activity', firstDay, ['us']),
      await writeReport('revenue', firstDay, ['us']),
    ]
    await folder.write(reportFileName('estimated_revenue', firstDay), 'nothing\n')
    const { outcomes, incompleteDays } = await importFiles(api.db, files, { owner: 'us', created: reissued })
    expect(outcomes.map(({ result }) => result)).toEqual(['loaded', 'refused'])
    expect(incompleteDays).toEqual([{ owner: 'us', day: firstDay, activity: 1, revenue: 0 }])
    expect(await readReport('us')).toBeNull()
  })
})

describe('the operator', () => {
  beforeEach(async () => {
    await report('us', '2026-07-30')
    await report('us', '2026-07-31', { halves: ['revenue'] })
    await report('us', '2026-08-02', { halves: ['activity'] })
    await report('us', '2026-08-03')
    await importFiles(api.db, [await writeReport('activity', '2026-08-03', ['us', 'us2'], 'US')], {
      owner: 'us',
      created: new Date('2026-09-01T00:00:00Z'),
    })
    await report('jp', '2026-07-30')
    await report('us', '2026-08-08')
  })

  test('sees in a calendar what is there and what is missing', async () => {
    expect((await runOperator(api.db, 'report', 'days')).lines.join('\n').split('\n')).toEqual([
      'jp: every day is complete',
      '                    1         2         3',
      '           1234567890123456789012345678901',
      '  2026-07                               =',
      'us: 7 of 10 days lack a report',
      '                    1         2         3',
      '           1234567890123456789012345678901',
      '  2026-07                               =r',
      '  2026-08  -a+----=',
    ])
    const { text } = await runOperator(
      api.db,
      'report',
      'days',
      '--owner',
      'us',
      '--from',
      '2026-08-03',
      '--json',
    )
    expect(JSON.parse(text).slice(0, 2)).toEqual([
      { owner: 'us', day: '2026-08-03', activity: 2, revenue: 1 },
      { owner: 'us', day: '2026-08-04', activity: 0, revenue: 0 },
    ])
    expect((await runOperator(api.db, 'report', 'days', '--to', '2026-01-01')).text).toBe(
      'There are no reports.',
    )
  })

  test('sees every issue of a report', async () => {
    const { text } = await runOperator(
      api.db,
      'report',
      'show',
      'activity',
      '2026-08-03',
      '--owner',
      'us',
      '--json',
    )
    expect(JSON.parse(text)).toMatchObject({
      issues: [
        { isCurrent: true, rows: 2, created: '2026-09-01T00:00:00.000Z' },
        { isCurrent: false, rows: 1, created: '2026-08-31T00:00:00.000Z' },
      ],
    })
    expect(
      (await runOperator(api.db, 'report', 'show', 'revenue', '2026-08-03', '--owner', 'us')).text,
    ).toMatch(
      /^\d+ {2}counts\n.*without an id, created 2026-08-31 00:00\n.*_20260803\.csv, [\d,]+ bytes, imported .*\n.*1 row, SHA-256 [\da-f]{64}$/,
    )
    await expect(
      runOperator(api.db, 'report', 'show', 'claims', '2026-08-03', '--owner', 'us'),
    ).rejects.toThrow('There is no claims report of 2026-08-03 of us. See: report days')
  })

  test('is warned of missing reports and of silent owners', async () => {
    const findings = JSON.parse((await runOperator(api.db, 'doctor', '--json')).text) as {
      subject: string
      message: string
    }[]
    const find = (subject: string) => findings.find((one) => one.subject === subject)?.message
    expect(find('reports of us')).toBe('missing on 7 days, last 2026-08-07: neither activity nor revenue')
    expect(find('reports of jp')).toBe(
      'none since 2026-07-30, while others go on: days count as complete without it',
    )
  })
})
