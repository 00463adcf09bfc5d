import type { Screen } from '#islands/kit/screen/manifest.ts'
import { dialogs, lazyNamespaces } from './dialogs/dialogs.ts'

/** Shows the newest month. */
export const screen: Screen = {
  name: 'months',
  navigation: {
    group: 'settings',
    order: 3,
    icon: 'M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.2M13 3v3.2M7 12.6l2.2 2L13.4 11',
  },
  audience: 'money.read',
  namespaces: ['months', 'settlement', 'payout', 'lists'],
  lazyNamespaces,
  load: async () => (await import('./MonthView.tsx')).MonthView,
  dialogs,
}
