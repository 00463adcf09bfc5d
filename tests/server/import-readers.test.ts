import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { importFiles } from '#server/ingest/import-files.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { channelNamed, videoNamed } from '#tests/support/facts.ts'
import { makeAccount, makeChannel, makeSite } from '#tests/support/people.ts'
import {
  activityCsv,
  activityRow,
  reportFolder,
  reportName,
  revenueCsv,
  revenueRow,
} from '#tests/support/report-files.ts'

let db: Database
let folder: Awaited<ReturnType<typeof reportFolder>>
beforeAll(async () => {
  db = await freshDatabase()
  folder = await reportFolder()
  const manager = await makeAccount(db, await makeSite(db), 'boss@example.test')
  await makeChannel(db, manager, channelNamed('one'))
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})

const day = '2026-03-02'
const rows = 40_000

/** A day on which each line has so many views: a total between two of them is a day half seen. */
const activityOf = (views: number) =>
  activityCsv(
    Array.from({ length: rows }, (_, at) =>
      activityRow(day, { views, video_id: videoNamed(`v${at % 500}`) }),
    ),
  )

/** All that a reader can ask, in one statement and so at one moment. */
const look = async () => {
  const [seen] = await db.query<Record<'facts' | 'videos' | 'channels' | 'network', number>>(
    `select
      (select coalesce(sum(f.views), 0)::bigint
        from report_current c
        join activity_facts f on f.load_id = c.load_id and f.day = c.day
        where c.report_type = 'activity') as facts,
      (select coalesce(sum(views), 0)::bigint from video_daily) as videos,
      (select coalesce(sum(views), 0)::bigint from channel_daily) as channels,
      (select coalesce(sum(views), 0)::bigint from network_daily) as network`,
  )
  return seen
}

test('a reader sees a day as it was or as it is now, never a part of it', async () => {
  await importFiles(db, [
    await folder.write(reportName('basic', day), activityOf(1)),
    await folder.write(reportName('estimated_revenue', day), revenueCsv([revenueRow(day)])),
  ])
  const file = await folder.write('again.csv', activityOf(2))
  let done = false
  const lists = new Set<number>()
  const seen = new Map<string, number>()
  const reader = async () => {
    while (!done) {
      const now = JSON.stringify(await look())
      seen.set(now, (seen.get(now) ?? 0) + 1)
      const [list] = await db.query<{ views: number }>(
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
