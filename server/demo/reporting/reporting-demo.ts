import * as z from 'zod/mini'
import { addDays, countDays, getWeekday } from '#contract/reports/calendar.ts'
import {
  createDemoFacts,
  createDemoVideos,
  createLaterDemoVideos,
  type DemoVideo,
  getPublishedTime,
} from '#server/demo/data/facts.ts'
import {
  type CsvRow,
  findReportKind,
  formatCsvLine,
  type ReportKind,
  reportColumns,
  toActivityRow,
  toRevenueRow,
} from '#server/demo/data/report-csv.ts'
import { demoSites, getDemoHome } from '#server/demo/data/sites.ts'
import { createDemoClaim } from '#server/demo/seed/catalog-seed.ts'
import { demoOwner } from '#server/demo/seed/seed.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificMidnight } from '#server/platform/pacific-day.ts'
import { createReportingWorld, type ReportContent, type ReportingWorld } from './reporting-world.ts'

/** Inclusive; what the seed wrote. */
export interface SeededDays {
  from: string
  to: string
}

const SeededDaysRow = z.object({ from: z.nullable(Day), to: z.nullable(Day) })

/** @returns undefined without a demo */
export async function selectSeededDays(db: Queryable): Promise<SeededDays | undefined> {
  const { from, to } = await queryOne(
    db,
    SeededDaysRow,
    sql`select min(day) as from, max(day) as to
    from report_loads
    where owner = ${demoOwner}
      and report_type = 'activity'
      and file_name = 'generated'`,
  )
  return from === null || to === null ? undefined : { from, to }
}

/** Longer than any demo: after a pause of months it still gets all of its days. */
const demoRetentionDays = 36_500
/** The same after a restart, so that a stored connection goes on working. */
const demoRefreshToken = '1//demo-refresh-token'

/**
 * The content owner `demo`, whose reports continue the seeded figures: a report per day after the last seeded day, two days
 * later, with what its channels publish meanwhile. Ids and times stay the same after a restart.
 * @returns undefined without a demo
 */
export async function createDemoReportingWorld(
  db: Queryable,
  now: () => Date,
): Promise<ReportingWorld | undefined> {
  const seeded = await selectSeededDays(db)
  if (!seeded) return undefined
  const startTime = getPacificMidnight(addDays(seeded.to, 1))
  const world = createReportingWorld({
    now: () => startTime,
    source: ({ reportTypeId, day }) => {
      const kind = findReportKind(reportTypeId)
      return kind && day > seeded.to ? createDemoReport(seeded, kind, day) : null
    },
    isAutomatic: true,
    retentionDays: demoRetentionDays,
  })
  world.addOwner(demoOwner)
  for (const type of ['content_owner_basic_a4', 'content_owner_estimated_revenue_a1'])
    world.createJob(demoOwner, type, `hookline ${type}`)
  world.now = now
  world.oauth.consent = 'ask'
  world.oauth.createRefreshToken = () => demoRefreshToken
  world.oauth.grant()
  return world
}

/** For seeded days, too: then it says what the seed wrote. */
export function createDemoReport(seeded: SeededDays, kind: ReportKind, day: string): ReportContent {
  return function* () {
    const columns = reportColumns[kind]
    yield formatCsvLine(columns)
    for (const video of createVideos(seeded, day))
      for (const row of createRows(seeded, kind, day, video))
        yield formatCsvLine(columns.map((column) => row[column] ?? ''))
  }
}

const getDayIndex = ({ from }: SeededDays, day: string) => countDays({ from, to: day }) - 1

function createVideos(seeded: SeededDays, day: string): DemoVideo[] {
  const days = countDays(seeded)
  return demoSites.flatMap((site) =>
    site.channels.flatMap((channel) => {
      const home = getDemoHome(site)
      return [
        ...createDemoVideos(site.domain, channel, days, home),
        ...createLaterDemoVideos(site.domain, channel, days, home, getDayIndex(seeded, day)),
      ]
    }),
  )
}

function createRows(seeded: SeededDays, kind: ReportKind, day: string, video: DemoVideo): CsvRow[] {
  const dayIndex = getDayIndex(seeded, day)
  if (video.publishedDayIndex > dayIndex) return []
  switch (kind) {
    case 'activity':
      return createDemoFacts(video, dayIndex, getWeekday(day)).activity.map((fact) =>
        toActivityRow(day, fact),
      )
    case 'revenue':
      return createDemoFacts(video, dayIndex, getWeekday(day)).revenue.map((fact) => toRevenueRow(day, fact))
    case 'metadata':
      return [toMetadataRow(seeded, video)]
    case 'claims':
      return [toClaimRow(video)]
  }
}

function toMetadataRow({ from }: SeededDays, video: DemoVideo): CsvRow {
  const publishedTime = getPublishedTime(video, addDays(from, video.publishedDayIndex))
  return {
    video_id: video.videoId,
    channel_id: video.channelId,
    channel_display_name: video.channelName,
    time_uploaded: publishedTime,
    time_published: publishedTime,
    video_title: video.title,
    video_length: video.lengthSeconds,
    category: 'Entertainment',
  }
}

function toClaimRow(video: DemoVideo): CsvRow {
  const { claimId, assetId, name, artist, isrc } = createDemoClaim(video)
  return {
    claim_id: claimId,
    claim_status: 'ACTIVE',
    claim_type: 'AUDIO',
    video_id: video.videoId,
    channel_id: video.channelId,
    asset_id: assetId,
    asset_title: name,
    artist,
    isrc,
    is_shorts_eligible: 'Yes',
  }
}
