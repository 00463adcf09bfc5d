import { readDashboard } from '#contract/reports/dashboard.ts'
import { readLatestDay } from '#contract/reports/latest-day.ts'
import { timeKeys } from '#contract/reports/reports.ts'
import { listVideos } from '#contract/reports/videos.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readDashboard, { params: [...timeKeys, 'member', 'tag'] }),
  request(readLatestDay, { params: ['member', 'tag'] }),
  request(listVideos, { params: [...timeKeys, 'member', 'tag', 'sort', 'order', 'cursor'] }),
]
