import { readDashboard } from '#contract/reports/dashboard.ts'
import { timeKeys } from '#contract/reports/reports.ts'
import { readVideo, readVideoContext, readVideoCurve } from '#contract/reports/video-detail.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [
  request(readVideo, { params: [...timeKeys, 'member', 'channel'], aliases: { video: '*' } }),
  request(readVideoCurve, { params: ['member', 'channel'], aliases: { video: '*' } }),
  request(readVideoContext, { params: [...timeKeys, 'member', 'channel'], aliases: { video: '*' } }),
  request(readDashboard, { params: [...timeKeys, 'member'] }),
]
