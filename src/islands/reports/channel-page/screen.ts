import { readRegistration } from '#contract/channels/channels.ts'
import { readMovers } from '#contract/reports/movers.ts'
import { readDashboard, timeKeys } from '#contract/reports/reports.ts'
import { listVideos } from '#contract/reports/videos.ts'
import { type FirstLoad, request, type Screen } from '#islands/kit/screen/manifest.ts'
import { videoDetail } from '#islands/reports/detail/dialog.ts'
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
