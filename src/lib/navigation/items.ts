/** A part of the portal that the navigation leads to. */
interface NavigationItem {
  readonly name: string
  /** Without the language. What is below it belongs to it. */
  readonly path: string
  readonly group: 'figures' | 'use' | 'settings'
  /** Whom it is shown to: who is not signed in, too; who is; or who manages a network. */
  readonly audience: 'all' | 'account' | 'manager'
}

/** Every place, in the order of the navigation. */
export const navigationItems = [
  { name: 'dashboard', path: '/dashboard', group: 'figures', audience: 'account' },
  { name: 'report-channel', path: '/report-channel', group: 'figures', audience: 'account' },
  { name: 'report-video', path: '/report-video', group: 'figures', audience: 'account' },
  { name: 'musics', path: '/musics', group: 'use', audience: 'all' },
  { name: 'guides', path: '/guides', group: 'use', audience: 'all' },
  { name: 'notices', path: '/notices', group: 'use', audience: 'account' },
  { name: 'manage-channel', path: '/manage-channel', group: 'settings', audience: 'account' },
  { name: 'manage-member', path: '/manage-member', group: 'settings', audience: 'manager' },
  { name: 'payment-info', path: '/payment-info', group: 'settings', audience: 'account' },
  { name: 'config-account', path: '/config-account', group: 'settings', audience: 'account' },
  { name: 'language', path: '/language', group: 'settings', audience: 'all' },
] as const satisfies readonly NavigationItem[]

export type NavigationItemName = (typeof navigationItems)[number]['name']

export const isWithinPath = (path: string, parent: string): boolean =>
  path === parent || path.startsWith(`${parent}/`)
