import { listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { timeKeys } from '#contract/reports/reports.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readDashboard, { params: [...timeKeys, 'member', 'channels'] }),
  request(readChannelSeries, { params: [...timeKeys, 'member', 'channels'] }),
  request(listChannelFigures, {
    params: [...timeKeys, 'member', 'search', 'sort', 'order', 'size', 'cursor'],
  }),
]
