import type { Screen } from '#islands/kit/screen/manifest.ts'
import { videoDetail } from '#islands/reports/detail/dialog.ts'

export const screen: Screen = {
  name: 'track',
  paths: ['/musics/*'],
  parent: 'musics',
  audience: 'all',
  namespaces: ['musics', 'isrc', 'track', 'reports', 'video-detail', 'member-filter', 'lists'],
  load: async () => (await import('./TrackPageView.tsx')).TrackPageView,
  dialogs: { videoDetail },
}
