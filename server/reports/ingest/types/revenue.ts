import {
  parseChannelId,
  parseCountry,
  parseDecimal,
  parseOptionalVideoId,
} from '#server/platform/files/fields.ts'
import { formatRevenueLine, revenueCopyTarget } from './facts.ts'
import type { ReportType } from './report-type.ts'

const microsPerDollar = 1_000_000
/** A greater amount of one video, day and country is a damaged line. */
const maxMicros = 1_000_000 * microsPerDollar

const parseRevenue = (column: string, text: string): number =>
  parseDecimal(column, text, microsPerDollar, maxMicros)

export const revenueReport: ReportType = {
  name: 'revenue',
  idPattern: /^content_owner_estimated_revenue_a\d+$/,
  exampleId: 'content_owner_estimated_revenue_a1',
  requiredColumns: [
    'date',
    'channel_id',
    'video_id',
    'country_code',
    'estimated_partner_revenue',
    'estimated_partner_red_revenue',
  ],
  hasDayColumn: true,
  copyTarget: revenueCopyTarget,
  createLineFormatter(at) {
    const channel = at('channel_id')
    const video = at('video_id')
    const code = at('country_code')
    const revenue = at('estimated_partner_revenue')
    const premiumRevenue = at('estimated_partner_red_revenue')
    return (fields) =>
      formatRevenueLine({
        channelId: parseChannelId('channel_id', fields[channel] ?? ''),
        videoId: parseOptionalVideoId('video_id', fields[video] ?? ''),
        country: parseCountry('country_code', fields[code] ?? ''),
        revenueMicros: parseRevenue('estimated_partner_revenue', fields[revenue] ?? ''),
        premiumRevenueMicros: parseRevenue('estimated_partner_red_revenue', fields[premiumRevenue] ?? ''),
      })
  },
}
