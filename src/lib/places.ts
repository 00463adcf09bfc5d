/** A part of the portal that the navigation leads to. */
interface Place {
  readonly name: string
  /** Without the language. What is below it belongs to it. */
  readonly path: string
  readonly group: 'figures' | 'use' | 'settings'
  /** Also there for who is not signed in. */
  readonly open: boolean
}

/** Every place, in the order of the navigation. */
export const places = [
  { name: 'dashboard', path: '/dashboard', group: 'figures', open: false },
  { name: 'report-channel', path: '/report-channel', group: 'figures', open: false },
  { name: 'report-video', path: '/report-video', group: 'figures', open: false },
  { name: 'musics', path: '/musics', group: 'use', open: true },
  { name: 'guides', path: '/guides', group: 'use', open: true },
  { name: 'notices', path: '/notices', group: 'use', open: false },
  { name: 'manage-channel', path: '/manage-channel', group: 'settings', open: false },
  { name: 'language', path: '/language', group: 'settings', open: true },
] as const satisfies readonly Place[]

export type PlaceName = (typeof places)[number]['name']

export const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`)
