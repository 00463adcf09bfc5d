import type { Screen } from '#islands/kit/screen/manifest.ts'
import { dialogs } from './dialogs/dialogs.ts'

/** What the network owes its members, whatever the month. */
export const screen: Screen = {
  name: 'payments',
  navigation: {
    group: 'settings',
    order: 4,
    icon: 'M2.8 5.5h14.4v9H2.8zM10 7.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6M5.3 8v.01M14.7 12v.01',
  },
  audience: 'money.read',
  namespaces: ['payments', 'settlement', 'payout', 'lists'],
  load: async () => (await import('./PaymentsView.tsx')).PaymentsView,
  dialogs,
}
