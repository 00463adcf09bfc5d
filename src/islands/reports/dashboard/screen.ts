import type { Screen } from '#islands/kit/screen/manifest.ts'
import { videoDetail } from '#islands/reports/detail/dialog.ts'
import { monthTarget } from './pace/dialog.ts'

export const screen: Screen = {
  name: 'dashboard',
  navigation: {
    group: 'figures',
    order: 1,
    icon: 'M3.5 3.5h5.5v7h-5.5zM11 3.5h5.5v4h-5.5zM11 9.5h5.5v7h-5.5zM3.5 12.5h5.5v4h-5.5z',
  },
  audience: 'account',
  namespaces: ['reports', 'latest-day', 'member-filter', 'lists'],
  lazyNamespaces: [
    'breakdown',
    'channel-tags',
    'channel-states',
    'first-run',
    'payday',
    'payout',
    'video-detail',
  ],
  load: async () => (await import('./DashboardView.tsx')).DashboardView,
  dialogs: { videoDetail, monthTarget },
}
