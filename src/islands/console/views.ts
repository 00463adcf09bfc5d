import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadStrings } from '#lib/load-strings.ts'
import type { IconName } from './Icon.tsx'

interface View {
  /** Without the language. */
  readonly path: string
  /** Its name in the navigation and the title: `console:views.<name>`. */
  readonly name: ViewName
  readonly icon: IconName
  readonly group: 'figures' | 'settings'
  /** Also there for who is not signed in. */
  readonly open: boolean
  readonly Content: LazyExoticComponent<ComponentType>
}

export type ViewName = 'dashboard' | 'language'

/** A view's code and the texts of its namespace, which a page that began with another view does not have. */
const lazily = (namespace: string, load: () => Promise<ComponentType>) =>
  lazy(async () => {
    const [content] = await Promise.all([load(), loadStrings(namespace)])
    return { default: content }
  })

/** Every view of the console, in the order of the navigation. */
export const views: readonly View[] = [
  {
    path: '/dashboard',
    name: 'dashboard',
    icon: 'dashboard',
    group: 'figures',
    open: false,
    Content: lazily(
      'dashboard',
      async () => (await import('#islands/dashboard/DashboardView.tsx')).DashboardView,
    ),
  },
  {
    path: '/language',
    name: 'language',
    icon: 'language',
    group: 'settings',
    open: true,
    Content: lazily(
      'language',
      async () => (await import('#islands/language/LanguageView.tsx')).LanguageView,
    ),
  },
]

export const viewAt = (path: string): View | undefined => views.find((view) => view.path === path)
