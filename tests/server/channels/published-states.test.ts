// @module-tag extended
// @module-tag adapter
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readPriceSpread } from '#contract/reports/price-spread.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import { listVideos, readVideoExtremes } from '#contract/reports/videos.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  formatRevenue,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'

let api: Api
let folder: Awaited<ReturnType<typeof createReportFolder>>
const tokens: string[] = []

beforeAll(async () => {
  api = await startApi(await createTestDatabase())
  folder = await createReportFolder()
  const site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  const member = await createAccount(api.db, site, 'ann@example.test', manager)
  await insertAssignment(api.db, await createChannel(api.db, manager, channelIdFor('one')), member)
  await queryRaw(
    api.db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 300)`,
    [member],
  )
  await queryRaw(api.db, `insert into exchange_rates values ('2026-01-01', 1387654321)`)
  for (const name of ['boss', 'ann']) tokens.push(await signIn(api, `${name}@example.test`))
})
afterAll(async () => {
  await api.close()
  await folder.remove()
})

const day = '2026-03-02'
const videos = Array.from({ length: 30 }, (_, at) => videoIdFor(`v${at}`))

const questions: [Endpoint, Record<string, string | number>][] = [
  [readDashboard, { period: 'month' }],
  [listVideos, { sort: 'profit', size: 100 }],
  [readVideoExtremes, {}],
  [readPriceSpread, {}],
  [readVideo, { video: videos[3] ?? '' }],
  [listChannelFigures, {}],
  [readChannelSeries, {}],
]

/** Publishes state `n`, whose prices per view appear in no other state. */
async function publishState(n: number): Promise<void> {
  const rows = videos.map((video_id, at) => ({ video_id, at }))
  const files = [
    await folder.write(
      reportFileName('basic', day),
      formatActivity(
        rows.map(({ video_id, at }) => activityRow(day, { video_id, views: 1_000 * (n + 1) + at })),
      ),
    ),
    await folder.write(
      reportFileName('estimated_revenue', day),
      formatRevenue(
        rows.map(({ video_id, at }) =>
          revenueRow(day, { video_id, estimated_partner_revenue: (n + 2) ** 2 + at }),
        ),
      ),
    ),
  ]
  const { outcomes } = await importFiles(api.db, files, { owner: 'us', replace: true })
  expect(outcomes.map(({ result }) => result)).toEqual(['loaded', 'loaded'])
}

async function ask(token: string, [endpoint, query]: (typeof questions)[number]): Promise<unknown> {
  const { body } = await api.request(endpoint, { token, query })
  const { revision: _revision, nextCursor: _cursor, ...figures } = body
  return figures
}

const callers = () => tokens.flatMap((token) => questions.map((question) => ({ token, question })))

test('readers who poll every report while a day is re-issued see published states only', async () => {
  const states: unknown[][] = []
  for (let n = 0; n < 3; n++) {
    await publishState(n)
    states.push(await Promise.all(callers().map(({ token, question }) => ask(token, question))))
  }
  let isDone = false
  let replies = 0
  const poll = async ({ token, question }: ReturnType<typeof callers>[number], at: number) => {
    const known = states.map((replyOf) => replyOf[at])
    while (!isDone) {
      const reply = await ask(token, question)
      expect(known.find((state) => isDeepStrictEqual(state, reply))).toEqual(reply)
      replies++
      // Cached replies need no I/O, so without a pause nothing else would run.
      await pause(5)
    }
  }
  const reading = Promise.all(callers().map(poll))
  for (const n of [0, 1, 2, 0]) await publishState(n)
  isDone = true
  await reading
  expect(replies).toBeGreaterThan(24)
})
