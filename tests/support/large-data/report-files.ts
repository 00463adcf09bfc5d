import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addDays } from '#contract/reports/calendar.ts'
import type { Database } from '#server/platform/db/database.ts'
import { rawSql } from '#server/platform/db/raw-sql.ts'
import { withdrawableTypes, withdrawReport } from '#server/reports/ingest/withdrawal.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

async function selectLastDay(db: Database): Promise<string> {
  const [settings] = await queryRaw<{ day: string }>(db, 'select last_day as day from large_data.settings')
  if (!settings) throw new Error('There is no large data set.')
  return settings.day
}

const toCompact = (day: string) => day.replaceAll('-', '')

/** Runs `work` on a folder of report files, which is deleted afterward. */
export async function withReportFolder<R>(work: (folder: string) => Promise<R>): Promise<R> {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-reports-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const measuredOwner = 'main'

/**
 * Writes both of the owner's reports for the day after the data set, with the lines of the same weekday a week before.
 */
export async function writeNextDay(db: Database, folder: string): Promise<void> {
  const lastDay = await selectLastDay(db)
  const fromDay = addDays(lastDay, -6)
  const date = toCompact(addDays(lastDay, 1))
  const isReported = (type: string) =>
    `join report_current r on r.load_id = f.load_id
      and r.report_type = '${type}'
      and r.owner = '${measuredOwner}'
      and r.day = f.day
    where f.day = '${fromDay}'`
  await writeReport(
    db,
    join(folder, `content_owner_basic_a4_${date}.csv`),
    'date,channel_id,video_id,claimed_status,uploader_type,live_or_on_demand,subscribed_status,country_code,views,' +
      'engaged_views,watch_time_minutes,average_view_duration_percentage,red_views',
    `select concat_ws(',', '${date}', f.channel_id, f.video_id, 'claimed', 'self', 'onDemand', 'subscribed',
      f.country, f.views, f.engaged_views, round(f.watch_ms / 60000.0, 3), '81.0', f.premium_views)
    from activity_facts f
    ${isReported('activity')}`,
  )
  await writeReport(
    db,
    join(folder, `content_owner_estimated_revenue_a1_${date}.csv`),
    'date,channel_id,video_id,claimed_status,uploader_type,country_code,estimated_partner_revenue,' +
      'estimated_partner_red_revenue',
    `select concat_ws(',', '${date}', f.channel_id, f.video_id, 'claimed', 'self', f.country,
      round(f.revenue_micros / 1000000.0, 6), round(f.premium_revenue_micros / 1000000.0, 6))
    from revenue_facts f
    ${isReported('revenue')}`,
  )
}

/**
 * Writes the current metadata of all videos. The lines begin at another video each time, so that no two files are the
 * same.
 * @returns the number of lines
 */
export async function writeMetadata(db: Database, folder: string): Promise<number> {
  const date = toCompact(addDays(await selectLastDay(db), 1))
  const file = join(folder, `content_owner_video_metadata_a4_${date}.csv`)
  const start = (Date.now() % 0xfff).toString(16)
  await writeReport(
    db,
    file,
    'video_id,channel_id,channel_display_name,video_title,video_length,time_published,isrc',
    `select concat_ws(',', video_id, channel_id, channel_name, title, length_seconds,
      to_char(published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), coalesce(isrc, ''))
    from videos
    order by video_id < '${start}', video_id`,
  )
  const [row] = await queryRaw<{ count: number }>(db, 'select count(*) as count from videos')
  return row?.count ?? 0
}

/** `select` must have one column, the lines. No value may contain a comma. */
async function writeReport(db: Database, path: string, header: string, select: string): Promise<void> {
  const lines = await db.readSnapshot((view) => view.copyOut(rawSql(select)))
  await pipeline(Readable.from([`${header}\n`, Buffer.from(lines)]), createWriteStream(path))
}

/** Withdraws reports that were published after the data set, including those of an interrupted run. */
export async function restoreLastDay(db: Database): Promise<void> {
  const units = await queryRaw<{ type: (typeof withdrawableTypes)[number]; owner: string; day: string }>(
    db,
    `select report_type as type, owner, day
    from report_current
    where day > $1
      and report_type = any($2::text[])`,
    [await selectLastDay(db), withdrawableTypes],
  )
  for (const unit of units) await withdrawReport(db, unit)
}
