import { readRegistration } from '#contract/channels.ts'
import { readMovers } from '#contract/movers.ts'
import { readDashboard, timeKeys } from '#contract/reports.ts'
import { listVideos } from '#contract/videos.ts'
import { videoDetail } from '#islands/reports/detail/dialog.ts'
import { type FirstLoad, request, type Screen } from '#islands/ui/manifest.ts'
import { shownVideos } from './shown-videos.ts'

export const screen: Screen = {
  name: 'channel',
  paths: ['/report-channel/*'],
  parent: 'report-channel',
  audience: 'account',
  namespaces: ['reports', 'channel-page', 'channel-timeline', 'video-detail', 'member-filter'],
  load: async () => (await import('./ChannelPageView.tsx')).ChannelPageView,
  dialogs: { videoDetail },
}

export const firstLoad = (): FirstLoad => ({
  requests: [
    request(readDashboard, { params: [...timeKeys, 'member'], aliases: { channel: '*' } }),
    request(readRegistration, { aliases: { channel: '*' } }),
    request(readDashboard, { params: [...timeKeys, 'member'] }),
    request(readMovers, {
      params: [...timeKeys, 'member'],
      aliases: { channel: '*' },
      values: { by: 'video' },
    }),
    request(listVideos, {
      params: [...timeKeys, 'member', 'sort', 'order'],
      aliases: { channel: '*' },
      values: { size: shownVideos },
    }),
  ],
})
