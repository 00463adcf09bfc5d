import { copyLine } from './copy.ts'
import { channelId, isrcOrNone, secondsOrNone, timeOrNone, videoId } from './fields.ts'
import type { ReportType } from './report-type.ts'

export const metadata: ReportType = {
  name: 'metadata',
  ids: /^content_owner_video_metadata_a\d+$/,
  example: 'content_owner_video_metadata_a4',
  needed: ['video_id', 'channel_id', 'channel_display_name', 'video_title', 'video_length', 'time_published'],
  dated: false,
  into: 'metadata_staging (load_id, channel_id, channel_name, video_id, title, length_seconds, published_at, isrc)',
  lines(at) {
    const channel = at('channel_id')
    const name = at('channel_display_name')
    const video = at('video_id')
    const title = at('video_title')
    const length = at('video_length')
    const published = at('time_published')
    const isrc = at('isrc')
    return (fields) =>
      copyLine([
        channelId('channel_id', fields[channel] ?? ''),
        fields[name] ?? '',
        videoId('video_id', fields[video] ?? ''),
        fields[title] ?? '',
        secondsOrNone('video_length', fields[length] ?? ''),
        timeOrNone('time_published', fields[published] ?? ''),
        isrcOrNone(fields[isrc] ?? ''),
      ])
  },
}
