// @module-tag extended
// @module-tag adapter
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { citusUrl } from '#tests/support/postgres-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  formatRevenue,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>
beforeAll(async () => {
  db = await createTestDatabase()
  folder = await createReportFolder()
  const manager = await createAccount(db, await createSite(db), 'boss@example.test')
  await createChannel(db, manager, channelIdFor('one'))
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})

const day = '2026-03-02'
const rows = 40_000

/** Formats a day on which each line has this many views: a total in between reveals a half-imported day. */
const formatActivityWith = (views: number) =>
  formatActivity(
    Array.from({ length: rows }, (_, at) =>
      activityRow(day, { views, video_id: videoIdFor(`v${at % 500}`) }),
    ),
  )

/** Reads everything that a reader can request, in one statement and therefore at one moment. */
const readTotals = async () => {
  const [totals] = await queryRaw<Record<'facts' | 'videos' | 'channels' | 'network', number>>(
    db,
    `select
      (select coalesce(sum(f.views), 0)::bigint
        from report_current c
        join activity_facts f on f.load_id = c.load_id and f.day = c.day
        where c.report_type = 'activity') as facts,
      (select coalesce(sum(views), 0)::bigint from video_daily) as videos,
      (select coalesce(sum(views), 0)::bigint from channel_daily) as channels,
      (select coalesce(sum(views), 0)::bigint from network_daily) as network`,
  )
  return totals
}

// The nodes of a cluster do not commit at the same instant: docs/decisions/0030-citus.md.
test.skipIf(citusUrl)('a reader sees a day as it was or as it is now, never a part of it', async () => {
  await importFiles(db, [
    await folder.write(reportFileName('basic', day), formatActivityWith(1)),
    await folder.write(reportFileName('estimated_revenue', day), formatRevenue([revenueRow(day)])),
  ])
  const file = await folder.write('again.csv', formatActivityWith(2))
  let done = false
  const lists = new Set<number>()
  const seen = new Map<string, number>()
  const reader = async () => {
    while (!done) {
      const now = JSON.stringify(await readTotals())
      seen.set(now, (seen.get(now) ?? 0) + 1)
      const [list] = await queryRaw<{ views: number }>(
        db,
        `select coalesce(sum(views), 0)::bigint as views from video_period where period = 'latest'`,
      )
      lists.add(list?.views ?? -1)
      await pause(1)
    }
  }
  const reading = reader()
  await importFiles(db, [file], { created: new Date('2100-01-01T00:00:00Z') })
  done = true
  await reading
  const all = (views: number) =>
    JSON.stringify({ facts: views, videos: views, channels: views, network: views })
  expect([...seen.keys()].filter((now) => now !== all(rows) && now !== all(2 * rows))).toEqual([])
  expect(seen.get(all(rows))).toBeGreaterThan(3)
  expect([...lists].filter((views) => views !== rows && views !== 2 * rows)).toEqual([])
})
