import type { DeskScreen } from '#islands/kit/screen/manifest.ts'

export const screen: DeskScreen = {
  name: 'notices',
  paths: ['/desk/notices'],
  navigation: {
    group: 'appearance',
    order: 2,
    icon: 'M3.500 8.200v3.600h2.300l7.700 3.700V4.500L5.800 8.200zM5.800 11.800l1.300 4.700h1.900l-1-3.600M16 8.300a2.400 2.400 0 0 1 0 3.400',
  },
  audience: 'desk.read',
  namespaces: ['desk-notices', 'notices', 'lists'],
  load: async () => (await import('./NoticeDeskView.tsx')).NoticeDeskView,
}
