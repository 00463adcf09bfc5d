import { formatCopyLine } from '#server/platform/db/copy.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
  parseChannelId,
  parseOptionalIsrc,
  parseOptionalSeconds,
  parseOptionalTime,
  parseText,
  parseVideoId,
} from '#server/platform/files/fields.ts'
import type { ReportType } from './report-type.ts'

export const metadataReport: ReportType = {
  name: 'metadata',
  idPattern: /^content_owner_video_metadata_a\d+$/,
  exampleId: 'content_owner_video_metadata_a4',
  requiredColumns: [
    'video_id',
    'channel_id',
    'channel_display_name',
    'video_title',
    'video_length',
    'time_published',
  ],
  hasDayColumn: false,
  copyTarget: sql`metadata_staging (load_id, channel_id, channel_name, video_id, title, length_seconds, published_at, isrc)`,
  createLineFormatter(at) {
    const channel = at('channel_id')
    const name = at('channel_display_name')
    const video = at('video_id')
    const title = at('video_title')
    const length = at('video_length')
    const published = at('time_published')
    const isrc = at('isrc')
    return (fields) =>
      formatCopyLine([
        parseChannelId('channel_id', fields[channel] ?? ''),
        parseText('channel_display_name', fields[name] ?? ''),
        parseVideoId('video_id', fields[video] ?? ''),
        parseText('video_title', fields[title] ?? ''),
        parseOptionalSeconds('video_length', fields[length] ?? ''),
        parseOptionalTime('time_published', fields[published] ?? ''),
        parseOptionalIsrc(fields[isrc] ?? ''),
      ])
  },
}
