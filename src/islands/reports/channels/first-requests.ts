import { listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { timeKeys } from '#contract/reports/reports.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readDashboard, { params: [...timeKeys, 'member', 'tag', 'channels'] }),
  request(readChannelSeries, { params: [...timeKeys, 'member', 'tag', 'channels'] }),
  request(listChannelFigures, {
    params: [...timeKeys, 'member', 'tag', 'search', 'sort', 'order', 'size', 'cursor'],
  }),
]
