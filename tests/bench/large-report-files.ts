import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

const activityHeader =
  'date,channel_id,video_id,claimed_status,uploader_type,live_or_on_demand,subscribed_status,country_code,views,' +
  'engaged_views,comments,shares,watch_time_minutes,average_view_duration_seconds,average_view_duration_percentage,' +
  'card_impressions,card_clicks,card_click_rate,subscribers_gained,subscribers_lost,likes,dislikes,red_views,' +
  'red_watch_time_minutes'
const revenueHeader =
  'date,channel_id,video_id,claimed_status,uploader_type,country_code,estimated_partner_revenue,' +
  'estimated_partner_ad_revenue,estimated_monetized_playbacks,ad_impressions,estimated_cpm,estimated_partner_red_revenue'
const countries = ['KR', 'US', 'JP', 'TW', 'ID', 'TH', 'VN', 'MX', 'BR', 'ZZ']

/**
 * Writes a day of a large network's reports: `rows` lines of activity over 20,000 videos of 1,000 channels, and their
 * revenue. @returns the files
 */
export async function writeReportFiles(folder: string, day: string, rows: number): Promise<string[]> {
  const compact = day.replaceAll('-', '')
  const activity = join(folder, `content_owner_basic_a4_${compact}.csv`)
  const revenue = join(folder, `content_owner_estimated_revenue_a1_${compact}.csv`)
  await writeLines(activity, activityHeader, rows, (index) => {
    const { key, country, views } = buildRow(index)
    return `${compact},${key},claimed,self,onDemand,${index % 2 ? 'subscribed' : 'not_subscribed'},${country},${views},${views},0,0,${views * 0.41},24.6,88.${index % 97},0,0,0,0,0,${index % 9},0,${Math.floor(views / 13)},${views * 0.03}`
  })
  await writeLines(revenue, revenueHeader, Math.floor(rows / 2), (at) => {
    const { key, country, views } = buildRow(at * 2)
    return `${compact},${key},claimed,self,${country},${(views * 0.000231).toFixed(6)},0.1,${views},${views},1.2,${(views * 0.0000613).toFixed(6)}`
  })
  return [activity, revenue]
}

function buildRow(index: number) {
  const video = Math.imul(index, 2_654_435_761) >>> 0
  const channel = video % 1_000
  return {
    key: `UC${String(channel).padStart(22, 'b')},${String(video % 20_000).padStart(11, 'v')}`,
    country: countries[index % countries.length],
    views: 1 + (video % 4_000),
  }
}

async function writeLines(
  file: string,
  header: string,
  rows: number,
  line: (at: number) => string,
): Promise<void> {
  const stream = createWriteStream(file)
  stream.write(`${header}\n`)
  for (let at = 0; at < rows; ) {
    const lines = []
    for (const end = Math.min(at + 2_000, rows); at < end; at++) lines.push(line(at))
    if (!stream.write(`${lines.join('\n')}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
}
