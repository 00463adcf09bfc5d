import type { Screen } from '#islands/kit/screen/manifest.ts'
import { dialogs, lazyNamespaces } from '#islands/settlement/months/dialogs/dialogs.ts'

export const screen: Screen = {
  name: 'month',
  paths: ['/months/*'],
  parent: 'months',
  audience: 'money.read',
  namespaces: ['months', 'settlement', 'payout', 'lists'],
  lazyNamespaces,
  load: async () => (await import('#islands/settlement/months/MonthView.tsx')).MonthView,
  dialogs,
}
