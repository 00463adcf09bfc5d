import type { DeskScreen } from '#islands/kit/screen/manifest.ts'

export const screen: DeskScreen = {
  name: 'health',
  paths: ['/desk/health'],
  navigation: { group: 'watch', order: 3, icon: 'M2.500 10.500h3.700l2-5 3.600 9 2-4h3.700' },
  audience: 'health.read',
  namespaces: ['desk-health', 'operator-alerts'],
  load: async () => (await import('./HealthView.tsx')).HealthView,
}
