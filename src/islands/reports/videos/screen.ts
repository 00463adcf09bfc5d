import type { Screen } from '#islands/kit/screen/manifest.ts'
import { videoDetail } from '#islands/reports/detail/dialog.ts'

export const screen: Screen = {
  name: 'report-video',
  navigation: {
    group: 'figures',
    order: 3,
    icon: 'M6 2.5h8a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 16V4A1.5 1.5 0 0 1 6 2.5zM8.3 7v6l4.7-3z',
  },
  audience: 'account',
  namespaces: ['reports', 'video-report', 'member-filter', 'lists'],
  lazyNamespaces: ['channel-tags'],
  load: async () => (await import('./VideoReportView.tsx')).VideoReportView,
  dialogs: { videoDetail },
}
