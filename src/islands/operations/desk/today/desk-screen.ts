import type { DeskScreen } from '#islands/kit/screen/manifest.ts'

export const screen: DeskScreen = {
  name: 'today',
  paths: ['/desk'],
  navigation: {
    group: 'work',
    order: 1,
    icon: 'M13.4 10a3.4 3.4 0 1 1-6.8 0 3.4 3.4 0 0 1 6.8 0M10 2.500v1.600M10 15.900v1.600M2.500 10h1.600M15.900 10h1.600M4.700 4.700l1.100 1.100M14.200 14.200l1.100 1.100M15.300 4.700l-1.100 1.100M5.800 14.200l-1.100 1.100',
  },
  audience: 'desk.read',
  namespaces: ['desk-today', 'operator-alerts'],
  load: async () => (await import('./TodayView.tsx')).TodayView,
}
