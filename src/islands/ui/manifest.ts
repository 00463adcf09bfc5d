import type { ComponentType } from 'react'
import type { Endpoint, EndpointQuery } from '#contract/endpoint.ts'

type LoadComponent = () => Promise<ComponentType>

interface ScreenDialog {
  readonly namespaces: readonly string[]
  readonly load: LoadComponent
}

/** The manifest of a screen, exported as `screen` by its `screen.ts`. */
export interface Screen {
  /** Its name in the texts: `shell:views.<name>`. */
  readonly name: string
  /** Addresses without the language; by default `/<name>`. `/*` at the end stands for one more segment. */
  readonly paths?: readonly string[]
  /** Its entry in the navigation, in ascending order within the group. Icons are exported as `icon`. */
  readonly navigation?: { readonly group: NavigationGroup; readonly order: number }
  /** The screen whose navigation entry is current here, for screens without their own. */
  readonly parent?: string
  /** Who can open it: everyone, everyone signed in, or managers of a network. */
  readonly audience: 'all' | 'account' | 'manager'
  /** Locale files of the view. Its page contains them; they are loaded when another page navigates to it. */
  readonly namespaces?: readonly string[]
  /** The view; without one, the screen consists of static pages. */
  readonly load?: LoadComponent
  /** By the flags of the query that open them. They are not restored when the page is loaded. */
  readonly dialogs?: Readonly<Record<string, ScreenDialog>>
}

/** The groups of the navigation, in this order. */
export const navigationGroups = ['figures', 'use', 'settings'] as const
type NavigationGroup = (typeof navigationGroups)[number]

/** Preloads of the screen's page, exported as `firstLoad` by its `screen.ts`. Only the build calls it. */
export interface FirstLoad {
  /** What the view requests first, in addition to the site and the user. */
  readonly requests?: readonly FirstRequest[]
  /** Lazy modules that the view needs at once. */
  readonly modules?: readonly (() => Promise<unknown>)[]
}

/** A request whose query comes from the address. */
export interface FirstRequest {
  readonly endpoint: Endpoint
  /** Keys of the query, with the names of their parameters in the address; `*` is the last segment of the path. */
  readonly params: Readonly<Record<string, string>>
  /** Constant values of the query. */
  readonly values: Readonly<Record<string, unknown>>
  /** The only paths of the screen that make it; by default all. */
  readonly paths?: readonly string[]
}

interface RequestOptions<Query> {
  /** Keys of the query that have the same name in the address. */
  readonly params?: readonly (keyof Query & string)[]
  /** Keys of the query with their names in the address. */
  readonly aliases?: Readonly<Partial<Record<keyof Query & string, string>>>
  readonly values?: Partial<Query>
  readonly paths?: readonly string[]
}

/** Must equal the query of the store's `createQuery`, or the preload is wasted; tests/e2e/requests.spec.ts checks it. */
export const request = <E extends Endpoint>(
  endpoint: E,
  { params = [], aliases, values = {}, paths }: RequestOptions<EndpointQuery<E>> = {},
): FirstRequest => ({
  endpoint,
  params: { ...Object.fromEntries(params.map((name) => [name, name])), ...aliases },
  values,
  paths,
})

export const getScreenPaths = ({ name, paths = [`/${name}`] }: Screen): readonly string[] => paths
