import { formatCopyLine } from '#server/platform/db/copy.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
  parseOptionalIsrc,
  parseRequiredText,
  parseShortChannelId,
  parseVideoId,
  parseYesNo,
} from '#server/platform/files/fields.ts'
import type { ReportType } from './report-type.ts'

export const claimsReport: ReportType = {
  name: 'claims',
  idPattern: /^content_owner_active_claims_a\d+$/,
  exampleId: 'content_owner_active_claims_a3',
  requiredColumns: [
    'claim_id',
    'claim_status',
    'channel_id',
    'video_id',
    'asset_id',
    'asset_title',
    'artist',
    'isrc',
  ],
  hasDayColumn: false,
  copyTarget: sql`claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc, is_shorts_eligible)`,
  createLineFormatter(at) {
    const claim = at('claim_id')
    const status = at('claim_status')
    const channel = at('channel_id')
    const video = at('video_id')
    const asset = at('asset_id')
    const title = at('asset_title')
    const artist = at('artist')
    const isrc = at('isrc')
    const shorts = at('is_shorts_eligible')
    return (fields) =>
      formatCopyLine([
        parseRequiredText('claim_id', fields[claim] ?? ''),
        fields[status] ?? '',
        parseShortChannelId('channel_id', fields[channel] ?? ''),
        parseVideoId('video_id', fields[video] ?? ''),
        fields[asset] ?? '',
        fields[title] ?? '',
        fields[artist] ?? '',
        parseOptionalIsrc(fields[isrc] ?? ''),
        // Versions a1 and a2 do not say it.
        shorts < 0 ? null : parseYesNo('is_shorts_eligible', fields[shorts] ?? ''),
      ])
  },
}
