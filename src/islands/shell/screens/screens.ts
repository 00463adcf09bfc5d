import { lazyScreens } from 'virtual:lazy-screens'
import type { ComponentType } from 'react'
import { getScreenPaths, type ViewName } from '#islands/kit/screen/manifest.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { matchPath } from '#lib/navigation/match-path.ts'
import { type LazyComponent, lazyComponent } from '#lib/page/lazy-component.ts'
import type { Namespace } from '#lib/texts/catalog.ts'

export interface ViewContent {
  readonly Content: ComponentType
  readonly dialogs: Readonly<Record<string, LazyComponent<ComponentType>>>
}

export interface View {
  readonly path: string
  readonly name: ViewName
  /** The screen of the current navigation entry. */
  readonly navigationName: ViewName
  readonly namespaces: readonly Namespace[]
  /** Shared by all paths of a screen. */
  readonly content: LazyComponent<ViewContent>
}

type LoadManifest = (typeof lazyScreens)[number]['loadManifest']

const lazyWithStrings = <T>(load: () => Promise<T>, namespaces: readonly Namespace[]) =>
  lazyComponent(async () => {
    const [value] = await Promise.all([load(), ...namespaces.map(loadStrings)])
    return value
  })

async function loadContent(loadManifest: LoadManifest): Promise<ViewContent> {
  const { name, load, dialogs = {} } = (await loadManifest()).screen
  if (!load) throw new Error(`No view of ${name}`)
  const lazyDialogs = Object.entries(dialogs).map(([flag, dialog]) => [
    flag,
    lazyWithStrings(dialog.load, dialog.namespaces),
  ])
  return { Content: await load(), dialogs: Object.fromEntries(lazyDialogs) }
}

export const views: readonly View[] = lazyScreens.flatMap((screen) => {
  const { name, parent = name, namespaces = [], loadManifest } = screen
  const paths = getScreenPaths(screen)
  const content = lazyWithStrings(() => loadContent(loadManifest), namespaces)
  return paths.map((path) => ({
    path,
    name: (paths.length > 1 ? path.slice(1) : name) as ViewName,
    navigationName: parent as ViewName,
    namespaces,
    content,
  }))
})

export const findView = (path: string): View | undefined => views.find((view) => matchPath(view.path, path))
