import type { Screen } from '#islands/kit/screen/manifest.ts'
import { videoDetail } from '#islands/reports/detail/dialog.ts'
import { shareReport } from '#islands/reports/frame/sharing/dialog.ts'

export const screen: Screen = {
  name: 'channel',
  paths: ['/report-channel/*'],
  parent: 'report-channel',
  audience: 'account',
  namespaces: [
    'reports',
    'latest-day',
    'channel-page',
    'channel-timeline',
    'video-detail',
    'isrc',
    'member-filter',
    'lists',
  ],
  load: async () => (await import('./ChannelPageView.tsx')).ChannelPageView,
  dialogs: { videoDetail, shareReport },
}
