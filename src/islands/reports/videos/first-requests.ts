import { readDashboard } from '#contract/reports/dashboard.ts'
import { maxPageSize, timeKeys } from '#contract/reports/reports.ts'
import { listVideos, readVideoExtremes, readVideoTotals } from '#contract/reports/videos.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readDashboard, { params: [...timeKeys, 'member', 'tag', 'channel'] }),
  request(readVideoTotals, { params: [...timeKeys, 'member', 'tag', 'channel', 'search'] }),
  request(readVideoExtremes, { params: [...timeKeys, 'member', 'tag', 'channel'] }),
  request(listVideos, {
    params: [...timeKeys, 'member', 'tag', 'channel', 'search', 'sort', 'order'],
    values: { size: maxPageSize },
  }),
]
