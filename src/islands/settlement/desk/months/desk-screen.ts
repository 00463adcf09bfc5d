import type { DeskScreen } from '#islands/kit/screen/manifest.ts'
import { closingDialogs } from '#islands/settlement/months/dialogs/closing-dialogs.ts'

export const screen: DeskScreen = {
  name: 'months',
  paths: ['/desk/months'],
  navigation: {
    group: 'work',
    order: 4,
    icon: 'M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.2M13 3v3.2M7 12.6l2.2 2L13.400 11',
  },
  audience: 'desk.read',
  namespaces: ['desk-months', 'months', 'month-closing', 'settlement', 'payout', 'payments', 'lists'],
  load: async () => (await import('./DeskMonthsView.tsx')).DeskMonthsView,
  dialogs: {
    ...closingDialogs,
    /** The flag's value is the account's id. */
    payee: {
      namespaces: ['payee', 'banks'],
      load: async () => (await import('./payees/SitePayeeDialog.tsx')).SitePayeeDialog,
    },
  },
}
