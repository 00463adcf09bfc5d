import type { ComponentType } from 'react'
import type { Endpoint, EndpointQuery } from '#contract/platform/endpoint.ts'
import type { InstallationPermission, Permission } from '#contract/platform/roles.ts'
import type { Namespace, NameUnder } from '#lib/texts/catalog.ts'

/** Text key: `shell:views.<name>`. */
export type ViewName = NameUnder<'shell:views'>

/** Text key: `desk:views.<name>`. */
export type DeskViewName = NameUnder<'desk:views'>

type LoadComponent = () => Promise<ComponentType>

export interface ScreenDialog {
  readonly namespaces: readonly Namespace[]
  readonly load: LoadComponent
}

/** Who opens a screen; CSS hides the entries of all others. */
export type Audience = 'all' | 'account' | Extract<Permission, 'members.read' | 'money.read' | 'staff.read'>

interface ScreenParts {
  /** Paths without the language; `/<name>` by default. A trailing `/*` matches one more segment. */
  readonly paths?: readonly string[]
  /** Locale files, included in the view's page and loaded on navigation from others. */
  readonly namespaces?: readonly Namespace[]
  /** Locale files that parts of the view load only when they are shown. */
  readonly lazyNamespaces?: readonly Namespace[]
  /** Absent if the screen consists of static pages. */
  readonly load?: LoadComponent
  /** Dialogs by query flag. A page load does not restore them. */
  readonly dialogs?: Readonly<Record<string, ScreenDialog>>
}

interface NavigationPlace<Group> {
  readonly group: Group
  /** Ascending within the group. */
  readonly order: number
  /** An SVG path of 20 by 20. */
  readonly icon: string
}

/** A screen's manifest, exported as `screen` by its `screen.ts`. */
export interface Screen extends ScreenParts {
  /** The name of its view; those of a screen with several paths are in the paths. */
  readonly name: ViewName | 'musics-lists'
  readonly navigation?: NavigationPlace<NavigationGroup>
  /** The screen whose navigation entry is current, for screens without their own. */
  readonly parent?: ViewName
  readonly audience: Audience
}

/** The same of a screen of the desk, exported as `screen` by its `desk-screen.ts`. Its path begins with `/desk`. */
export interface DeskScreen extends ScreenParts {
  readonly name: DeskViewName
  readonly paths: readonly [string]
  readonly navigation?: NavigationPlace<DeskGroup>
  readonly parent?: DeskViewName
  readonly audience: InstallationPermission
}

/** The account menu lists the screens of `account`. */
export const navigationGroups = ['figures', 'settings', 'use', 'account'] as const
export type NavigationGroup = (typeof navigationGroups)[number]

export const deskGroups = ['work', 'appearance', 'watch'] as const
export type DeskGroup = (typeof deskGroups)[number]

/**
 * A request that the screen's page preloads, with a query from the URL. `first-requests.ts` beside `screen.ts` exports
 * the first requests of the view, besides the site and the user. Only the build imports it.
 */
export interface FirstRequest {
  readonly endpoint: Endpoint
  /** Query keys with their URL parameters; `*` is the last path segment. */
  readonly params: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, unknown>>
  /** Limits the request to these paths of the screen. */
  readonly paths?: readonly string[]
}

interface RequestOptions<Query> {
  readonly params?: readonly (keyof Query & string)[]
  /** Query keys with their names in the URL. */
  readonly aliases?: Readonly<Partial<Record<keyof Query & string, string>>>
  readonly values?: Partial<Query>
  readonly paths?: readonly string[]
}

/** Must equal the query of the store's `createQuery`, or the preload is wasted; see tests/e2e/requests.spec.ts. */
export const request = <E extends Endpoint>(
  endpoint: E,
  { params = [], aliases, values = {}, paths }: RequestOptions<EndpointQuery<E>> = {},
): FirstRequest => ({
  endpoint,
  params: { ...Object.fromEntries(params.map((name) => [name, name])), ...aliases },
  values,
  paths,
})

export const getScreenPaths = ({
  name,
  paths = [`/${name}`],
}: Pick<Screen | DeskScreen, 'name' | 'paths'>): readonly string[] => paths
