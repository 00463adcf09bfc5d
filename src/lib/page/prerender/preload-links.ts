import { clientBuild } from 'virtual:client-build'

// Build time only: import from .astro files.

export interface StyleSheet {
  readonly href: string
  readonly css: string
}

interface ViewFile {
  readonly href: string
  readonly styles: readonly StyleSheet[]
}

/** Files of the client build; files that others import come first. */
export interface ClientBuild {
  /** Scripts of an island, by component. */
  readonly islands: Readonly<Record<string, readonly string[]>>
  /** Files of a screen's view, by path. */
  readonly views: Readonly<Record<string, readonly ViewFile[]>>
}

interface ViewScript {
  readonly href: string
  /** The view that needs the script, on a page that serves two. */
  readonly view: 'all' | 'page' | 'item'
}

interface ViewStyle extends StyleSheet {
  readonly view: ViewScript['view']
}

interface PreloadLinks {
  /** Scripts of the island. */
  readonly scripts: readonly string[]
  readonly viewScripts: readonly ViewScript[]
  readonly viewStyles: readonly ViewStyle[]
}

/**
 * Lists preloads that avoid import waterfalls: the scripts of a page's island, and those of its views that the island
 * does not import. A page also serves the view of the paths below its own.
 */
export function listPreloadLinks(island: string, path: string): PreloadLinks {
  const build = clientBuild
  if (!build) return { scripts: [], viewScripts: [], viewStyles: [] }
  const scripts = build.islands[island]
  if (!scripts) throw new Error(`No island ${island} in the build`)
  const [page, item] = [path, `${path}/*`].map((pattern) =>
    (build.views[pattern] ?? []).filter(({ href }) => !scripts.includes(href)),
  ) as [ViewFile[], ViewFile[]]
  const has = (files: readonly ViewFile[], href: string) => files.some((file) => file.href === href)
  const findView = (href: string) => {
    const isShared = item.length === 0 || (has(page, href) && has(item, href))
    return isShared ? 'all' : has(page, href) ? 'page' : 'item'
  }
  const files = [...page, ...item.filter(({ href }) => !has(page, href))]
  return {
    scripts,
    viewScripts: files.map(({ href }) => ({ href, view: findView(href) })),
    viewStyles: files.flatMap(({ href, styles }) =>
      styles.map((style) => ({ ...style, view: findView(href) })),
    ),
  }
}
