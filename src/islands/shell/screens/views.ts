import type { ComponentType } from 'react'
import { type DeskScreen, getScreenPaths, type Screen } from '#islands/kit/screen/manifest.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { matchPath } from '#lib/navigation/match-path.ts'
import { type LazyComponent, lazyComponent } from '#lib/page/lazy-component.ts'
import type { Namespace, TextKey } from '#lib/texts/catalog.ts'

export interface ViewContent {
  readonly Content: ComponentType
  readonly dialogs: Readonly<Record<string, LazyComponent<ComponentType>>>
}

export interface View {
  readonly path: string
  readonly name: string
  readonly title: TextKey
  /** The screen of the current navigation entry. */
  readonly navigationName: string
  readonly namespaces: readonly Namespace[]
  /** Shared by all paths of a screen. */
  readonly content: LazyComponent<ViewContent>
}

type Manifest = Screen | DeskScreen
type LoadManifest = () => Promise<{ readonly screen: Manifest }>

interface LazyScreen extends Pick<Manifest, 'name' | 'paths' | 'parent' | 'namespaces'> {
  readonly loadManifest: LoadManifest
}

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

/** @param texts the key of the views' titles, without their names */
export const createViews = (
  lazyScreens: readonly LazyScreen[],
  texts: 'shell:views' | 'desk:views',
): readonly View[] =>
  lazyScreens.flatMap((screen) => {
    const { name, parent = name, namespaces = [], loadManifest } = screen
    const paths = getScreenPaths(screen)
    const content = lazyWithStrings(() => loadContent(loadManifest), namespaces)
    return paths.map((path) => {
      const viewName = paths.length > 1 ? path.slice(1) : name
      const title = `${texts}.${viewName}` as TextKey
      return { path, name: viewName, title, navigationName: parent, namespaces, content }
    })
  })

export const matchView = (views: readonly View[], path: string): View | undefined =>
  views.find((view) => matchPath(view.path, path))
