import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadStrings } from '#lib/load-strings.ts'
import type { PlaceName } from '#lib/places.ts'

interface View {
  /** Without the language; `/*` at its end stands for one more part. */
  readonly path: string
  /** Its heading and title until it has its own: `console:views.<name>`. */
  readonly name: ViewName
  /** Where in the navigation it belongs. */
  readonly place: PlaceName
  readonly Content: LazyExoticComponent<ComponentType>
}

export type ViewName = 'dashboard' | 'notices' | 'notice' | 'language'

/** A view's code and the texts of its namespace, which a page that began with another view does not have. */
const lazily = (namespace: string, load: () => Promise<ComponentType>) =>
  lazy(async () => {
    const [content] = await Promise.all([load(), loadStrings(namespace)])
    return { default: content }
  })

/** Every view of the console. */
export const views: readonly View[] = [
  {
    path: '/dashboard',
    name: 'dashboard',
    place: 'dashboard',
    Content: lazily(
      'dashboard',
      async () => (await import('#islands/dashboard/DashboardView.tsx')).DashboardView,
    ),
  },
  {
    path: '/notices',
    name: 'notices',
    place: 'notices',
    Content: lazily('notices', async () => (await import('#islands/notices/NoticesView.tsx')).NoticesView),
  },
  {
    path: '/notices/*',
    name: 'notice',
    place: 'notices',
    Content: lazily('notices', async () => (await import('#islands/notices/NoticeView.tsx')).NoticeView),
  },
  {
    path: '/language',
    name: 'language',
    place: 'language',
    Content: lazily(
      'language',
      async () => (await import('#islands/language/LanguageView.tsx')).LanguageView,
    ),
  },
]

function matches(pattern: string, path: string): boolean {
  if (!pattern.endsWith('/*')) return pattern === path
  const rest = path.startsWith(pattern.slice(0, -1)) ? path.slice(pattern.length - 1) : ''
  return rest !== '' && !rest.includes('/')
}

export const viewAt = (path: string): View | undefined => views.find((view) => matches(view.path, path))
