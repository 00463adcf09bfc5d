import { readRegistration } from '#contract/channels/channel-history.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readLatestDay } from '#contract/reports/latest-day.ts'
import { readMovers } from '#contract/reports/movers.ts'
import { timeKeys } from '#contract/reports/reports.ts'
import { listVideos } from '#contract/reports/videos.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'
import { shownVideos } from './shown-videos.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readDashboard, { params: [...timeKeys, 'member'], aliases: { channel: '*' } }),
  request(readLatestDay, { params: ['member'], aliases: { channel: '*' } }),
  request(readRegistration, { aliases: { channel: '*' } }),
  request(readDashboard, { params: [...timeKeys, 'member'] }),
  request(readMovers, {
    params: [...timeKeys, 'member'],
    aliases: { channel: '*' },
    values: { by: 'video' },
  }),
  request(listVideos, {
    params: [...timeKeys, 'member', 'sort', 'order'],
    aliases: { channel: '*' },
    values: { size: shownVideos },
  }),
]
