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
  formatCsvLine,
  type ReportKind,
  reportColumns,
  toActivityRow,
  toRevenueRow,
} from '#server/demo/data/report-csv.ts'
import { demoSites, getDemoHome } from '#server/demo/data/sites.ts'
import { createDemoClaim } from './catalog-seed.ts'

/** Inclusive; the days that the seed imports. */
export interface SeededDays {
  from: string
  to: string
}

/** Videos that exist by the day. */
export function listDemoVideos(seeded: SeededDays, day: string): DemoVideo[] {
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

const getDayIndex = ({ from }: SeededDays, day: string) => countDays({ from, to: day }) - 1

/** The report of a day: one that the seed imports, or a later one. */
export function createDemoReport(
  seeded: SeededDays,
  kind: ReportKind,
  day: string,
  videos: readonly DemoVideo[] = listDemoVideos(seeded, day),
): () => Iterable<string> {
  return function* () {
    const columns = reportColumns[kind]
    yield formatCsvLine(columns)
    for (const video of videos)
      for (const row of createRows(seeded, kind, day, video))
        yield formatCsvLine(columns.map((column) => row[column] ?? ''))
  }
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
