import {
  parseChannelId,
  parseCount,
  parseCountry,
  parseDecimal,
  parseOptionalVideoId,
} from '#server/platform/files/fields.ts'
import { activityCopyTarget, formatActivityLine } from './facts.ts'
import type { ReportType } from './report-type.ts'

const msPerMinute = 60_000
const hundredthsPerPercent = 100

export const activityReport: ReportType = {
  name: 'activity',
  idPattern: /^content_owner_basic_a\d+$/,
  exampleId: 'content_owner_basic_a4',
  requiredColumns: [
    'date',
    'channel_id',
    'video_id',
    'country_code',
    'views',
    'red_views',
    'watch_time_minutes',
    'average_view_duration_percentage',
  ],
  hasDayColumn: true,
  copyTarget: activityCopyTarget,
  createLineFormatter(at, warn) {
    const channel = at('channel_id')
    const video = at('video_id')
    const code = at('country_code')
    const viewed = at('views')
    const red = at('red_views')
    const engaged = at('engaged_views')
    const minutes = at('watch_time_minutes')
    const percentage = at('average_view_duration_percentage')
    return (fields) => {
      const views = parseCount('views', fields[viewed] ?? '')
      const premiumViews = parseCount('red_views', fields[red] ?? '')
      if (premiumViews > views) warn('red_views exceeds views')
      return formatActivityLine({
        channelId: parseChannelId('channel_id', fields[channel] ?? ''),
        videoId: parseOptionalVideoId('video_id', fields[video] ?? ''),
        country: parseCountry('country_code', fields[code] ?? ''),
        views,
        premiumViews,
        engagedViews: engaged < 0 ? views : parseCount('engaged_views', fields[engaged] ?? ''),
        watchMs: parseDecimal('watch_time_minutes', fields[minutes] ?? '', msPerMinute),
        watchedShare: parseDecimal(
          'average_view_duration_percentage',
          fields[percentage] ?? '',
          views * hundredthsPerPercent,
        ),
      })
    }
  },
}
