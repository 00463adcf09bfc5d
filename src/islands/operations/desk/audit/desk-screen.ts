import type { DeskScreen } from '#islands/kit/screen/manifest.ts'

export const screen: DeskScreen = {
  name: 'audit',
  paths: ['/desk/audit'],
  navigation: {
    group: 'watch',
    order: 2,
    icon: 'M5 2.500h7l3 3v12H5zM12 2.500v3h3M7.500 9h5M7.500 11.700h5M7.500 14.400h3',
  },
  audience: 'desk.read',
  namespaces: ['desk-audit', 'account', 'lists'],
  load: async () => (await import('./AuditView.tsx')).AuditView,
}
