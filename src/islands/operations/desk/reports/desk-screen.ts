import type { DeskScreen } from '#islands/kit/screen/manifest.ts'

export const screen: DeskScreen = {
  name: 'reports',
  paths: ['/desk/reports'],
  navigation: {
    group: 'work',
    order: 3,
    icon: 'M3.500 5h13v11.500h-13zM3.500 8.500h13M7 3v3.500M13 3v3.500M6.500 11.500h.01M10 11.500h.01M13.500 11.500h.01M6.500 14h.01M10 14h.01',
  },
  audience: 'desk.read',
  namespaces: ['desk-reports'],
  load: async () => (await import('./ReportsView.tsx')).ReportsView,
}
