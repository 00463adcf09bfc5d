import type { DeskScreen } from '#islands/kit/screen/manifest.ts'

export const screen: DeskScreen = {
  name: 'channel',
  paths: ['/desk/channel'],
  parent: 'search',
  audience: 'desk.read',
  namespaces: ['desk-channel', 'desk-search', 'channel-states', 'lists', 'settlement'],
  load: async () => (await import('./ChannelView.tsx')).ChannelView,
  dialogs: {
    earning: {
      namespaces: ['channel-dialogs'],
      load: async () => (await import('./dialogs/EarningDialog.tsx')).EarningDialog,
    },
    release: {
      namespaces: [],
      load: async () => (await import('./dialogs/ReleaseDialog.tsx')).ReleaseDialog,
    },
  },
}
