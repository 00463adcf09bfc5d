import type { ComponentType } from 'react'
import { getScreenPaths, type Screen } from '#islands/ui/manifest.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { matchPath } from '#lib/navigation/match-path.ts'
import { type LazyComponent, lazyComponent } from '#lib/page/lazy-component.ts'

type LoadComponent = () => Promise<ComponentType>

export interface View {
  readonly path: string
  /** Text key: `shell:views.<name>`. */
  readonly name: string
  /** The screen of the current navigation entry. */
  readonly navigationName: string
  readonly namespaces: readonly string[]
  readonly component: LazyComponent<ComponentType>
  readonly dialogs: Readonly<Record<string, LazyComponent<ComponentType>>>
}

const screens = Object.values(
  import.meta.glob<Screen>('/src/islands/**/screen.ts', { eager: true, import: 'screen' }),
)

const lazyWithStrings = (load: LoadComponent, namespaces: readonly string[]) =>
  lazyComponent(async () => {
    const [Component] = await Promise.all([load(), ...namespaces.map(loadStrings)])
    return Component
  })

const components = new Map<LoadComponent, LazyComponent<ComponentType>>()

function getComponent(load: LoadComponent, namespaces: readonly string[]) {
  const component = components.get(load) ?? lazyWithStrings(load, namespaces)
  components.set(load, component)
  return component
}

function toViews(screen: Screen): View[] {
  const { name, parent = name, namespaces = [], load, dialogs = {} } = screen
  if (!load) return []
  const paths = getScreenPaths(screen)
  const lazyDialogs = Object.entries(dialogs).map(([flag, dialog]) => [
    flag,
    lazyWithStrings(dialog.load, dialog.namespaces),
  ])
  return paths.map((path) => ({
    path,
    name: paths.length > 1 ? path.slice(1) : name,
    navigationName: parent,
    namespaces,
    component: getComponent(load, namespaces),
    dialogs: Object.fromEntries(lazyDialogs),
  }))
}

export const views: readonly View[] = screens.flatMap(toViews)

export const findView = (path: string): View | undefined => views.find((view) => matchPath(view.path, path))
