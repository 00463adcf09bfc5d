import type { DeskScreen } from '#islands/kit/screen/manifest.ts'

export const screen: DeskScreen = {
  name: 'review',
  paths: ['/desk/review'],
  navigation: {
    group: 'work',
    order: 2,
    icon: 'M2.500 4.500a1 1 0 0 1 1-1h13a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1zM7 9.200l2.200 2.200 4-4.200M7 17.500h6',
  },
  audience: 'desk.read',
  namespaces: ['desk-review', 'channel-states', 'lists'],
  lazyNamespaces: ['review-reasons'],
  load: async () => (await import('./ReviewView.tsx')).ReviewView,
  dialogs: {
    decideMany: {
      namespaces: ['desk-review'],
      load: async () => (await import('./DecideManyDialog.tsx')).DecideManyDialog,
    },
  },
}
