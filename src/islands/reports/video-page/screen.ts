import { readDashboard, timeKeys } from '#contract/reports/reports.ts'
import { readVideo, readVideoContext, readVideoCurve } from '#contract/reports/video-detail.ts'
import { type FirstLoad, request, type Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'video',
  paths: ['/report-video/*'],
  parent: 'report-video',
  audience: 'account',
  namespaces: ['reports', 'video-detail', 'video-page', 'member-filter'],
  load: async () => (await import('./VideoPageView.tsx')).VideoPageView,
}

export const firstLoad = (): FirstLoad => ({
  requests: [
    request(readVideo, { params: [...timeKeys, 'member', 'channel'], aliases: { video: '*' } }),
    request(readVideoCurve, { params: ['member', 'channel'], aliases: { video: '*' } }),
    request(readVideoContext, { params: [...timeKeys, 'member', 'channel'], aliases: { video: '*' } }),
    request(readDashboard, { params: [...timeKeys, 'member'] }),
  ],
})
