import { createElement } from 'react'
import type { Screen } from '#islands/kit/screen/manifest.ts'
import type { Namespace } from '#lib/texts/catalog.ts'

const namespaces: readonly Namespace[] = [
  'account',
  'credentials',
  'second-factor',
  'payee',
  'banks',
  'payday',
  'payout',
]

export const screen: Screen = {
  name: 'config-account',
  navigation: {
    group: 'account',
    order: 1,
    icon: 'M10 10.2a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8zM3.5 16.5c.8-3 3.4-4.3 6.5-4.3s5.7 1.3 6.5 4.3',
  },
  audience: 'account',
  namespaces,
  lazyNamespaces: ['sign-in-providers'],
  load: async () => {
    const [{ AccountView }, { PayeeCard }] = await Promise.all([
      import('#islands/people/account/AccountView.tsx'),
      import('#islands/settlement/payee/PayeeCard.tsx'),
    ])
    return () => createElement(AccountView, { PayeeCard })
  },
  dialogs: {
    email: {
      namespaces,
      load: async () => (await import('#islands/people/account/EmailDialog.tsx')).EmailDialog,
    },
    password: {
      namespaces,
      load: async () => (await import('#islands/people/account/PasswordDialog.tsx')).PasswordDialog,
    },
    payee: {
      namespaces,
      load: async () => (await import('#islands/settlement/payee/OwnPayeeDialog.tsx')).OwnPayeeDialog,
    },
    withdraw: {
      namespaces: [...namespaces, 'balance'],
      load: async () => (await import('#islands/people/account/WithdrawDialog.tsx')).WithdrawDialog,
    },
  },
}
