import { copyLine } from './copy.ts'
import { channelId, isrcOrNone, text, videoId, yesNo } from './fields.ts'
import type { ReportType } from './report-type.ts'

export const claims: ReportType = {
  name: 'claims',
  ids: /^content_owner_active_claims_a\d+$/,
  example: 'content_owner_active_claims_a3',
  needed: [
    'claim_id',
    'claim_status',
    'channel_id',
    'video_id',
    'asset_id',
    'asset_title',
    'artist',
    'isrc',
    'is_shorts_eligible',
  ],
  dated: false,
  into: 'claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc, is_shorts_eligible)',
  lines(at) {
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
      copyLine([
        text('claim_id', fields[claim] ?? ''),
        fields[status] ?? '',
        channelId('channel_id', fields[channel] ?? ''),
        videoId('video_id', fields[video] ?? ''),
        fields[asset] ?? '',
        fields[title] ?? '',
        fields[artist] ?? '',
        isrcOrNone(fields[isrc] ?? ''),
        yesNo('is_shorts_eligible', fields[shorts] ?? ''),
      ])
  },
}
