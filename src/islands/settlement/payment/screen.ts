import type { Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'payment-info',
  navigation: { group: 'settings', order: 6, icon: 'M3 4.5h14v11H3zM3 8h14M6 12.3h4' },
  audience: 'account',
  namespaces: ['payment'],
  load: async () => (await import('./PaymentView.tsx')).PaymentView,
}
