// @module-tag extended
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { listVideos } from '#contract/reports/videos.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { withdrawReport } from '#server/reports/ingest/withdrawal.ts'
import { createAccount, createChannel, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, type Fact, type FactType, recomputeChannel, videoIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  formatRevenue,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'
import {
  deleteReports,
  findBrokenReportInvariants,
  findBrokenRollupInvariants,
} from '#tests/support/report-invariants.ts'
import { createReportModel, type Registration, type World } from '#tests/support/report-model.ts'

let api: Api
let folder: Awaited<ReturnType<typeof createReportFolder>>
let token: string
const channels = ['one', 'two', 'theirs'] as const

beforeAll(async () => {
  api = await startApi(await createTestDatabase())
  folder = await createReportFolder()
  const site = await createSite(api.db)
  const [ours, theirs] = [
    await createAccount(api.db, site, 'boss@example.test'),
    await createAccount(api.db, site, 'rival@example.test'),
  ]
  for (const name of channels)
    await createChannel(api.db, name === 'theirs' ? theirs : ours, channelIdFor(name))
  token = await signIn(api, 'boss@example.test')
})
afterAll(async () => {
  await api.close()
  await folder.remove()
})

const owners = ['us', 'jp', 'kr', 'tw'] as const
const days = ['2026-10-29', '2026-10-30', '2026-11-01', '2026-11-02', '2026-11-14'] as const
const halves = ['activity', 'revenue'] as const
const viewer = { member: null, netOnly: false, channel: null }

/** Uses few figures, so that some reports have the same content. */
const anyContent = fc.record({
  channels: fc.subarray(['one', 'two', 'theirs', 'unknown'], { minLength: 1, maxLength: 2 }),
  figure: fc.integer({ min: 1, max: 3 }),
})
type Content = typeof anyContent extends fc.Arbitrary<infer Value> ? Value : never

const anyImport = fc.record({
  kind: fc.constant('import' as const),
  owner: fc.constantFrom(...owners),
  day: fc.constantFrom(...days),
  /** Either or both halves, each whole or cut off. */
  files: fc
    .tuple(
      ...halves.map((half) =>
        fc.option(
          fc.record({
            half: fc.constant(half),
            content: anyContent,
            isCutOff: fc.boolean().map((it) => it && half === 'revenue'),
          }),
          { freq: 4 },
        ),
      ),
    )
    .map((found) => found.filter((file) => file !== null)),
  issue: fc.integer({ min: 1, max: 3 }),
  replace: fc.constantFrom(false, false, false, true),
})
type ImportStep = typeof anyImport extends fc.Arbitrary<infer Value> ? Value : never

const anyStep = fc.oneof(
  { weight: 8, arbitrary: anyImport },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('withdraw' as const),
      owner: fc.constantFrom(...owners),
      day: fc.constantFrom(...days),
      half: fc.constantFrom(...halves),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('verify' as const),
      channel: fc.constantFrom('one', 'two'),
      isVerified: fc.boolean(),
    }),
  },
)

const toFacts = (day: string, { channels, figure }: Content): Fact[] =>
  channels.map((name) => ({
    day,
    channelId: channelIdFor(name),
    videoId: videoIdFor(`v${figure}`),
    country: 'KR',
    views: 100 * figure,
    premiumViews: 0,
    revenueMicros: 1_000_000 * figure,
    premiumRevenueMicros: 0,
  }))

function formatReport(half: FactType, day: string, content: Content): string {
  const keys = ({ channelId, videoId }: Fact) => ({
    channel_id: channelId,
    video_id: videoId,
    country_code: 'KR',
  })
  const facts = toFacts(day, content)
  return half === 'activity'
    ? formatActivity(
        facts.map((fact) => activityRow(day, { ...keys(fact), views: fact.views, red_views: 0 })),
      )
    : formatRevenue(
        facts.map((fact) =>
          revenueRow(day, {
            ...keys(fact),
            estimated_partner_revenue: fact.revenueMicros / 1_000_000,
            estimated_partner_red_revenue: 0,
          }),
        ),
      )
}

interface ModelReport {
  owner: string
  half: FactType
  day: string
  content: Content
  text: string
  issue: number
}

/** States the rules for single reports and for both reports of a day in plain terms. */
class HistoryModel {
  readonly reports = new Map<string, ModelReport>()
  readonly verified = new Set<string>(['one', 'two'])

  find(owner: string, half: FactType, day: string): ModelReport | undefined {
    return this.reports.get(`${owner} ${half} ${day}`)
  }

  withdraw(owner: string, half: FactType, day: string): void {
    this.reports.delete(`${owner} ${half} ${day}`)
  }

  /** @returns the results by half */
  import({ owner, day, files, issue, replace }: ImportStep): Record<string, string> {
    const results: Record<string, string> = {}
    const staged: ModelReport[] = []
    for (const { half, content, isCutOff } of files) {
      const text = formatReport(half, day, content)
      const report = { owner, half, day, content, text, issue }
      results[half] = isCutOff ? 'refused' : this.#compare(report, replace)
      if (results[half] === 'loaded') staged.push(report)
    }
    const isHalfRefused = Object.values(results).includes('refused')
    for (const report of staged) {
      if (isHalfRefused && this.find(owner, report.half, day)) results[report.half] = 'refused'
      else this.reports.set(`${owner} ${report.half} ${day}`, report)
    }
    return results
  }

  #compare(report: ModelReport, replace: boolean): string {
    const { owner, half, day, text, issue } = report
    if (owners.some((other) => other !== owner && this.find(other, half, day)?.text === text))
      return 'refused'
    const current = this.find(owner, half, day)
    if (!current) return 'loaded'
    if (current.text === text) {
      current.issue = Math.max(current.issue, issue)
      return 'unchanged'
    }
    if (replace) return 'loaded'
    return issue === current.issue ? 'refused' : issue > current.issue ? 'loaded' : 'older'
  }

  toWorld(): World {
    return {
      registrations: channels.map(
        (name): Registration => ({
          channelId: channelIdFor(name),
          network: name === 'theirs' ? 'theirs' : 'ours',
          name,
          approval: 2,
          verification: name === 'theirs' || this.verified.has(name) ? 'verified' : 'verifying',
          earnsFrom: '2020-01-01',
          approvedOn: null,
          removed: false,
          members: [],
        }),
      ),
      reports: [...this.reports.values()].map(({ owner, half, day, content }) => ({
        owner,
        types: [half],
        facts: toFacts(day, content),
      })),
      rates: [],
      fees: [],
      metadata: [],
    }
  }
}

async function importStep(step: ImportStep, at: number): Promise<Record<string, string>> {
  const { owner, day, files, issue, replace } = step
  const names = { activity: 'basic', revenue: 'estimated_revenue' } as const
  const paths = await Promise.all(
    files.map(({ half, content, isCutOff }) => {
      const text = formatReport(half, day, content)
      return folder.write(
        `${at}-${reportFileName(names[half], day)}`,
        isCutOff ? text.slice(0, text.lastIndexOf(',')) : text,
      )
    }),
  )
  const created = new Date(`2026-11-1${issue}T00:00:00Z`)
  const { outcomes } = await importFiles(api.db, paths, { owner, created, replace })
  const result = (half: FactType) => {
    const path = paths[files.findIndex((file) => file.half === half)]
    return outcomes.find((one) => one.path === path)?.result ?? ''
  }
  return Object.fromEntries(files.map(({ half }) => [half, result(half)]))
}

async function expectModel(model: HistoryModel): Promise<void> {
  const reports = createReportModel(model.toWorld())
  const query = { period: 'six-months', compare: 'previous' } as const
  const { report } = await api.call(readDashboard, { token, query })
  expect(report).toEqual(reports.dashboard(viewer, query))
  const listed = await api.call(listVideos, {
    token,
    query: { ...query, sort: 'views', order: 'desc', size: 100 },
  })
  expect(listed.videos.map(({ videoId, channelId, views }) => ({ videoId, channelId, views }))).toEqual(
    reports
      .videos(viewer, query, 'views', 'desc')
      .map(({ videoId, channelId, views }) => ({ videoId, channelId, views })),
  )
  expect(await findBrokenRollupInvariants(api.db)).toEqual([])
}

const importWhole = (owner: ImportStep['owner'], day: ImportStep['day'], figure: number): ImportStep => ({
  kind: 'import',
  owner,
  day,
  files: halves.map((half) => ({ half, content: { channels: ['one', 'two'], figure }, isCutOff: false })),
  issue: 1,
  replace: false,
})

/** The second owner lacks the day after its first, which was the latest complete one. */
const latestDayMovesBack = [importWhole('kr', '2026-11-02', 2), importWhole('us', '2026-11-01', 3)]

test('whatever is imported, repeated, cut off, replaced or withdrawn, in any order, the figures are those of a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 8, size: 'max' }), async (steps) => {
      await deleteReports(api.db)
      await execRaw(api.db, `update channels set verification_status = 'verified'`)
      const model = new HistoryModel()
      for (const [at, step] of steps.entries()) {
        if (step.kind === 'import') expect(await importStep(step, at)).toEqual(model.import(step))
        else if (step.kind === 'withdraw') {
          const { owner, half, day } = step
          const withdrawn = await withdrawReport(api.db, { type: half, owner, day })
          expect(withdrawn !== undefined).toBe(model.find(owner, half, day) !== undefined)
          model.withdraw(owner, half, day)
        } else {
          const { channel, isVerified } = step
          await queryRaw(api.db, 'update channels set verification_status = $2 where channel_id = $1', [
            channelIdFor(channel),
            isVerified ? 'verified' : 'verifying',
          ])
          await recomputeChannel(api.db, channelIdFor(channel))
          await importFiles(api.db, [])
          if (isVerified) model.verified.add(channel)
          else model.verified.delete(channel)
        }
        await expectModel(model)
      }
      expect(await findBrokenReportInvariants(api.db)).toEqual([])
    }),
    {
      numRuns: propertyRuns(Number(process.env.HISTORIES) || 30),
      endOnFailure: true,
      examples: [[latestDayMovesBack]],
    },
  )
}, 86_400_000)
