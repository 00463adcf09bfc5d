import { listMembers, maxMemberPageSize } from '#contract/members.ts'
import { maxPageSize, readDashboard } from '#contract/reports.ts'
import { listVideos, readVideoExtremes } from '#contract/videos.ts'
import { videoDetail } from '#islands/reports/detail/dialog.ts'
import { type FirstLoad, request, type Screen } from '#islands/ui/manifest.ts'

export const screen: Screen = {
  name: 'report-video',
  navigation: { group: 'figures', order: 3 },
  audience: 'account',
  namespaces: ['reports', 'video-report'],
  load: async () => (await import('./VideoReportView.tsx')).VideoReportView,
  dialogs: { videoDetail },
}

export const icon =
  'M6 2.5h8a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 16V4A1.5 1.5 0 0 1 6 2.5zM8.3 7v6l4.7-3z'

export const firstLoad = (): FirstLoad => ({
  requests: [
    request(readDashboard, { params: ['period', 'member', 'channel'] }),
    request(readVideoExtremes, { params: ['period', 'member', 'channel'] }),
    request(listVideos, {
      params: ['period', 'member', 'channel', 'search', 'sort', 'order'],
      values: { size: maxPageSize },
    }),
    request(listMembers, { values: { page: 0, size: maxMemberPageSize } }),
  ],
})
