import type { Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'video',
  paths: ['/report-video/*'],
  parent: 'report-video',
  audience: 'account',
  namespaces: ['reports', 'video-detail', 'isrc', 'video-page', 'member-filter', 'lists'],
  load: async () => (await import('./VideoPageView.tsx')).VideoPageView,
}
