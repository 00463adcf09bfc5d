import type { Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'statements',
  navigation: {
    group: 'settings',
    order: 5,
    icon: 'M5 3h10v14l-2.5-1.6L10 17l-2.5-1.6L5 17zM7.8 7h4.4M7.8 10.3h4.4',
  },
  audience: 'account',
  namespaces: ['statements', 'settlement', 'payday', 'payout', 'lists'],
  load: async () => (await import('./StatementsView.tsx')).StatementsView,
  dialogs: {
    requestPayment: {
      namespaces: ['statements'],
      load: async () => (await import('./request/RequestDialog.tsx')).RequestDialog,
    },
  },
}
