import type { Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'shared-reports',
  navigation: {
    group: 'account',
    order: 3,
    icon: 'M8.2 11.8 11.8 8.2M9.3 6l2.2-2.2a3.3 3.3 0 0 1 4.7 4.7L14 10.7M10.7 14l-2.2 2.2a3.3 3.3 0 0 1-4.7-4.7L6 9.3',
  },
  audience: 'account',
  namespaces: ['shared-reports', 'reports'],
  load: async () => (await import('./SharedReportsView.tsx')).SharedReportsView,
  dialogs: {
    revokeLink: {
      namespaces: ['shared-reports'],
      load: async () => (await import('./RevokeDialog.tsx')).RevokeDialog,
    },
  },
}
