import type { Screen } from '#islands/kit/screen/manifest.ts'
import { shareReport } from '#islands/reports/frame/sharing/dialog.ts'

export const screen: Screen = {
  name: 'report-channel',
  navigation: {
    group: 'figures',
    order: 2,
    icon: 'M3.5 16.5V9h3v7.5zM8.5 16.5v-13h3v13zM13.5 16.5V6.5h3v10zM2 16.5h16',
  },
  audience: 'account',
  namespaces: ['reports', 'channel-report', 'member-filter', 'lists'],
  lazyNamespaces: ['channel-tags'],
  load: async () => (await import('./ChannelReportView.tsx')).ChannelReportView,
  dialogs: {
    shareReport,
    channelTags: {
      namespaces: ['channel-tags'],
      load: async () => (await import('./TagsDialog.tsx')).TagsDialog,
    },
  },
}
