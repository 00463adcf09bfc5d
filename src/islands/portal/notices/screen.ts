import type { Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'notices',
  navigation: {
    group: 'use',
    order: 3,
    icon: 'M4 8v4h2.5l6.5 3.5v-11L6.5 8zM16 7.5c1.2 1.5 1.2 3.5 0 5M7 12.5V16h2',
  },
  audience: 'account',
  namespaces: ['notices'],
  load: async () => (await import('./NoticesView.tsx')).NoticesView,
}
